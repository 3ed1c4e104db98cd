#pragma once

#include "egress/addresspolicy.h"
#include "egress/egresstarget.h"

#include <QList>
#include <QString>
#include <QStringList>

/// What programs may be connected to, by name and by address: the list of `--network allow:…`.
///
/// Entries are HOST (that name), *.HOST (all names below it, not itself), an address or a block of addresses, each with
/// :PORT or for all ports, and the word `public` (everything that is public). Names lead to public addresses only:
/// whoever runs a name server must not be able to open this machine's network. Addresses that are listed as such may
/// be any.
class HostRules
{
public:
    /// Everything public, as --network public has it.
    static HostRules everythingPublic();
    /// The list of --network allow:, without that word; nothing and a phrase in `problem` when it makes no sense.
    static std::optional<HostRules> parse(const QString &list, QString *problem);

    [[nodiscard]] bool allowsEverythingPublic() const { return m_allowsPublic; }
    /// The name, or the address that was given as such, is listed, or all that is public is.
    [[nodiscard]] bool allowsName(const EgressTarget &target) const;
    /// The address itself is listed.
    [[nodiscard]] bool listsAddress(const QHostAddress &address, quint16 port) const;
    /// There are addresses on the list, so that a name that is not may still be allowed by its address.
    [[nodiscard]] bool hasAddresses() const { return !m_addresses.isEmpty(); }

    /// In one form, for people and for models: "example.com, *.example.org:443".
    [[nodiscard]] QString toString() const { return m_entries.join(u", "); }
    /// The same, but of a long list only the beginning: for sentences.
    [[nodiscard]] QString summary() const;
    [[nodiscard]] bool isLong() const { return m_entries.size() > mostInSentences; }

private:
    struct Name
    {
        QString name;
        bool isBelow = false;
        quint16 port = 0; ///< 0: any.
    };
    struct Address
    {
        AddressBlock block;
        quint16 port = 0;
    };

    static constexpr qsizetype mostInSentences = 8;

    bool m_allowsPublic = false;
    QList<Name> m_names;
    QList<Address> m_addresses;
    QStringList m_entries;
};
