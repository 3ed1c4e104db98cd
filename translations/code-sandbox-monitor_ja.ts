<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ja" sourcelanguage="en">
<context>
    <name>Boxes</name>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
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
        <translation>%1：%2、%3</translation>
    </message>
</context>
<context>
    <name>CleanupDialog</name>
    <message>
        <source>Clean Up</source>
        <translation>クリーンアップ</translation>
    </message>
    <message>
        <source>Containers to remove</source>
        <translation>削除するコンテナー</translation>
    </message>
    <message>
        <source>Looking for containers that dead servers left behind…</source>
        <translation>終了したサーバーが残したコンテナーを探しています…</translation>
    </message>
    <message>
        <source>The containers could not be listed: %1</source>
        <translation>コンテナーの一覧を取得できませんでした: %1</translation>
    </message>
    <message>
        <source>There is nothing to clean up: no container was left behind.</source>
        <translation>クリーンアップするものはありません。残されたコンテナーはありません。</translation>
    </message>
    <message numerus="yes">
        <source>%n container(s) were left behind by servers that do not run any more. Exactly the checked ones are removed; nothing else is touched.</source>
        <translation>
            <numerusform>もう動作していないサーバーが %n 個のコンテナーを残しました。チェックしたものだけを削除し、ほかには触れません。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n container(s) were removed.</source>
        <translation>
            <numerusform>%n 個のコンテナーを削除しました。</numerusform>
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
            <numerusform>%n 個は削除できませんでした。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Retry %n</source>
        <translation>
            <numerusform>%n 個を再試行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove %n</source>
        <translation>
            <numerusform>%n 個を削除</numerusform>
        </translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>%1 of disk space was freed.</source>
        <translation>%1 のディスク領域を解放しました。</translation>
    </message>
</context>
<context>
    <name>CleanupModel</name>
    <message>
        <source>Being removed…</source>
        <translation>削除しています…</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>削除済み</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>Failed: %1</source>
        <translation>失敗: %1</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>コンテナー</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>所有者</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>経過時間</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>結果</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>サイズ</translation>
    </message>
</context>
<context>
    <name>ConnectionModel</name>
    <message>
        <source>Allowed</source>
        <translation>許可</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>拒否</translation>
    </message>
    <message>
        <source>Refused: %1</source>
        <translation>拒否: %1</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>ホスト</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>ポート</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>送信</translation>
    </message>
    <message>
        <source>Received</source>
        <translation>受信</translation>
    </message>
    <message>
        <source>Failed: %1</source>
        <translation>失敗: %1</translation>
    </message>
    <message>
        <source>Allowed: %1</source>
        <extracomment>A connection; %1 is a sentence that says why it was broken off later.</extracomment>
        <translation>許可: %1</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>アドレス</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>時間</translation>
    </message>
</context>
<context>
    <name>ContainerModel</name>
    <message>
        <source>Being removed</source>
        <translation>削除中</translation>
    </message>
    <message>
        <source>Left behind</source>
        <translation>残存</translation>
    </message>
    <message>
        <source>Last known: %1</source>
        <translation>最後の状態: %1</translation>
    </message>
    <message>
        <source>Server %1</source>
        <translation>サーバー %1</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>コンテナー</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状態</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>言語</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>経過時間</translation>
    </message>
    <message>
        <source>Execution</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>イメージ</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>所有者</translation>
    </message>
    <message>
        <source>Disk space that is free again when it is removed.</source>
        <translation>削除すると空くディスク領域です。</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>サイズ</translation>
    </message>
