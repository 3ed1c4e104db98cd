<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="fr" sourcelanguage="en">
<context>
    <name>Boxes</name>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
</context>
<context>
    <name>ChartCard</name>
    <message>
        <source>%1: %2</source>
        <translation>%1 : %2</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1 : %2, %3</translation>
    </message>
</context>
<context>
    <name>CleanupDialog</name>
    <message>
        <source>Clean Up</source>
        <translation>Nettoyer</translation>
    </message>
    <message>
        <source>Containers to remove</source>
        <translation>Conteneurs à supprimer</translation>
    </message>
    <message>
        <source>Looking for containers that dead servers left behind…</source>
        <translation>Recherche des conteneurs laissés par des serveurs arrêtés…</translation>
    </message>
    <message>
        <source>The containers could not be listed: %1</source>
        <translation>Impossible de lister les conteneurs : %1</translation>
    </message>
    <message>
        <source>There is nothing to clean up: no container was left behind.</source>
        <translation>Rien à nettoyer : aucun conteneur n’a été laissé.</translation>
    </message>
    <message numerus="yes">
        <source>%n container(s) were left behind by servers that do not run any more. Exactly the checked ones are removed; nothing else is touched.</source>
        <translation>
            <numerusform>%n conteneur a été laissé par des serveurs qui ne tournent plus. Seuls ceux qui sont cochés sont supprimés ; rien d’autre n’est touché.</numerusform>
            <numerusform>%n conteneurs ont été laissés par des serveurs qui ne tournent plus. Seuls ceux qui sont cochés sont supprimés ; rien d’autre n’est touché.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n container(s) were removed.</source>
        <translation>
            <numerusform>%n conteneur a été supprimé.</numerusform>
            <numerusform>%n conteneurs ont été supprimés.</numerusform>
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
            <numerusform>%n n’a pas pu être supprimé.</numerusform>
            <numerusform>%n n’ont pas pu être supprimés.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Retry %n</source>
        <translation>
            <numerusform>Réessayer %n</numerusform>
            <numerusform>Réessayer %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove %n</source>
        <translation>
            <numerusform>Supprimer %n</numerusform>
            <numerusform>Supprimer %n</numerusform>
        </translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>%1 of disk space was freed.</source>
        <translation>%1 d’espace disque ont été libérés.</translation>
    </message>
</context>
<context>
    <name>CleanupModel</name>
    <message>
        <source>Being removed…</source>
        <translation>Suppression…</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>Supprimé</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>En échec</translation>
    </message>
    <message>
        <source>Failed: %1</source>
        <translation>Échec : %1</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>Conteneur</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>Propriétaire</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>Âge</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Résultat</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Taille</translation>
    </message>
</context>
<context>
    <name>ConnectionModel</name>
    <message>
        <source>Allowed</source>
        <translation>Autorisée</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>Refusée</translation>
    </message>
    <message>
        <source>Refused: %1</source>
        <translation>Refusée : %1</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Hôte</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>Décision</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>Envoyé</translation>
    </message>
    <message>
        <source>Received</source>
        <translation>Reçu</translation>
    </message>
    <message>
        <source>Failed: %1</source>
        <translation>Échec : %1</translation>
    </message>
    <message>
        <source>Allowed: %1</source>
        <extracomment>A connection; %1 is a sentence that says why it was broken off later.</extracomment>
        <translation>Autorisée : %1</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Échouée</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Durée</translation>
    </message>
</context>
<context>
    <name>ContainerModel</name>
    <message>
        <source>Being removed</source>
        <translation>En cours de suppression</translation>
    </message>
    <message>
        <source>Left behind</source>
        <translation>Laissé</translation>
    </message>
    <message>
        <source>Last known: %1</source>
        <translation>Dernier état connu : %1</translation>
    </message>
    <message>
        <source>Server %1</source>
        <translation>Serveur %1</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>Conteneur</translation>
    </message>
    <message>
        <source>State</source>
        <translation>État</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Langage</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>Âge</translation>
    </message>
    <message>
        <source>Execution</source>
        <translation>Exécution</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Image</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>Propriétaire</translation>
    </message>
    <message>
        <source>Disk space that is free again when it is removed.</source>
        <translation>Espace disque libéré par sa suppression.</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Taille</translation>
    </message>
