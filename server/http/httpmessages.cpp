#include "http/httpmessages.h"

#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/http.hpp>

#include <sstream>

namespace http = boost::beast::http;
using namespace Qt::StringLiterals;

namespace {

/// Collects a message's body in a QByteArray that is emptied between the calls.
struct PassingBody
{
    using value_type = QByteArray;

    class reader
    {
    public:
        template<bool isRequest, typename Fields>
        reader(http::header<isRequest, Fields> &, value_type &body)
            : m_body(body)
        {
        }
        void init(const boost::optional<std::uint64_t> &, boost::beast::error_code &error) { error = {}; }
        template<typename Buffers>
        std::size_t put(const Buffers &buffers, boost::beast::error_code &error)
        {
            error = {};
            std::size_t size = 0;
            for (auto i = boost::asio::buffer_sequence_begin(buffers); i != boost::asio::buffer_sequence_end(buffers);
                 ++i) {
                const boost::asio::const_buffer part(*i);
                m_body.append(static_cast<const char *>(part.data()), qsizetype(part.size()));
                size += part.size();
            }
            return size;
        }
        void finish(boost::beast::error_code &error) { error = {}; }

    private:
        value_type &m_body;
    };
};

QByteArray toByteArray(boost::beast::string_view text)
{
    return {text.data(), qsizetype(text.size())};
}

boost::beast::string_view view(const QByteArray &bytes)
{
    return {bytes.constData(), size_t(bytes.size())};
}

/// RFC 9110, 7.6.1: what the two ends of one connection tell each other is not passed on.
template<bool isRequest>
void removeHopByHop(http::header<isRequest, http::fields> &header)
{
    std::vector<std::string> named;
    const auto connections = header.equal_range(http::field::connection);
    for (auto field = connections.first; field != connections.second; ++field) {
        for (const auto &token : http::token_list(field->value()))
            named.emplace_back(token);
    }
    for (const std::string &name : named)
        header.erase(name);
    for (const http::field field :
         {http::field::connection, http::field::keep_alive, http::field::proxy_authenticate,
          http::field::proxy_authorization, http::field::proxy_authentication_info, http::field::proxy_connection,
          http::field::te, http::field::trailer, http::field::transfer_encoding, http::field::upgrade})
        header.erase(field);
}

template<bool isRequest>
QByteArray written(const http::header<isRequest, http::fields> &header)
{
    std::ostringstream stream;
    stream << header;
    return QByteArray::fromStdString(stream.str());
}

template<typename Parser>
BodyFraming framingOf(const Parser &parser)
{
    if (parser.chunked())
        return BodyFraming::Chunked;
    if (parser.content_length())
        return *parser.content_length() == 0 ? BodyFraming::None : BodyFraming::Length;
    return parser.need_eof() ? BodyFraming::UntilClose : BodyFraming::None;
}

} // namespace

template<bool isRequest>
struct HttpReader<isRequest>::Private
{
    http::parser<isRequest, PassingBody> parser;
    qint64 bodyBytes = 0; ///< Taken.
    boost::beast::error_code error;
};

template<bool isRequest>
HttpReader<isRequest>::HttpReader(qsizetype maxHeadBytes, bool bodyIsLeftOut)
    : m_d(std::make_unique<Private>())
{
    m_d->parser.header_limit(std::uint32_t(maxHeadBytes));
    m_d->parser.body_limit(boost::none); // it is never kept
    m_d->parser.skip(bodyIsLeftOut);
}

template<bool isRequest>
HttpReader<isRequest>::~HttpReader() = default;

template<bool isRequest>
void HttpReader<isRequest>::feed(QByteArray &buffer)
{
    while (!buffer.isEmpty() && !isDone() && !hasFailed()) {
        boost::beast::error_code error;
        const std::size_t used =
            m_d->parser.put(boost::asio::const_buffer(buffer.constData(), std::size_t(buffer.size())), error);
        buffer.remove(0, qsizetype(used));
        if (error == http::error::need_more || (!error && used == 0))
            return;
        m_d->error = error;
    }
}

