#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QList>
#include <QString>

#include <memory>

// HTTP/1 as the proxy needs it: messages taken apart and put together by Boost.Beast, which is hidden behind these
// classes (its headers take their time to compile). Bodies pass through piece by piece.

/// How a body is marked off.
enum class BodyFraming
{
    None,
    Length,
    Chunked,
    UntilClose,
};

struct RequestHead
{
    QByteArray method;
    QByteArray target; ///< As on the first line.
    bool isHttp11 = false;
    bool keepsAlive = false;
    qsizetype hostFields = 0; ///< There may be one at most.
    BodyFraming framing = BodyFraming::None;
};

struct ResponseHead
{
    int status = 0;
    BodyFraming framing = BodyFraming::None;
};

/// Reads one message. feed() may be called until isDone() or hasFailed(); what it leaves is not part of the message, or
/// cannot be judged before more comes.
template<bool isRequest>
class HttpReader
{
public:
    /// `bodyIsLeftOut`: a response to HEAD, which has the fields of a body and none.
    explicit HttpReader(qsizetype maxHeadBytes, bool bodyIsLeftOut = false);
    ~HttpReader();
    Q_DISABLE_COPY_MOVE(HttpReader)

    /// Takes bytes off the front of `buffer`.
    void feed(QByteArray &buffer);
    /// The connection ended; completes a body that is marked off by that.
    void feedEnd();

    [[nodiscard]] bool hasHead() const;
    [[nodiscard]] bool isDone() const;
    [[nodiscard]] bool hasFailed() const;
    /// Why, in Beast's words.
    [[nodiscard]] QString problem() const;
    [[nodiscard]] bool isHeadTooLong() const;

    /// The part of the body that was read since the last call, without its framing.
    QByteArray takeBody();
    /// How much of a body with BodyFraming::Length has not been taken.
    [[nodiscard]] qint64 bodyBytesLeft() const;

    struct Private;
    [[nodiscard]] Private &d() const { return *m_d; }

private:
    std::unique_ptr<Private> m_d;
};

using RequestReader = HttpReader<true>;
using ResponseReader = HttpReader<false>;

namespace httpmessages {

RequestHead head(const RequestReader &reader);
ResponseHead head(const ResponseReader &reader);

/// The head to send on to `host`: without what is between client and proxy only. `proxyAuthorization`: for an upstream
/// proxy, empty if none.
QByteArray forwardedRequest(const RequestReader &reader, const QByteArray &target, const QByteArray &host,
                            const QByteArray &proxyAuthorization);
/// The head of the answer. `framing`: of the body as it will be sent.
QByteArray forwardedResponse(const ResponseReader &reader, BodyFraming framing, bool keepAlive);

/// An answer of our own; `reason` becomes the reason phrase, for many clients show nothing else, and the body.
QByteArray answer(int status, const QString &reason);

QByteArray chunk(const QByteArray &bytes);
QByteArray lastChunk();

} // namespace httpmessages