</context>
<context>
    <name>ContainersPage</name>
    <message>
        <source>Remove…</source>
        <translation>Supprimer…</translation>
    </message>
    <message>
        <source>Containers</source>
        <translation>Conteneurs</translation>
    </message>
    <message>
        <source>Clean Up…</source>
        <translation>Nettoyer…</translation>
    </message>
    <message>
        <source>No Containers</source>
        <translation>Aucun conteneur</translation>
    </message>
    <message>
        <source>Nothing waits, nothing runs and nothing was left behind.</source>
        <translation>Rien n’attend, rien ne s’exécute et rien n’a été laissé.</translation>
    </message>
    <message>
        <source>Remove Container</source>
        <translation>Supprimer le conteneur</translation>
    </message>
    <message>
        <source>Remove the container %1? The program that runs in it is killed.</source>
        <translation>Supprimer le conteneur %1 ? Le programme qui s’y exécute sera tué.</translation>
    </message>
    <message>
        <source>Remove the container %1?</source>
        <translation>Supprimer le conteneur %1 ?</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Supprimer</translation>
    </message>
    <message>
        <source>The container %1 could not be removed: %2</source>
        <translation>Le conteneur %1 n’a pas pu être supprimé : %2</translation>
    </message>
    <message numerus="yes">
        <source>%n warm</source>
        <translation>
            <numerusform>%n prêt</numerusform>
            <numerusform>%n prêts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n in use</source>
        <translation>
            <numerusform>%n utilisé</numerusform>
            <numerusform>%n utilisés</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n left behind</source>
        <translation>
            <numerusform>%n laissé</numerusform>
            <numerusform>%n laissés</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <extracomment>Numbers of containers: &quot;4 warm, 2 in use, 1 left behind&quot;</extracomment>
        <translation>%1, %2, %3</translation>
    </message>
    <message>
        <source>Measure Sizes</source>
        <translation>Mesurer les tailles</translation>
    </message>
    <message>
        <source>The containers could not be measured: %1</source>
        <translation>Les conteneurs n’ont pas pu être mesurés : %1</translation>
    </message>
    <message>
        <source>Containers Unknown</source>
        <translation>Conteneurs inconnus</translation>
    </message>
    <message>
        <source>The containers could not be listed: %1</source>
        <translation>Impossible de lister les conteneurs : %1</translation>
    </message>
    <message>
        <source>Look Again</source>
        <translation>Chercher à nouveau</translation>
    </message>
</context>
<context>
    <name>DemoPlayer</name>
    <message>
        <source>The journal %1 cannot be read: %2.</source>
        <translation>Impossible de lire le journal %1 : %2.</translation>
    </message>
    <message>
        <source>Line %1 of the journal %2 is malformed.</source>
        <translation>La ligne %1 du journal %2 est mal formée.</translation>
    </message>
