<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>CleanupDialog</name>
    <message numerus="yes">
        <source>%n container(s) were left behind by servers that do not run any more. Exactly the checked ones are removed; nothing else is touched.</source>
        <translation>
            <numerusform>%n container was left behind by a server that does not run any more. Exactly the checked ones are removed; nothing else is touched.</numerusform>
            <numerusform>%n containers were left behind by servers that do not run any more. Exactly the checked ones are removed; nothing else is touched.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n container(s) were removed.</source>
        <translation>
            <numerusform>%n container was removed.</numerusform>
            <numerusform>%n containers were removed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n could not be removed.</source>
        <translation>
            <numerusform>%n could not be removed.</numerusform>
            <numerusform>%n could not be removed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Retry %n</source>
        <translation>
            <numerusform>Retry %n</numerusform>
            <numerusform>Retry %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove %n</source>
        <translation>
            <numerusform>Remove %n</numerusform>
            <numerusform>Remove %n</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ContainersPage</name>
    <message numerus="yes">
        <source>%n warm</source>
        <translation>
            <numerusform>%n warm</numerusform>
            <numerusform>%n warm</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n in use</source>
        <translation>
            <numerusform>%n in use</numerusform>
            <numerusform>%n in use</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n left behind</source>
        <translation>
            <numerusform>%n left behind</numerusform>
            <numerusform>%n left behind</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DetailPane</name>
    <message numerus="yes">
        <source>%n process(es) were killed for lack of memory.</source>
        <translation>
            <numerusform>%n process was killed for lack of memory.</numerusform>
            <numerusform>%n processes were killed for lack of memory.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new process(es) were refused by the process limit.</source>
        <translation>
            <numerusform>%n new process was refused by the process limit.</numerusform>
            <numerusform>%n new processes were refused by the process limit.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message numerus="yes">
        <source>%n match(es)</source>
        <translation>
            <numerusform>%n match</numerusform>
            <numerusform>%n matches</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message numerus="yes">
        <source>Stop %n execution(s)? The container of each is killed.</source>
        <translation>
            <numerusform>Stop %n execution? Its container is killed.</numerusform>
            <numerusform>Stop %n executions? The container of each is killed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>… and %n more</source>
        <extracomment>The last line of a list of executions.</extracomment>
        <translation>
            <numerusform>… and %n more</numerusform>
            <numerusform>… and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Notifier</name>
    <message numerus="yes">
        <source>%n execution(s) failed</source>
        <translation>
            <numerusform>%n execution failed</numerusform>
            <numerusform>%n executions failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them ran into the time limit.</source>
        <translation>
            <numerusform>%n of them ran into the time limit.</numerusform>
            <numerusform>%n of them ran into the time limit.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OutputView</name>
    <message numerus="yes">
        <source>%n new line(s)</source>
        <translation>
            <numerusform>%n new line</numerusform>
            <numerusform>%n new lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OverviewPage</name>
    <message numerus="yes">
        <source>of %n run(s)</source>
        <translation>
            <numerusform>of %n run</numerusform>
            <numerusform>of %n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Session</name>
    <message numerus="yes">
        <source>%n event(s) of a server were not shown: it was faster than this program.</source>
        <translation>
            <numerusform>%n event of a server was not shown: it was faster than this program.</numerusform>
            <numerusform>%n events of a server were not shown: it was faster than this program.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n container(s) left behind by dead servers were removed.</source>
        <translation>
            <numerusform>%n container left behind by a dead server was removed.</numerusform>
            <numerusform>%n containers left behind by dead servers were removed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Connected to %n server(s)</source>
        <translation>
            <numerusform>Connected to %n server</numerusform>
            <numerusform>Connected to %n servers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n active</source>
        <translation>
            <numerusform>%n active</numerusform>
            <numerusform>%n active</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n today</source>
        <translation>
            <numerusform>%n today</numerusform>
            <numerusform>%n today</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message numerus="yes">
        <source>%n execution(s) are kept now; their code and output take %1.</source>
        <extracomment>%1 is an amount of memory.</extracomment>
        <translation>
            <numerusform>%n execution is kept now; its code and output take %1.</numerusform>
            <numerusform>%n executions are kept now; their code and output take %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message numerus="yes">
        <source>%n failure(s) not looked at</source>
        <translation>
            <numerusform>%n failure not looked at</numerusform>
            <numerusform>%n failures not looked at</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Wording</name>
    <message numerus="yes">
        <source>%n day(s)</source>
        <translation>
            <numerusform>%n day</numerusform>
            <numerusform>%n days</numerusform>
        </translation>
    </message>
</context>
</TS>