template<bool isRequest>
void HttpReader<isRequest>::feedEnd()
{
    if (isDone() || hasFailed())
        return;
    if (hasHead())
        m_d->parser.put_eof(m_d->error);
    else
        m_d->error = http::error::partial_message; // Beast takes nothing at all for a whole message
}

template<bool isRequest>
bool HttpReader<isRequest>::hasHead() const
{
    return m_d->parser.is_header_done();
}

template<bool isRequest>
bool HttpReader<isRequest>::isDone() const
{
    return m_d->parser.is_done();
}

template<bool isRequest>
bool HttpReader<isRequest>::hasFailed() const
{
    return bool(m_d->error);
}

template<bool isRequest>
QString HttpReader<isRequest>::problem() const
{
    return QString::fromStdString(m_d->error.message());
}

template<bool isRequest>
bool HttpReader<isRequest>::isHeadTooLong() const
{
    return m_d->error == http::error::header_limit;
}

template<bool isRequest>
QByteArray HttpReader<isRequest>::takeBody()
{
    const QByteArray body = std::exchange(m_d->parser.get().body(), {});
    m_d->bodyBytes += body.size();
    return body;
}

template<bool isRequest>
qint64 HttpReader<isRequest>::bodyBytesLeft() const
{
    return m_d->parser.content_length() ? qint64(*m_d->parser.content_length()) - m_d->bodyBytes : 0;
}

template class HttpReader<true>;
template class HttpReader<false>;

RequestHead httpmessages::head(const RequestReader &reader)
{
    const auto &parser = reader.d().parser;
    const auto &message = parser.get();
    return {toByteArray(message.method_string()),
            toByteArray(message.target()),
            message.version() >= 11,
            parser.keep_alive(),
            qsizetype(message.count(http::field::host)),
            framingOf(parser)};
}

ResponseHead httpmessages::head(const ResponseReader &reader)
{
    const auto &parser = reader.d().parser;
    return {int(parser.get().result_int()), framingOf(parser)};
}

QByteArray httpmessages::forwardedRequest(const RequestReader &reader, const QByteArray &target, const QByteArray &host,
                                          const QByteArray &proxyAuthorization)
{
    const BodyFraming framing = head(reader).framing;
    http::request_header<> header = reader.d().parser.get().base();
    removeHopByHop(header);
    header.target(view(target));
    header.set(http::field::host, view(host)); // the target is what counts, RFC 9112, 3.2.2
    header.set(http::field::connection, "close");
    if (framing == BodyFraming::Chunked)
        header.set(http::field::transfer_encoding, "chunked");
    if (!proxyAuthorization.isEmpty())
        header.set(http::field::proxy_authorization, view(proxyAuthorization));
    return written(header);
}

QByteArray httpmessages::forwardedResponse(const ResponseReader &reader, BodyFraming framing, bool keepAlive)
{
    http::response_header<> header = reader.d().parser.get().base();
    removeHopByHop(header);
    header.version(11);
    if (framing == BodyFraming::Chunked)
        header.set(http::field::transfer_encoding, "chunked");
    if (header.result_int() >= 200)
        header.set(http::field::connection, keepAlive ? "keep-alive" : "close");
    return written(header);
}

QByteArray httpmessages::answer(int status, const QString &reason)
{
    QByteArray phrase;
    for (const QChar &c : reason)
        phrase += c.unicode() >= 0x20 && c.unicode() < 0x7f ? c.toLatin1() : '?';
    const QByteArray body = reason.toUtf8() + '\n';
    http::response_header<> header;
    header.version(11);
    header.result(unsigned(status));
    header.reason(view(phrase));
    header.set(http::field::content_type, "text/plain; charset=utf-8");
    header.set(http::field::content_length, std::to_string(body.size()));
    header.set(http::field::connection, "close");
    return written(header) + body;
}

QByteArray httpmessages::chunk(const QByteArray &bytes)
{
    const auto buffers = http::make_chunk(boost::asio::const_buffer(bytes.constData(), std::size_t(bytes.size())));
    return QByteArray::fromStdString(boost::beast::buffers_to_string(buffers));
}

QByteArray httpmessages::lastChunk()
{
    return QByteArray::fromStdString(boost::beast::buffers_to_string(http::make_chunk_last()));
}