</context>
<context>
    <name>DetailPane</name>
    <message>
        <source>Select an execution to see what it does.</source>
        <translation>Sélectionnez une exécution pour voir ce qu’elle fait.</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Sortie</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Network connections</source>
        <translation>Connexions réseau</translation>
    </message>
    <message>
        <source>No network connection was reported.</source>
        <translation>Aucune connexion réseau n’a été signalée.</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Réseau</translation>
    </message>
    <message>
        <source>Timeline and Limits</source>
        <translation>Chronologie et limites</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Arrêter</translation>
    </message>
    <message>
        <source>Stop this execution (Del)</source>
        <translation>Arrêter cette exécution (Suppr)</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Temps</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Mémoire</translation>
    </message>
    <message>
        <source>Streams to show</source>
        <translation>Flux à afficher</translation>
    </message>
    <message>
        <source>Both Streams</source>
        <translation>Les deux flux</translation>
    </message>
    <message>
        <source>Standard Output</source>
        <translation>Sortie standard</translation>
    </message>
    <message>
        <source>Standard Error</source>
        <translation>Sortie d’erreur</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>Identifiant</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>Client</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Serveur</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Moteur</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Image</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>Conteneur</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>En attente</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Début</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Terminé</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>Limite de temps</translation>
    </message>
    <message>
        <source>Memory limit</source>
        <translation>Limite de mémoire</translation>
    </message>
    <message>
        <source>Network access</source>
        <translation>Accès au réseau</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Remarques</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <extracomment>An amount and its limit.</extracomment>
        <translation>%1 sur %2</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Démarrage</translation>
    </message>
    <message>
        <source>Until first output</source>
        <translation>Jusqu’à la première sortie</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>En cours</translation>
    </message>
    <message>
        <source>Removing container</source>
        <translation>Suppression du conteneur</translation>
    </message>
    <message>
        <source>A warm container was waiting for it.</source>
        <translation>Un conteneur prêt l’attendait.</translation>
    </message>
    <message>
        <source>Part of the output was not kept.</source>
        <translation>Une partie de la sortie n’a pas été conservée.</translation>
    </message>
    <message numerus="yes">
        <source>%n process(es) were killed for lack of memory.</source>
        <translation>
            <numerusform>%n processus a été tué faute de mémoire.</numerusform>
            <numerusform>%n processus ont été tués faute de mémoire.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new process(es) were refused by the process limit.</source>
        <translation>
            <numerusform>La limite de processus a refusé %n nouveau processus.</numerusform>
            <numerusform>La limite de processus a refusé %n nouveaux processus.</numerusform>
        </translation>
    </message>
    <message>
        <source>It was given %1 of input.</source>
        <translation>Il a reçu %1 en entrée.</translation>
    </message>
    <message>
        <source>Save Output</source>
        <translation>Enregistrer la sortie</translation>
    </message>
    <message>
        <source>The output could not be saved: %1</source>
        <translation>La sortie n’a pas pu être enregistrée : %1</translation>
    </message>
    <message>
        <source>Processors</source>
        <translation>Processeurs</translation>
    </message>
    <message>
        <source>Processes</source>
        <translation>Processus</translation>
    </message>
    <message>
        <source>Output kept</source>
        <translation>Sortie conservée</translation>
    </message>
    <message>
        <source>Passed variables</source>
        <translation>Variables transmises</translation>
    </message>
    <message>
        <source>at most %1</source>
        <extracomment>A limit: &quot;at most 128&quot;</extracomment>
        <translation>%1 au plus</translation>
    </message>
    <message>
        <source>%1 of each stream</source>
        <extracomment>How much of the program&apos;s output is kept: &quot;1 MiB of each stream&quot;</extracomment>
        <translation>%1 de chaque flux</translation>
    </message>
    <message>
        <source>Nothing was printed yet.</source>
        <translation>Rien n’a encore été affiché.</translation>
    </message>
    <message>
        <source>Nothing was printed.</source>
        <translation>Rien n’a été affiché.</translation>
    </message>
    <message>
        <source>Copy Engine Command</source>
        <translation>Copier la commande du moteur</translation>
    </message>
    <message>
        <source>There is no command: %1</source>
        <translation>Il n’y a pas de commande : %1</translation>
    </message>
    <message>
        <source>Only what the monitor has was saved; where something is missing, a line says so. The server could not give the rest: %1</source>
        <translation>Seul ce que le moniteur possède a été enregistré ; une ligne signale ce qui manque. Le serveur n’a pas pu fournir le reste : %1</translation>
    </message>
    <message>
        <source>Only the first %1 of %2 are shown.</source>
        <translation>Seuls les premiers %1 sur %2 sont affichés.</translation>
    </message>
    <message>
        <source>The monitor has only the first %1 of this program.</source>
        <translation>Le moniteur ne possède que les premiers %1 de ce programme.</translation>
    </message>
    <message>
        <source>Copy Code</source>
        <translation>Copier le code</translation>
    </message>
    <message>
        <source>Copy as Command</source>
        <translation>Copier comme commande</translation>
    </message>
</context>
<context>
    <name>ExecutionModel</name>
    <message>
        <source>%1 program. %2 Code: %3</source>
        <extracomment>Read by screen readers: language, what became of it, first line of the code.</extracomment>
        <translation>Programme %1. %2 Code : %3</translation>
    </message>
    <message>
        <source>State</source>
        <translation>État</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Langage</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>Client</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Durée</translation>
    </message>
    <message>
        <source>CPU Time</source>
        <translation>Temps CPU</translation>
    </message>
    <message>
        <source>Peak Memory</source>
        <translation>Mémoire max.</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Issue</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>Conteneur</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Serveur</translation>
    </message>
    <message>
        <source>Called</source>
        <translation>Appel</translation>
    </message>
