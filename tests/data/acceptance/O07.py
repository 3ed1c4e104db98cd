print('{"jsonrpc":"2.0","id":1,"result":{}}')
print('{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}')
print('event: message\ndata: {"jsonrpc":"2.0","id":2,"error":{"code":-1,"message":"x"}}\n')
print('Content-Length: 38\r\n\r\n{"jsonrpc":"2.0","id":3,"result":null}')
