#!/usr/bin/env python3
"""The internet of the tests: web servers, a name server, and hostile ones, for a network namespace of their own.

Usage: internet.py FOLDER NAMESERVER
FOLDER gets ca.pem, the authority that the web servers' certificate comes from. NAMESERVER is the address to answer DNS
on. Prints "ready" when everything listens, and ends with its standard input.

Names: web.example (public), inner.example (a private address), flip.example (one and the other, in turn),
mixed.example (both). Ports: 80 and 443 as usual; 81 never answers; 82 sends for ever; 83 closes at once.
"""

import base64
import hashlib
import http.server
import os
import socket
import socketserver
import ssl
import struct
import subprocess
import sys
import threading

PUBLIC = "11.22.33.44"
PUBLIC6 = "2a11:2233::44"
PRIVATE = "10.99.0.1"
ANSWER = b"""{"candidates": [{"content": {"role": "model", "parts": [{"text": "hello from the model"}]},
"finishReason": "STOP", "index": 0}]}"""


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *arguments):
        pass

    def answer(self, body, kind="text/plain", status=200, **fields):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in fields.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        if self.path.startswith("/big/"):
            self.send_big(int(self.path[5:]))
        elif self.path == "/redirect":
            self.answer(b"", status=302, Location=f"http://{PRIVATE}/")
        elif self.headers.get("Upgrade", "").lower() == "websocket":
            self.echo_messages()
        else:
            self.answer(f"hello {self.path} {self.headers.get('Host')}\n".encode())

    def do_POST(self):
        if self.headers.get("Transfer-Encoding"):
            body = b""
            while size := int(self.rfile.readline(), 16):
                body += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
        else:
            body = self.rfile.read(int(self.headers["Content-Length"]))
        if "generateContent" in self.path:
            self.answer(ANSWER, "application/json")
        else:
            self.answer(str(len(body)).encode())

    def send_big(self, size):
        self.send_response(200)
        self.send_header("Content-Length", str(size))
        self.end_headers()
        piece = bytes(1 << 20)
        while size > 0:
            self.wfile.write(piece[: min(size, len(piece))])
            size -= len(piece)

    def echo_messages(self):
        """RFC 6455, as far as one short text message goes."""
        key = self.headers["Sec-WebSocket-Key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        self.send_response(101)
        self.send_header("Upgrade", "websocket")
        self.send_header("Connection", "Upgrade")
        self.send_header("Sec-WebSocket-Accept", base64.b64encode(hashlib.sha1(key.encode()).digest()).decode())
        self.end_headers()
        head = self.rfile.read(2)
        size = head[1] & 127
        mask = self.rfile.read(4)
        text = bytes(b ^ mask[i % 4] for i, b in enumerate(self.rfile.read(size)))
        self.wfile.write(bytes([0x81, size]) + text + b"\x88\x00")
        self.close_connection = True


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    request_queue_size = 1024
    address_family = socket.AF_INET6

    def server_bind(self):
        self.socket.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        super().server_bind()

    def handle_error(self, request, client_address):
        pass


def listen(port, serve):
    listener = socket.create_server(("::", port), family=socket.AF_INET6, dualstack_ipv6=True, backlog=1024)
    kept = []

    def accept():
        while True:
            connection = listener.accept()[0]
            kept.append(connection)
            threading.Thread(target=serve, args=(connection,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()


def send_for_ever(connection):
    try:
        while True:
            connection.sendall(bytes(65536))
    except OSError:
        pass


def answer_names(address):
    server = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_DGRAM)
    server.bind((address, 53))
    flips = 0

    def run():
        nonlocal flips
        while True:
            query, client = server.recvfrom(512)
            at, labels = 12, []
            while query[at]:
                labels.append(query[at + 1 : at + 1 + query[at]].decode("latin1"))
                at += query[at] + 1
            name, kind = ".".join(labels).lower(), struct.unpack(">H", query[at + 1 : at + 3])[0]
            addresses = {"web.example": [PUBLIC], "inner.example": [PRIVATE], "mixed.example": [PRIVATE, PUBLIC]}.get(name)
            if name == "flip.example":
                addresses = [[PUBLIC], [PRIVATE]][flips % 2]
                flips += kind == 1
            records = b""
            if addresses and kind == 1:
                for one in addresses:
                    records += b"\xc0\x0c\0\1\0\1\0\0\0\0\0\4" + socket.inet_aton(one)
            count = len(records) // 16
            flags = b"\x81\x80" if addresses else b"\x81\x83"
            server.sendto(query[:2] + flags + struct.pack(">HHHH", 1, count, 0, 0) + query[12 : at + 5] + records, client)

    threading.Thread(target=run, daemon=True).start()


def make_certificates(folder):
    def openssl(*arguments):
        subprocess.run(["openssl", *arguments], cwd=folder, check=True, stderr=subprocess.DEVNULL)

    with open(f"{folder}/extensions", "w") as file:
        file.write(f"subjectAltName=DNS:web.example,DNS:flip.example,IP:{PUBLIC},IP:{PUBLIC6}\n"
                   "extendedKeyUsage=serverAuth\nauthorityKeyIdentifier=keyid\nsubjectKeyIdentifier=hash\n")
    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.pem", "-days", "2",
            "-subj", "/CN=Authority of the tests", "-addext", "keyUsage=critical,keyCertSign")
    openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", "web.key", "-out", "web.csr", "-subj", "/CN=web.example")
    openssl("x509", "-req", "-in", "web.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-out", "web.pem",
            "-days", "2", "-extfile", "extensions")


def main():
    folder, name_server = sys.argv[1:]
    make_certificates(folder)
    plain = Server(("::", 80), Handler)
    secure = Server(("::", 443), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(f"{folder}/web.pem", f"{folder}/web.key")
    secure.socket = context.wrap_socket(secure.socket, server_side=True, do_handshake_on_connect=False)
    for server in (plain, secure):
        threading.Thread(target=server.serve_forever, daemon=True).start()
    listen(81, lambda connection: None)
    listen(82, send_for_ever)
    listen(83, lambda connection: connection.close())
    answer_names(name_server)
    print("ready", flush=True)
    sys.stdin.read()
    os._exit(0)


main()
