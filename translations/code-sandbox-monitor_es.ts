<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es" sourcelanguage="en">
<context>
    <name>Boxes</name>
    <message>
        <source>OK</source>
        <translation>Aceptar</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
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
        <translation>Limpiar</translation>
    </message>
    <message>
        <source>Containers to remove</source>
        <translation>Contenedores que se eliminarán</translation>
    </message>
    <message>
        <source>Looking for containers that dead servers left behind…</source>
        <translation>Buscando contenedores que dejaron servidores terminados…</translation>
    </message>
    <message>
        <source>The containers could not be listed: %1</source>
        <translation>No se pudieron listar los contenedores: %1</translation>
    </message>
    <message>
        <source>There is nothing to clean up: no container was left behind.</source>
        <translation>No hay nada que limpiar: no quedó ningún contenedor.</translation>
    </message>
    <message numerus="yes">
        <source>%n container(s) were left behind by servers that do not run any more. Exactly the checked ones are removed; nothing else is touched.</source>
        <translation>
            <numerusform>Quedó %n contenedor de servidores que ya no se ejecutan. Se eliminan exactamente los marcados; no se toca nada más.</numerusform>
            <numerusform>Quedaron %n contenedores de servidores que ya no se ejecutan. Se eliminan exactamente los marcados; no se toca nada más.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n container(s) were removed.</source>
        <translation>
            <numerusform>Se eliminó %n contenedor.</numerusform>
            <numerusform>Se eliminaron %n contenedores.</numerusform>
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
            <numerusform>%n no se pudo eliminar.</numerusform>
            <numerusform>%n no se pudieron eliminar.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Retry %n</source>
        <translation>
            <numerusform>Reintentar %n</numerusform>
            <numerusform>Reintentar %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove %n</source>
        <translation>
            <numerusform>Eliminar %n</numerusform>
            <numerusform>Eliminar %n</numerusform>
        </translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>%1 of disk space was freed.</source>
        <translation>Se liberaron %1 de espacio en disco.</translation>
    </message>
</context>
<context>
    <name>CleanupModel</name>
    <message>
        <source>Being removed…</source>
        <translation>Eliminando…</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>Eliminado</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Con error</translation>
    </message>
    <message>
        <source>Failed: %1</source>
        <translation>Error: %1</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>Contenedor</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>Propietario</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>Edad</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Resultado</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Tamaño</translation>
    </message>
</context>
<context>
    <name>ConnectionModel</name>
    <message>
        <source>Allowed</source>
        <translation>Permitida</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>Rechazada</translation>
    </message>
    <message>
        <source>Refused: %1</source>
        <translation>Rechazada: %1</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Host</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Puerto</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>Decisión</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>Enviado</translation>
    </message>
    <message>
        <source>Received</source>
        <translation>Recibido</translation>
    </message>
    <message>
        <source>Failed: %1</source>
        <translation>Error: %1</translation>
    </message>
    <message>
        <source>Allowed: %1</source>
        <extracomment>A connection; %1 is a sentence that says why it was broken off later.</extracomment>
        <translation>Permitida: %1</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fallida</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Dirección</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Duración</translation>
    </message>
</context>
<context>
    <name>ContainerModel</name>
    <message>
        <source>Being removed</source>
        <translation>Eliminándose</translation>
    </message>
    <message>
        <source>Left behind</source>
        <translation>Abandonado</translation>
    </message>
    <message>
        <source>Last known: %1</source>
        <translation>Último estado: %1</translation>
    </message>
    <message>
        <source>Server %1</source>
        <translation>Servidor %1</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>Contenedor</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Estado</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Lenguaje</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>Edad</translation>
    </message>
    <message>
        <source>Execution</source>
        <translation>Ejecución</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Imagen</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>Propietario</translation>
    </message>
    <message>
        <source>Disk space that is free again when it is removed.</source>
        <translation>Espacio en disco que queda libre al eliminarlo.</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Tamaño</translation>
    </message>
