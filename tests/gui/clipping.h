#pragma once

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QTranslator>

// For the tests that look for texts which do not fit.

/// A language of texts 40 % longer than the English ones.
class PseudoLocale : public QTranslator
{
public:
    QString translate(const char *context, const char *source, const char *, int n) const override
    {
        // Qt's own texts stay: they are not ours to lay out.
        if (QLatin1StringView(context).startsWith(QLatin1StringView("Q")))
            return {};
        QString text = QString::fromUtf8(source);
        if (n >= 0)
            text.replace(QStringLiteral("%n"), QString::number(n));
        QString padding;
        for (qsizetype i = 0; i < std::max<qsizetype>(text.size() * 2 / 5, 1); ++i)
            padding += QChar(u"ŵőŗđ"[i % 4]);
        return text + padding;
    }
    bool isEmpty() const override { return false; }
};

/// Texts in `window` that are cut off or lie outside of it, in words; empty when all can be read.
inline QStringList clipped(const QWidget &window)
{
    QStringList result;
    const auto check = [&](const QWidget *widget, const QString &text, QSize room, QSize needed) {
        if (!widget->isVisible() || widget->window() != &window || text.isEmpty())
            return;
        if (room.width() < needed.width() || room.height() < needed.height())
            result += QStringLiteral("%1 “%2” has %3x%4 and needs %5x%6")
                          .arg(widget->objectName(), text)
                          .arg(room.width())
                          .arg(room.height())
                          .arg(needed.width())
                          .arg(needed.height());
        // What can be scrolled to is not lost.
        for (const QWidget *parent = widget->parentWidget(); parent != nullptr; parent = parent->parentWidget()) {
            if (qobject_cast<const QAbstractScrollArea *>(parent) != nullptr)
                return;
        }
        const QRect place(widget->mapTo(&window, QPoint()), widget->size());
        if (!window.rect().contains(place))
            result += QStringLiteral("%1 “%2” lies outside of the window").arg(widget->objectName(), text);
    };
    for (const QLabel *label : window.findChildren<QLabel *>()) {
        if (label->wordWrap())
            check(label, label->text(), label->size(), QSize(0, label->heightForWidth(label->width())));
        else
            check(label, label->text(), label->size(), label->sizeHint());
    }
    for (const QAbstractButton *button : window.findChildren<QAbstractButton *>()) {
        if (!button->inherits("QTableCornerButton") && !button->objectName().startsWith(QStringLiteral("qt_")))
            check(button, button->text(), button->size(), button->minimumSizeHint());
    }
    for (const QComboBox *combo : window.findChildren<QComboBox *>()) {
        QStyleOptionComboBox option;
        option.initFrom(combo);
        const QRect field =
            combo->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, combo);
        check(combo, combo->currentText(), field.size(),
              QSize(combo->fontMetrics().horizontalAdvance(combo->currentText()), 0));
    }
    for (const QHeaderView *header : window.findChildren<QHeaderView *>()) {
        const int margins = 2 * header->style()->pixelMetric(QStyle::PM_HeaderMargin, nullptr, header);
        for (int section = 0; header->orientation() == Qt::Horizontal && section < header->count(); ++section) {
            const QString text = header->model()->headerData(section, Qt::Horizontal).toString();
            if (!header->isSectionHidden(section))
                check(header, text, QSize(header->sectionSize(section), header->height()),
                      QSize(header->fontMetrics().horizontalAdvance(text) + margins, header->fontMetrics().height()));
        }
    }
    return result;
}