</context>
<context>
    <name>ExecutionsPage</name>
    <message>
        <source>Filter by code, output, client or id</source>
        <translation>Filtrer par code, sortie, client ou identifiant</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filtre</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Toutes</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>Actives</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Terminées</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>En échec</translation>
    </message>
    <message>
        <source>Timed Out</source>
        <translation>Hors délai</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Langage</translation>
    </message>
    <message>
        <source>All Languages</source>
        <translation>Tous les langages</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Serveur</translation>
    </message>
    <message>
        <source>Executions</source>
        <translation>Exécutions</translation>
    </message>
    <message>
        <source>All Servers</source>
        <translation>Tous les serveurs</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 sur %2</translation>
    </message>
    <message>
        <source>Nothing Matches</source>
        <translation>Aucun résultat</translation>
    </message>
    <message>
        <source>No execution is of the kind that you chose.</source>
        <translation>Aucune exécution n’est du type choisi.</translation>
    </message>
    <message>
        <source>No execution matches “%1”.</source>
        <translation>Aucune exécution ne correspond à « %1 ».</translation>
    </message>
    <message>
        <source>Clear Filter</source>
        <translation>Effacer le filtre</translation>
    </message>
    <message>
        <source>Co&amp;lumns</source>
        <translation>C&amp;olonnes</translation>
    </message>
    <message>
        <source>Sort &amp;By</source>
        <translation>Trier &amp;par</translation>
    </message>
    <message>
        <source>&amp;Ascending</source>
        <translation>Ordre &amp;croissant</translation>
    </message>
    <message>
        <source>&amp;Descending</source>
        <translation>Ordre &amp;décroissant</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find in this text</source>
        <translation>Chercher dans ce texte</translation>
    </message>
    <message>
        <source>Find Previous</source>
        <translation>Occurrence précédente</translation>
    </message>
    <message>
        <source>Find Next</source>
        <translation>Occurrence suivante</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
    <message numerus="yes">
        <source>%n match(es)</source>
        <translation>
            <numerusform>%n occurrence</numerusform>
            <numerusform>%n occurrences</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <extracomment>Which of the matches is selected: &quot;2 of 14&quot;.</extracomment>
        <translation>%1 sur %2</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Code Sandbox Monitor</source>
        <translation>Moniteur Code Sandbox</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Fichier</translation>
    </message>
    <message>
        <source>&amp;Settings…</source>
        <translation>&amp;Paramètres…</translation>
    </message>
    <message>
        <source>&amp;Close Window</source>
        <translation>&amp;Fermer la fenêtre</translation>
    </message>
    <message>
        <source>&amp;Quit Monitor</source>
        <translation>&amp;Quitter le moniteur</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Affichage</translation>
    </message>
    <message>
        <source>&amp;Overview</source>
        <translation>Vue d’&amp;ensemble</translation>
    </message>
    <message>
        <source>&amp;Executions</source>
        <translation>E&amp;xécutions</translation>
    </message>
    <message>
        <source>&amp;Containers</source>
        <translation>&amp;Conteneurs</translation>
    </message>
    <message>
        <source>&amp;Filter</source>
        <translation>&amp;Filtrer</translation>
    </message>
    <message>
        <source>Clear Filter</source>
        <translation>Effacer le filtre</translation>
    </message>
    <message>
        <source>&amp;Refresh</source>
        <translation>Ac&amp;tualiser</translation>
    </message>
    <message>
        <source>&amp;Wrap Lines</source>
        <translation>Retour à la &amp;ligne</translation>
    </message>
    <message>
        <source>Zoom &amp;In</source>
        <translation>&amp;Agrandir</translation>
    </message>
    <message>
        <source>Zoom O&amp;ut</source>
        <translation>&amp;Réduire</translation>
    </message>
    <message>
        <source>Ordinary &amp;Size</source>
        <translation>Taille &amp;normale</translation>
    </message>
    <message>
        <source>&amp;Execution</source>
        <translation>&amp;Exécution</translation>
    </message>
    <message>
        <source>&amp;Stop…</source>
        <translation>&amp;Arrêter…</translation>
    </message>
    <message>
        <source>Copy &amp;Code</source>
        <translation>Copier le &amp;code</translation>
    </message>
    <message>
        <source>Copy &amp;Output</source>
        <translation>Copier la &amp;sortie</translation>
    </message>
    <message>
        <source>Copy as Co&amp;mmand</source>
        <translation>Copier comme co&amp;mmande</translation>
    </message>
    <message>
        <source>&amp;Save Output…</source>
        <translation>&amp;Enregistrer la sortie…</translation>
    </message>
    <message>
        <source>&amp;Find in Text…</source>
        <translation>C&amp;hercher dans le texte…</translation>
    </message>
    <message>
        <source>Find &amp;Next</source>
        <translation>Occurrence sui&amp;vante</translation>
    </message>
    <message>
        <source>Find &amp;Previous</source>
        <translation>Occurrence &amp;précédente</translation>
    </message>
    <message>
        <source>&amp;Forget Ended Executions</source>
        <translation>&amp;Oublier les exécutions terminées</translation>
    </message>
    <message>
        <source>&amp;Remove…</source>
        <translation>&amp;Supprimer…</translation>
    </message>
    <message>
        <source>&amp;Clean Up…</source>
        <translation>&amp;Nettoyer…</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>A&amp;ide</translation>
    </message>
    <message>
        <source>&amp;About Code Sandbox Monitor</source>
        <translation>&amp;À propos du moniteur Code Sandbox</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Pages</translation>
    </message>
    <message>
        <source>Looking for Servers</source>
        <translation>Recherche de serveurs</translation>
    </message>
    <message>
        <source>This takes only a moment.</source>
        <translation>Cela ne prend qu’un instant.</translation>
    </message>
    <message>
        <source>No Server Is Running</source>
        <translation>Aucun serveur ne tourne</translation>
    </message>
    <message>
        <source>The server is started by the program that uses it (Gemini CLI, Claude, Cursor, VS Code …). Give it this configuration, and what it runs will show up here by itself.

