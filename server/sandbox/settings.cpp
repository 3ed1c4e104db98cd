#include "sandbox/settings.h"

using namespace Qt::StringLiterals;

QString networkName(const Settings &settings)
{
    switch (settings.network) {
    case NetworkMode::Public:
        return u"public"_s;
    case NetworkMode::Allow:
        return u"allow:"_s + settings.allowedHosts;
    case NetworkMode::Bridge:
        return u"bridge"_s;
    case NetworkMode::None:
        return u"none"_s;
    }
    Q_UNREACHABLE();
}
