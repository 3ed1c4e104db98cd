#pragma once

#include <QHostAddress>
#include <QList>
#include <QString>

/// A block of addresses: "10.0.0.0/8".
struct AddressBlock
{
    QHostAddress address;
    int prefixLength = 0;

    [[nodiscard]] bool contains(const QHostAddress &other) const;
    [[nodiscard]] bool isSingle() const;
    /// "10.0.0.0/8", "10.0.0.1", "fd00::/8"; a number without meaning is no block.
    static std::optional<AddressBlock> parse(const QString &text);
    /// As parse() reads it.
    [[nodiscard]] QString toString() const;
};

/// Tells public addresses from all those that would lead a program somewhere near: to this machine, its network, its
/// cloud's services, or through a translator back to one of them.
///
/// Pure: it knows the registries' special blocks and what it was given at its making.
class AddressPolicy
{
public:
    /// `near`: the addresses of this machine, with the networks that it is connected to.
    explicit AddressPolicy(QList<AddressBlock> near = {});
    /// With this machine's interfaces, as they are now.
    static AddressPolicy ofThisMachine();

    /// What keeps the address from being public, as a phrase like "a private address"; empty if it is public.
    [[nodiscard]] QString objection(const QHostAddress &address) const;

    /// Loopback, unspecified, "this network" or link-local: whoever asks for it means the own machine or a service beside
    /// it, which from here would be the host's. Never worth an option.
    [[nodiscard]] static bool isOfOneMachine(const QHostAddress &address);

    /// For tests, whose servers cannot have public addresses: nothing that a user can set leads here.
    void treatAsPublic(const AddressBlock &block) { m_treatedAsPublic.append(block); }

private:
    QList<AddressBlock> m_near;
    QList<AddressBlock> m_treatedAsPublic;
};
