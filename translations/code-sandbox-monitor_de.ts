<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>Boxes</name>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>ChartCard</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1: %2, %3</translation>
    </message>
</context>
<context>
    <name>CleanupDialog</name>
    <message>
        <source>Clean Up</source>
        <translation>Aufräumen</translation>
    </message>
    <message>
        <source>Containers to remove</source>
        <translation>Zu entfernende Container</translation>
    </message>
    <message>
        <source>Looking for containers that dead servers left behind…</source>
        <translation>Container beendeter Server werden gesucht…</translation>
    </message>
    <message>
        <source>The containers could not be listed: %1</source>
        <translation>Die Container konnten nicht aufgelistet werden: %1</translation>
    </message>
    <message>
        <source>There is nothing to clean up: no container was left behind.</source>
        <translation>Es gibt nichts aufzuräumen: kein Container ist zurückgeblieben.</translation>
    </message>
    <message numerus="yes">
        <source>%n container(s) were left behind by servers that do not run any more. Exactly the checked ones are removed; nothing else is touched.</source>
        <translation>
            <numerusform>%n Container ist von einem Server zurückgeblieben, der nicht mehr läuft. Entfernt wird genau, was angehakt ist; nichts sonst wird angefasst.</numerusform>
            <numerusform>%n Container sind von Servern zurückgeblieben, die nicht mehr laufen. Entfernt wird genau, was angehakt ist; nichts sonst wird angefasst.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n container(s) were removed.</source>
        <translation>
            <numerusform>%n Container wurde entfernt.</numerusform>
            <numerusform>%n Container wurden entfernt.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2</source>
        <extracomment>A sentence on how many containers were removed, then one on the disk space.
----------
A sentence on what was removed, then one on what was not.</extracomment>
        <translation>%1 %2</translation>
    </message>
    <message numerus="yes">
        <source>%n could not be removed.</source>
        <translation>
            <numerusform>%n konnte nicht entfernt werden.</numerusform>
            <numerusform>%n konnten nicht entfernt werden.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Retry %n</source>
        <translation>
            <numerusform>%n erneut versuchen</numerusform>
            <numerusform>%n erneut versuchen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove %n</source>
        <translation>
            <numerusform>%n entfernen</numerusform>
            <numerusform>%n entfernen</numerusform>
        </translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>%1 of disk space was freed.</source>
        <translation>%1 Plattenplatz wurden frei.</translation>
    </message>
</context>
<context>
    <name>CleanupModel</name>
    <message>
        <source>Being removed…</source>
        <translation>Wird entfernt…</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>Entfernt</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Failed: %1</source>
        <translation>Fehlgeschlagen: %1</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>Container</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>Besitzer</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>Alter</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
</context>
<context>
    <name>ConnectionModel</name>
    <message>
        <source>Allowed</source>
        <translation>Erlaubt</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>Refused: %1</source>
        <translation>Abgelehnt: %1</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Host</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>Entscheidung</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>Gesendet</translation>
    </message>
    <message>
        <source>Received</source>
        <translation>Empfangen</translation>
    </message>
    <message>
        <source>Failed: %1</source>
        <translation>Fehlgeschlagen: %1</translation>
    </message>
    <message>
        <source>Allowed: %1</source>
        <extracomment>A connection; %1 is a sentence that says why it was broken off later.</extracomment>
        <translation>Erlaubt: %1</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
</context>
<context>
    <name>ContainerModel</name>
    <message>
        <source>Being removed</source>
        <translation>Wird entfernt</translation>
    </message>
    <message>
        <source>Left behind</source>
        <translation>Zurückgeblieben</translation>
    </message>
    <message>
        <source>Last known: %1</source>
        <translation>Zuletzt bekannt: %1</translation>
    </message>
    <message>
        <source>Server %1</source>
        <translation>Server %1</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>Container</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>Alter</translation>
    </message>
    <message>
        <source>Execution</source>
        <translation>Ausführung</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Image</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>Besitzer</translation>
    </message>
    <message>
        <source>Disk space that is free again when it is removed.</source>
        <translation>Plattenplatz, der wieder frei ist, wenn er entfernt wird.</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
