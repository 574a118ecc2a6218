"""A server of language models as it runs on a developer's machine: Ollama's, or one with OpenAI's list of models."""

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from tests.support.wire import Event
from travelagent.api.views import tools
from travelagent.assistant import local_servers, model_registry
from travelagent.assistant.local_models import Discovery

CHAT = "/v1/chat/completions"
PATIENCE_S = 20.0
"""So long is waited where a busy machine must not decide a test."""

Answer = Mapping[str, Any] | bytes


@dataclass
class LocalServer:
    """Answers `GET /path` and `POST /path` from `answers`, chat requests with `replies` in turn, the last one again.

    `delay_s` is waited before each answer. `requests` has all that was asked: the method and path, and the body.
    """

    answers: dict[str, Answer | Callable[[], Answer]]
    replies: Sequence[Sequence[Event]] = ()
    delay_s: float = 0.0
    headers: Mapping[str, str] = field(default_factory=dict)
    status: int = 200
    port: int = 0
    requests: list[tuple[str, Any]] = field(default_factory=list)

    @property
    def chats(self) -> list[dict[str, Any]]:
        """The bodies of the chat requests, oldest first."""
        return [body for line, body in self.requests if line == f"POST {CHAT}"]

    @contextmanager
    def serving(self) -> Iterator["LocalServer"]:
        server = ThreadingHTTPServer(("127.0.0.1", self.port), _handler(self))
        server.daemon_threads = True
        self.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield self
        finally:
            server.shutdown()
            server.server_close()
            thread.join()


def start_anew(patch: pytest.MonkeyPatch) -> None:
    """Let nothing be known of this machine's models, and wait for them as long as it takes."""
    patch.setattr(model_registry, "discovery", Discovery())
    patch.setattr(model_registry, "_LOCAL", {})
    patch.setattr(local_servers, "CONNECT_S", PATIENCE_S)
    patch.setattr(local_servers, "PROBE_S", PATIENCE_S)
    patch.setattr(tools, "LIST_WAIT_S", PATIENCE_S)


def ollama(*models: str, window: int = 32_768, **fields: Any) -> LocalServer:
    """Ollama with these models, none of which is loaded yet; `fields` are those of the server."""
    loaded: list[dict[str, Any]] = []

    def load() -> Answer:
        loaded.extend({"name": model, "model": model, "context_length": window} for model in models)
        return {"done": True, "done_reason": "load"}

    tags = [{"name": model, "model": model, "size": 5_000, "details": {"family": "qwen3"}} for model in models]
    answers: dict[str, Any] = {
        "GET /api/tags": {"models": tags},
        "GET /v1/models": listing(*models)["GET /v1/models"],
        "POST /api/show": {
            "capabilities": ["completion", "tools"],
            "parameters": 'stop "<|im_end|>"',
            "model_info": {},
        },
        "GET /api/ps": lambda: {"models": loaded},
        "POST /api/generate": load,
    }
    return LocalServer(answers, **fields)


def listing(*models: str, **fields: Any) -> dict[str, Any]:
    """The answers of a server with OpenAI's list of these models, each with the fields."""
    return {"GET /v1/models": {"object": "list", "data": [{"id": m, "object": "model", **fields} for m in models]}}


def _handler(server: LocalServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._serve(None)

        def do_POST(self) -> None:
            self._serve(json.loads(self.rfile.read(int(self.headers["content-length"]))))

        def _serve(self, body: Any) -> None:
            line = f"{self.command} {self.path}"
            server.requests.append((line, body))
            time.sleep(server.delay_s)
            if line == f"POST {CHAT}" and server.replies:
                events = server.replies[min(len(server.chats), len(server.replies)) - 1]
                frames = [*(json.dumps(event, ensure_ascii=False) for event in events), "[DONE]"]
                self._send(200, "text/event-stream", "".join(f"data: {frame}\n\n" for frame in frames).encode())
            elif (answer := server.answers.get(line, server.answers.get("*"))) is not None:
                content = answer() if callable(answer) else answer
                data = content if isinstance(content, bytes) else json.dumps(content).encode()
                self._send(server.status, "application/json", data)
            else:
                self._send(404, "text/plain", b"404 page not found")

        def _send(self, status: int, kind: str, data: bytes) -> None:
            try:
                self.send_response(status)
                for name, value in {"content-type": kind, "content-length": str(len(data)), **server.headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(data)
            except ConnectionError:
                """The client has left, as one does that has read enough."""

        def log_message(self, format: str, *args: Any) -> None:
            """Tests print nothing."""

    return Handler