</context>
<context>
    <name>ContainersPage</name>
    <message>
        <source>Remove…</source>
        <translation>削除…</translation>
    </message>
    <message>
        <source>Containers</source>
        <translation>コンテナー</translation>
    </message>
    <message>
        <source>Clean Up…</source>
        <translation>クリーンアップ…</translation>
    </message>
    <message>
        <source>No Containers</source>
        <translation>コンテナーなし</translation>
    </message>
    <message>
        <source>Nothing waits, nothing runs and nothing was left behind.</source>
        <translation>待機中、使用中、残存のコンテナーはありません。</translation>
    </message>
    <message>
        <source>Remove Container</source>
        <translation>コンテナーの削除</translation>
    </message>
    <message>
        <source>Remove the container %1? The program that runs in it is killed.</source>
        <translation>コンテナー %1 を削除しますか? 実行中のプログラムは強制終了されます。</translation>
    </message>
    <message>
        <source>Remove the container %1?</source>
        <translation>コンテナー %1 を削除しますか?</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>The container %1 could not be removed: %2</source>
        <translation>コンテナー %1 を削除できませんでした: %2</translation>
    </message>
    <message numerus="yes">
        <source>%n warm</source>
        <translation>
            <numerusform>待機 %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n in use</source>
        <translation>
            <numerusform>使用中 %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n left behind</source>
        <translation>
            <numerusform>残存 %n</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <extracomment>Numbers of containers: &quot;4 warm, 2 in use, 1 left behind&quot;</extracomment>
        <translation>%1、%2、%3</translation>
    </message>
    <message>
        <source>Measure Sizes</source>
        <translation>サイズを測定</translation>
    </message>
    <message>
        <source>The containers could not be measured: %1</source>
        <translation>コンテナーを測定できませんでした: %1</translation>
    </message>
    <message>
        <source>Containers Unknown</source>
        <translation>コンテナーは不明です</translation>
    </message>
    <message>
        <source>The containers could not be listed: %1</source>
        <translation>コンテナーの一覧を取得できませんでした: %1</translation>
    </message>
    <message>
        <source>Look Again</source>
        <translation>再検索</translation>
    </message>
</context>
<context>
    <name>DemoPlayer</name>
    <message>
        <source>The journal %1 cannot be read: %2.</source>
        <translation>ジャーナル %1 を読めません: %2。</translation>
    </message>
    <message>
        <source>Line %1 of the journal %2 is malformed.</source>
        <translation>ジャーナル %2 の %1 行目が正しくありません。</translation>
    </message>