</context>
<context>
    <name>ContainersPage</name>
    <message>
        <source>Remove…</source>
        <translation>Entfernen…</translation>
    </message>
    <message>
        <source>Containers</source>
        <translation>Container</translation>
    </message>
    <message>
        <source>Clean Up…</source>
        <translation>Aufräumen…</translation>
    </message>
    <message>
        <source>No Containers</source>
        <translation>Keine Container</translation>
    </message>
    <message>
        <source>Nothing waits, nothing runs and nothing was left behind.</source>
        <translation>Nichts wartet, nichts läuft und nichts ist zurückgeblieben.</translation>
    </message>
    <message>
        <source>Remove Container</source>
        <translation>Container entfernen</translation>
    </message>
    <message>
        <source>Remove the container %1? The program that runs in it is killed.</source>
        <translation>Den Container %1 entfernen? Das Programm darin wird abgebrochen.</translation>
    </message>
    <message>
        <source>Remove the container %1?</source>
        <translation>Den Container %1 entfernen?</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>The container %1 could not be removed: %2</source>
        <translation>Der Container %1 konnte nicht entfernt werden: %2</translation>
    </message>
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
            <numerusform>%n in Benutzung</numerusform>
            <numerusform>%n in Benutzung</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n left behind</source>
        <translation>
            <numerusform>%n zurückgeblieben</numerusform>
            <numerusform>%n zurückgeblieben</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <extracomment>Numbers of containers: &quot;4 warm, 2 in use, 1 left behind&quot;</extracomment>
        <translation>%1, %2, %3</translation>
    </message>
    <message>
        <source>Measure Sizes</source>
        <translation>Größen messen</translation>
    </message>
    <message>
        <source>The containers could not be measured: %1</source>
        <translation>Die Container konnten nicht gemessen werden: %1</translation>
    </message>
    <message>
        <source>Containers Unknown</source>
        <translation>Container unbekannt</translation>
    </message>
    <message>
        <source>The containers could not be listed: %1</source>
        <translation>Die Container konnten nicht aufgelistet werden: %1</translation>
    </message>
    <message>
        <source>Look Again</source>
        <translation>Erneut suchen</translation>
    </message>
</context>
<context>
    <name>DemoPlayer</name>
    <message>
        <source>The journal %1 cannot be read: %2.</source>
        <translation>Das Journal %1 kann nicht gelesen werden: %2.</translation>
    </message>
    <message>
        <source>Line %1 of the journal %2 is malformed.</source>
        <translation>Zeile %1 des Journals %2 ist fehlerhaft.</translation>
    </message>