</context>
<context>
    <name>ContainersPage</name>
    <message>
        <source>Remove…</source>
        <translation>Eliminar…</translation>
    </message>
    <message>
        <source>Containers</source>
        <translation>Contenedores</translation>
    </message>
    <message>
        <source>Clean Up…</source>
        <translation>Limpiar…</translation>
    </message>
    <message>
        <source>No Containers</source>
        <translation>No hay contenedores</translation>
    </message>
    <message>
        <source>Nothing waits, nothing runs and nothing was left behind.</source>
        <translation>Nada espera, nada se ejecuta y nada quedó atrás.</translation>
    </message>
    <message>
        <source>Remove Container</source>
        <translation>Eliminar contenedor</translation>
    </message>
    <message>
        <source>Remove the container %1? The program that runs in it is killed.</source>
        <translation>¿Eliminar el contenedor %1? El programa que se ejecuta en él se interrumpe.</translation>
    </message>
    <message>
        <source>Remove the container %1?</source>
        <translation>¿Eliminar el contenedor %1?</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Eliminar</translation>
    </message>
    <message>
        <source>The container %1 could not be removed: %2</source>
        <translation>No se pudo eliminar el contenedor %1: %2</translation>
    </message>
    <message numerus="yes">
        <source>%n warm</source>
        <translation>
            <numerusform>%n preparado</numerusform>
            <numerusform>%n preparados</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n in use</source>
        <translation>
            <numerusform>%n en uso</numerusform>
            <numerusform>%n en uso</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n left behind</source>
        <translation>
            <numerusform>%n abandonado</numerusform>
            <numerusform>%n abandonados</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <extracomment>Numbers of containers: &quot;4 warm, 2 in use, 1 left behind&quot;</extracomment>
        <translation>%1, %2, %3</translation>
    </message>
    <message>
        <source>Measure Sizes</source>
        <translation>Medir tamaños</translation>
    </message>
    <message>
        <source>The containers could not be measured: %1</source>
        <translation>No se pudieron medir los contenedores: %1</translation>
    </message>
    <message>
        <source>Containers Unknown</source>
        <translation>Contenedores desconocidos</translation>
    </message>
    <message>
        <source>The containers could not be listed: %1</source>
        <translation>No se pudieron listar los contenedores: %1</translation>
    </message>
    <message>
        <source>Look Again</source>
        <translation>Buscar de nuevo</translation>
    </message>
</context>
<context>
    <name>DemoPlayer</name>
    <message>
        <source>The journal %1 cannot be read: %2.</source>
        <translation>No se puede leer el diario %1: %2.</translation>
    </message>
    <message>
        <source>Line %1 of the journal %2 is malformed.</source>
        <translation>La línea %1 del diario %2 está mal formada.</translation>
    </message>
