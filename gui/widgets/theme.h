#pragma once

#include "models/executionrecord.h"

#include <QIcon>
#include <QPalette>

// Colours, icons and fonts. Colours that carry a meaning are chosen to be readable on the palette they are shown on;
// everything else takes palette roles.

class QWidget;

enum class Tone
{
    Neutral,
    Muted,
    Active,
    Good,
    Warning,
    Bad
};

enum class Symbol
{
    Bell,
    Check,
    Cleanup,
    Close,
    Containers,
    Copy,
    Cross,
    Disconnected,
    Down,
    End,
    Executions,
    Fetch,
    Filter,
    Hourglass,
    Info,
    Killed,
    Memory,
    Mute,
    Overview,
    Quit,
    Refresh,
    Running,
    Save,
    Search,
    Settings,
    Starting,
    Stop,
    Stopped,
    Timeout,
    Up,
    Warning,
    Window,
    Wrap
};

enum class TrayState
{
    Idle,
    Busy,
    Attention,
    Disconnected
};

namespace Theme {

enum class Scheme
{
    System,
    Light,
    Dark
};

/// Sets style and palette of the program. System keeps the desktop's own, except that plain Fusion without a desktop
/// theme gets our palettes.
void apply(Scheme scheme);

/// Fusion outlines check boxes somewhat darker than the window: on a dark one nobody would see an empty one. For a
/// check box, or a view that has some.
void outlineCheckBoxes(QWidget &widget);

[[nodiscard]] bool isDark(const QPalette &palette);
[[nodiscard]] QColor color(Tone tone, const QPalette &palette);
[[nodiscard]] Tone tone(ExecutionState state);

/// Line icons in the colour of the text around them, also after the palette changes.
[[nodiscard]] QIcon icon(Symbol symbol);
[[nodiscard]] QIcon icon(Symbol symbol, Tone tone);
[[nodiscard]] QIcon icon(ExecutionState state);
[[nodiscard]] QIcon icon(TrayState state);
[[nodiscard]] QIcon application();

[[nodiscard]] QFont fixedFont();
/// Distances in the layout follow the font, thus also the scale.
[[nodiscard]] int spacing(double factor = 1.0);

} // namespace Theme