</context>
<context>
    <name>DetailPane</name>
    <message>
        <source>Select an execution to see what it does.</source>
        <translation>Eine Ausführung wählen, um zu sehen, was sie tut.</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Network connections</source>
        <translation>Netzwerkverbindungen</translation>
    </message>
    <message>
        <source>No network connection was reported.</source>
        <translation>Keine Netzwerkverbindung wurde gemeldet.</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netzwerk</translation>
    </message>
    <message>
        <source>Timeline and Limits</source>
        <translation>Zeitverlauf und Grenzen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stoppen</translation>
    </message>
    <message>
        <source>Stop this execution (Del)</source>
        <translation>Diese Ausführung stoppen (Entf)</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Streams to show</source>
        <translation>Anzuzeigende Ströme</translation>
    </message>
    <message>
        <source>Both Streams</source>
        <translation>Beide Ströme</translation>
    </message>
    <message>
        <source>Standard Output</source>
        <translation>Standardausgabe</translation>
    </message>
    <message>
        <source>Standard Error</source>
        <translation>Fehlerausgabe</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>Kennung</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>Client</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Image</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>Container</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>Wartend</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Begonnen</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Beendet</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>Zeitgrenze</translation>
    </message>
    <message>
        <source>Memory limit</source>
        <translation>Speichergrenze</translation>
    </message>
    <message>
        <source>Network access</source>
        <translation>Netzwerkzugang</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Hinweise</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <extracomment>An amount and its limit.</extracomment>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Startet</translation>
    </message>
    <message>
        <source>Until first output</source>
        <translation>Bis zur ersten Ausgabe</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Removing container</source>
        <translation>Container wird entfernt</translation>
    </message>
    <message>
        <source>A warm container was waiting for it.</source>
        <translation>Ein warmer Container stand bereit.</translation>
    </message>
    <message>
        <source>Part of the output was not kept.</source>
        <translation>Ein Teil der Ausgabe wurde nicht aufbewahrt.</translation>
    </message>
    <message numerus="yes">
        <source>%n process(es) were killed for lack of memory.</source>
        <translation>
            <numerusform>%n Prozess wurde wegen Speichermangels abgebrochen.</numerusform>
            <numerusform>%n Prozesse wurden wegen Speichermangels abgebrochen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new process(es) were refused by the process limit.</source>
        <translation>
            <numerusform>%n neuer Prozess wurde wegen der Prozessgrenze verweigert.</numerusform>
            <numerusform>%n neue Prozesse wurden wegen der Prozessgrenze verweigert.</numerusform>
        </translation>
    </message>
    <message>
        <source>It was given %1 of input.</source>
        <translation>Es bekam %1 Eingabe.</translation>
    </message>
    <message>
        <source>Save Output</source>
        <translation>Ausgabe speichern</translation>
    </message>
    <message>
        <source>The output could not be saved: %1</source>
        <translation>Die Ausgabe konnte nicht gespeichert werden: %1</translation>
    </message>
    <message>
        <source>Processors</source>
        <translation>Prozessoren</translation>
    </message>
    <message>
        <source>Processes</source>
        <translation>Prozesse</translation>
    </message>
    <message>
        <source>Output kept</source>
        <translation>Behaltene Ausgabe</translation>
    </message>
    <message>
        <source>Passed variables</source>
        <translation>Übergebene Variablen</translation>
    </message>
    <message>
        <source>at most %1</source>
        <extracomment>A limit: &quot;at most 128&quot;</extracomment>
        <translation>höchstens %1</translation>
    </message>
    <message>
        <source>%1 of each stream</source>
        <extracomment>How much of the program&apos;s output is kept: &quot;1 MiB of each stream&quot;</extracomment>
        <translation>%1 von jedem Strom</translation>
    </message>
    <message>
        <source>Nothing was printed yet.</source>
        <translation>Noch wurde nichts ausgegeben.</translation>
    </message>
    <message>
        <source>Nothing was printed.</source>
        <translation>Es wurde nichts ausgegeben.</translation>
    </message>
    <message>
        <source>Copy Engine Command</source>
        <translation>Engine-Befehl kopieren</translation>
    </message>
    <message>
        <source>There is no command: %1</source>
        <translation>Es gibt keinen Befehl: %1</translation>
    </message>
    <message>
        <source>Only what the monitor has was saved; where something is missing, a line says so. The server could not give the rest: %1</source>
        <translation>Gespeichert wurde nur, was der Monitor hat; wo etwas fehlt, steht es in einer Zeile. Der Server konnte den Rest nicht geben: %1</translation>
    </message>
    <message>
        <source>Only the first %1 of %2 are shown.</source>
        <translation>Nur die ersten %1 von %2 werden gezeigt.</translation>
    </message>
    <message>
        <source>The monitor has only the first %1 of this program.</source>
        <translation>Der Monitor hat von diesem Programm nur die ersten %1.</translation>
    </message>
    <message>
        <source>Copy Code</source>
        <translation>Code kopieren</translation>
    </message>
    <message>
        <source>Copy as Command</source>
        <translation>Als Befehl kopieren</translation>
    </message>
</context>
<context>
    <name>ExecutionModel</name>
    <message>
        <source>%1 program. %2 Code: %3</source>
        <extracomment>Read by screen readers: language, what became of it, first line of the code.</extracomment>
        <translation>%1-Programm. %2 Code: %3</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>Client</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>CPU Time</source>
        <translation>CPU-Zeit</translation>
    </message>
    <message>
        <source>Peak Memory</source>
        <translation>Max. Speicher</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ausgang</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>Container</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>Called</source>
        <translation>Aufgerufen</translation>
    </message>
