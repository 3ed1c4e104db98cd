<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Boxes</name>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>ChartCard</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1：%2，%3</translation>
    </message>
</context>
<context>
    <name>CleanupDialog</name>
    <message>
        <source>Clean Up</source>
        <translation>清理</translation>
    </message>
    <message>
        <source>Containers to remove</source>
        <translation>要移除的容器</translation>
    </message>
    <message>
        <source>Looking for containers that dead servers left behind…</source>
        <translation>正在查找已退出的服务器遗留的容器…</translation>
    </message>
    <message>
        <source>The containers could not be listed: %1</source>
        <translation>无法列出容器：%1</translation>
    </message>
    <message>
        <source>There is nothing to clean up: no container was left behind.</source>
        <translation>没有需要清理的内容：没有遗留的容器。</translation>
    </message>
    <message numerus="yes">
        <source>%n container(s) were left behind by servers that do not run any more. Exactly the checked ones are removed; nothing else is touched.</source>
        <translation>
            <numerusform>已停止运行的服务器遗留了 %n 个容器。只会移除勾选的容器，不会触及其他任何内容。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n container(s) were removed.</source>
        <translation>
            <numerusform>已移除 %n 个容器。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2</source>
        <extracomment>A sentence on how many containers were removed, then one on the disk space.
----------
A sentence on what was removed, then one on what was not.</extracomment>
        <translation>%1%2</translation>
    </message>
    <message numerus="yes">
        <source>%n could not be removed.</source>
        <translation>
            <numerusform>%n 个无法移除。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Retry %n</source>
        <translation>
            <numerusform>重试 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove %n</source>
        <translation>
            <numerusform>移除 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>%1 of disk space was freed.</source>
        <translation>释放了 %1 磁盘空间。</translation>
    </message>
</context>
<context>
    <name>CleanupModel</name>
    <message>
        <source>Being removed…</source>
        <translation>正在移除…</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>已移除</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Failed: %1</source>
        <translation>失败：%1</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>容器</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>所有者</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>存在时间</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
</context>
<context>
    <name>ConnectionModel</name>
    <message>
        <source>Allowed</source>
        <translation>已允许</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>Refused: %1</source>
        <translation>已拒绝：%1</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>端口</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>决定</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>已发送</translation>
    </message>
    <message>
        <source>Received</source>
        <translation>已接收</translation>
    </message>
    <message>
        <source>Failed: %1</source>
        <translation>失败：%1</translation>
    </message>
    <message>
        <source>Allowed: %1</source>
        <extracomment>A connection; %1 is a sentence that says why it was broken off later.</extracomment>
        <translation>已允许：%1</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
</context>
<context>
    <name>ContainerModel</name>
    <message>
        <source>Being removed</source>
        <translation>正在移除</translation>
    </message>
    <message>
        <source>Left behind</source>
        <translation>遗留</translation>
    </message>
    <message>
        <source>Last known: %1</source>
        <translation>最后状态：%1</translation>
    </message>
    <message>
        <source>Server %1</source>
        <translation>服务器 %1</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>容器</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>存在时间</translation>
    </message>
    <message>
        <source>Execution</source>
        <translation>执行</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>镜像</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>所有者</translation>
    </message>
    <message>
        <source>Disk space that is free again when it is removed.</source>
        <translation>移除后释放的磁盘空间。</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
