# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""A server in this process with the part of the JSON API of Google Cloud Storage that gcsfs uses."""

from __future__ import annotations

import base64
import hashlib
import json
import threading
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

STAMP = "2026-01-01T00:00:00.000Z"


class GcsServer:
    """Objects by bucket and name, with the range of each read of data."""

    def __init__(self) -> None:
        self.objects: dict[tuple[str, str], bytes] = {}
        self.uploads: dict[str, Any] = {}
        self.reads: list[tuple[str, int, int]] = []
        self.lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._thread = threading.Thread(target=self._server.serve_forever)

    def start(self) -> str:
        """Returns the URL."""
        self._thread.start()
        return f"http://127.0.0.1:{self._server.server_port}"

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def put(self, bucket: str, name: str, data: bytes, exclusive: bool) -> bool:
        """Whether the object was stored."""
        with self.lock:
            if exclusive and (bucket, name) in self.objects:
                return False
            self.objects[bucket, name] = data
            return True

    def describe(self, bucket: str, name: str) -> dict[str, Any]:
        data = self.objects[bucket, name]
        return {
            "kind": "storage#object",
            "bucket": bucket,
            "name": name,
            "size": str(len(data)),
            "md5Hash": base64.b64encode(hashlib.md5(data).digest()).decode(),
            "generation": "1",
            "contentType": "application/octet-stream",
            "timeCreated": STAMP,
            "updated": STAMP,
        }

    def listing(self, bucket: str, prefix: str, delimiter: str) -> dict[str, Any]:
        items, prefixes = [], set()
        with self.lock:
            names = sorted(name for place, name in self.objects if place == bucket and name.startswith(prefix))
            for name in names:
                end = name.find(delimiter, len(prefix)) if delimiter else -1
                if end >= 0:
                    prefixes.add(name[: end + 1])
                else:
                    items.append(self.describe(bucket, name))
        return {"kind": "storage#objects", "items": items, "prefixes": sorted(prefixes)}


def _handler(server: GcsServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: Any) -> None:
            """Nothing."""

        def answer(self, status: int, body: Any = b"", headers: dict[str, str] | None = None) -> None:
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
            self.send_response(status)
            for key, value in (headers or {}).items():
                self.send_header(key, value)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def fail(self, status: int) -> None:
            self.answer(status, {"error": {"code": status, "message": f"status {status}"}})

        @property
        def query(self) -> dict[str, str]:
            return {key: values[0] for key, values in parse_qs(urlsplit(self.path).query).items()}

        @property
        def names(self) -> tuple[str, str | None]:
            """Bucket, and name of the object or None."""
            parts = urlsplit(self.path).path.split("/b/", 1)[1].split("/o", 1)
            name = unquote(parts[1].lstrip("/")) if len(parts) > 1 else ""
            return parts[0], name or None

        def do_GET(self) -> None:
            bucket, name = self.names
            if name is None:
                if "/o" not in urlsplit(self.path).path.split("/b/", 1)[1]:
                    self.answer(200, {"kind": "storage#bucket", "name": bucket})
                else:
                    query = self.query
                    self.answer(200, server.listing(bucket, query.get("prefix", ""), query.get("delimiter", "")))
            elif (bucket, name) not in server.objects:
                self.fail(404)
            elif self.query.get("alt") != "media":
                self.answer(200, server.describe(bucket, name))
            else:
                data = server.objects[bucket, name]
                start, end = 0, len(data)
                if "Range" in self.headers:
                    low, high = self.headers["Range"].removeprefix("bytes=").split("-")
                    start, end = int(low), min(end, int(high) + 1 if high else end)
                server.reads.append((name, start, end))
                self.answer(206 if "Range" in self.headers else 200, data[start:end])

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            bucket, _ = self.names
            query, exclusive = self.query, self.query.get("ifGenerationMatch") == "0"
            if query["uploadType"] == "multipart":
                _, metadata, content = body.split(b"--==0==\n", 2)
                name = json.loads(metadata.split(b"\n\n", 1)[1])["name"]
                self.stored(bucket, name, content.split(b"\n\n", 1)[1].removesuffix(b"\n--==0==--"), exclusive)
            elif "upload" not in query:
                number = str(uuid.uuid4())
                server.uploads[number] = (query["name"], bytearray())
                place = f"http://{self.headers['Host']}{urlsplit(self.path).path}?uploadType=resumable&upload={number}"
                self.answer(200, b"", {"Location": place + ("&ifGenerationMatch=0" if exclusive else "")})
            else:
                name, data = server.uploads[query["upload"]]
                data += body
                if self.headers["Content-Range"].endswith("/*"):
                    self.answer(308, b"", {"Range": f"bytes=0-{len(data) - 1}"})
                else:
                    self.stored(bucket, name, bytes(data), exclusive)

        do_PUT = do_POST

        def stored(self, bucket: str, name: str, data: bytes, exclusive: bool) -> None:
            if server.put(bucket, name, data, exclusive):
                self.answer(200, server.describe(bucket, name))
            else:
                self.fail(412)

        def do_DELETE(self) -> None:
            bucket, name = self.names
            if name is None:  # an upload
                server.uploads.pop(self.query["upload"], None)
                self.answer(499)
            elif server.objects.pop((bucket, name), None) is None:
                self.fail(404)
            else:
                self.answer(204)

    return Handler