Looked for in: %1</source>
        <translation>Le serveur est lancé par le programme qui l’utilise (Gemini CLI, Claude, Cursor, VS Code…). Donnez-lui cette configuration, et ce qu’il exécute apparaîtra ici de lui-même.

Recherché dans : %1</translation>
    </message>
    <message>
        <source>Look Again</source>
        <translation>Chercher à nouveau</translation>
    </message>
    <message>
        <source>No Container Engine Is Available</source>
        <translation>Aucun moteur de conteneurs disponible</translation>
    </message>
    <message>
        <source>Nothing Was Run Yet</source>
        <translation>Rien n’a encore été exécuté</translation>
    </message>
    <message>
        <source>The server is ready. Ask your assistant for something that it has to compute, for example:</source>
        <translation>Le serveur est prêt. Demandez à votre assistant quelque chose qu’il doit calculer, par exemple :</translation>
    </message>
    <message>
        <source>Use Python to find the 20 largest primes below one million.</source>
        <translation>Utilise Python pour trouver les 20 plus grands nombres premiers inférieurs à un million.</translation>
    </message>
    <message>
        <source>• %1: %2</source>
        <extracomment>An execution in a list: language, first line of its code.</extracomment>
        <translation>• %1 : %2</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Arrêter</translation>
    </message>
    <message numerus="yes">
        <source>Stop %n execution(s)? The container of each is killed.</source>
        <translation>
            <numerusform>Arrêter %n exécution ? Son conteneur sera tué.</numerusform>
            <numerusform>Arrêter %n exécutions ? Le conteneur de chacune sera tué.</numerusform>
        </translation>
    </message>
    <message>
        <source>The execution could not be stopped: %1</source>
        <translation>L’exécution n’a pas pu être arrêtée : %1</translation>
    </message>
    <message>
        <source>Quit Monitor</source>
        <translation>Quitter le moniteur</translation>
    </message>
    <message>
        <source>Quit the monitor? Servers and the programs they run go on without it.</source>
        <translation>Quitter le moniteur ? Les serveurs et les programmes qu’ils exécutent continuent sans lui.</translation>
    </message>
    <message>
        <source>About Code Sandbox Monitor</source>
        <translation>À propos du moniteur Code Sandbox</translation>
    </message>
    <message>
        <source>Code Sandbox Monitor %1</source>
        <translation>Moniteur Code Sandbox %1</translation>
    </message>
    <message>
        <source>Shows what the code sandbox servers on this machine run, what it prints and costs, and that everything is cleaned up.</source>
        <translation>Montre ce que les serveurs de bac à sable de cette machine exécutent, ce que cela affiche et coûte, et que tout est nettoyé.</translation>
    </message>
    <message>
        <source>Copy En&amp;gine Command</source>
        <translation>Copier la commande du mo&amp;teur</translation>
    </message>
    <message>
        <source>&amp;Measure Sizes</source>
        <translation>&amp;Mesurer les tailles</translation>
    </message>
    <message>
        <source>The server runs, but it cannot run containers: %1

Install podman, or start the engine and see that you may use it. The server tries again with the next call. This command tells more:</source>
        <translation>Le serveur tourne, mais ne peut pas exécuter de conteneurs : %1

Installez podman, ou démarrez le moteur et vérifiez que vous pouvez l’utiliser. Le serveur réessaiera au prochain appel. Cette commande en dit plus :</translation>
    </message>
    <message>
        <source>A server could not be reached: %1</source>
        <translation>Un serveur est injoignable : %1</translation>
    </message>
    <message numerus="yes">
        <source>… and %n more</source>
        <extracomment>The last line of a list of executions.</extracomment>
        <translation>
            <numerusform>… et %n autre</numerusform>
            <numerusform>… et %n autres</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MonitorApp</name>
    <message>
        <source>This desktop has no tray, so closing the window ends the monitor.</source>
        <translation>Ce bureau n’a pas de zone de notification : fermer la fenêtre termine le moniteur.</translation>
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
            <numerusform>%n exécution a échoué</numerusform>
            <numerusform>%n exécutions ont échoué</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them ran into the time limit.</source>
        <translation>
            <numerusform>%n d’entre elles a atteint la limite de temps.</numerusform>
            <numerusform>%n d’entre elles ont atteint la limite de temps.</numerusform>
        </translation>
    </message>
    <message>
        <source>Click to see them.</source>
        <translation>Cliquez pour les voir.</translation>
    </message>
