"""A product behind httpSystem: POST {"question": "…"} to /ask.

python3 http_system.py [port]     port 0 takes a free one; the address is printed on standard error
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from product import answer


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if self.path != "/ask":
            return self.reply(404, {"error": "only POST /ask is here"})
        try:
            question = json.loads(body)["question"]
        except (ValueError, KeyError, TypeError):
            return self.reply(400, {"error": 'expected {"question": "…"} as JSON'})
        self.reply(200, answer(question))

    def reply(self, status, value):
        content = json.dumps(value).encode("utf-8")
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    request_queue_size = 128  # Of 5, the default, a suite that asks many at once would wait for a second.


server = Server(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 8000), Handler)
print(f"listening on http://127.0.0.1:{server.server_port}/ask", file=sys.stderr, flush=True)
server.serve_forever()