</context>
<context>
    <name>DetailPane</name>
    <message>
        <source>Select an execution to see what it does.</source>
        <translation>Seleccione una ejecución para ver qué hace.</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Salida</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Código</translation>
    </message>
    <message>
        <source>Network connections</source>
        <translation>Conexiones de red</translation>
    </message>
    <message>
        <source>No network connection was reported.</source>
        <translation>No se informó de ninguna conexión de red.</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Red</translation>
    </message>
    <message>
        <source>Timeline and Limits</source>
        <translation>Cronología y límites</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Detener</translation>
    </message>
    <message>
        <source>Stop this execution (Del)</source>
        <translation>Detener esta ejecución (Supr)</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Tiempo</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Memoria</translation>
    </message>
    <message>
        <source>Streams to show</source>
        <translation>Flujos que se muestran</translation>
    </message>
    <message>
        <source>Both Streams</source>
        <translation>Ambos flujos</translation>
    </message>
    <message>
        <source>Standard Output</source>
        <translation>Salida estándar</translation>
    </message>
    <message>
        <source>Standard Error</source>
        <translation>Salida de errores</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>Id</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>Cliente</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Servidor</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Motor</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Imagen</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>Contenedor</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>En cola</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Inicio</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Terminado</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>Límite de tiempo</translation>
    </message>
    <message>
        <source>Memory limit</source>
        <translation>Límite de memoria</translation>
    </message>
    <message>
        <source>Network access</source>
        <translation>Acceso a la red</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notas</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <extracomment>An amount and its limit.</extracomment>
        <translation>%1 de %2</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Iniciando</translation>
    </message>
    <message>
        <source>Until first output</source>
        <translation>Hasta la primera salida</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>En ejecución</translation>
    </message>
    <message>
        <source>Removing container</source>
        <translation>Eliminando el contenedor</translation>
    </message>
    <message>
        <source>A warm container was waiting for it.</source>
        <translation>Un contenedor preparado la esperaba.</translation>
    </message>
    <message>
        <source>Part of the output was not kept.</source>
        <translation>Parte de la salida no se conservó.</translation>
    </message>
    <message numerus="yes">
        <source>%n process(es) were killed for lack of memory.</source>
        <translation>
            <numerusform>%n proceso fue interrumpido por falta de memoria.</numerusform>
            <numerusform>%n procesos fueron interrumpidos por falta de memoria.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new process(es) were refused by the process limit.</source>
        <translation>
            <numerusform>El límite de procesos rechazó %n proceso nuevo.</numerusform>
            <numerusform>El límite de procesos rechazó %n procesos nuevos.</numerusform>
        </translation>
    </message>
    <message>
        <source>It was given %1 of input.</source>
        <translation>Recibió %1 de entrada.</translation>
    </message>
    <message>
        <source>Save Output</source>
        <translation>Guardar salida</translation>
    </message>
    <message>
        <source>The output could not be saved: %1</source>
        <translation>No se pudo guardar la salida: %1</translation>
    </message>
    <message>
        <source>Processors</source>
        <translation>Procesadores</translation>
    </message>
    <message>
        <source>Processes</source>
        <translation>Procesos</translation>
    </message>
    <message>
        <source>Output kept</source>
        <translation>Salida conservada</translation>
    </message>
    <message>
        <source>Passed variables</source>
        <translation>Variables transmitidas</translation>
    </message>
    <message>
        <source>at most %1</source>
        <extracomment>A limit: &quot;at most 128&quot;</extracomment>
        <translation>como máximo %1</translation>
    </message>
    <message>
        <source>%1 of each stream</source>
        <extracomment>How much of the program&apos;s output is kept: &quot;1 MiB of each stream&quot;</extracomment>
        <translation>%1 de cada flujo</translation>
    </message>
    <message>
        <source>Nothing was printed yet.</source>
        <translation>Todavía no se ha escrito nada.</translation>
    </message>
    <message>
        <source>Nothing was printed.</source>
        <translation>No se escribió nada.</translation>
    </message>
    <message>
        <source>Copy Engine Command</source>
        <translation>Copiar el comando del motor</translation>
    </message>
    <message>
        <source>There is no command: %1</source>
        <translation>No hay ningún comando: %1</translation>
    </message>
    <message>
        <source>Only what the monitor has was saved; where something is missing, a line says so. The server could not give the rest: %1</source>
        <translation>Solo se guardó lo que tiene el monitor; donde falta algo, una línea lo dice. El servidor no pudo dar el resto: %1</translation>
    </message>
    <message>
        <source>Only the first %1 of %2 are shown.</source>
        <translation>Solo se muestran los primeros %1 de %2.</translation>
    </message>
    <message>
        <source>The monitor has only the first %1 of this program.</source>
        <translation>El monitor solo tiene los primeros %1 de este programa.</translation>
    </message>
    <message>
        <source>Copy Code</source>
        <translation>Copiar código</translation>
    </message>
    <message>
        <source>Copy as Command</source>
        <translation>Copiar como comando</translation>
    </message>
</context>
<context>
    <name>ExecutionModel</name>
    <message>
        <source>%1 program. %2 Code: %3</source>
        <extracomment>Read by screen readers: language, what became of it, first line of the code.</extracomment>
        <translation>Programa de %1. %2 Código: %3</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Estado</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Código</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Lenguaje</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>Cliente</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Duración</translation>
    </message>
    <message>
        <source>CPU Time</source>
        <translation>Tiempo CPU</translation>
    </message>
    <message>
        <source>Peak Memory</source>
        <translation>Memoria máx.</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Resultado</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>Contenedor</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Servidor</translation>
    </message>
    <message>
        <source>Called</source>
        <translation>Llamada</translation>
    </message>