</context>
<context>
    <name>OutputView</name>
    <message>
        <source>Output</source>
        <translation>Sortie</translation>
    </message>
    <message>
        <source>The first %1 are not shown.</source>
        <translation>Les premiers %1 ne sont pas affichés.</translation>
    </message>
    <message>
        <source>Some of the output came too fast to be shown here.</source>
        <translation>Une partie de la sortie est arrivée trop vite pour être affichée ici.</translation>
    </message>
    <message>
        <source>%1 left out here</source>
        <translation>%1 omis ici</translation>
    </message>
    <message>
        <source>Too much output to show all of it; the latest:</source>
        <translation>Trop de sortie pour tout afficher ; la plus récente :</translation>
    </message>
    <message numerus="yes">
        <source>%n new line(s)</source>
        <translation>
            <numerusform>%n nouvelle ligne</numerusform>
            <numerusform>%n nouvelles lignes</numerusform>
        </translation>
    </message>
    <message>
        <source>Go to the end and follow (End)</source>
        <translation>Aller à la fin et suivre (Fin)</translation>
    </message>
</context>
<context>
    <name>OverviewPage</name>
    <message>
        <source>Running</source>
        <translation>En cours</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>En attente</translation>
    </message>
    <message>
        <source>Warm Containers</source>
        <translation>Conteneurs prêts</translation>
    </message>
    <message>
        <source>Memory in Use</source>
        <translation>Mémoire utilisée</translation>
    </message>
    <message>
        <source>Calls per Minute</source>
        <translation>Appels par minute</translation>
    </message>
    <message>
        <source>Success Rate</source>
        <translation>Taux de réussite</translation>
    </message>
    <message>
        <source>Median Duration</source>
        <translation>Durée médiane</translation>
    </message>
    <message>
        <source>95 % Are Faster Than</source>
        <translation>95 % durent moins de</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>Serveurs</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Remarques</translation>
    </message>
    <message>
        <source>Nothing worth noting so far.</source>
        <translation>Rien à signaler pour l’instant.</translation>
    </message>
    <message>
        <source>The curves show the last hour.</source>
        <translation>Les courbes montrent la dernière heure.</translation>
    </message>
    <message numerus="yes">
        <source>of %n run(s)</source>
        <translation>
            <numerusform>sur %n exécution</numerusform>
            <numerusform>sur %n exécutions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ServerModel</name>
    <message>
        <source>Server with process %1</source>
        <translation>Serveur du processus %1</translation>
    </message>
    <message>
        <source>%1 (process %2)</source>
        <extracomment>%1 is the client&apos;s name, %2 a process number.</extracomment>
        <translation>%1 (processus %2)</translation>
    </message>
    <message>
        <source>No client yet</source>
        <translation>Pas encore de client</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Terminé</translation>
    </message>
    <message>
        <source>Looking for an engine</source>
        <translation>Recherche d’un moteur</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Prêt</translation>
    </message>
    <message>
        <source>No engine</source>
        <translation>Aucun moteur</translation>
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
        <translation>État</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Moteur</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Début</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>Processus</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Version</translation>
    </message>
    <message>
        <source>Uptime</source>
        <translation>Actif depuis</translation>
    </message>
