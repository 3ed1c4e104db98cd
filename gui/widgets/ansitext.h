#pragma once

#include <QList>
#include <QString>

#include <cstdint>
#include <optional>

/// Takes a program's output apart into what may be shown: text with basic colours, line ends, and what progress bars do
/// with the cursor, so that their last state is seen as terminalText() gives it to models.
///
/// Whatever else steers a terminal (title, clipboard, hyperlinks, bells) is dropped; control and direction characters
/// that remain become U+FFFD. A sequence may be cut anywhere between two calls; an endless one is given up.
class AnsiText
{
public:
    struct Style
    {
        std::int8_t foreground = -1; ///< 0–15, or -1 for the default.
        std::int8_t background = -1;
        bool isBold = false;
        bool isItalic = false;
        bool isUnderlined = false;

        friend bool operator==(const Style &, const Style &) = default;
    };
    enum class Kind
    {
        Text,
        LineEnd,
        CarriageReturn, ///< What follows on the same line replaces it.
        EraseLine,
        Backspace, ///< Takes a character back that an earlier token had.
        Up, ///< `lines` lines, to the beginning of that line; likewise Down, to the last one at most.
        Down
    };
    struct Token
    {
        Kind kind = Kind::Text;
        QString text;
        Style style;
        int lines = 0;
    };

    QList<Token> feed(const QString &text);

private:
    enum class State
    {
        Plain,
        Escape,
        Csi,
        String,      ///< OSC, DCS and the like: up to BEL or ST.
        StringEscape ///< ESC inside such a string.
    };

    /// What a control sequence with this final character does; nothing for most.
    [[nodiscard]] std::optional<Token> obey(char16_t final) const;
    void applySgr(const QString &parameters);

    State m_state = State::Plain;
    QString m_parameters;
    int m_stringLength = 0;
    Style m_style;
};