</context>
<context>
    <name>ExecutionsPage</name>
    <message>
        <source>Filter by code, output, client or id</source>
        <translation>Filtrar por código, salida, cliente o id</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filtro</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Todas</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>Activas</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Terminadas</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Con error</translation>
    </message>
    <message>
        <source>Timed Out</source>
        <translation>Sin tiempo</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Lenguaje</translation>
    </message>
    <message>
        <source>All Languages</source>
        <translation>Todos los lenguajes</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Servidor</translation>
    </message>
    <message>
        <source>Executions</source>
        <translation>Ejecuciones</translation>
    </message>
    <message>
        <source>All Servers</source>
        <translation>Todos los servidores</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 de %2</translation>
    </message>
    <message>
        <source>Nothing Matches</source>
        <translation>Sin coincidencias</translation>
    </message>
    <message>
        <source>No execution is of the kind that you chose.</source>
        <translation>Ninguna ejecución es del tipo elegido.</translation>
    </message>
    <message>
        <source>No execution matches “%1”.</source>
        <translation>Ninguna ejecución coincide con «%1».</translation>
    </message>
    <message>
        <source>Clear Filter</source>
        <translation>Borrar filtro</translation>
    </message>
    <message>
        <source>Co&amp;lumns</source>
        <translation>Co&amp;lumnas</translation>
    </message>
    <message>
        <source>Sort &amp;By</source>
        <translation>Ordenar &amp;por</translation>
    </message>
    <message>
        <source>&amp;Ascending</source>
        <translation>&amp;Ascendente</translation>
    </message>
    <message>
        <source>&amp;Descending</source>
        <translation>&amp;Descendente</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find in this text</source>
        <translation>Buscar en este texto</translation>
    </message>
    <message>
        <source>Find Previous</source>
        <translation>Buscar anterior</translation>
    </message>
    <message>
        <source>Find Next</source>
        <translation>Buscar siguiente</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message numerus="yes">
        <source>%n match(es)</source>
        <translation>
            <numerusform>%n coincidencia</numerusform>
            <numerusform>%n coincidencias</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <extracomment>Which of the matches is selected: &quot;2 of 14&quot;.</extracomment>
        <translation>%1 de %2</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Code Sandbox Monitor</source>
        <translation>Monitor de Code Sandbox</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Archivo</translation>
    </message>
    <message>
        <source>&amp;Settings…</source>
        <translation>&amp;Configuración…</translation>
    </message>
    <message>
        <source>&amp;Close Window</source>
        <translation>&amp;Cerrar ventana</translation>
    </message>
    <message>
        <source>&amp;Quit Monitor</source>
        <translation>&amp;Salir del monitor</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ver</translation>
    </message>
    <message>
        <source>&amp;Overview</source>
        <translation>&amp;Resumen</translation>
    </message>
    <message>
        <source>&amp;Executions</source>
        <translation>&amp;Ejecuciones</translation>
    </message>
    <message>
        <source>&amp;Containers</source>
        <translation>&amp;Contenedores</translation>
    </message>
    <message>
        <source>&amp;Filter</source>
        <translation>&amp;Filtrar</translation>
    </message>
    <message>
        <source>Clear Filter</source>
        <translation>Borrar filtro</translation>
    </message>
    <message>
        <source>&amp;Refresh</source>
        <translation>Ac&amp;tualizar</translation>
    </message>
    <message>
        <source>&amp;Wrap Lines</source>
        <translation>A&amp;justar líneas</translation>
    </message>
    <message>
        <source>Zoom &amp;In</source>
        <translation>A&amp;mpliar</translation>
    </message>
    <message>
        <source>Zoom O&amp;ut</source>
        <translation>Re&amp;ducir</translation>
    </message>
    <message>
        <source>Ordinary &amp;Size</source>
        <translation>Tamaño &amp;normal</translation>
    </message>
    <message>
        <source>&amp;Execution</source>
        <translation>&amp;Ejecución</translation>
    </message>
    <message>
        <source>&amp;Stop…</source>
        <translation>&amp;Detener…</translation>
    </message>
    <message>
        <source>Copy &amp;Code</source>
        <translation>Copiar &amp;código</translation>
    </message>
    <message>
        <source>Copy &amp;Output</source>
        <translation>Copiar &amp;salida</translation>
    </message>
    <message>
        <source>Copy as Co&amp;mmand</source>
        <translation>Copiar como co&amp;mando</translation>
    </message>
    <message>
        <source>&amp;Save Output…</source>
        <translation>&amp;Guardar salida…</translation>
    </message>
    <message>
        <source>&amp;Find in Text…</source>
        <translation>&amp;Buscar en el texto…</translation>
    </message>
    <message>
        <source>Find &amp;Next</source>
        <translation>Buscar sig&amp;uiente</translation>
    </message>
    <message>
        <source>Find &amp;Previous</source>
        <translation>Buscar &amp;anterior</translation>
    </message>
    <message>
        <source>&amp;Forget Ended Executions</source>
        <translation>&amp;Olvidar ejecuciones terminadas</translation>
    </message>
    <message>
        <source>&amp;Remove…</source>
        <translation>&amp;Eliminar…</translation>
    </message>
    <message>
        <source>&amp;Clean Up…</source>
        <translation>&amp;Limpiar…</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>A&amp;yuda</translation>
    </message>
    <message>
        <source>&amp;About Code Sandbox Monitor</source>
        <translation>&amp;Acerca del monitor de Code Sandbox</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Páginas</translation>
    </message>
    <message>
        <source>Looking for Servers</source>
        <translation>Buscando servidores</translation>
    </message>
    <message>
        <source>This takes only a moment.</source>
        <translation>Solo tarda un momento.</translation>
    </message>
    <message>
        <source>No Server Is Running</source>
        <translation>No hay ningún servidor en ejecución</translation>
    </message>
    <message>
        <source>The server is started by the program that uses it (Gemini CLI, Claude, Cursor, VS Code …). Give it this configuration, and what it runs will show up here by itself.