</context>
<context>
    <name>Session</name>
    <message>
        <source>A server could not be reached: %1</source>
        <translation>Un serveur est injoignable : %1</translation>
    </message>
    <message numerus="yes">
        <source>%n event(s) of a server were not shown: it was faster than this program.</source>
        <translation>
            <numerusform>%n événement d’un serveur n’a pas été affiché : il a été plus rapide que ce programme.</numerusform>
            <numerusform>%n événements d’un serveur n’ont pas été affichés : il a été plus rapide que ce programme.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n container(s) left behind by dead servers were removed.</source>
        <translation>
            <numerusform>%n conteneur laissé par des serveurs arrêtés a été supprimé.</numerusform>
            <numerusform>%n conteneurs laissés par des serveurs arrêtés ont été supprimés.</numerusform>
        </translation>
    </message>
    <message>
        <source>The connection to the server was lost.</source>
        <translation>La connexion au serveur a été perdue.</translation>
    </message>
    <message>
        <source>Looking for servers…</source>
        <translation>Recherche de serveurs…</translation>
    </message>
    <message>
        <source>No server is running</source>
        <translation>Aucun serveur ne tourne</translation>
    </message>
    <message>
        <source>No container engine is available</source>
        <translation>Aucun moteur de conteneurs disponible</translation>
    </message>
    <message numerus="yes">
        <source>Connected to %n server(s)</source>
        <translation>
            <numerusform>Connecté à %n serveur</numerusform>
            <numerusform>Connecté à %n serveurs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n active</source>
        <translation>
            <numerusform>%n active</numerusform>
            <numerusform>%n actives</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n today</source>
        <translation>
            <numerusform>%n aujourd’hui</numerusform>
            <numerusform>%n aujourd’hui</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 – %2, %3</source>
        <extracomment>The state, then two numbers: &quot;Connected to 2 servers – 3 active, 14 today&quot;</extracomment>
        <translation>%1 – %2, %3</translation>
    </message>
    <message>
        <source>The execution is not known any more.</source>
        <translation>L’exécution n’est plus connue.</translation>
    </message>
    <message>
        <source>This is a demonstration: there is no server that could do it.</source>
        <translation>Ceci est une démonstration : aucun serveur ne peut le faire.</translation>
    </message>
    <message>
        <source>The server is not connected.</source>
        <translation>Le serveur n’est pas connecté.</translation>
    </message>
    <message>
        <source>No server runs, and its program code-sandbox-mcp is not installed.</source>
        <translation>Aucun serveur ne tourne, et son programme code-sandbox-mcp n’est pas installé.</translation>
    </message>
    <message>
        <source>The clean-up gave no result.</source>
        <translation>Le nettoyage n’a donné aucun résultat.</translation>
    </message>
    <message>
        <source>up for %1</source>
        <extracomment>How long the server, or the oldest one, has been running: &quot;up for 2 h 5 min&quot;</extracomment>
        <translation>actif depuis %1</translation>
    </message>
    <message>
        <source>oldest up for %1</source>
        <translation>le plus ancien actif depuis %1</translation>
    </message>
    <message>
        <source>The server&apos;s answer makes no sense.</source>
        <translation>La réponse du serveur n’a pas de sens.</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Notify of failures</source>
        <translation>Signaler les échecs</translation>
    </message>
    <message>
        <source>Notify of time-outs</source>
        <translation>Signaler les dépassements de temps</translation>
    </message>
    <message>
        <source>Mute all notifications</source>
        <translation>Couper toutes les notifications</translation>
    </message>
    <message>
        <source>Start with the desktop</source>
        <translation>Démarrer avec le bureau</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Paramètres</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Comme le système</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Clair</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Sombre</translation>
    </message>
    <message>
        <source>A new language is used from the next start on.</source>
        <translation>La nouvelle langue s’applique au prochain démarrage.</translation>
    </message>
    <message>
        <source>&amp;Language:</source>
        <translation>&amp;Langue :</translation>
    </message>
    <message>
        <source>&amp;Appearance:</source>
        <translation>&amp;Apparence :</translation>
    </message>
    <message>
        <source>&amp;Executions to keep:</source>
        <translation>&amp;Exécutions à conserver :</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message numerus="yes">
        <source>%n execution(s) are kept now; their code and output take %1.</source>
        <extracomment>%1 is an amount of memory.</extracomment>
        <translation>
            <numerusform>%n exécution est conservée ; son code et sa sortie occupent %1.</numerusform>
            <numerusform>%n exécutions sont conservées ; leur code et leurs sorties occupent %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Megabytes to keep:</source>
        <translation>&amp;Mégaoctets à conserver :</translation>
    </message>
</context>
<context>
    <name>StatePage</name>
    <message>
        <source>Text to copy</source>
        <translation>Texte à copier</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copier</translation>
    </message>
</context>
<context>
    <name>TimelineBar</name>
    <message>
        <source>Timeline</source>
        <translation>Chronologie</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1 : %2</translation>
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
            <numerusform>%n échec non consulté</numerusform>
            <numerusform>%n échecs non consultés</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Open Monitor</source>
        <translation>&amp;Ouvrir le moniteur</translation>
    </message>
    <message>
        <source>Nothing Is Running</source>
        <translation>Rien ne s’exécute</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Afficher</translation>
    </message>
    <message>
        <source>Stop…</source>
        <translation>Arrêter…</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n autre</numerusform>
            <numerusform>%n autres</numerusform>
        </translation>
    </message>
    <message>
        <source>Turn On Notifications</source>
        <translation>Activer les notifications</translation>
    </message>
    <message>
        <source>Mute Notifications</source>
        <translation>Couper les notifications</translation>
    </message>
    <message>
        <source>For an Hour</source>
        <translation>Pendant une heure</translation>
    </message>
    <message>
        <source>Until the Monitor Restarts</source>
        <translation>Jusqu’au redémarrage du moniteur</translation>
    </message>
    <message>
        <source>For Good</source>
        <translation>Définitivement</translation>
    </message>
    <message>
        <source>&amp;Clean Up…</source>
        <translation>&amp;Nettoyer…</translation>
    </message>
    <message>
        <source>&amp;Quit Monitor</source>
        <translation>&amp;Quitter le moniteur</translation>
    </message>
