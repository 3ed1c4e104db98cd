#include "egress/egressrules.h"

using namespace Qt::StringLiterals;

namespace {

/// "--network allow:public,NEW"
QString optionWith(const HostRules &rules, const QString &entry)
{
    return u"--network allow:"_s + (rules.isLong() ? u"…"_s : rules.toString().remove(u' ')) + u',' + entry;
}

/// What would allow it, as a sentence.
QString wayOut(const EgressRules &rules, const std::optional<QHostAddress> &address, const QString &entry)
{
    if (address && AddressPolicy::isOfOneMachine(*address))
        return u"Servers that the program starts itself are reached as localhost."_s;
    return u"The server's option %1 would allow it."_s.arg(optionWith(rules.hosts, entry));
}

} // namespace

EgressObjection egress::notListed(const EgressRules &rules, const EgressTarget &target)
{
    const QString entry = target.host.contains(u':') ? u'[' + target.host + u']' : target.host;
    return {EgressObjection::Kind::Refused, 403,
            u"The sandbox refused %1: only %2 can be reached. %3"_s.arg(target.toString(), rules.hosts.summary(),
                                                                        wayOut(rules, target.address, entry))};
}

EgressObjection egress::notPublic(const EgressTarget &target, const QHostAddress &address, const QString &objection,
                                  const EgressRules &rules)
{
    const QString number = address.toString();
    const QString what =
        target.address ? u"it is %1"_s.arg(objection) : u"its address %1 is %2"_s.arg(number, objection);
    const QString entry = number.contains(u':') ? u'[' + number + u']' : number;
    return {EgressObjection::Kind::Refused, 403,
            u"The sandbox refused %1: %2, and only public addresses can be reached. %3"_s.arg(
                target.toString(), what, wayOut(rules, address, entry))};
}