Looked for in: %1</source>
        <translation>El servidor lo inicia el programa que lo usa (Gemini CLI, Claude, Cursor, VS Code…). Déle esta configuración y lo que ejecute aparecerá aquí por sí solo.

Se buscó en: %1</translation>
    </message>
    <message>
        <source>Look Again</source>
        <translation>Buscar de nuevo</translation>
    </message>
    <message>
        <source>No Container Engine Is Available</source>
        <translation>No hay ningún motor de contenedores disponible</translation>
    </message>
    <message>
        <source>Nothing Was Run Yet</source>
        <translation>Aún no se ha ejecutado nada</translation>
    </message>
    <message>
        <source>The server is ready. Ask your assistant for something that it has to compute, for example:</source>
        <translation>El servidor está listo. Pida a su asistente algo que tenga que calcular, por ejemplo:</translation>
    </message>
    <message>
        <source>Use Python to find the 20 largest primes below one million.</source>
        <translation>Usa Python para encontrar los 20 mayores primos menores que un millón.</translation>
    </message>
    <message>
        <source>• %1: %2</source>
        <extracomment>An execution in a list: language, first line of its code.</extracomment>
        <translation>• %1: %2</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Detener</translation>
    </message>
    <message numerus="yes">
        <source>Stop %n execution(s)? The container of each is killed.</source>
        <translation>
            <numerusform>¿Detener %n ejecución? Se interrumpe su contenedor.</numerusform>
            <numerusform>¿Detener %n ejecuciones? Se interrumpe el contenedor de cada una.</numerusform>
        </translation>
    </message>
    <message>
        <source>The execution could not be stopped: %1</source>
        <translation>No se pudo detener la ejecución: %1</translation>
    </message>
    <message>
        <source>Quit Monitor</source>
        <translation>Salir del monitor</translation>
    </message>
    <message>
        <source>Quit the monitor? Servers and the programs they run go on without it.</source>
        <translation>¿Salir del monitor? Los servidores y los programas que ejecutan siguen sin él.</translation>
    </message>
    <message>
        <source>About Code Sandbox Monitor</source>
        <translation>Acerca del monitor de Code Sandbox</translation>
    </message>
    <message>
        <source>Code Sandbox Monitor %1</source>
        <translation>Monitor de Code Sandbox %1</translation>
    </message>
    <message>
        <source>Shows what the code sandbox servers on this machine run, what it prints and costs, and that everything is cleaned up.</source>
        <translation>Muestra qué ejecutan los servidores de sandbox de este equipo, qué imprime y cuesta, y que todo se limpia.</translation>
    </message>
    <message>
        <source>Copy En&amp;gine Command</source>
        <translation>Copiar el comando del mo&amp;tor</translation>
    </message>
    <message>
        <source>&amp;Measure Sizes</source>
        <translation>&amp;Medir tamaños</translation>
    </message>
    <message>
        <source>The server runs, but it cannot run containers: %1

Install podman, or start the engine and see that you may use it. The server tries again with the next call. This command tells more:</source>
        <translation>El servidor se ejecuta, pero no puede ejecutar contenedores: %1

Instale podman, o inicie el motor y compruebe que puede usarlo. El servidor lo intentará de nuevo con la próxima llamada. Esta orden dice más:</translation>
    </message>
    <message>
        <source>A server could not be reached: %1</source>
        <translation>No se pudo conectar con un servidor: %1</translation>
    </message>
    <message numerus="yes">
        <source>… and %n more</source>
        <extracomment>The last line of a list of executions.</extracomment>
        <translation>
            <numerusform>… y %n más</numerusform>
            <numerusform>… y %n más</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MonitorApp</name>
    <message>
        <source>This desktop has no tray, so closing the window ends the monitor.</source>
        <translation>Este escritorio no tiene bandeja, así que cerrar la ventana termina el monitor.</translation>
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
            <numerusform>Falló %n ejecución</numerusform>
            <numerusform>Fallaron %n ejecuciones</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them ran into the time limit.</source>
        <translation>
            <numerusform>%n de ellas alcanzó el límite de tiempo.</numerusform>
            <numerusform>%n de ellas alcanzaron el límite de tiempo.</numerusform>
        </translation>
    </message>
    <message>
        <source>Click to see them.</source>
        <translation>Haga clic para verlas.</translation>
    </message>