</context>
<context>
    <name>UsageBar</name>
    <message>
        <source>%1: %2</source>
        <extracomment>For screen readers: what is used, and how much of it.</extracomment>
        <translation>%1 : %2</translation>
    </message>
</context>
<context>
    <name>Wording</name>
    <message>
        <source>Queued</source>
        <translation>En attente</translation>
    </message>
    <message>
        <source>Fetching image</source>
        <translation>Récup. image</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Démarrage</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>En cours</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Terminée</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>En échec</translation>
    </message>
    <message>
        <source>Killed</source>
        <translation>Tuée</translation>
    </message>
    <message>
        <source>Timed out</source>
        <translation>Temps dépassé</translation>
    </message>
    <message>
        <source>Out of memory</source>
        <translation>Mémoire épuisée</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Arrêtée</translation>
    </message>
    <message>
        <source>Could not run</source>
        <translation>Non exécutée</translation>
    </message>
    <message>
        <source>The server is gone; last known: %1.</source>
        <translation>Le serveur n’est plus là ; dernier état connu : %1.</translation>
    </message>
    <message>
        <source>Waiting for a free place.</source>
        <translation>Attend une place libre.</translation>
    </message>
    <message>
        <source>The image is being fetched.</source>
        <translation>L’image est en cours de récupération.</translation>
    </message>
    <message>
        <source>The container starts.</source>
        <translation>Le conteneur démarre.</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Arrêt…</translation>
    </message>
    <message>
        <source>Running for %1.</source>
        <translation>En cours depuis %1.</translation>
    </message>
    <message>
        <source>Finished successfully after %1.</source>
        <translation>Terminée avec succès après %1.</translation>
    </message>
    <message>
        <source>Ended with exit code %1 after %2.</source>
        <translation>Terminée avec le code de sortie %1 après %2.</translation>
    </message>
    <message>
        <source>Killed by %1 after %2.</source>
        <translation>Tuée par %1 après %2.</translation>
    </message>
    <message>
        <source>Stopped after %1: it reached its time limit.</source>
        <translation>Arrêtée après %1 : limite de temps atteinte.</translation>
    </message>
    <message>
        <source>Stopped on request after %1.</source>
        <translation>Arrêtée sur demande après %1.</translation>
    </message>
    <message>
        <source>Could not run: %1</source>
        <translation>Exécution impossible : %1</translation>
    </message>
    <message>
        <source>Last known</source>
        <translation>Dernier état</translation>
    </message>
    <message>
        <source>Exit code %1</source>
        <translation>Code de sortie %1</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>Limite de temps</translation>
    </message>
    <message>
        <source>Memory limit</source>
        <translation>Limite de mémoire</translation>
    </message>
    <message>
        <source>On request</source>
        <translation>Sur demande</translation>
    </message>
    <message>
        <source>Warm, waiting</source>
        <translation>Prêt, en attente</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>Utilisé</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>Supprimé</translation>
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
            <numerusform>%n jour</numerusform>
            <numerusform>%n jours</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Killed after %1: out of memory; it had used %2.</source>
        <extracomment>The second amount is of memory.</extracomment>
        <translation>Tuée après %1 : mémoire épuisée ; elle en avait utilisé %2.</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Code Sandbox Monitor</source>
        <translation>Moniteur Code Sandbox</translation>
    </message>
    <message>
        <source>Shows what the code sandbox servers on this machine are doing.</source>
        <translation>Montre ce que font les serveurs de bac à sable de cette machine.</translation>
    </message>
    <message>
        <source>Start in the tray, without a window.</source>
        <translation>Démarrer dans la zone de notification, sans fenêtre.</translation>
    </message>
    <message>
        <source>Play a journal instead of connecting to servers.</source>
        <translation>Rejouer un journal au lieu de se connecter à des serveurs.</translation>
    </message>
    <message>
        <source>file</source>
        <translation>fichier</translation>
    </message>
    <message>
        <source>Select the execution with this id.</source>
        <translation>Sélectionner l’exécution de cet identifiant.</translation>
    </message>
    <message>
        <source>id</source>
        <translation>identifiant</translation>
    </message>
    <message>
        <source>Use this language, for example zh_CN.</source>
        <translation>Utiliser cette langue, par exemple zh_CN.</translation>
    </message>
    <message>
        <source>locale</source>
        <translation>langue</translation>
    </message>
</context>
</TS>
