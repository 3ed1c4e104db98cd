#pragma once

#include "common/result.h"

#include <QFile>
#include <QObject>
#include <QTimer>

/// Appends the published lines to a file that outlives the server, 0600, rotated by size: FILE, FILE.1 … FILE.n.
///
/// A file has one writer at a time: it is locked (flock), and of several servers with the same FILE the others write to
/// FILE-2, FILE-3 and so on. A file that others could read is made private.
///
/// Lines are collected for a moment and written at once. A disk that fails ends the journal with one note, never the
/// server.
class Journal : public QObject
{
    Q_OBJECT

public:
    struct Limits
    {
        qint64 fileBytes = 16 * 1024 * 1024;
        int oldFiles = 3;
    };

    Journal(const QString &path, Limits limits, QObject *parent = nullptr);
    ~Journal() override;

    /// `hello` opens every file, so that each can be read alone. An Error names the file and the reason.
    Result<bool> open(const QByteArray &hello);
    void append(const QByteArray &line);
    void flush();

Q_SIGNALS:
    void failed(const Error &error);

private:
    bool openFile();
    /// Locked, private, and told who writes. `isTaken`: another server has it.
    bool openFile(const QString &path, bool *isTaken);
    void rotate();
    void giveUp();

    QString m_path;
    QFile m_file;
    Limits m_limits;
    QByteArray m_hello;
    QByteArray m_pending;
    QTimer m_timer;
};
