"""A model's key, planted in the environment and in a file, is nowhere: responses, events, logs, admin, files, reports.

The endpoint is hostile: it echoes the key that it is given in its errors.
"""

import json
import re
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urljoin

import httpx
import pytest
from django.views.debug import ExceptionReporter

from agent_core.messages import HumanMessage
from agent_core.model import ModelError, ModelRequest
from tests.support.server import Server
from travelagent.assistant import model_registry
from travelagent.assistant.model_settings import configured_models

BY_ENVIRONMENT, BY_FILE = "sk-planted-in-the-environment-5b1e", "sk-planted-in-a-file-9d42"
PASSWORD = "a-long-enough-password-17"
FILL = """
from django.core.management import call_command
call_command("createsuperuser", interactive=False, username="ann", email="ann@example.org")
call_command("create_api_key", "partner")
"""


class Echo(BaseHTTPRequestHandler):
    """401 to the one model, 500 to the other, the key in both bodies."""

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        message = f"Incorrect key: {self.headers['authorization']}"
        body = json.dumps({"error": {"message": message, "type": "invalid_request_error", "code": "invalid_api_key"}})
        self.send_response(401 if request["model"] == "refused" else 500)
        self.send_header("content-type", "application/json")
        self.send_header("x-echo", self.headers["authorization"])
        self.end_headers()
        self.wfile.write(body.encode())
        self.server.keys.append(self.headers["authorization"])  # type: ignore[attr-defined]

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def endpoint() -> Iterator[ThreadingHTTPServer]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Echo)
    server.keys = []  # type: ignore[attr-defined]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def models_file(folder: Path, endpoint: ThreadingHTTPServer) -> Path:
    (folder / "key").write_text(BY_FILE, encoding="utf-8")
    file = folder / "models.toml"
    url = f"http://127.0.0.1:{endpoint.server_port}/v1"
    file.write_text(
        f'[models.refusing]\nmodel = "refused"\nbase_url = "{url}"\napi_key_env = "PLANTED"\n'
        f'[models.failing]\nmodel = "failed"\nbase_url = "{url}"\napi_key_file = "{folder / "key"}"\nretries = 1\n',
        encoding="utf-8",
    )
    return file


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, endpoint: ThreadingHTTPServer) -> Iterator[tuple[Server, str]]:
    """A running server whose models' keys are planted, with the user ann; and a partner's key."""
    folder, data = tmp_path_factory.mktemp("keys"), tmp_path_factory.mktemp("data")
    settings = {
        "TRAVELAGENT_MODELS_FILE": str(models_file(folder, endpoint)),
        "PLANTED": BY_ENVIRONMENT,
        "OPENAI_API_KEY": BY_ENVIRONMENT,
        "LOG_LEVEL": "DEBUG",
        "DJANGO_SUPERUSER_PASSWORD": PASSWORD,
    }
    server = Server(data, settings=settings)
    server.prepare()
    key = server.manage("shell", "-v", "0", "-c", FILL).strip().splitlines()[-1]
    server.start()
    yield server, key
    server.stop()


def secret_in(text: str) -> bool:
    return BY_ENVIRONMENT in text or BY_FILE in text


def run_over_rest(api: httpx.Client, model: str) -> list[str]:
    """Everything that a run's resources say, after it has ended."""
    session = api.post("sessions/", json={"model": model}).json()["id"]
    run = api.post(f"sessions/{session}/runs/", json={"message": "What should I eat in Kyoto?"}).json()["id"]
    deadline = time.monotonic() + 30
    while api.get(f"runs/{run}/").json()["status"] in ("queued", "running") and time.monotonic() < deadline:
        time.sleep(0.1)
    ended = api.get(f"runs/{run}/").json()
    assert ended["status"] == "succeeded", ended
    assert "Kyoto" in ended["answer"]
    paths = (f"runs/{run}/", f"runs/{run}/events/", f"runs/{run}/history/", f"sessions/{session}/messages/")
    return [api.get(path).text for path in paths]


def admin_pages(server: Server) -> dict[str, str]:
    """Every page of the admin that can be reached by links, as its staff sees them."""
    with httpx.Client(base_url=server.url, follow_redirects=True) as staff:
        page = staff.get("/admin/login/")
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.text)
        assert token
        form = {"username": "ann", "password": PASSWORD, "csrfmiddlewaretoken": token[1], "next": "/admin/"}
        first = staff.post("/admin/login/", data=form, headers={"Referer": f"{server.url}/admin/login/"})
        pages, todo = {"/admin/": first.text}, ["/admin/"]
        while todo and len(pages) < 150:
            here = todo.pop(0)
            for link in re.findall(r'href="([^"#?]+)"', pages[here]):
                path = urljoin(here, link)
                if path.startswith("/admin/") and path not in pages and "logout" not in path and "catalog" not in path:
                    pages[path] = staff.get(path).text
                    todo.append(path)
        return pages


def test_a_planted_key_is_nowhere(served: tuple[Server, str], endpoint: ThreadingHTTPServer) -> None:
    server, key = served
    with httpx.Client(base_url=f"{server.url}/api/v1/", headers={"Authorization": f"Bearer {key}"}, timeout=30) as api:
        texts = [text for model in ("refusing", "failing") for text in run_over_rest(api, model)]
        texts += [api.get(path).text for path in ("models/", "tools/", "schema/", "sessions/", "nowhere/")]
        texts.append(api.post("sessions/", json={"model": "unknown"}).text)
        texts += [httpx.get(server.url + path).text for path in ("/", "/ready", "/nowhere/")]
    pages = admin_pages(server)

    sent = set(endpoint.keys)  # type: ignore[attr-defined]
    assert sent == {f"Bearer {BY_ENVIRONMENT}", f"Bearer {BY_FILE}"}
    assert not any(map(secret_in, texts))
    assert len(pages) > 20
    assert any("/chat/run/run_" in path for path in pages)
    assert [path for path, text in pages.items() if secret_in(text)] == []
    assert "fallback_model" in "".join(texts)
    assert len(server.log()) > 1_000
    assert not secret_in(server.log())
    kept = [file for file in server.data_dir.rglob("*") if file.is_file() and file.suffix not in (".nbc", ".nbi")]
    assert [file for file in kept if secret_in(file.read_bytes().decode("utf-8", "replace"))] == []


async def test_a_crash_report_has_no_key(tmp_path: Path, endpoint: ThreadingHTTPServer) -> None:
    models = configured_models(str(models_file(tmp_path, endpoint)), {"PLANTED": BY_ENVIRONMENT})
    before = dict(model_registry._MODELS)
    try:
        model_registry.configure(models)
        named = model_registry.model_named("refusing")
        with pytest.raises(ModelError):
            async for _ in named.make().stream(ModelRequest((HumanMessage("hi"),))):
                pass
        try:
            async for _ in named.make().stream(ModelRequest((HumanMessage("hi"),))):
                pass
        except ModelError:
            report = ExceptionReporter(None, *sys.exc_info())
        await model_registry.close_models()
    finally:
        model_registry._MODELS.clear()
        model_registry._MODELS.update(before)

    html, text = report.get_traceback_html(), report.get_traceback_text()
    assert "ModelError" in text
    assert not secret_in(text)
    assert not secret_in(html)