</context>
<context>
    <name>DetailPane</name>
    <message>
        <source>Select an execution to see what it does.</source>
        <translation>実行を選択すると内容が表示されます。</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>出力</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>コード</translation>
    </message>
    <message>
        <source>Network connections</source>
        <translation>ネットワーク接続</translation>
    </message>
    <message>
        <source>No network connection was reported.</source>
        <translation>ネットワーク接続は報告されていません。</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>ネットワーク</translation>
    </message>
    <message>
        <source>Timeline and Limits</source>
        <translation>タイムラインと制限</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop this execution (Del)</source>
        <translation>この実行を停止 (Del)</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>メモリー</translation>
    </message>
    <message>
        <source>Streams to show</source>
        <translation>表示するストリーム</translation>
    </message>
    <message>
        <source>Both Streams</source>
        <translation>両方のストリーム</translation>
    </message>
    <message>
        <source>Standard Output</source>
        <translation>標準出力</translation>
    </message>
    <message>
        <source>Standard Error</source>
        <translation>標準エラー出力</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>クライアント</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>サーバー</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>エンジン</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>イメージ</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>コンテナー</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>待機中</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>開始</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>終了</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>時間制限</translation>
    </message>
    <message>
        <source>Memory limit</source>
        <translation>メモリー制限</translation>
    </message>
    <message>
        <source>Network access</source>
        <translation>ネットワークアクセス</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>メモ</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <extracomment>An amount and its limit.</extracomment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>起動中</translation>
    </message>
    <message>
        <source>Until first output</source>
        <translation>最初の出力まで</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>実行中</translation>
    </message>
    <message>
        <source>Removing container</source>
        <translation>コンテナーの削除</translation>
    </message>
    <message>
        <source>A warm container was waiting for it.</source>
        <translation>待機中のコンテナーを使用しました。</translation>
    </message>
    <message>
        <source>Part of the output was not kept.</source>
        <translation>出力の一部は保存されませんでした。</translation>
    </message>
    <message numerus="yes">
        <source>%n process(es) were killed for lack of memory.</source>
        <translation>
            <numerusform>メモリー不足で %n 個のプロセスが強制終了されました。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new process(es) were refused by the process limit.</source>
        <translation>
            <numerusform>プロセス数の制限により %n 個の新しいプロセスが拒否されました。</numerusform>
        </translation>
    </message>
    <message>
        <source>It was given %1 of input.</source>
        <translation>入力として %1 を受け取りました。</translation>
    </message>
    <message>
        <source>Save Output</source>
        <translation>出力を保存</translation>
    </message>
    <message>
        <source>The output could not be saved: %1</source>
        <translation>出力を保存できませんでした: %1</translation>
    </message>
    <message>
        <source>Processors</source>
        <translation>プロセッサ</translation>
    </message>
    <message>
        <source>Processes</source>
        <translation>プロセス</translation>
    </message>
    <message>
        <source>Output kept</source>
        <translation>保持する出力</translation>
    </message>
    <message>
        <source>Passed variables</source>
        <translation>渡された変数</translation>
    </message>
    <message>
        <source>at most %1</source>
        <extracomment>A limit: &quot;at most 128&quot;</extracomment>
        <translation>最大 %1</translation>
    </message>
    <message>
        <source>%1 of each stream</source>
        <extracomment>How much of the program&apos;s output is kept: &quot;1 MiB of each stream&quot;</extracomment>
        <translation>各ストリーム %1</translation>
    </message>
    <message>
        <source>Nothing was printed yet.</source>
        <translation>まだ何も出力されていません。</translation>
    </message>
    <message>
        <source>Nothing was printed.</source>
        <translation>何も出力されませんでした。</translation>
    </message>
    <message>
        <source>Copy Engine Command</source>
        <translation>エンジンのコマンドをコピー</translation>
    </message>
    <message>
        <source>There is no command: %1</source>
        <translation>コマンドがありません: %1</translation>
    </message>
    <message>
        <source>Only what the monitor has was saved; where something is missing, a line says so. The server could not give the rest: %1</source>
        <translation>モニターが持っている分だけを保存しました。欠けている箇所はその旨の行で示します。サーバーは残りを提供できませんでした: %1</translation>
    </message>
    <message>
        <source>Only the first %1 of %2 are shown.</source>
        <translation>%2 のうち先頭の %1 だけを表示しています。</translation>
    </message>
    <message>
        <source>The monitor has only the first %1 of this program.</source>
        <translation>モニターにはこのプログラムの先頭の %1 しかありません。</translation>
    </message>
    <message>
        <source>Copy Code</source>
        <translation>コードをコピー</translation>
    </message>
    <message>
        <source>Copy as Command</source>
        <translation>コマンドとしてコピー</translation>
    </message>
</context>
<context>
    <name>ExecutionModel</name>
    <message>
        <source>%1 program. %2 Code: %3</source>
        <extracomment>Read by screen readers: language, what became of it, first line of the code.</extracomment>
        <translation>%1 プログラム。%2 コード: %3</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状態</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>コード</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>言語</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>クライアント</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>所要時間</translation>
    </message>
    <message>
        <source>CPU Time</source>
        <translation>CPU 時間</translation>
    </message>
    <message>
        <source>Peak Memory</source>
        <translation>最大メモリー</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>結果</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>コンテナー</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>サーバー</translation>
    </message>
    <message>
        <source>Called</source>
        <translation>呼び出し</translation>
    </message>