</context>
<context>
    <name>ExecutionsPage</name>
    <message>
        <source>Filter by code, output, client or id</source>
        <translation>Nach Code, Ausgabe, Client oder Kennung filtern</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>Aktiv</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Timed Out</source>
        <translation>Zeitlimit</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>All Languages</source>
        <translation>Alle Sprachen</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>Executions</source>
        <translation>Ausführungen</translation>
    </message>
    <message>
        <source>All Servers</source>
        <translation>Alle Server</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Nothing Matches</source>
        <translation>Nichts gefunden</translation>
    </message>
    <message>
        <source>No execution is of the kind that you chose.</source>
        <translation>Keine Ausführung ist von der gewählten Art.</translation>
    </message>
    <message>
        <source>No execution matches “%1”.</source>
        <translation>Keine Ausführung passt zu „%1“.</translation>
    </message>
    <message>
        <source>Clear Filter</source>
        <translation>Filter löschen</translation>
    </message>
    <message>
        <source>Co&amp;lumns</source>
        <translation>&amp;Spalten</translation>
    </message>
    <message>
        <source>Sort &amp;By</source>
        <translation>S&amp;ortieren nach</translation>
    </message>
    <message>
        <source>&amp;Ascending</source>
        <translation>&amp;Aufsteigend</translation>
    </message>
    <message>
        <source>&amp;Descending</source>
        <translation>A&amp;bsteigend</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find in this text</source>
        <translation>In diesem Text suchen</translation>
    </message>
    <message>
        <source>Find Previous</source>
        <translation>Vorherige Stelle</translation>
    </message>
    <message>
        <source>Find Next</source>
        <translation>Nächste Stelle</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message numerus="yes">
        <source>%n match(es)</source>
        <translation>
            <numerusform>%n Treffer</numerusform>
            <numerusform>%n Treffer</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <extracomment>Which of the matches is selected: &quot;2 of 14&quot;.</extracomment>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Code Sandbox Monitor</source>
        <translation>Code Sandbox Monitor</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Settings…</source>
        <translation>&amp;Einstellungen…</translation>
    </message>
    <message>
        <source>&amp;Close Window</source>
        <translation>Fenster &amp;schließen</translation>
    </message>
    <message>
        <source>&amp;Quit Monitor</source>
        <translation>Monitor &amp;beenden</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Overview</source>
        <translation>&amp;Übersicht</translation>
    </message>
    <message>
        <source>&amp;Executions</source>
        <translation>&amp;Ausführungen</translation>
    </message>
    <message>
        <source>&amp;Containers</source>
        <translation>&amp;Container</translation>
    </message>
    <message>
        <source>&amp;Filter</source>
        <translation>&amp;Filtern</translation>
    </message>
    <message>
        <source>Clear Filter</source>
        <translation>Filter löschen</translation>
    </message>
    <message>
        <source>&amp;Refresh</source>
        <translation>A&amp;ktualisieren</translation>
    </message>
    <message>
        <source>&amp;Wrap Lines</source>
        <translation>Zeilen &amp;umbrechen</translation>
    </message>
    <message>
        <source>Zoom &amp;In</source>
        <translation>Ver&amp;größern</translation>
    </message>
    <message>
        <source>Zoom O&amp;ut</source>
        <translation>Ver&amp;kleinern</translation>
    </message>
    <message>
        <source>Ordinary &amp;Size</source>
        <translation>&amp;Normale Größe</translation>
    </message>
    <message>
        <source>&amp;Execution</source>
        <translation>Aus&amp;führung</translation>
    </message>
    <message>
        <source>&amp;Stop…</source>
        <translation>&amp;Stoppen…</translation>
    </message>
    <message>
        <source>Copy &amp;Code</source>
        <translation>&amp;Code kopieren</translation>
    </message>
    <message>
        <source>Copy &amp;Output</source>
        <translation>&amp;Ausgabe kopieren</translation>
    </message>
    <message>
        <source>Copy as Co&amp;mmand</source>
        <translation>Als &amp;Befehl kopieren</translation>
    </message>
    <message>
        <source>&amp;Save Output…</source>
        <translation>Ausgabe s&amp;peichern…</translation>
    </message>
    <message>
        <source>&amp;Find in Text…</source>
        <translation>Im &amp;Text suchen…</translation>
    </message>
    <message>
        <source>Find &amp;Next</source>
        <translation>&amp;Nächste Stelle</translation>
    </message>
    <message>
        <source>Find &amp;Previous</source>
        <translation>&amp;Vorherige Stelle</translation>
    </message>
    <message>
        <source>&amp;Forget Ended Executions</source>
        <translation>Beendete Ausführungen &amp;vergessen</translation>
    </message>
    <message>
        <source>&amp;Remove…</source>
        <translation>&amp;Entfernen…</translation>
    </message>
    <message>
        <source>&amp;Clean Up…</source>
        <translation>&amp;Aufräumen…</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;About Code Sandbox Monitor</source>
        <translation>&amp;Über Code Sandbox Monitor</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Looking for Servers</source>
        <translation>Server werden gesucht</translation>
    </message>
    <message>
        <source>This takes only a moment.</source>
        <translation>Das dauert nur einen Augenblick.</translation>
    </message>
    <message>
        <source>No Server Is Running</source>
        <translation>Kein Server läuft</translation>
    </message>
    <message>
        <source>The server is started by the program that uses it (Gemini CLI, Claude, Cursor, VS Code …). Give it this configuration, and what it runs will show up here by itself.

Looked for in: %1</source>
        <translation>Der Server wird von dem Programm gestartet, das ihn benutzt (Gemini CLI, Claude, Cursor, VS Code …). Mit dieser Konfiguration erscheint hier von selbst, was es ausführt.

