#pragma once

class QProcess;

/// Takes over a process that is no longer wanted: asks it to terminate, kills it after `killAfterMs`, and deletes the
/// object once the process has ended. Never blocks. The process must not be used afterwards by the caller.
void reap(QProcess *process, int killAfterMs = 2000);