</context>
<context>
    <name>ExecutionsPage</name>
    <message>
        <source>Filter by code, output, client or id</source>
        <translation>コード、出力、クライアント、ID で絞り込む</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>絞り込み</translation>
    </message>
    <message>
        <source>All</source>
        <translation>すべて</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>実行中</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>完了</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>Timed Out</source>
        <translation>時間切れ</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>言語</translation>
    </message>
    <message>
        <source>All Languages</source>
        <translation>すべての言語</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>サーバー</translation>
    </message>
    <message>
        <source>Executions</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>All Servers</source>
        <translation>すべてのサーバー</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Nothing Matches</source>
        <translation>一致なし</translation>
    </message>
    <message>
        <source>No execution is of the kind that you chose.</source>
        <translation>選択した種類の実行はありません。</translation>
    </message>
    <message>
        <source>No execution matches “%1”.</source>
        <translation>「%1」に一致する実行はありません。</translation>
    </message>
    <message>
        <source>Clear Filter</source>
        <translation>絞り込みを解除</translation>
    </message>
    <message>
        <source>Co&amp;lumns</source>
        <translation>列(&amp;L)</translation>
    </message>
    <message>
        <source>Sort &amp;By</source>
        <translation>並べ替え(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Ascending</source>
        <translation>昇順(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Descending</source>
        <translation>降順(&amp;D)</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find in this text</source>
        <translation>このテキスト内を検索</translation>
    </message>
    <message>
        <source>Find Previous</source>
        <translation>前を検索</translation>
    </message>
    <message>
        <source>Find Next</source>
        <translation>次を検索</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message numerus="yes">
        <source>%n match(es)</source>
        <translation>
            <numerusform>%n 件一致</numerusform>
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
        <translation>Code Sandbox モニター</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>ファイル(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Settings…</source>
        <translation>設定(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Close Window</source>
        <translation>ウィンドウを閉じる(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Quit Monitor</source>
        <translation>モニターを終了(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>表示(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Overview</source>
        <translation>概要(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Executions</source>
        <translation>実行(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Containers</source>
        <translation>コンテナー(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Filter</source>
        <translation>絞り込み(&amp;F)</translation>
    </message>
    <message>
        <source>Clear Filter</source>
        <translation>絞り込みを解除</translation>
    </message>
    <message>
        <source>&amp;Refresh</source>
        <translation>更新(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Wrap Lines</source>
        <translation>行を折り返す(&amp;W)</translation>
    </message>
    <message>
        <source>Zoom &amp;In</source>
        <translation>拡大(&amp;I)</translation>
    </message>
    <message>
        <source>Zoom O&amp;ut</source>
        <translation>縮小(&amp;U)</translation>
    </message>
    <message>
        <source>Ordinary &amp;Size</source>
        <translation>標準サイズ(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Execution</source>
        <translation>実行(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Stop…</source>
        <translation>停止(&amp;S)…</translation>
    </message>
    <message>
        <source>Copy &amp;Code</source>
        <translation>コードをコピー(&amp;C)</translation>
    </message>
    <message>
        <source>Copy &amp;Output</source>
        <translation>出力をコピー(&amp;O)</translation>
    </message>
    <message>
        <source>Copy as Co&amp;mmand</source>
        <translation>コマンドとしてコピー(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Save Output…</source>
        <translation>出力を保存(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Find in Text…</source>
        <translation>テキスト内を検索(&amp;F)…</translation>
    </message>
    <message>
        <source>Find &amp;Next</source>
        <translation>次を検索(&amp;N)</translation>
    </message>
    <message>
        <source>Find &amp;Previous</source>
        <translation>前を検索(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Forget Ended Executions</source>
        <translation>終了した実行を消去(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Remove…</source>
        <translation>削除(&amp;R)…</translation>
    </message>
    <message>
        <source>&amp;Clean Up…</source>
        <translation>クリーンアップ(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>ヘルプ(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;About Code Sandbox Monitor</source>
        <translation>Code Sandbox モニターについて(&amp;A)</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>ページ</translation>
    </message>
    <message>
        <source>Looking for Servers</source>
        <translation>サーバーを検索中</translation>
    </message>
    <message>
        <source>This takes only a moment.</source>
        <translation>少しお待ちください。</translation>
    </message>
    <message>
        <source>No Server Is Running</source>
        <translation>サーバーが動作していません</translation>
    </message>
    <message>
        <source>The server is started by the program that uses it (Gemini CLI, Claude, Cursor, VS Code …). Give it this configuration, and what it runs will show up here by itself.

Looked for in: %1</source>
        <translation>サーバーは、それを使うプログラム (Gemini CLI、Claude、Cursor、VS Code など) が起動します。次の設定を追加すると、実行内容がここに自動的に表示されます。

検索場所: %1</translation>
    </message>
    <message>
        <source>Look Again</source>
        <translation>再検索</translation>
    </message>
    <message>
        <source>No Container Engine Is Available</source>
        <translation>コンテナーエンジンがありません</translation>
    </message>
    <message>
        <source>Nothing Was Run Yet</source>
        <translation>まだ何も実行されていません</translation>
    </message>
    <message>
        <source>The server is ready. Ask your assistant for something that it has to compute, for example:</source>
        <translation>サーバーの準備ができました。計算が必要なことをアシスタントに頼んでみてください。例:</translation>
    </message>
    <message>
        <source>Use Python to find the 20 largest primes below one million.</source>
        <translation>Python を使って、100 万未満の素数を大きい順に 20 個求めて。</translation>
    </message>
    <message>
        <source>• %1: %2</source>
        <extracomment>An execution in a list: language, first line of its code.</extracomment>
        <translation>• %1: %2</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message numerus="yes">
        <source>Stop %n execution(s)? The container of each is killed.</source>
        <translation>
            <numerusform>%n 件の実行を停止しますか? それぞれのコンテナーは強制終了されます。</numerusform>
        </translation>
    </message>
    <message>
        <source>The execution could not be stopped: %1</source>
        <translation>実行を停止できませんでした: %1</translation>
    </message>
    <message>
        <source>Quit Monitor</source>
        <translation>モニターを終了</translation>
    </message>
    <message>
        <source>Quit the monitor? Servers and the programs they run go on without it.</source>
        <translation>モニターを終了しますか? サーバーと実行中のプログラムはそのまま動作し続けます。</translation>
    </message>
    <message>
        <source>About Code Sandbox Monitor</source>
        <translation>Code Sandbox モニターについて</translation>
    </message>
    <message>
        <source>Code Sandbox Monitor %1</source>
        <translation>Code Sandbox モニター %1</translation>
    </message>
    <message>
        <source>Shows what the code sandbox servers on this machine run, what it prints and costs, and that everything is cleaned up.</source>
        <translation>このマシンのサンドボックスサーバーが何を実行し、何を出力し、どれだけ消費し、後始末が済んだかを表示します。</translation>
    </message>
    <message>
        <source>Copy En&amp;gine Command</source>
        <translation>エンジンのコマンドをコピー(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Measure Sizes</source>
        <translation>サイズを測定(&amp;M)</translation>
    </message>
    <message>
        <source>The server runs, but it cannot run containers: %1

Install podman, or start the engine and see that you may use it. The server tries again with the next call. This command tells more:</source>
        <translation>サーバーは動作していますが、コンテナーを実行できません: %1

podman をインストールするか、エンジンを起動して利用権限を確認してください。サーバーは次の呼び出しで再試行します。詳細は次のコマンドで確認できます:</translation>
    </message>
    <message>
        <source>A server could not be reached: %1</source>
        <translation>サーバーに接続できませんでした: %1</translation>
    </message>
    <message numerus="yes">
        <source>… and %n more</source>
        <extracomment>The last line of a list of executions.</extracomment>
        <translation>
            <numerusform>… ほか %n 件</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MonitorApp</name>
    <message>
        <source>This desktop has no tray, so closing the window ends the monitor.</source>
        <translation>このデスクトップにはトレイがないため、ウィンドウを閉じるとモニターが終了します。</translation>
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
            <numerusform>%n 件の実行が失敗しました</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them ran into the time limit.</source>
        <translation>
            <numerusform>そのうち %n 件は時間制限に達しました。</numerusform>
        </translation>
    </message>
    <message>
        <source>Click to see them.</source>
        <translation>クリックして表示します。</translation>
    </message>
</context>
<context>
    <name>OutputView</name>
    <message>
        <source>Output</source>
        <translation>出力</translation>
    </message>
    <message>
        <source>The first %1 are not shown.</source>
        <translation>最初の %1 は表示されません。</translation>
    </message>
    <message>
        <source>Some of the output came too fast to be shown here.</source>
        <translation>出力の一部は速すぎてここに表示できませんでした。</translation>
    </message>
    <message>
        <source>%1 left out here</source>
        <translation>ここで %1 を省略</translation>
    </message>
    <message>
        <source>Too much output to show all of it; the latest:</source>
        <translation>出力が多すぎるため、最新の部分のみ表示します:</translation>
    </message>
    <message numerus="yes">
        <source>%n new line(s)</source>
        <translation>
            <numerusform>新しい行 %n</numerusform>
        </translation>
    </message>
    <message>
        <source>Go to the end and follow (End)</source>
        <translation>末尾へ移動して追従 (End)</translation>
    </message>
</context>
<context>
    <name>OverviewPage</name>
    <message>
        <source>Running</source>
        <translation>実行中</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>待機中</translation>
    </message>
    <message>
        <source>Warm Containers</source>
        <translation>待機コンテナー</translation>
    </message>
    <message>
        <source>Memory in Use</source>
        <translation>使用メモリー</translation>
    </message>
    <message>
        <source>Calls per Minute</source>
        <translation>1 分あたりの呼び出し</translation>
    </message>
    <message>
        <source>Success Rate</source>
        <translation>成功率</translation>
    </message>
    <message>
        <source>Median Duration</source>
        <translation>所要時間の中央値</translation>
    </message>
    <message>
        <source>95 % Are Faster Than</source>
        <translation>95 % がこれより速い</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>サーバー</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>メモ</translation>
    </message>
    <message>
        <source>Nothing worth noting so far.</source>
        <translation>特筆すべきことはまだありません。</translation>
    </message>
    <message>
        <source>The curves show the last hour.</source>
        <translation>グラフは直近 1 時間を示します。</translation>
    </message>
    <message numerus="yes">
        <source>of %n run(s)</source>
        <translation>
            <numerusform>%n 件中</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ServerModel</name>
    <message>
        <source>Server with process %1</source>
        <translation>プロセス %1 のサーバー</translation>
    </message>
    <message>
        <source>%1 (process %2)</source>
        <extracomment>%1 is the client&apos;s name, %2 a process number.</extracomment>
        <translation>%1 (プロセス %2)</translation>
    </message>
    <message>
        <source>No client yet</source>
        <translation>クライアント未接続</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>終了</translation>
    </message>
    <message>
        <source>Looking for an engine</source>
        <translation>エンジンを検索中</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>準備完了</translation>
    </message>
    <message>
        <source>No engine</source>
        <translation>エンジンなし</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>クライアント</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状態</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>エンジン</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>開始</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>プロセス</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>バージョン</translation>
    </message>
    <message>
        <source>Uptime</source>
        <translation>稼働時間</translation>
    </message>
</context>
<context>
    <name>Session</name>
    <message>
        <source>A server could not be reached: %1</source>
        <translation>サーバーに接続できませんでした: %1</translation>
    </message>
    <message numerus="yes">
        <source>%n event(s) of a server were not shown: it was faster than this program.</source>
        <translation>
            <numerusform>サーバーの %n 件のイベントは、速すぎて表示できませんでした。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n container(s) left behind by dead servers were removed.</source>
        <translation>
            <numerusform>終了したサーバーが残した %n 個のコンテナーを削除しました。</numerusform>
        </translation>
    </message>
    <message>
        <source>The connection to the server was lost.</source>
        <translation>サーバーとの接続が失われました。</translation>
    </message>
    <message>
        <source>Looking for servers…</source>
        <translation>サーバーを検索しています…</translation>
    </message>
    <message>
        <source>No server is running</source>
        <translation>サーバーが動作していません</translation>
    </message>
    <message>
        <source>No container engine is available</source>
        <translation>コンテナーエンジンがありません</translation>
    </message>
    <message numerus="yes">
        <source>Connected to %n server(s)</source>
        <translation>
            <numerusform>%n 台のサーバーに接続</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n active</source>
        <translation>
            <numerusform>実行中 %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n today</source>
        <translation>
            <numerusform>今日 %n</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 – %2, %3</source>
        <extracomment>The state, then two numbers: &quot;Connected to 2 servers – 3 active, 14 today&quot;</extracomment>
        <translation>%1 – %2、%3</translation>
    </message>
    <message>
        <source>The execution is not known any more.</source>
        <translation>その実行の情報はもうありません。</translation>
    </message>
    <message>
        <source>This is a demonstration: there is no server that could do it.</source>
        <translation>これはデモです。実行できるサーバーはありません。</translation>
    </message>
    <message>
        <source>The server is not connected.</source>
        <translation>サーバーに接続していません。</translation>
    </message>
    <message>
        <source>No server runs, and its program code-sandbox-mcp is not installed.</source>
        <translation>サーバーは動作しておらず、プログラム code-sandbox-mcp もインストールされていません。</translation>
    </message>
    <message>
        <source>The clean-up gave no result.</source>
        <translation>クリーンアップの結果が得られませんでした。</translation>
    </message>
    <message>
        <source>up for %1</source>
        <extracomment>How long the server, or the oldest one, has been running: &quot;up for 2 h 5 min&quot;</extracomment>
        <translation>稼働 %1</translation>
    </message>
    <message>
        <source>oldest up for %1</source>
        <translation>最長稼働 %1</translation>
    </message>
    <message>
        <source>The server&apos;s answer makes no sense.</source>
        <translation>サーバーの応答は意味をなしません。</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Notify of failures</source>
        <translation>失敗を通知する</translation>
    </message>
    <message>
        <source>Notify of time-outs</source>
        <translation>時間切れを通知する</translation>
    </message>
    <message>
        <source>Mute all notifications</source>
        <translation>すべての通知を止める</translation>
    </message>
    <message>
        <source>Start with the desktop</source>
        <translation>ログイン時に起動する</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>設定</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>システムに合わせる</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>ライト</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>ダーク</translation>
    </message>
    <message>
        <source>A new language is used from the next start on.</source>
        <translation>言語の変更は次回起動時に反映されます。</translation>
    </message>
    <message>
        <source>&amp;Language:</source>
        <translation>言語(&amp;L):</translation>
    </message>
    <message>
        <source>&amp;Appearance:</source>
        <translation>外観(&amp;A):</translation>
    </message>
    <message>
        <source>&amp;Executions to keep:</source>
        <translation>保持する実行数(&amp;E):</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message numerus="yes">
        <source>%n execution(s) are kept now; their code and output take %1.</source>
        <extracomment>%1 is an amount of memory.</extracomment>
        <translation>
            <numerusform>現在 %n 件の実行を保持しています。コードと出力で %1 を使用しています。</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Megabytes to keep:</source>
        <translation>保持するメガバイト数(&amp;M):</translation>
    </message>
</context>
<context>
    <name>StatePage</name>
    <message>
        <source>Text to copy</source>
        <translation>コピーするテキスト</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>コピー</translation>
    </message>
</context>
<context>
    <name>TimelineBar</name>
    <message>
        <source>Timeline</source>
        <translation>タイムライン</translation>
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
            <numerusform>未確認の失敗 %n 件</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Open Monitor</source>
        <translation>モニターを開く(&amp;O)</translation>
    </message>
    <message>
        <source>Nothing Is Running</source>
        <translation>実行中のものはありません</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>表示</translation>
    </message>
    <message>
        <source>Stop…</source>
        <translation>停止…</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>ほか %n 件</numerusform>
        </translation>
    </message>
    <message>
        <source>Turn On Notifications</source>
        <translation>通知をオンにする</translation>
    </message>
    <message>
        <source>Mute Notifications</source>
        <translation>通知を止める</translation>
    </message>
    <message>
        <source>For an Hour</source>
        <translation>1 時間</translation>
    </message>
    <message>
        <source>Until the Monitor Restarts</source>
        <translation>モニターの再起動まで</translation>
    </message>
    <message>
        <source>For Good</source>
        <translation>ずっと</translation>
    </message>
    <message>
        <source>&amp;Clean Up…</source>
        <translation>クリーンアップ(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Quit Monitor</source>
        <translation>モニターを終了(&amp;Q)</translation>
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
        <translation>待機中</translation>
    </message>
    <message>
        <source>Fetching image</source>
        <translation>イメージ取得中</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>起動中</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>実行中</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>完了</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>Killed</source>
        <translation>強制終了</translation>
    </message>
    <message>
        <source>Timed out</source>
        <translation>時間切れ</translation>
    </message>
    <message>
        <source>Out of memory</source>
        <translation>メモリー不足</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>停止済み</translation>
    </message>
    <message>
        <source>Could not run</source>
        <translation>実行不可</translation>
    </message>
    <message>
        <source>The server is gone; last known: %1.</source>
        <translation>サーバーは終了しました。最後の状態: %1。</translation>
    </message>
    <message>
        <source>Waiting for a free place.</source>
        <translation>空きを待っています。</translation>
    </message>
    <message>
        <source>The image is being fetched.</source>
        <translation>イメージを取得しています。</translation>
    </message>
    <message>
        <source>The container starts.</source>
        <translation>コンテナーを起動しています。</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>停止しています…</translation>
    </message>
    <message>
        <source>Running for %1.</source>
        <translation>実行時間: %1。</translation>
    </message>
    <message>
        <source>Finished successfully after %1.</source>
        <translation>%1 で正常に完了しました。</translation>
    </message>
    <message>
        <source>Ended with exit code %1 after %2.</source>
        <translation>%2 後に終了コード %1 で終了しました。</translation>
    </message>
    <message>
        <source>Killed by %1 after %2.</source>
        <translation>%2 後に %1 で強制終了されました。</translation>
    </message>
    <message>
        <source>Stopped after %1: it reached its time limit.</source>
        <translation>時間制限に達したため %1 で停止しました。</translation>
    </message>
    <message>
        <source>Stopped on request after %1.</source>
        <translation>%1 後に要求により停止しました。</translation>
    </message>
    <message>
        <source>Could not run: %1</source>
        <translation>実行できませんでした: %1</translation>
    </message>
    <message>
        <source>Last known</source>
        <translation>最後の状態</translation>
    </message>
    <message>
        <source>Exit code %1</source>
        <translation>終了コード %1</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>時間制限</translation>
    </message>
    <message>
        <source>Memory limit</source>
        <translation>メモリー制限</translation>
    </message>
    <message>
        <source>On request</source>
        <translation>要求による</translation>
    </message>
    <message>
        <source>Warm, waiting</source>
        <translation>待機中</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>削除済み</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
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
        <translation>%1 時間 %2 分</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分</translation>
    </message>
    <message numerus="yes">
        <source>%n day(s)</source>
        <translation>
            <numerusform>%n 日</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Killed after %1: out of memory; it had used %2.</source>
        <extracomment>The second amount is of memory.</extracomment>
        <translation>メモリー不足のため、%1 後に強制終了されました (使用量: %2)。</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Code Sandbox Monitor</source>
        <translation>Code Sandbox モニター</translation>
    </message>
    <message>
        <source>Shows what the code sandbox servers on this machine are doing.</source>
        <translation>このマシンのサンドボックスサーバーの動作を表示します。</translation>
    </message>
    <message>
        <source>Start in the tray, without a window.</source>
        <translation>ウィンドウを開かずトレイで起動します。</translation>
    </message>
    <message>
        <source>Play a journal instead of connecting to servers.</source>
        <translation>サーバーに接続せず、ジャーナルを再生します。</translation>
    </message>
    <message>
        <source>file</source>
        <translation>ファイル</translation>
    </message>
    <message>
        <source>Select the execution with this id.</source>
        <translation>この ID の実行を選択します。</translation>
    </message>
    <message>
        <source>id</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>Use this language, for example zh_CN.</source>
        <translation>この言語を使用します (例: zh_CN)。</translation>
    </message>
    <message>
        <source>locale</source>
        <translation>ロケール</translation>
    </message>
</context>
</TS>