Gesucht in: %1</translation>
    </message>
    <message>
        <source>Look Again</source>
        <translation>Erneut suchen</translation>
    </message>
    <message>
        <source>No Container Engine Is Available</source>
        <translation>Keine Container-Engine verfügbar</translation>
    </message>
    <message>
        <source>Nothing Was Run Yet</source>
        <translation>Noch nichts ausgeführt</translation>
    </message>
    <message>
        <source>The server is ready. Ask your assistant for something that it has to compute, for example:</source>
        <translation>Der Server ist bereit. Bitten Sie Ihren Assistenten um etwas, das er berechnen muss, zum Beispiel:</translation>
    </message>
    <message>
        <source>Use Python to find the 20 largest primes below one million.</source>
        <translation>Finde mit Python die 20 größten Primzahlen unter einer Million.</translation>
    </message>
    <message>
        <source>• %1: %2</source>
        <extracomment>An execution in a list: language, first line of its code.</extracomment>
        <translation>• %1: %2</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stoppen</translation>
    </message>
    <message numerus="yes">
        <source>Stop %n execution(s)? The container of each is killed.</source>
        <translation>
            <numerusform>%n Ausführung stoppen? Ihr Container wird abgebrochen.</numerusform>
            <numerusform>%n Ausführungen stoppen? Der Container einer jeden wird abgebrochen.</numerusform>
        </translation>
    </message>
    <message>
        <source>The execution could not be stopped: %1</source>
        <translation>Die Ausführung konnte nicht gestoppt werden: %1</translation>
    </message>
    <message>
        <source>Quit Monitor</source>
        <translation>Monitor beenden</translation>
    </message>
    <message>
        <source>Quit the monitor? Servers and the programs they run go on without it.</source>
        <translation>Den Monitor beenden? Server und ihre Programme laufen ohne ihn weiter.</translation>
    </message>
    <message>
        <source>About Code Sandbox Monitor</source>
        <translation>Über Code Sandbox Monitor</translation>
    </message>
    <message>
        <source>Code Sandbox Monitor %1</source>
        <translation>Code Sandbox Monitor %1</translation>
    </message>
    <message>
        <source>Shows what the code sandbox servers on this machine run, what it prints and costs, and that everything is cleaned up.</source>
        <translation>Zeigt, was die Sandbox-Server auf diesem Rechner ausführen, was es ausgibt und kostet, und dass alles aufgeräumt wird.</translation>
    </message>
    <message>
        <source>Copy En&amp;gine Command</source>
        <translation>Engine-Befehl &amp;kopieren</translation>
    </message>
    <message>
        <source>&amp;Measure Sizes</source>
        <translation>&amp;Größen messen</translation>
    </message>
    <message>
        <source>The server runs, but it cannot run containers: %1

Install podman, or start the engine and see that you may use it. The server tries again with the next call. This command tells more:</source>
        <translation>Der Server läuft, kann aber keine Container ausführen: %1

Installieren Sie podman, oder starten Sie die Engine und sorgen Sie dafür, dass Sie sie benutzen dürfen. Der Server versucht es beim nächsten Aufruf erneut. Dieser Befehl sagt mehr:</translation>
    </message>
    <message>
        <source>A server could not be reached: %1</source>
        <translation>Ein Server war nicht erreichbar: %1</translation>
    </message>
    <message numerus="yes">
        <source>… and %n more</source>
        <extracomment>The last line of a list of executions.</extracomment>
        <translation>
            <numerusform>… und %n weitere</numerusform>
            <numerusform>… und %n weitere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MonitorApp</name>
    <message>
        <source>This desktop has no tray, so closing the window ends the monitor.</source>
        <translation>Dieser Desktop hat keinen Infobereich; das Schließen des Fensters beendet den Monitor.</translation>
    </message>
</context>
<context>
    <name>NoteModel</name>
    <message>
        <source>%1  %2</source>
        <extracomment>A note with its time of day.</extracomment>
        <translation>%1  %2</translation>
    </message>
</context>
<context>
    <name>Notifier</name>
    <message>
        <source>%1
%2</source>
        <translation>%1
%2</translation>
    </message>
    <message numerus="yes">
        <source>%n execution(s) failed</source>
        <translation>
            <numerusform>%n Ausführung fehlgeschlagen</numerusform>
            <numerusform>%n Ausführungen fehlgeschlagen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them ran into the time limit.</source>
        <translation>
            <numerusform>%n davon lief in die Zeitgrenze.</numerusform>
            <numerusform>%n davon liefen in die Zeitgrenze.</numerusform>
        </translation>
    </message>
    <message>
        <source>Click to see them.</source>
        <translation>Klicken, um sie zu sehen.</translation>
    </message>