</context>
<context>
    <name>OutputView</name>
    <message>
        <source>Output</source>
        <translation>Salida</translation>
    </message>
    <message>
        <source>The first %1 are not shown.</source>
        <translation>Los primeros %1 no se muestran.</translation>
    </message>
    <message>
        <source>Some of the output came too fast to be shown here.</source>
        <translation>Parte de la salida llegó demasiado rápido para mostrarla aquí.</translation>
    </message>
    <message>
        <source>%1 left out here</source>
        <translation>%1 omitidos aquí</translation>
    </message>
    <message>
        <source>Too much output to show all of it; the latest:</source>
        <translation>Demasiada salida para mostrarla entera; lo último:</translation>
    </message>
    <message numerus="yes">
        <source>%n new line(s)</source>
        <translation>
            <numerusform>%n línea nueva</numerusform>
            <numerusform>%n líneas nuevas</numerusform>
        </translation>
    </message>
    <message>
        <source>Go to the end and follow (End)</source>
        <translation>Ir al final y seguir (Fin)</translation>
    </message>
</context>
<context>
    <name>OverviewPage</name>
    <message>
        <source>Running</source>
        <translation>En ejecución</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>En cola</translation>
    </message>
    <message>
        <source>Warm Containers</source>
        <translation>Contenedores preparados</translation>
    </message>
    <message>
        <source>Memory in Use</source>
        <translation>Memoria en uso</translation>
    </message>
    <message>
        <source>Calls per Minute</source>
        <translation>Llamadas por minuto</translation>
    </message>
    <message>
        <source>Success Rate</source>
        <translation>Tasa de éxito</translation>
    </message>
    <message>
        <source>Median Duration</source>
        <translation>Duración mediana</translation>
    </message>
    <message>
        <source>95 % Are Faster Than</source>
        <translation>El 95 % tarda menos de</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>Servidores</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notas</translation>
    </message>
    <message>
        <source>Nothing worth noting so far.</source>
        <translation>Nada que señalar por ahora.</translation>
    </message>
    <message>
        <source>The curves show the last hour.</source>
        <translation>Las curvas muestran la última hora.</translation>
    </message>
    <message numerus="yes">
        <source>of %n run(s)</source>
        <translation>
            <numerusform>de %n ejecución</numerusform>
            <numerusform>de %n ejecuciones</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ServerModel</name>
    <message>
        <source>Server with process %1</source>
        <translation>Servidor con proceso %1</translation>
    </message>
    <message>
        <source>%1 (process %2)</source>
        <extracomment>%1 is the client&apos;s name, %2 a process number.</extracomment>
        <translation>%1 (proceso %2)</translation>
    </message>
    <message>
        <source>No client yet</source>
        <translation>Aún sin cliente</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Terminado</translation>
    </message>
    <message>
        <source>Looking for an engine</source>
        <translation>Buscando un motor</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Listo</translation>
    </message>
    <message>
        <source>No engine</source>
        <translation>Sin motor</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>Cliente</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Estado</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Motor</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Inicio</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>Proceso</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Versión</translation>
    </message>
    <message>
        <source>Uptime</source>
        <translation>Activo desde hace</translation>
    </message>