</context>
<context>
    <name>ContainersPage</name>
    <message>
        <source>Remove…</source>
        <translation>移除…</translation>
    </message>
    <message>
        <source>Containers</source>
        <translation>容器</translation>
    </message>
    <message>
        <source>Clean Up…</source>
        <translation>清理…</translation>
    </message>
    <message>
        <source>No Containers</source>
        <translation>没有容器</translation>
    </message>
    <message>
        <source>Nothing waits, nothing runs and nothing was left behind.</source>
        <translation>没有等待的、没有运行的，也没有遗留的容器。</translation>
    </message>
    <message>
        <source>Remove Container</source>
        <translation>移除容器</translation>
    </message>
    <message>
        <source>Remove the container %1? The program that runs in it is killed.</source>
        <translation>移除容器 %1 吗？其中运行的程序将被终止。</translation>
    </message>
    <message>
        <source>Remove the container %1?</source>
        <translation>移除容器 %1 吗？</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>The container %1 could not be removed: %2</source>
        <translation>无法移除容器 %1：%2</translation>
    </message>
    <message numerus="yes">
        <source>%n warm</source>
        <translation>
            <numerusform>%n 个预热</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n in use</source>
        <translation>
            <numerusform>%n 个使用中</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n left behind</source>
        <translation>
            <numerusform>%n 个遗留</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <extracomment>Numbers of containers: &quot;4 warm, 2 in use, 1 left behind&quot;</extracomment>
        <translation>%1，%2，%3</translation>
    </message>
    <message>
        <source>Measure Sizes</source>
        <translation>测量大小</translation>
    </message>
    <message>
        <source>The containers could not be measured: %1</source>
        <translation>无法测量容器：%1</translation>
    </message>
    <message>
        <source>Containers Unknown</source>
        <translation>容器情况未知</translation>
    </message>
    <message>
        <source>The containers could not be listed: %1</source>
        <translation>无法列出容器：%1</translation>
    </message>
    <message>
        <source>Look Again</source>
        <translation>重新查找</translation>
    </message>
</context>
<context>
    <name>DemoPlayer</name>
    <message>
        <source>The journal %1 cannot be read: %2.</source>
        <translation>无法读取日志 %1：%2。</translation>
    </message>
    <message>
        <source>Line %1 of the journal %2 is malformed.</source>
        <translation>日志 %2 的第 %1 行格式错误。</translation>
    </message>
</context>
<context>
    <name>DetailPane</name>
    <message>
        <source>Select an execution to see what it does.</source>
        <translation>选择一次执行以查看其详情。</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Network connections</source>
        <translation>网络连接</translation>
    </message>
    <message>
        <source>No network connection was reported.</source>
        <translation>没有报告任何网络连接。</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Timeline and Limits</source>
        <translation>时间线与限制</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop this execution (Del)</source>
        <translation>停止此执行 (Del)</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Streams to show</source>
        <translation>要显示的流</translation>
    </message>
    <message>
        <source>Both Streams</source>
        <translation>两个流</translation>
    </message>
    <message>
        <source>Standard Output</source>
        <translation>标准输出</translation>
    </message>
    <message>
        <source>Standard Error</source>
        <translation>标准错误</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>标识</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>镜像</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>容器</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>排队中</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>时间限制</translation>
    </message>
    <message>
        <source>Memory limit</source>
        <translation>内存限制</translation>
    </message>
    <message>
        <source>Network access</source>
        <translation>网络访问</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <extracomment>An amount and its limit.</extracomment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>启动中</translation>
    </message>
    <message>
        <source>Until first output</source>
        <translation>首次输出之前</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Removing container</source>
        <translation>移除容器</translation>
    </message>
    <message>
        <source>A warm container was waiting for it.</source>
        <translation>使用了预热的容器。</translation>
    </message>
    <message>
        <source>Part of the output was not kept.</source>
        <translation>部分输出未保留。</translation>
    </message>
    <message numerus="yes">
        <source>%n process(es) were killed for lack of memory.</source>
        <translation>
            <numerusform>%n 个进程因内存不足被终止。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new process(es) were refused by the process limit.</source>
        <translation>
            <numerusform>进程数限制拒绝了 %n 个新进程。</numerusform>
        </translation>
    </message>
    <message>
        <source>It was given %1 of input.</source>
        <translation>它收到了 %1 的输入。</translation>
    </message>
    <message>
        <source>Save Output</source>
        <translation>保存输出</translation>
    </message>
    <message>
        <source>The output could not be saved: %1</source>
        <translation>无法保存输出：%1</translation>
    </message>
    <message>
        <source>Processors</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>Processes</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>Output kept</source>
        <translation>保留的输出</translation>
    </message>
    <message>
        <source>Passed variables</source>
        <translation>传入的变量</translation>
    </message>
    <message>
        <source>at most %1</source>
        <extracomment>A limit: &quot;at most 128&quot;</extracomment>
        <translation>最多 %1</translation>
    </message>
    <message>
        <source>%1 of each stream</source>
        <extracomment>How much of the program&apos;s output is kept: &quot;1 MiB of each stream&quot;</extracomment>
        <translation>每个流 %1</translation>
    </message>
    <message>
        <source>Nothing was printed yet.</source>
        <translation>尚未输出任何内容。</translation>
    </message>
    <message>
        <source>Nothing was printed.</source>
        <translation>没有输出任何内容。</translation>
    </message>
    <message>
        <source>Copy Engine Command</source>
        <translation>复制引擎命令</translation>
    </message>
    <message>
        <source>There is no command: %1</source>
        <translation>没有命令：%1</translation>
    </message>
    <message>
        <source>Only what the monitor has was saved; where something is missing, a line says so. The server could not give the rest: %1</source>
        <translation>仅保存了监视器所有的内容；缺失之处有一行说明。服务器无法提供其余部分：%1</translation>
    </message>
    <message>
        <source>Only the first %1 of %2 are shown.</source>
        <translation>仅显示 %2 中开头的 %1。</translation>
    </message>
    <message>
        <source>The monitor has only the first %1 of this program.</source>
        <translation>监视器只有此程序开头的 %1。</translation>
    </message>
    <message>
        <source>Copy Code</source>
        <translation>复制代码</translation>
    </message>
    <message>
        <source>Copy as Command</source>
        <translation>复制为命令</translation>
    </message>
