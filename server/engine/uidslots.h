#pragma once

#include <QString>

/// Hands out a user id per live container, since some kernel limits (inotify, processes, pipes) count per uid and would
/// be shared by containers of one uid. Unique among all servers of this user: a slot is a locked file in the runtime
/// folder, freed by the kernel if the server dies.
class UidSlots
{
public:
    static constexpr int first = 61000; ///< Our images name these uids; other images need not.
    static constexpr int count = 128;

    /// One slot; moves, and is free again when destroyed.
    class Slot
    {
    public:
        Slot() = default;
        Slot(int uid, int lock)
            : m_uid(uid)
            , m_lock(lock)
        {
        }
        Slot(Slot &&other) noexcept;
        Slot &operator=(Slot &&other) noexcept;
        ~Slot();

        [[nodiscard]] int uid() const { return m_uid; }

    private:
        int m_uid = first;
        int m_lock = -1;
    };

    /// `folder`: the runtime folder; without one every container gets the first uid.
    explicit UidSlots(QString folder);

    /// The next free slot; when all are taken, the first uid is shared.
    Slot take();

private:
    QString m_folder;
    int m_next = 0;
};