</context>
<context>
    <name>Session</name>
    <message>
        <source>A server could not be reached: %1</source>
        <translation>No se pudo conectar con un servidor: %1</translation>
    </message>
    <message numerus="yes">
        <source>%n event(s) of a server were not shown: it was faster than this program.</source>
        <translation>
            <numerusform>No se mostró %n evento de un servidor: fue más rápido que este programa.</numerusform>
            <numerusform>No se mostraron %n eventos de un servidor: fue más rápido que este programa.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n container(s) left behind by dead servers were removed.</source>
        <translation>
            <numerusform>Se eliminó %n contenedor abandonado por servidores terminados.</numerusform>
            <numerusform>Se eliminaron %n contenedores abandonados por servidores terminados.</numerusform>
        </translation>
    </message>
    <message>
        <source>The connection to the server was lost.</source>
        <translation>Se perdió la conexión con el servidor.</translation>
    </message>
    <message>
        <source>Looking for servers…</source>
        <translation>Buscando servidores…</translation>
    </message>
    <message>
        <source>No server is running</source>
        <translation>No hay ningún servidor en ejecución</translation>
    </message>
    <message>
        <source>No container engine is available</source>
        <translation>No hay ningún motor de contenedores disponible</translation>
    </message>
    <message numerus="yes">
        <source>Connected to %n server(s)</source>
        <translation>
            <numerusform>Conectado a %n servidor</numerusform>
            <numerusform>Conectado a %n servidores</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n active</source>
        <translation>
            <numerusform>%n activa</numerusform>
            <numerusform>%n activas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n today</source>
        <translation>
            <numerusform>%n hoy</numerusform>
            <numerusform>%n hoy</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 – %2, %3</source>
        <extracomment>The state, then two numbers: &quot;Connected to 2 servers – 3 active, 14 today&quot;</extracomment>
        <translation>%1 – %2, %3</translation>
    </message>
    <message>
        <source>The execution is not known any more.</source>
        <translation>La ejecución ya no se conoce.</translation>
    </message>
    <message>
        <source>This is a demonstration: there is no server that could do it.</source>
        <translation>Esto es una demostración: no hay servidor que pueda hacerlo.</translation>
    </message>
    <message>
        <source>The server is not connected.</source>
        <translation>El servidor no está conectado.</translation>
    </message>
    <message>
        <source>No server runs, and its program code-sandbox-mcp is not installed.</source>
        <translation>No se ejecuta ningún servidor y su programa code-sandbox-mcp no está instalado.</translation>
    </message>
    <message>
        <source>The clean-up gave no result.</source>
        <translation>La limpieza no dio resultado.</translation>
    </message>
    <message>
        <source>up for %1</source>
        <extracomment>How long the server, or the oldest one, has been running: &quot;up for 2 h 5 min&quot;</extracomment>
        <translation>activo desde hace %1</translation>
    </message>
    <message>
        <source>oldest up for %1</source>
        <translation>el más antiguo, activo desde hace %1</translation>
    </message>
    <message>
        <source>The server&apos;s answer makes no sense.</source>
        <translation>La respuesta del servidor no tiene sentido.</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Notify of failures</source>
        <translation>Avisar de los fallos</translation>
    </message>
    <message>
        <source>Notify of time-outs</source>
        <translation>Avisar al agotarse el tiempo</translation>
    </message>
    <message>
        <source>Mute all notifications</source>
        <translation>Silenciar todas las notificaciones</translation>
    </message>
    <message>
        <source>Start with the desktop</source>
        <translation>Iniciar con el escritorio</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Configuración</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Como el sistema</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Claro</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Oscuro</translation>
    </message>
    <message>
        <source>A new language is used from the next start on.</source>
        <translation>El idioma nuevo se usa desde el próximo inicio.</translation>
    </message>
    <message>
        <source>&amp;Language:</source>
        <translation>&amp;Idioma:</translation>
    </message>
    <message>
        <source>&amp;Appearance:</source>
        <translation>&amp;Apariencia:</translation>
    </message>
    <message>
        <source>&amp;Executions to keep:</source>
        <translation>&amp;Ejecuciones que se conservan:</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>Aceptar</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message numerus="yes">
        <source>%n execution(s) are kept now; their code and output take %1.</source>
        <extracomment>%1 is an amount of memory.</extracomment>
        <translation>
            <numerusform>Ahora se conserva %n ejecución; su código y su salida ocupan %1.</numerusform>
            <numerusform>Ahora se conservan %n ejecuciones; su código y su salida ocupan %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Megabytes to keep:</source>
        <translation>&amp;Megabytes que conservar:</translation>
    </message>
</context>
<context>
    <name>StatePage</name>
    <message>
        <source>Text to copy</source>
        <translation>Texto para copiar</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
