#include "sandbox/framereader.h"

using namespace Qt::StringLiterals;

bool FrameReader::feed(const QByteArray &bytes)
{
    m_pending += bytes;
    std::string_view rest(m_pending.constData(), size_t(m_pending.size()));
    while (rest.size() >= frames::headerSize) {
        const frames::Header header = frames::readHeader(rest.data());
        const std::uint32_t limit = frames::maxPayload(header.type);
        if (limit == 0 || header.length > limit) {
            m_problem = u"a frame of type %1 and length %2"_s.arg(int(header.type)).arg(header.length);
            return false;
        }
        if (rest.size() < frames::headerSize + header.length)
            break;
        onFrame(header.type, rest.substr(frames::headerSize, header.length));
        rest.remove_prefix(frames::headerSize + header.length);
    }
    m_pending = QByteArray(rest.data(), qsizetype(rest.size()));
    return true;
}
