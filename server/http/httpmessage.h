#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QList>
#include <QString>

#include <memory>
#include <utility>

// HTTP/1 as the server needs it: requests are taken apart and responses put together by Boost.Beast, which is hidden
// behind these classes (its headers take their time to compile).

using HttpFields = QList<std::pair<QByteArray, QByteArray>>;

struct HttpRequest
{
    QByteArray method;
    QByteArray target; ///< As on the first line.
    HttpFields fields;
    QByteArray body;
    bool isHttp11 = false;
    bool keepsAlive = false;
    bool expectsContinue = false;

    /// All fields of that name, in any case.
    [[nodiscard]] QList<QByteArray> values(QByteArrayView name) const;
    /// The first one, or nothing.
    [[nodiscard]] QByteArray value(QByteArrayView name) const;
    /// The target without its query.
    [[nodiscard]] QByteArray path() const;
};

struct HttpResponse
{
    int status = 200;
    QByteArray contentType;
    QByteArray body;
    HttpFields fields; ///< Beside those of the body and of the connection.

    static HttpResponse text(int status, const QString &sentences);
};

/// Reads one request. feed() may be called until isDone() or hasFailed(); what it leaves is not part of the request, or
/// cannot be judged before more comes.
///
/// Stricter than Beast where two readers of one message could disagree about its end: several lengths, a length beside
/// a transfer coding, codings other than chunked, several Host fields, targets in another form than a path.
class HttpRequestReader
{
public:
    HttpRequestReader(qsizetype maxHead, qsizetype maxBody);
    ~HttpRequestReader();
    Q_DISABLE_COPY_MOVE(HttpRequestReader)

    /// Takes bytes off the front of `buffer`. Stops after the head once, so that a request can be refused by it.
    void feed(QByteArray &buffer);

    [[nodiscard]] bool hasHead() const;
    [[nodiscard]] bool isDone() const;
    [[nodiscard]] bool hasFailed() const { return m_status != 0; }
    /// Of a request that failed: the status to answer with, and why.
    [[nodiscard]] int status() const { return m_status; }
    [[nodiscard]] const QString &problem() const { return m_problem; }

    /// Without its body before isDone().
    [[nodiscard]] const HttpRequest &request() const { return m_request; }

private:
    void fail(int status, const QString &problem);
    void takeHead();

    struct Private;
    std::unique_ptr<Private> m_d;
    qsizetype m_maxHead;
    HttpRequest m_request;
    int m_status = 0;
    QString m_problem;
};

namespace httpmessage {

/// The part before the first `separator`, or all of it.
QByteArray before(const QByteArray &text, char separator);

enum class Framing
{
    Length,    ///< The body follows.
    Chunked,   ///< The body comes in chunks.
    UntilClose ///< The body ends with the connection (HTTP/1.0).
};

/// First line and fields; for Framing::Length also the body.
QByteArray write(const HttpResponse &response, Framing framing, bool keepAlive);
QByteArray chunk(const QByteArray &bytes);
QByteArray lastChunk();

} // namespace httpmessage
