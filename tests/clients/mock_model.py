#!/usr/bin/env python3
"""Stands in for the models' services on loopback: a model that asks for run_python_code once and then repeats what it got.

Speaks the Gemini API (plain and streamed) and OpenAI's Responses API. A request that declares no tools is answered with
a greeting. Usage: mock_model.py [ADDRESS]; prints its URL, serves until stdin ends.
"""

import http.server
import json
import sys
import threading

CODE = "print(6 * 7)"
GREETING = "Hello from the model"


def find(value, wanted):
    """All objects for which `wanted` holds, however deep inside."""
    if isinstance(value, dict):
        if wanted(value):
            yield value
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from find(item, wanted)


def tool_of(tools):
    """The declaration of run_python_code, whatever the client put before its name."""
    return next(find(tools, lambda item: str(item.get("name", "")).endswith("run_python_code")), None)


def gemini_part(request, code):
    for part in find(request.get("contents", []), lambda item: "functionResponse" in item):
        return {"text": "The tool said: " + json.dumps(part["functionResponse"]["response"])}
    tool = tool_of(request.get("tools", []))
    if tool is None:
        return {"text": GREETING}
    return {"functionCall": {"name": tool["name"], "args": {"code": code}}}


def gemini_answer(request, code):
    return {
        "candidates": [{"content": {"role": "model", "parts": [gemini_part(request, code)]}, "finishReason": "STOP", "index": 0}],
        "usageMetadata": {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2},
        "modelVersion": "mock",
    }


def responses_item(request, code):
    for item in find(request.get("input", []), lambda item: item.get("type") == "function_call_output"):
        return message_item("The tool said: " + json.dumps(item["output"]))
    tool = tool_of(request.get("tools", []))
    if tool is None:
        return message_item(GREETING)
    call = {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": tool["name"],
            "arguments": json.dumps({"code": code})}
    for space in find(request.get("tools", []), lambda item: item.get("type") == "namespace"):
        if tool in space.get("tools", []):
            call["namespace"] = space["name"]
    return call


def message_item(text):
    return {"type": "message", "id": "msg_1", "role": "assistant", "content": [{"type": "output_text", "text": text}]}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or "{}")
        self.server.requests.append(request)
        code = self.server.code
        if ":streamGenerateContent" in self.path:
            self.send("text/event-stream", f"data: {json.dumps(gemini_answer(request, code))}\r\n\r\n")
        elif ":generateContent" in self.path:
            self.send("application/json", json.dumps(gemini_answer(request, code)))
        elif ":countTokens" in self.path:
            self.send("application/json", '{"totalTokens": 1}')
        elif self.path.endswith("/responses"):
            self.send("text/event-stream", "".join(self.responses_events(request, code)))
        else:
            self.send_error(404)

    def do_GET(self):
        self.send("application/json", '{"models": []}' if "/models" in self.path else "{}")

    @staticmethod
    def responses_events(request, code):
        response = {"id": "resp_1", "object": "response", "status": "completed", "output": [responses_item(request, code)],
                    "usage": {"input_tokens": 1, "input_tokens_details": None, "output_tokens": 1,
                              "output_tokens_details": None, "total_tokens": 2}}
        for event in ({"type": "response.created", "response": {"id": "resp_1"}},
                      {"type": "response.output_item.done", "output_index": 0, "item": response["output"][0]},
                      {"type": "response.completed", "response": response}):
            yield f"event: {event['type']}\ndata: {json.dumps(event)}\n\n"

    def send(self, content_type, body):
        data = body.encode()
        self.send_response(200)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format, *arguments):
        print(format % arguments, file=sys.stderr)


class MockModel:
    """The service as a context manager; `requests` are all that it got."""

    def __init__(self, address="127.0.0.1", code=CODE):
        self.server = http.server.ThreadingHTTPServer((address, 0), Handler)
        self.server.code = code
        self.requests = self.server.requests = []
        self.port = self.server.server_address[1]
        self.url = f"http://{address}:{self.port}"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def main():
    with MockModel(*sys.argv[1:2]) as model:
        print(model.url, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