</context>
<context>
    <name>OutputView</name>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>The first %1 are not shown.</source>
        <translation>Die ersten %1 werden nicht angezeigt.</translation>
    </message>
    <message>
        <source>Some of the output came too fast to be shown here.</source>
        <translation>Ein Teil der Ausgabe kam zu schnell, um hier gezeigt zu werden.</translation>
    </message>
    <message>
        <source>%1 left out here</source>
        <translation>%1 hier ausgelassen</translation>
    </message>
    <message>
        <source>Too much output to show all of it; the latest:</source>
        <translation>Zu viel Ausgabe, um alles zu zeigen; das Neueste:</translation>
    </message>
    <message numerus="yes">
        <source>%n new line(s)</source>
        <translation>
            <numerusform>%n neue Zeile</numerusform>
            <numerusform>%n neue Zeilen</numerusform>
        </translation>
    </message>
    <message>
        <source>Go to the end and follow (End)</source>
        <translation>Zum Ende gehen und folgen (Ende)</translation>
    </message>
</context>
<context>
    <name>OverviewPage</name>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>Wartend</translation>
    </message>
    <message>
        <source>Warm Containers</source>
        <translation>Warme Container</translation>
    </message>
    <message>
        <source>Memory in Use</source>
        <translation>Belegter Speicher</translation>
    </message>
    <message>
        <source>Calls per Minute</source>
        <translation>Aufrufe pro Minute</translation>
    </message>
    <message>
        <source>Success Rate</source>
        <translation>Erfolgsquote</translation>
    </message>
    <message>
        <source>Median Duration</source>
        <translation>Mittlere Dauer (Median)</translation>
    </message>
    <message>
        <source>95 % Are Faster Than</source>
        <translation>95 % sind schneller als</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Hinweise</translation>
    </message>
    <message>
        <source>Nothing worth noting so far.</source>
        <translation>Bisher nichts Erwähnenswertes.</translation>
    </message>
    <message>
        <source>The curves show the last hour.</source>
        <translation>Die Kurven zeigen die letzte Stunde.</translation>
    </message>
    <message numerus="yes">
        <source>of %n run(s)</source>
        <translation>
            <numerusform>von %n Lauf</numerusform>
            <numerusform>von %n Läufen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ServerModel</name>
    <message>
        <source>Server with process %1</source>
        <translation>Server mit Prozess %1</translation>
    </message>
    <message>
        <source>%1 (process %2)</source>
        <extracomment>%1 is the client&apos;s name, %2 a process number.</extracomment>
        <translation>%1 (Prozess %2)</translation>
    </message>
    <message>
        <source>No client yet</source>
        <translation>Noch kein Client</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Beendet</translation>
    </message>
    <message>
        <source>Looking for an engine</source>
        <translation>Engine wird gesucht</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>No engine</source>
        <translation>Keine Engine</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>Client</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Begonnen</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>Prozess</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Version</translation>
    </message>
    <message>
        <source>Uptime</source>
        <translation>Läuft seit</translation>
    </message>
