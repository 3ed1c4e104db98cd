#include "widgets/theme.h"

#include <QApplication>
#include <QFile>
#include <QFontDatabase>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QStyle>
#include <QStyleFactory>
#include <QSvgRenderer>
#include <QWidget>

#include <optional>

using namespace Qt::StringLiterals;

namespace {

QString fileOf(Symbol symbol)
{
    constexpr const char *names[] = {
        "bell",     "check",      "cleanup", "close",   "containers", "copy",   "cross",    "disconnected", "down",
        "end",      "executions", "fetch",   "filter",  "hourglass",  "info",   "killed",   "memory",       "mute",
        "overview", "quit",       "refresh", "running", "save",       "search", "settings", "starting",     "stop",
        "stopped",  "timeout",    "up",      "warning", "window",     "wrap"};
    return u":/icons/%1.svg"_s.arg(QLatin1StringView(names[int(symbol)]));
}

/// Paints one of our drawings whose lines are in "currentColor", in the colour that fits where it is painted.
class SymbolEngine : public QIconEngine
{
public:
    SymbolEngine(const QString &file, std::optional<Tone> tone)
        : m_file(file)
        , m_tone(tone)
    {
    }

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State) override
    {
        QFile file(m_file);
        if (!file.open(QFile::ReadOnly))
            return;
        QByteArray svg = file.readAll();
        svg.replace("currentColor", color(mode).name().toLatin1());
        QSvgRenderer renderer(svg);
        painter->save();
        if (mode == QIcon::Disabled)
            painter->setOpacity(painter->opacity() * 0.45);
        renderer.render(painter, QRectF(rect));
        painter->restore();
    }

    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        const QString key =
            u"%1/%2/%3x%4/%5"_s.arg(m_file, color(mode).name()).arg(size.width()).arg(size.height()).arg(int(mode));
        QPixmap pixmap;
        if (QPixmapCache::find(key, &pixmap))
            return pixmap;
        pixmap = QPixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        painter.end();
        QPixmapCache::insert(key, pixmap);
        return pixmap;
    }

    [[nodiscard]] QIconEngine *clone() const override { return new SymbolEngine(*this); }

private:
    [[nodiscard]] QColor color(QIcon::Mode mode) const
    {
        const QPalette palette = QApplication::palette();
        if (mode == QIcon::Selected)
            return palette.color(QPalette::HighlightedText);
        return m_tone ? Theme::color(*m_tone, palette) : palette.color(QPalette::ButtonText);
    }

    QString m_file;
    std::optional<Tone> m_tone;
};

/// Our own drawings in their own colours, sharp at every size, without Qt's plugin for SVG.
class DrawingEngine : public QIconEngine
{
public:
    explicit DrawingEngine(const QString &file)
        : m_file(file)
    {
    }

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode, QIcon::State) override
    {
        QSvgRenderer(m_file).render(painter, QRectF(rect));
    }
    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return pixmap;
    }
    // The protocol of desktop trays asks for the sizes that there are.
    QList<QSize> availableSizes(QIcon::Mode, QIcon::State) override
    {
        return {{16, 16}, {22, 22}, {24, 24}, {32, 32}, {48, 48}, {64, 64}};
    }
    [[nodiscard]] QIconEngine *clone() const override { return new DrawingEngine(*this); }

private:
    QString m_file;
};

QPalette lightPalette()
{
    QPalette p;
    const auto set = [&p](QPalette::ColorRole role, const char *color) {
        p.setColor(role, QColor(QLatin1StringView(color)));
    };
    set(QPalette::Window, "#f4f5f7");
    set(QPalette::WindowText, "#1f2328");
    set(QPalette::Base, "#ffffff");
    set(QPalette::AlternateBase, "#f6f8fa");
    set(QPalette::Text, "#1f2328");
    set(QPalette::Button, "#fbfbfc");
    set(QPalette::ButtonText, "#1f2328");
    set(QPalette::BrightText, "#ffffff");
    set(QPalette::Light, "#ffffff");
    set(QPalette::Midlight, "#e9ebee");
    set(QPalette::Mid, "#d0d4da");
    set(QPalette::Dark, "#a8aeb6");
    set(QPalette::Shadow, "#70767d");
    set(QPalette::Highlight, "#2f6fb5");
    set(QPalette::HighlightedText, "#ffffff");
    set(QPalette::Link, "#1f63ad");
    set(QPalette::LinkVisited, "#6b4ba1");
    set(QPalette::ToolTipBase, "#ffffff");
    set(QPalette::ToolTipText, "#1f2328");
    set(QPalette::PlaceholderText, "#6e7781");
    return p;
}

QPalette darkPalette()
{
    QPalette p;
    const auto set = [&p](QPalette::ColorRole role, const char *color) {
        p.setColor(role, QColor(QLatin1StringView(color)));
    };
    set(QPalette::Window, "#1e2228");
    set(QPalette::WindowText, "#dfe3e8");
    set(QPalette::Base, "#16191e");
    set(QPalette::AlternateBase, "#1b1f25");
    set(QPalette::Text, "#dfe3e8");
    set(QPalette::Button, "#2a2f37");
    set(QPalette::ButtonText, "#dfe3e8");
    set(QPalette::BrightText, "#ffffff");
    set(QPalette::Light, "#3a414b");
    set(QPalette::Midlight, "#323841");
    set(QPalette::Mid, "#3b424c");
    set(QPalette::Dark, "#101318");
    set(QPalette::Shadow, "#0a0c0f");
    set(QPalette::Highlight, "#2f6fb5");
    set(QPalette::HighlightedText, "#ffffff");
    set(QPalette::Link, "#74b0ef");
    set(QPalette::LinkVisited, "#b79ae6");
    set(QPalette::ToolTipBase, "#2a2f37");
    set(QPalette::ToolTipText, "#dfe3e8");
    set(QPalette::PlaceholderText, "#8b949e");
    return p;
}

