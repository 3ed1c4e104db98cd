#pragma once

#include "egress/addresspolicy.h"
#include "egress/hostrules.h"
#include "egress/upstreamproxy.h"

#include <chrono>

/// How much one run may use of the network.
struct EgressLimits
{
    int connections = 64;                      ///< Open at once to the outside; further ones wait.
    std::chrono::milliseconds waiting{10'000}; ///< So long.
    qsizetype headBytes = 16 * 1024;           ///< Of a request; responses may have four times as much.
    std::chrono::milliseconds head{15'000};    ///< From a request's first byte to the end of its head.
    std::chrono::milliseconds idle{300'000};   ///< Without a byte in either direction.
    std::chrono::milliseconds lookUp{10'000};
    std::chrono::milliseconds connecting{15'000};
    std::chrono::milliseconds nextAddress{250}; ///< Until the next address is tried beside the last one (RFC 8305).
    qint64 traffic = 4LL * 1024 * 1024 * 1024;  ///< Both directions together, in all connections.
};

/// What the programs of this server may be connected to, and how.
struct EgressRules
{
    HostRules hosts = HostRules::everythingPublic();
    /// Empty: this machine's, looked at when a run makes its first connection, for networks come and go.
    std::optional<AddressPolicy> addresses;
    UpstreamProxies upstream;
    EgressLimits limits;
};

/// Why a connection did not come about.
struct EgressObjection
{
    enum class Kind
    {
        Refused,
        Failed
    };
    Kind kind = Kind::Refused;
    int status = 403;  ///< HTTP's.
    QString sentences; ///< What was refused and what would allow it, or what went wrong.
};

namespace egress {

/// What is kept of a connection in each direction, beside the kernel and the streams.
inline constexpr qint64 socketBuffer = 256 * 1024;

/// The name is not on the list. (Or the port.)
EgressObjection notListed(const EgressRules &rules, const EgressTarget &target);
/// The address is not public: `objection` from AddressPolicy.
EgressObjection notPublic(const EgressTarget &target, const QHostAddress &address, const QString &objection,
                          const EgressRules &rules);

} // namespace egress