</context>
<context>
    <name>Session</name>
    <message>
        <source>A server could not be reached: %1</source>
        <translation>Ein Server war nicht erreichbar: %1</translation>
    </message>
    <message numerus="yes">
        <source>%n event(s) of a server were not shown: it was faster than this program.</source>
        <translation>
            <numerusform>%n Ereignis eines Servers wurde nicht gezeigt: er war schneller als dieses Programm.</numerusform>
            <numerusform>%n Ereignisse eines Servers wurden nicht gezeigt: er war schneller als dieses Programm.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n container(s) left behind by dead servers were removed.</source>
        <translation>
            <numerusform>%n zurückgebliebener Container eines beendeten Servers wurde entfernt.</numerusform>
            <numerusform>%n zurückgebliebene Container beendeter Server wurden entfernt.</numerusform>
        </translation>
    </message>
    <message>
        <source>The connection to the server was lost.</source>
        <translation>Die Verbindung zum Server ist abgerissen.</translation>
    </message>
    <message>
        <source>Looking for servers…</source>
        <translation>Server werden gesucht…</translation>
    </message>
    <message>
        <source>No server is running</source>
        <translation>Kein Server läuft</translation>
    </message>
    <message>
        <source>No container engine is available</source>
        <translation>Keine Container-Engine verfügbar</translation>
    </message>
    <message numerus="yes">
        <source>Connected to %n server(s)</source>
        <translation>
            <numerusform>Verbunden mit %n Server</numerusform>
            <numerusform>Verbunden mit %n Servern</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n active</source>
        <translation>
            <numerusform>%n aktiv</numerusform>
            <numerusform>%n aktiv</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n today</source>
        <translation>
            <numerusform>%n heute</numerusform>
            <numerusform>%n heute</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 – %2, %3</source>
        <extracomment>The state, then two numbers: &quot;Connected to 2 servers – 3 active, 14 today&quot;</extracomment>
        <translation>%1 – %2, %3</translation>
    </message>
    <message>
        <source>The execution is not known any more.</source>
        <translation>Die Ausführung ist nicht mehr bekannt.</translation>
    </message>
    <message>
        <source>This is a demonstration: there is no server that could do it.</source>
        <translation>Dies ist eine Vorführung: es gibt keinen Server, der das tun könnte.</translation>
    </message>
    <message>
        <source>The server is not connected.</source>
        <translation>Der Server ist nicht verbunden.</translation>
    </message>
    <message>
        <source>No server runs, and its program code-sandbox-mcp is not installed.</source>
        <translation>Kein Server läuft, und sein Programm code-sandbox-mcp ist nicht installiert.</translation>
    </message>
    <message>
        <source>The clean-up gave no result.</source>
        <translation>Das Aufräumen ergab kein Ergebnis.</translation>
    </message>
    <message>
        <source>up for %1</source>
        <extracomment>How long the server, or the oldest one, has been running: &quot;up for 2 h 5 min&quot;</extracomment>
        <translation>läuft seit %1</translation>
    </message>
    <message>
        <source>oldest up for %1</source>
        <translation>der älteste läuft seit %1</translation>
    </message>
    <message>
        <source>The server&apos;s answer makes no sense.</source>
        <translation>Die Antwort des Servers ergibt keinen Sinn.</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Notify of failures</source>
        <translation>Bei Fehlschlägen benachrichtigen</translation>
    </message>
    <message>
        <source>Notify of time-outs</source>
        <translation>Bei Zeitüberschreitungen benachrichtigen</translation>
    </message>
    <message>
        <source>Mute all notifications</source>
        <translation>Alle Benachrichtigungen stumm schalten</translation>
    </message>
    <message>
        <source>Start with the desktop</source>
        <translation>Mit dem Desktop starten</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>A new language is used from the next start on.</source>
        <translation>Eine neue Sprache gilt ab dem nächsten Start.</translation>
    </message>
    <message>
        <source>&amp;Language:</source>
        <translation>&amp;Sprache:</translation>
    </message>
    <message>
        <source>&amp;Appearance:</source>
        <translation>&amp;Erscheinungsbild:</translation>
    </message>
    <message>
        <source>&amp;Executions to keep:</source>
        <translation>&amp;Ausführungen behalten:</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message numerus="yes">
        <source>%n execution(s) are kept now; their code and output take %1.</source>
        <extracomment>%1 is an amount of memory.</extracomment>
        <translation>
            <numerusform>%n Ausführung wird zurzeit behalten; ihr Code und ihre Ausgabe belegen %1.</numerusform>
            <numerusform>%n Ausführungen werden zurzeit behalten; ihr Code und ihre Ausgabe belegen %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Megabytes to keep:</source>
        <translation>&amp;Megabyte behalten:</translation>
    </message>
</context>
<context>
    <name>StatePage</name>
    <message>
        <source>Text to copy</source>
        <translation>Text zum Kopieren</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
</context>
<context>
    <name>TimelineBar</name>
    <message>
        <source>Timeline</source>
        <translation>Zeitverlauf</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message>
        <source>%1
%2</source>
        <extracomment>A tool tip of two lines: the state, then the number of failures.</extracomment>
        <translation>%1
%2</translation>
    </message>
    <message numerus="yes">
        <source>%n failure(s) not looked at</source>
        <translation>
            <numerusform>%n ungesehener Fehlschlag</numerusform>
            <numerusform>%n ungesehene Fehlschläge</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Open Monitor</source>
        <translation>Monitor &amp;öffnen</translation>
    </message>
    <message>
        <source>Nothing Is Running</source>
        <translation>Nichts läuft</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Anzeigen</translation>
    </message>
    <message>
        <source>Stop…</source>
        <translation>Stoppen…</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n weitere</numerusform>
            <numerusform>%n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Turn On Notifications</source>
        <translation>Benachrichtigungen einschalten</translation>
    </message>
    <message>
        <source>Mute Notifications</source>
        <translation>Benachrichtigungen stumm schalten</translation>
    </message>
    <message>
        <source>For an Hour</source>
        <translation>Für eine Stunde</translation>
    </message>
    <message>
        <source>Until the Monitor Restarts</source>
        <translation>Bis zum nächsten Start</translation>
    </message>
    <message>
        <source>For Good</source>
        <translation>Dauerhaft</translation>
    </message>
    <message>
        <source>&amp;Clean Up…</source>
        <translation>&amp;Aufräumen…</translation>
    </message>
    <message>
        <source>&amp;Quit Monitor</source>
        <translation>Monitor &amp;beenden</translation>
    </message>