void finish(QPalette &palette)
{
    const QColor muted = palette.color(QPalette::PlaceholderText);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, muted);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, palette.color(QPalette::Mid));
}

} // namespace

namespace Theme {

void apply(Scheme scheme)
{
    static const QPalette desktop = QApplication::palette(); // before ours replaced it
    const bool isPlainFusion = QApplication::style()->objectName().compare("fusion"_L1, Qt::CaseInsensitive) == 0;
    if (scheme == Scheme::System && !isPlainFusion)
        return;
    if (!isPlainFusion)
        QApplication::setStyle(QStyleFactory::create(u"Fusion"_s));
    const bool dark = scheme == Scheme::Dark || (scheme == Scheme::System && isDark(desktop));
    QPalette palette = dark ? darkPalette() : lightPalette();
    finish(palette);
    QApplication::setPalette(palette);
}

void outlineCheckBoxes(QWidget &widget)
{
    QPalette palette = widget.palette();
    palette.setColor(QPalette::Window, palette.color(QPalette::PlaceholderText));
    widget.setPalette(palette);
}

bool isDark(const QPalette &palette)
{
    return palette.color(QPalette::Base).lightness() < 128;
}

QColor color(Tone tone, const QPalette &palette)
{
    const bool dark = isDark(palette);
    switch (tone) {
    case Tone::Neutral:
        return palette.color(QPalette::Text);
    case Tone::Muted:
        return palette.color(QPalette::PlaceholderText);
    case Tone::Active:
        return dark ? QColor(0x74, 0xb0, 0xef) : QColor(0x1f, 0x63, 0xad);
    case Tone::Good:
        return dark ? QColor(0x5c, 0xc8, 0x8f) : QColor(0x1a, 0x7f, 0x4b);
    case Tone::Warning:
        return dark ? QColor(0xe8, 0xb0, 0x4a) : QColor(0x9a, 0x62, 0x00);
    case Tone::Bad:
        return dark ? QColor(0xf5, 0x85, 0x7c) : QColor(0xc0, 0x2b, 0x2b);
    }
    Q_UNREACHABLE();
}

Tone tone(ExecutionState state)
{
    switch (state) {
    case ExecutionState::Queued:
        return Tone::Muted;
    case ExecutionState::Pulling:
    case ExecutionState::Starting:
    case ExecutionState::Running:
        return Tone::Active;
    case ExecutionState::Succeeded:
        return Tone::Good;
    case ExecutionState::TimedOut:
    case ExecutionState::OutOfMemory:
        return Tone::Warning;
    case ExecutionState::Failed:
    case ExecutionState::Killed:
    case ExecutionState::NotRun:
        return Tone::Bad;
    case ExecutionState::Stopped:
        return Tone::Muted;
    }
    Q_UNREACHABLE();
}

QIcon icon(Symbol symbol)
{
    return QIcon(new SymbolEngine(fileOf(symbol), std::nullopt));
}

QIcon icon(Symbol symbol, Tone tone)
{
    return QIcon(new SymbolEngine(fileOf(symbol), tone));
}

QIcon icon(ExecutionState state)
{
    const auto symbol = [state] {
        switch (state) {
        case ExecutionState::Queued:
            return Symbol::Hourglass;
        case ExecutionState::Pulling:
            return Symbol::Fetch;
        case ExecutionState::Starting:
            return Symbol::Starting;
        case ExecutionState::Running:
            return Symbol::Running;
        case ExecutionState::Succeeded:
            return Symbol::Check;
        case ExecutionState::Failed:
            return Symbol::Cross;
        case ExecutionState::Killed:
            return Symbol::Killed;
        case ExecutionState::TimedOut:
            return Symbol::Timeout;
        case ExecutionState::OutOfMemory:
            return Symbol::Memory;
        case ExecutionState::Stopped:
            return Symbol::Stopped;
        case ExecutionState::NotRun:
            return Symbol::Warning;
        }
        Q_UNREACHABLE();
    }();
    return icon(symbol, tone(state));
}

QIcon icon(TrayState state)
{
    const QLatin1StringView name = [state] {
        switch (state) {
        case TrayState::Idle:
            return "idle"_L1;
        case TrayState::Busy:
            return "busy"_L1;
        case TrayState::Attention:
            return "attention"_L1;
        case TrayState::Disconnected:
            return "disconnected"_L1;
        }
        Q_UNREACHABLE();
    }();
    return QIcon(new DrawingEngine(u":/icons/code-sandbox-monitor-%1.svg"_s.arg(name)));
}

QIcon application()
{
    return QIcon(new DrawingEngine(u":/icons/code-sandbox-monitor.svg"_s));
}

QFont fixedFont()
{
    return QFontDatabase::systemFont(QFontDatabase::FixedFont);
}

int spacing(double factor)
{
    return std::max(1, qRound(QFontMetricsF(QApplication::font()).height() * 0.5 * factor));
}

} // namespace Theme
