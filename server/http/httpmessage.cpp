#include "http/httpmessage.h"

#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/http.hpp>

#include <sstream>

namespace http = boost::beast::http;
using namespace Qt::StringLiterals;

namespace {

QByteArray toByteArray(boost::beast::string_view text)
{
    return {text.data(), qsizetype(text.size())};
}

boost::beast::string_view view(const QByteArray &bytes)
{
    return {bytes.constData(), size_t(bytes.size())};
}

} // namespace

QList<QByteArray> HttpRequest::values(QByteArrayView name) const
{
    QList<QByteArray> found;
    for (const auto &[key, value] : fields) {
        if (key.compare(name, Qt::CaseInsensitive) == 0)
            found.append(value);
    }
    return found;
}

QByteArray HttpRequest::value(QByteArrayView name) const
{
    return values(name).value(0);
}

QByteArray HttpRequest::path() const
{
    return httpmessage::before(target, '?');
}

HttpResponse HttpResponse::text(int status, const QString &sentences)
{
    return {status, "text/plain; charset=utf-8", sentences.toUtf8() + '\n', {}};
}

struct HttpRequestReader::Private
{
    http::request_parser<http::string_body> parser;
};

HttpRequestReader::HttpRequestReader(qsizetype maxHead, qsizetype maxBody)
    : m_d(std::make_unique<Private>())
    , m_maxHead(maxHead)
{
    m_d->parser.header_limit(std::uint32_t(maxHead));
    m_d->parser.body_limit(std::uint64_t(maxBody));
}

HttpRequestReader::~HttpRequestReader() = default;

bool HttpRequestReader::hasHead() const
{
    return m_d->parser.is_header_done();
}

bool HttpRequestReader::isDone() const
{
    return !hasFailed() && m_d->parser.is_done();
}

void HttpRequestReader::fail(int status, const QString &problem)
{
    m_status = status;
    m_problem = problem;
}

void HttpRequestReader::feed(QByteArray &buffer)
{
    while (!buffer.isEmpty() && !isDone() && !hasFailed()) {
        const bool hadHead = hasHead();
        boost::beast::error_code error;
        const std::size_t used =
            m_d->parser.put(boost::asio::const_buffer(buffer.constData(), std::size_t(buffer.size())), error);
        buffer.remove(0, qsizetype(used));
        if (error == http::error::header_limit)
            return fail(431, u"The head of the request is longer than %1 KiB."_s.arg(m_maxHead / 1024));
        if (error == http::error::body_limit)
            return fail(413, u"The body of the request is longer than this server takes."_s);
        if (error && error != http::error::need_more)
            return fail(400, u"This is no HTTP/1.1 request: %1."_s.arg(QString::fromStdString(error.message())));
        if (!hadHead && hasHead())
            return takeHead();
        if (error == http::error::need_more || used == 0) {
            // Of a chunk's first line Beast wants all at once, however long its extensions are.
            if (buffer.size() > m_maxHead)
                fail(hadHead ? 400 : 431, u"A line of the request is longer than %1 KiB."_s.arg(m_maxHead / 1024));
            return;
        }
    }
    if (isDone())
        m_request.body = QByteArray::fromStdString(m_d->parser.get().body());
}

void HttpRequestReader::takeHead()
{
    const auto &message = m_d->parser.get();
    m_request.method = toByteArray(message.method_string());
    m_request.target = toByteArray(message.target());
    m_request.isHttp11 = message.version() >= 11;
    m_request.keepsAlive = message.keep_alive();
    for (const auto &field : message)
        m_request.fields.append(std::pair(toByteArray(field.name_string()), toByteArray(field.value())));
    m_request.expectsContinue =
        m_request.isHttp11 && m_request.value("Expect").compare("100-continue", Qt::CaseInsensitive) == 0;

    const QList<QByteArray> codings = m_request.values("Transfer-Encoding");
    const QList<QByteArray> lengths = m_request.values("Content-Length");
    if (message.version() != 10 && message.version() != 11)
        return fail(505, u"This server speaks HTTP/1.1."_s);
    if (lengths.size() > 1 || (!lengths.isEmpty() && !codings.isEmpty()))
        return fail(400, u"The length of the body is given more than once."_s);
    if (codings.size() > 1 || (codings.size() == 1 && codings[0].compare("chunked", Qt::CaseInsensitive) != 0) ||
        (!codings.isEmpty() && !m_request.isHttp11))
        return fail(400, u"Of all transfer codings only \"chunked\" is understood, once, in HTTP/1.1."_s);
    const qsizetype hosts = m_request.values("Host").size();
    if (hosts > 1 || (hosts == 0 && m_request.isHttp11))
        return fail(400, u"A request has exactly one Host field."_s);
    if (!m_request.target.startsWith('/'))
        return fail(400, u"The target of the request must be a path, such as /mcp."_s);
    if (isDone())
        m_request.body.clear();
}

QByteArray httpmessage::before(const QByteArray &text, char separator)
{
    const qsizetype at = text.indexOf(separator);
    return at < 0 ? text : text.left(at);
}

QByteArray httpmessage::write(const HttpResponse &response, Framing framing, bool keepAlive)
{
    http::response_header<> header;
    header.version(11);
    header.result(unsigned(response.status));
    for (const auto &[name, value] : response.fields)
        header.insert(view(name), view(value));
    if (!response.contentType.isEmpty())
        header.set(http::field::content_type, view(response.contentType));
    header.set("X-Content-Type-Options", "nosniff");
    if (framing == Framing::Chunked)
        header.set(http::field::transfer_encoding, "chunked");
    else if (framing == Framing::Length && response.status != 204)
        header.set(http::field::content_length, std::to_string(response.body.size()));
    header.set(http::field::connection, keepAlive ? "keep-alive" : "close");
    std::ostringstream stream;
    stream << header;
    const QByteArray head = QByteArray::fromStdString(stream.str());
    return framing == Framing::Length ? head + response.body : head;
}

QByteArray httpmessage::chunk(const QByteArray &bytes)
{
    const auto buffers = http::make_chunk(boost::asio::const_buffer(bytes.constData(), std::size_t(bytes.size())));
    return QByteArray::fromStdString(boost::beast::buffers_to_string(buffers));
}

QByteArray httpmessage::lastChunk()
{
    return QByteArray::fromStdString(boost::beast::buffers_to_string(http::make_chunk_last()));
}