</context>
<context>
    <name>UsageBar</name>
    <message>
        <source>%1: %2</source>
        <extracomment>For screen readers: what is used, and how much of it.</extracomment>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>Wording</name>
    <message>
        <source>Queued</source>
        <translation>Wartend</translation>
    </message>
    <message>
        <source>Fetching image</source>
        <translation>Holt Image</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Startet</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Killed</source>
        <translation>Abgebrochen</translation>
    </message>
    <message>
        <source>Timed out</source>
        <translation>Zeit abgelaufen</translation>
    </message>
    <message>
        <source>Out of memory</source>
        <translation>Speicher voll</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Gestoppt</translation>
    </message>
    <message>
        <source>Could not run</source>
        <translation>Nicht ausführbar</translation>
    </message>
    <message>
        <source>The server is gone; last known: %1.</source>
        <translation>Der Server ist fort; zuletzt bekannt: %1.</translation>
    </message>
    <message>
        <source>Waiting for a free place.</source>
        <translation>Wartet auf einen freien Platz.</translation>
    </message>
    <message>
        <source>The image is being fetched.</source>
        <translation>Das Image wird geholt.</translation>
    </message>
    <message>
        <source>The container starts.</source>
        <translation>Der Container startet.</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Wird gestoppt…</translation>
    </message>
    <message>
        <source>Running for %1.</source>
        <translation>Läuft seit %1.</translation>
    </message>
    <message>
        <source>Finished successfully after %1.</source>
        <translation>Nach %1 erfolgreich beendet.</translation>
    </message>
    <message>
        <source>Ended with exit code %1 after %2.</source>
        <translation>Nach %2 mit Exit-Code %1 beendet.</translation>
    </message>
    <message>
        <source>Killed by %1 after %2.</source>
        <translation>Nach %2 durch %1 abgebrochen.</translation>
    </message>
    <message>
        <source>Stopped after %1: it reached its time limit.</source>
        <translation>Nach %1 gestoppt: die Zeitgrenze war erreicht.</translation>
    </message>
    <message>
        <source>Stopped on request after %1.</source>
        <translation>Nach %1 auf Wunsch gestoppt.</translation>
    </message>
    <message>
        <source>Could not run: %1</source>
        <translation>Nicht ausführbar: %1</translation>
    </message>
    <message>
        <source>Last known</source>
        <translation>Zuletzt bekannt</translation>
    </message>
    <message>
        <source>Exit code %1</source>
        <translation>Exit-Code %1</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>Zeitgrenze</translation>
    </message>
    <message>
        <source>Memory limit</source>
        <translation>Speichergrenze</translation>
    </message>
    <message>
        <source>On request</source>
        <translation>Auf Wunsch</translation>
    </message>
    <message>
        <source>Warm, waiting</source>
        <translation>Warm, wartet</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>In Benutzung</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>Entfernt</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 min %2 s</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 h %2 min</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 min</translation>
    </message>
    <message numerus="yes">
        <source>%n day(s)</source>
        <translation>
            <numerusform>%n Tag</numerusform>
            <numerusform>%n Tage</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Killed after %1: out of memory; it had used %2.</source>
        <extracomment>The second amount is of memory.</extracomment>
        <translation>Nach %1 abgebrochen: kein Speicher mehr frei; benutzt waren %2.</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Code Sandbox Monitor</source>
        <translation>Code Sandbox Monitor</translation>
    </message>
    <message>
        <source>Shows what the code sandbox servers on this machine are doing.</source>
        <translation>Zeigt, was die Sandbox-Server auf diesem Rechner tun.</translation>
    </message>
    <message>
        <source>Start in the tray, without a window.</source>
        <translation>Im Infobereich starten, ohne Fenster.</translation>
    </message>
    <message>
        <source>Play a journal instead of connecting to servers.</source>
        <translation>Ein Journal abspielen, statt Server zu suchen.</translation>
    </message>
    <message>
        <source>file</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Select the execution with this id.</source>
        <translation>Die Ausführung mit dieser Kennung wählen.</translation>
    </message>
    <message>
        <source>id</source>
        <translation>Kennung</translation>
    </message>
    <message>
        <source>Use this language, for example zh_CN.</source>
        <translation>Diese Sprache verwenden, zum Beispiel zh_CN.</translation>
    </message>
    <message>
        <source>locale</source>
        <translation>Sprache</translation>
    </message>
</context>
</TS>