</context>
<context>
    <name>ExecutionModel</name>
    <message>
        <source>%1 program. %2 Code: %3</source>
        <extracomment>Read by screen readers: language, what became of it, first line of the code.</extracomment>
        <translation>%1 程序。%2 代码：%3</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>CPU Time</source>
        <translation>CPU 时间</translation>
    </message>
    <message>
        <source>Peak Memory</source>
        <translation>峰值内存</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>容器</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Called</source>
        <translation>调用时间</translation>
    </message>
</context>
<context>
    <name>ExecutionsPage</name>
    <message>
        <source>Filter by code, output, client or id</source>
        <translation>按代码、输出、客户端或标识筛选</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Timed Out</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>All Languages</source>
        <translation>所有语言</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Executions</source>
        <translation>执行</translation>
    </message>
    <message>
        <source>All Servers</source>
        <translation>所有服务器</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Nothing Matches</source>
        <translation>无匹配项</translation>
    </message>
    <message>
        <source>No execution is of the kind that you chose.</source>
        <translation>没有所选类型的执行。</translation>
    </message>
    <message>
        <source>No execution matches “%1”.</source>
        <translation>没有与“%1”匹配的执行。</translation>
    </message>
    <message>
        <source>Clear Filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>Co&amp;lumns</source>
        <translation>列(&amp;L)</translation>
    </message>
    <message>
        <source>Sort &amp;By</source>
        <translation>排序方式(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Ascending</source>
        <translation>升序(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Descending</source>
        <translation>降序(&amp;D)</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find in this text</source>
        <translation>在此文本中查找</translation>
    </message>
    <message>
        <source>Find Previous</source>
        <translation>查找上一个</translation>
    </message>
    <message>
        <source>Find Next</source>
        <translation>查找下一个</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message numerus="yes">
        <source>%n match(es)</source>
        <translation>
            <numerusform>%n 处匹配</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <extracomment>Which of the matches is selected: &quot;2 of 14&quot;.</extracomment>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Code Sandbox Monitor</source>
        <translation>Code Sandbox 监视器</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Settings…</source>
        <translation>设置(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Close Window</source>
        <translation>关闭窗口(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Quit Monitor</source>
        <translation>退出监视器(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Overview</source>
        <translation>概览(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Executions</source>
        <translation>执行(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Containers</source>
        <translation>容器(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Filter</source>
        <translation>筛选(&amp;F)</translation>
    </message>
    <message>
        <source>Clear Filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>&amp;Refresh</source>
        <translation>刷新(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Wrap Lines</source>
        <translation>自动换行(&amp;W)</translation>
    </message>
    <message>
        <source>Zoom &amp;In</source>
        <translation>放大(&amp;I)</translation>
    </message>
    <message>
        <source>Zoom O&amp;ut</source>
        <translation>缩小(&amp;U)</translation>
    </message>
    <message>
        <source>Ordinary &amp;Size</source>
        <translation>正常大小(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Execution</source>
        <translation>执行(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Stop…</source>
        <translation>停止(&amp;S)…</translation>
    </message>
    <message>
        <source>Copy &amp;Code</source>
        <translation>复制代码(&amp;C)</translation>
    </message>
    <message>
        <source>Copy &amp;Output</source>
        <translation>复制输出(&amp;O)</translation>
    </message>
    <message>
        <source>Copy as Co&amp;mmand</source>
        <translation>复制为命令(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Save Output…</source>
        <translation>保存输出(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Find in Text…</source>
        <translation>在文本中查找(&amp;F)…</translation>
    </message>
    <message>
        <source>Find &amp;Next</source>
        <translation>查找下一个(&amp;N)</translation>
    </message>
    <message>
        <source>Find &amp;Previous</source>
        <translation>查找上一个(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Forget Ended Executions</source>
        <translation>清除已结束的执行(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Remove…</source>
        <translation>移除(&amp;R)…</translation>
    </message>
    <message>
        <source>&amp;Clean Up…</source>
        <translation>清理(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;About Code Sandbox Monitor</source>
        <translation>关于 Code Sandbox 监视器(&amp;A)</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Looking for Servers</source>
        <translation>正在查找服务器</translation>
    </message>
    <message>
        <source>This takes only a moment.</source>
        <translation>请稍候。</translation>
    </message>
    <message>
        <source>No Server Is Running</source>
        <translation>没有正在运行的服务器</translation>
    </message>
    <message>
        <source>The server is started by the program that uses it (Gemini CLI, Claude, Cursor, VS Code …). Give it this configuration, and what it runs will show up here by itself.

Looked for in: %1</source>
        <translation>服务器由使用它的程序（Gemini CLI、Claude、Cursor、VS Code 等）启动。将以下配置提供给该程序，它运行的内容就会自动显示在这里。

查找位置：%1</translation>
    </message>
    <message>
        <source>Look Again</source>
        <translation>重新查找</translation>
    </message>
    <message>
        <source>No Container Engine Is Available</source>
        <translation>没有可用的容器引擎</translation>
    </message>
    <message>
        <source>Nothing Was Run Yet</source>
        <translation>尚未运行任何内容</translation>
    </message>
    <message>
        <source>The server is ready. Ask your assistant for something that it has to compute, for example:</source>
        <translation>服务器已就绪。请让您的助手做一些需要计算的事情，例如：</translation>
    </message>
    <message>
        <source>Use Python to find the 20 largest primes below one million.</source>
        <translation>用 Python 找出一百万以内最大的 20 个素数。</translation>
    </message>
    <message>
        <source>• %1: %2</source>
        <extracomment>An execution in a list: language, first line of its code.</extracomment>
        <translation>• %1：%2</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message numerus="yes">
        <source>Stop %n execution(s)? The container of each is killed.</source>
        <translation>
            <numerusform>停止 %n 个执行吗？每个执行的容器都将被终止。</numerusform>
        </translation>
    </message>
    <message>
        <source>The execution could not be stopped: %1</source>
        <translation>无法停止该执行：%1</translation>
    </message>
    <message>
        <source>Quit Monitor</source>
        <translation>退出监视器</translation>
    </message>
    <message>
        <source>Quit the monitor? Servers and the programs they run go on without it.</source>
        <translation>退出监视器吗？服务器及其运行的程序将继续运行。</translation>
    </message>
    <message>
        <source>About Code Sandbox Monitor</source>
        <translation>关于 Code Sandbox 监视器</translation>
    </message>
    <message>
        <source>Code Sandbox Monitor %1</source>
        <translation>Code Sandbox 监视器 %1</translation>
    </message>
    <message>
        <source>Shows what the code sandbox servers on this machine run, what it prints and costs, and that everything is cleaned up.</source>
        <translation>显示本机的代码沙箱服务器运行了什么、输出了什么、消耗了多少资源，以及是否已全部清理。</translation>
    </message>
    <message>
        <source>Copy En&amp;gine Command</source>
        <translation>复制引擎命令(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Measure Sizes</source>
        <translation>测量大小(&amp;M)</translation>
    </message>
    <message>
        <source>The server runs, but it cannot run containers: %1

Install podman, or start the engine and see that you may use it. The server tries again with the next call. This command tells more:</source>
        <translation>服务器正在运行，但无法运行容器：%1

请安装 podman，或启动引擎并确认您有权使用它。服务器会在下次调用时重试。以下命令可提供更多信息：</translation>
    </message>
    <message>
        <source>A server could not be reached: %1</source>
        <translation>无法连接到某个服务器：%1</translation>
    </message>
    <message numerus="yes">
        <source>… and %n more</source>
        <extracomment>The last line of a list of executions.</extracomment>
        <translation>
            <numerusform>……另外 %n 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MonitorApp</name>
    <message>
        <source>This desktop has no tray, so closing the window ends the monitor.</source>
        <translation>此桌面没有系统托盘，关闭窗口将退出监视器。</translation>
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
            <numerusform>%n 个执行失败</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them ran into the time limit.</source>
        <translation>
            <numerusform>其中 %n 个达到了时间限制。</numerusform>
        </translation>
    </message>
    <message>
        <source>Click to see them.</source>
        <translation>点击查看。</translation>
    </message>
</context>
<context>
    <name>OutputView</name>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>The first %1 are not shown.</source>
        <translation>未显示最前面的 %1。</translation>
    </message>
    <message>
        <source>Some of the output came too fast to be shown here.</source>
        <translation>部分输出过快，未能在此显示。</translation>
    </message>
    <message>
        <source>%1 left out here</source>
        <translation>此处省略 %1</translation>
    </message>
    <message>
        <source>Too much output to show all of it; the latest:</source>
        <translation>输出过多，无法全部显示；最新部分：</translation>
    </message>
    <message numerus="yes">
        <source>%n new line(s)</source>
        <translation>
            <numerusform>%n 行新内容</numerusform>
        </translation>
    </message>
    <message>
        <source>Go to the end and follow (End)</source>
        <translation>转到末尾并跟随 (End)</translation>
    </message>
</context>
<context>
    <name>OverviewPage</name>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>排队中</translation>
    </message>
    <message>
        <source>Warm Containers</source>
        <translation>预热容器</translation>
    </message>
    <message>
        <source>Memory in Use</source>
        <translation>使用中的内存</translation>
    </message>
    <message>
        <source>Calls per Minute</source>
        <translation>每分钟调用</translation>
    </message>
    <message>
        <source>Success Rate</source>
        <translation>成功率</translation>
    </message>
    <message>
        <source>Median Duration</source>
        <translation>时长中位数</translation>
    </message>
    <message>
        <source>95 % Are Faster Than</source>
        <translation>95 % 快于</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Nothing worth noting so far.</source>
        <translation>暂无值得注意的内容。</translation>
    </message>
    <message>
        <source>The curves show the last hour.</source>
        <translation>曲线显示最近一小时。</translation>
    </message>
    <message numerus="yes">
        <source>of %n run(s)</source>
        <translation>
            <numerusform>共 %n 次</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ServerModel</name>
    <message>
        <source>Server with process %1</source>
        <translation>进程 %1 的服务器</translation>
    </message>
    <message>
        <source>%1 (process %2)</source>
        <extracomment>%1 is the client&apos;s name, %2 a process number.</extracomment>
        <translation>%1（进程 %2）</translation>
    </message>
    <message>
        <source>No client yet</source>
        <translation>尚无客户端</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Looking for an engine</source>
        <translation>正在查找引擎</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>No engine</source>
        <translation>无引擎</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Uptime</source>
        <translation>运行时长</translation>
    </message>
</context>
<context>
    <name>Session</name>
    <message>
        <source>A server could not be reached: %1</source>
        <translation>无法连接到某个服务器：%1</translation>
    </message>
    <message numerus="yes">
        <source>%n event(s) of a server were not shown: it was faster than this program.</source>
        <translation>
            <numerusform>某个服务器的 %n 个事件未显示：它的速度快于本程序。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n container(s) left behind by dead servers were removed.</source>
        <translation>
            <numerusform>已移除已退出的服务器遗留的 %n 个容器。</numerusform>
        </translation>
    </message>
    <message>
        <source>The connection to the server was lost.</source>
        <translation>与服务器的连接已断开。</translation>
    </message>
    <message>
        <source>Looking for servers…</source>
        <translation>正在查找服务器…</translation>
    </message>
    <message>
        <source>No server is running</source>
        <translation>没有正在运行的服务器</translation>
    </message>
    <message>
        <source>No container engine is available</source>
        <translation>没有可用的容器引擎</translation>
    </message>
    <message numerus="yes">
        <source>Connected to %n server(s)</source>
        <translation>
            <numerusform>已连接 %n 个服务器</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n active</source>
        <translation>
            <numerusform>%n 个活动</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n today</source>
        <translation>
            <numerusform>今天 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 – %2, %3</source>
        <extracomment>The state, then two numbers: &quot;Connected to 2 servers – 3 active, 14 today&quot;</extracomment>
        <translation>%1 – %2，%3</translation>
    </message>
    <message>
        <source>The execution is not known any more.</source>
        <translation>该执行已不再可知。</translation>
    </message>
    <message>
        <source>This is a demonstration: there is no server that could do it.</source>
        <translation>这是演示：没有可执行此操作的服务器。</translation>
    </message>
    <message>
        <source>The server is not connected.</source>
        <translation>服务器未连接。</translation>
    </message>
    <message>
        <source>No server runs, and its program code-sandbox-mcp is not installed.</source>
        <translation>没有正在运行的服务器，且未安装其程序 code-sandbox-mcp。</translation>
    </message>
    <message>
        <source>The clean-up gave no result.</source>
        <translation>清理没有返回结果。</translation>
    </message>
    <message>
        <source>up for %1</source>
        <extracomment>How long the server, or the oldest one, has been running: &quot;up for 2 h 5 min&quot;</extracomment>
        <translation>已运行 %1</translation>
    </message>
    <message>
        <source>oldest up for %1</source>
        <translation>最久已运行 %1</translation>
    </message>
    <message>
        <source>The server&apos;s answer makes no sense.</source>
        <translation>服务器的回答没有意义。</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Notify of failures</source>
        <translation>失败时通知</translation>
    </message>
    <message>
        <source>Notify of time-outs</source>
        <translation>超时时通知</translation>
    </message>
    <message>
        <source>Mute all notifications</source>
        <translation>静音所有通知</translation>
    </message>
    <message>
        <source>Start with the desktop</source>
        <translation>随桌面启动</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>A new language is used from the next start on.</source>
        <translation>新语言将在下次启动时生效。</translation>
    </message>
    <message>
        <source>&amp;Language:</source>
        <translation>语言(&amp;L)：</translation>
    </message>
    <message>
        <source>&amp;Appearance:</source>
        <translation>外观(&amp;A)：</translation>
    </message>
    <message>
        <source>&amp;Executions to keep:</source>
        <translation>保留的执行数(&amp;E)：</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message numerus="yes">
        <source>%n execution(s) are kept now; their code and output take %1.</source>
        <extracomment>%1 is an amount of memory.</extracomment>
        <translation>
            <numerusform>当前保留了 %n 个执行，其代码和输出占用 %1。</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Megabytes to keep:</source>
        <translation>保留的兆字节数(&amp;M)：</translation>
    </message>
</context>
<context>
    <name>StatePage</name>
    <message>
        <source>Text to copy</source>
        <translation>要复制的文本</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>TimelineBar</name>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
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
            <numerusform>%n 个未查看的失败</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Open Monitor</source>
        <translation>打开监视器(&amp;O)</translation>
    </message>
    <message>
        <source>Nothing Is Running</source>
        <translation>没有正在运行的内容</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Stop…</source>
        <translation>停止…</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Turn On Notifications</source>
        <translation>打开通知</translation>
    </message>
    <message>
        <source>Mute Notifications</source>
        <translation>静音通知</translation>
    </message>
    <message>
        <source>For an Hour</source>
        <translation>一小时</translation>
    </message>
    <message>
        <source>Until the Monitor Restarts</source>
        <translation>直到监视器重启</translation>
    </message>
    <message>
        <source>For Good</source>
        <translation>始终</translation>
    </message>
    <message>
        <source>&amp;Clean Up…</source>
        <translation>清理(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Quit Monitor</source>
        <translation>退出监视器(&amp;Q)</translation>
    </message>
</context>
<context>
    <name>UsageBar</name>
    <message>
        <source>%1: %2</source>
        <extracomment>For screen readers: what is used, and how much of it.</extracomment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>Wording</name>
    <message>
        <source>Queued</source>
        <translation>排队中</translation>
    </message>
    <message>
        <source>Fetching image</source>
        <translation>获取镜像</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>启动中</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Killed</source>
        <translation>被终止</translation>
    </message>
    <message>
        <source>Timed out</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>Out of memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Could not run</source>
        <translation>无法运行</translation>
    </message>
    <message>
        <source>The server is gone; last known: %1.</source>
        <translation>服务器已退出；最后状态：%1。</translation>
    </message>
    <message>
        <source>Waiting for a free place.</source>
        <translation>正在等待空位。</translation>
    </message>
    <message>
        <source>The image is being fetched.</source>
        <translation>正在获取镜像。</translation>
    </message>
    <message>
        <source>The container starts.</source>
        <translation>容器正在启动。</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>Running for %1.</source>
        <translation>已运行 %1。</translation>
    </message>
    <message>
        <source>Finished successfully after %1.</source>
        <translation>用时 %1，成功完成。</translation>
    </message>
    <message>
        <source>Ended with exit code %1 after %2.</source>
        <translation>%2 后以退出码 %1 结束。</translation>
    </message>
    <message>
        <source>Killed by %1 after %2.</source>
        <translation>%2 后被 %1 终止。</translation>
    </message>
    <message>
        <source>Stopped after %1: it reached its time limit.</source>
        <translation>运行 %1 后停止：达到时间限制。</translation>
    </message>
    <message>
        <source>Stopped on request after %1.</source>
        <translation>运行 %1 后按要求停止。</translation>
    </message>
    <message>
        <source>Could not run: %1</source>
        <translation>无法运行：%1</translation>
    </message>
    <message>
        <source>Last known</source>
        <translation>最后状态</translation>
    </message>
    <message>
        <source>Exit code %1</source>
        <translation>退出码 %1</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>时间限制</translation>
    </message>
    <message>
        <source>Memory limit</source>
        <translation>内存限制</translation>
    </message>
    <message>
        <source>On request</source>
        <translation>按要求</translation>
    </message>
    <message>
        <source>Warm, waiting</source>
        <translation>预热，等待中</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>已移除</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 小时 %2 分</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分</translation>
    </message>
    <message numerus="yes">
        <source>%n day(s)</source>
        <translation>
            <numerusform>%n 天</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>Killed after %1: out of memory; it had used %2.</source>
        <extracomment>The second amount is of memory.</extracomment>
        <translation>运行 %1 后被终止：内存不足；已使用 %2。</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Code Sandbox Monitor</source>
        <translation>Code Sandbox 监视器</translation>
    </message>
    <message>
        <source>Shows what the code sandbox servers on this machine are doing.</source>
        <translation>显示本机的代码沙箱服务器正在做什么。</translation>
    </message>
    <message>
        <source>Start in the tray, without a window.</source>
        <translation>在托盘中启动，不显示窗口。</translation>
    </message>
    <message>
        <source>Play a journal instead of connecting to servers.</source>
        <translation>播放日志文件，而不连接服务器。</translation>
    </message>
    <message>
        <source>file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Select the execution with this id.</source>
        <translation>选择具有此标识的执行。</translation>
    </message>
    <message>
        <source>id</source>
        <translation>标识</translation>
    </message>
    <message>
        <source>Use this language, for example zh_CN.</source>
        <translation>使用此语言，例如 zh_CN。</translation>
    </message>
    <message>
        <source>locale</source>
        <translation>语言</translation>
    </message>
</context>
</TS>