</context>
<context>
    <name>TimelineBar</name>
    <message>
        <source>Timeline</source>
        <translation>Cronología</translation>
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
            <numerusform>%n fallo sin ver</numerusform>
            <numerusform>%n fallos sin ver</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Open Monitor</source>
        <translation>&amp;Abrir el monitor</translation>
    </message>
    <message>
        <source>Nothing Is Running</source>
        <translation>No se ejecuta nada</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Mostrar</translation>
    </message>
    <message>
        <source>Stop…</source>
        <translation>Detener…</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n más</numerusform>
            <numerusform>%n más</numerusform>
        </translation>
    </message>
    <message>
        <source>Turn On Notifications</source>
        <translation>Activar notificaciones</translation>
    </message>
    <message>
        <source>Mute Notifications</source>
        <translation>Silenciar notificaciones</translation>
    </message>
    <message>
        <source>For an Hour</source>
        <translation>Durante una hora</translation>
    </message>
    <message>
        <source>Until the Monitor Restarts</source>
        <translation>Hasta reiniciar el monitor</translation>
    </message>
    <message>
        <source>For Good</source>
        <translation>Para siempre</translation>
    </message>
    <message>
        <source>&amp;Clean Up…</source>
        <translation>&amp;Limpiar…</translation>
    </message>
    <message>
        <source>&amp;Quit Monitor</source>
        <translation>&amp;Salir del monitor</translation>
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
        <translation>En cola</translation>
    </message>
    <message>
        <source>Fetching image</source>
        <translation>Obteniendo imagen</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Iniciando</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>En ejecución</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Terminada</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Con error</translation>
    </message>
    <message>
        <source>Killed</source>
        <translation>Interrumpida</translation>
    </message>
    <message>
        <source>Timed out</source>
        <translation>Tiempo agotado</translation>
    </message>
    <message>
        <source>Out of memory</source>
        <translation>Sin memoria</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Detenida</translation>
    </message>
    <message>
        <source>Could not run</source>
        <translation>No se ejecutó</translation>
    </message>
    <message>
        <source>The server is gone; last known: %1.</source>
        <translation>El servidor ya no está; último estado: %1.</translation>
    </message>
    <message>
        <source>Waiting for a free place.</source>
        <translation>Espera un lugar libre.</translation>
    </message>
    <message>
        <source>The image is being fetched.</source>
        <translation>Se está obteniendo la imagen.</translation>
    </message>
    <message>
        <source>The container starts.</source>
        <translation>El contenedor se inicia.</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Deteniendo…</translation>
    </message>
    <message>
        <source>Running for %1.</source>
        <translation>En ejecución desde hace %1.</translation>
    </message>
    <message>
        <source>Finished successfully after %1.</source>
        <translation>Terminó correctamente en %1.</translation>
    </message>
    <message>
        <source>Ended with exit code %1 after %2.</source>
        <translation>Terminó con el código de salida %1 en %2.</translation>
    </message>
    <message>
        <source>Killed by %1 after %2.</source>
        <translation>Interrumpida por %1 tras %2.</translation>
    </message>
    <message>
        <source>Stopped after %1: it reached its time limit.</source>
        <translation>Detenida tras %1: alcanzó su límite de tiempo.</translation>
    </message>
    <message>
        <source>Stopped on request after %1.</source>
        <translation>Detenida a petición tras %1.</translation>
    </message>
    <message>
        <source>Could not run: %1</source>
        <translation>No se pudo ejecutar: %1</translation>
    </message>
    <message>
        <source>Last known</source>
        <translation>Último estado</translation>
    </message>
    <message>
        <source>Exit code %1</source>
        <translation>Código de salida %1</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>Límite de tiempo</translation>
    </message>
    <message>
        <source>Memory limit</source>
        <translation>Límite de memoria</translation>
    </message>
    <message>
        <source>On request</source>
        <translation>A petición</translation>
    </message>
    <message>
        <source>Warm, waiting</source>
        <translation>Preparado, en espera</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>En uso</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>Eliminado</translation>
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
            <numerusform>%n día</numerusform>
            <numerusform>%n días</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Killed after %1: out of memory; it had used %2.</source>
        <extracomment>The second amount is of memory.</extracomment>
        <translation>Interrumpida tras %1: sin memoria; había usado %2.</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Code Sandbox Monitor</source>
        <translation>Monitor de Code Sandbox</translation>
    </message>
    <message>
        <source>Shows what the code sandbox servers on this machine are doing.</source>
        <translation>Muestra qué hacen los servidores de sandbox de este equipo.</translation>
    </message>
    <message>
        <source>Start in the tray, without a window.</source>
        <translation>Iniciar en la bandeja, sin ventana.</translation>
    </message>
    <message>
        <source>Play a journal instead of connecting to servers.</source>
        <translation>Reproducir un diario en lugar de conectarse a servidores.</translation>
    </message>
    <message>
        <source>file</source>
        <translation>archivo</translation>
    </message>
    <message>
        <source>Select the execution with this id.</source>
        <translation>Seleccionar la ejecución con este id.</translation>
    </message>
    <message>
        <source>id</source>
        <translation>id</translation>
    </message>
    <message>
        <source>Use this language, for example zh_CN.</source>
        <translation>Usar este idioma, por ejemplo zh_CN.</translation>
    </message>
    <message>
        <source>locale</source>
        <translation>idioma</translation>
    </message>
</context>
</TS>
