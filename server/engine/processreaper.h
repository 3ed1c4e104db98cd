#pragma once

class QObject;
class QProcess;

/// Takes over a process that is no longer wanted: asks it to terminate, kills it after `killAfterMs`, and deletes the
/// object once the process has ended. Never blocks. The process must not be used afterwards by the caller.
void reap(QProcess *process, int killAfterMs = 2000);

/// Keeps an object that outlives its owner and deletes itself when it is done. What is not done at the end of the
/// program is neither waited for nor killed: it goes on without us.
void keepUntilDone(QObject *object);
