#pragma once

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QRegularExpression>

/// Writes down what a client and the server say to each other, into a file of the folder that SANDBOX_TEST_MESSAGES
/// names (without it nowhere). clients/messages.mjs holds it against the schemas.
///
/// A line is {"client": message} or {"server": message}, as in data/mcp, or {"badClient": message}.
class Transcript
{
public:
    /// A conversation of the same name goes on.
    explicit Transcript(const QString &name = nextName())
    {
        if (const QString folder = qEnvironmentVariable("SANDBOX_TEST_MESSAGES"); !folder.isEmpty())
            m_file.setFileName(QStringLiteral("%1/%2-%3-%4.jsonl")
                                   .arg(folder, QCoreApplication::applicationName())
                                   .arg(QCoreApplication::applicationPid())
                                   .arg(name));
    }

    /// From now on the client's requests are not as the schemas have them, and are served all the same.
    void clientIsBad() { m_client = "badClient"; }

    /// Left out if it is no JSON, as tests mean it to be at times.
    void addClient(const QByteArray &message)
    {
        if (!isOn())
            return;
        if (const QJsonDocument document = QJsonDocument::fromJson(message); !document.isNull())
            write(m_client, document.toJson(QJsonDocument::Compact));
    }
    void addServer(const QByteArray &message)
    {
        if (isOn())
            write("server", message);
    }

    /// What went over one HTTP connection. All connections of a session are one conversation.
    static void addHttp(const QByteArray &sent, const QByteArray &received)
    {
        if (!qEnvironmentVariableIsSet("SANDBOX_TEST_MESSAGES"))
            return;
        static const QRegularExpression session(QStringLiteral("\r\nmcp-session-id: *([\\w-]+)\r\n"),
                                                QRegularExpression::CaseInsensitiveOption);
        const QString name = session.match(QString::fromLatin1(sent + received)).captured(1);
        Transcript transcript(name.isEmpty() ? nextName() : name);
        for (const QByteArray &message : httpMessages(sent))
            transcript.addClient(message);
        for (const QByteArray &message : httpMessages(received))
            transcript.addServer(message);
    }

private:
    static QString nextName()
    {
        static int last = 0;
        return QString::number(++last);
    }

    [[nodiscard]] bool isOn() const { return !m_file.fileName().isEmpty(); }

    void write(const char *speaker, const QByteArray &message)
    {
        if (!m_file.isOpen() && !m_file.open(QFile::WriteOnly | QFile::Append))
            qFatal("Cannot write %s", qPrintable(m_file.fileName()));
        m_file.write(QByteArray("{\"") + speaker + "\":" + message + "}\n");
        m_file.flush();
    }

    /// Events, which are a line each, and bodies that have a length; what was cut is left out.
    static QByteArrayList httpMessages(const QByteArray &stream)
    {
        QByteArrayList messages;
        QByteArrayList lines = stream.split('\n');
        lines.removeLast();
        for (const QByteArray &line : std::as_const(lines)) {
            if (line.startsWith("data: "))
                messages += line.mid(6);
        }
        static const QRegularExpression lengthField(QStringLiteral("\r\ncontent-length: *(\\d+)"),
                                                    QRegularExpression::CaseInsensitiveOption);
        qsizetype start = 0;
        for (qsizetype end; (end = stream.indexOf("\r\n\r\n", start)) >= 0;) {
            const QString head = QString::fromLatin1(stream.mid(start, end - start));
            const qsizetype length = lengthField.match(head).captured(1).toLongLong();
            start = end + 4;
            const QByteArray body = stream.mid(start, length);
            start += length;
            if (body.size() == length && body.contains("\"jsonrpc\""))
                messages += body;
        }
        return messages;
    }

    QFile m_file;
    const char *m_client = "client";
};
