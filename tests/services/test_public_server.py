"""A public server behind the proxies of `deploy/`: https without a loop, real addresses, sockets, no metrics.

Its models' keys, planted in the environment and in a file, are nowhere: responses, events, logs, admin, files, reports.
Their endpoint is hostile: it echoes the key that it is given in its errors.
"""

import json
import re
import sqlite3
import ssl
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urljoin

import httpx
import pytest
from django.views.debug import ExceptionReporter
from websockets.asyncio.client import connect

from agent_core.messages import HumanMessage
from agent_core.model import ModelError, ModelRequest
from tests.support.server import Server
from tests.support.services import Nginx
from travelagent.assistant import model_registry
from travelagent.assistant.model_settings import configured_models

pytestmark = pytest.mark.services
HOST = "travel.example"
FORWARDED = {"Host": HOST, "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}
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
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
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
        "ALLOWED_HOSTS": f"{HOST},localhost,127.0.0.1",
        "TRUSTED_PROXIES": "1",
    }
    server = Server(data, settings=settings)
    server.prepare()
    key = server.manage("shell", "-v", "0", "-c", FILL).strip().splitlines()[-1]
    server.start()
    yield server, key
    server.stop()


@pytest.fixture(scope="module")
def plain(served: tuple[Server, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nginx]:
    yield from _started(Nginx(tmp_path_factory.mktemp("plain"), "nginx.conf", served[0].url))


@pytest.fixture(scope="module")
def tls(served: tuple[Server, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nginx]:
    yield from _started(Nginx(tmp_path_factory.mktemp("tls"), "nginx-tls.conf", served[0].url))


def _started(nginx: Nginx) -> Iterator[Nginx]:
    nginx.start()
    yield nginx
    nginx.close()


def _trusting(nginx: Nginx) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(nginx.certificate))


def test_http_leads_to_https_and_https_to_the_page(tls: Nginx) -> None:
    to_https = httpx.get(f"http://127.0.0.1:{tls.port}/explore?month=5", headers={"Host": HOST})
    assert (to_https.status_code, to_https.headers["Location"]) == (301, f"https://{HOST}/explore?month=5")

    with httpx.Client(base_url=f"https://localhost:{tls.tls_port}", verify=_trusting(tls)) as client:
        page = client.get("/explore")
        metrics = client.get("/metrics")
    assert page.status_code == 200
    assert "max-age" in page.headers["Strict-Transport-Security"]
    assert "Secure" in page.headers["Set-Cookie"]
    assert metrics.status_code == 404


async def test_a_socket_passes(tls: Nginx) -> None:
    address = f"https://localhost:{tls.tls_port}"
    async with httpx.AsyncClient(base_url=address, verify=_trusting(tls), headers={"Referer": address}) as client:
        await client.get("/")
        headers = {"X-CSRFToken": client.cookies["csrftoken"]}
        session = (await client.post("/api/v1/sessions/", json={}, headers=headers)).json()["id"]
        cookie = {"Cookie": f"sessionid={client.cookies['sessionid']}"}
        url = f"{address.replace('https', 'wss')}/ws/sessions/{session}/"
        async with connect(url, ssl=_trusting(tls), origin=address, additional_headers=cookie) as socket:
            assert '"hello"' in str(await socket.recv())


@pytest.mark.full
def test_behind_something_that_speaks_tls_there_is_no_loop(plain: Nginx) -> None:
    with httpx.Client(base_url=f"http://127.0.0.1:{plain.port}") as client:
        assert client.get("/explore", headers=FORWARDED).status_code == 200
        assert client.get("/explore", headers={"Host": HOST}).headers["Location"] == f"https://{HOST}/explore"
        assert client.get("/metrics", headers=FORWARDED).status_code == 404


def test_nobody_invents_an_address(tls: Nginx, served: tuple[Server, str]) -> None:
    address = f"https://localhost:{tls.tls_port}"
    invented = {"X-Forwarded-For": "203.0.113.9", "Referer": address}
    with httpx.Client(base_url=address, verify=_trusting(tls), headers=invented) as client:
        client.get("/account/login/")
        fields = {"login": "ada", "password": "wrong", "csrfmiddlewaretoken": client.cookies["csrftoken"]}
        assert client.post("/account/login/", data=fields).status_code == 200
    with closing(sqlite3.connect(served[0].data_dir / "db.sqlite3")) as database:
        assert database.execute("SELECT ip_address FROM axes_accessattempt").fetchall() == [("127.0.0.1",)]


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


def admin_pages(tls: Nginx) -> dict[str, str]:
    """Every page of the admin that can be reached by links, as its staff sees them."""
    address = f"https://localhost:{tls.tls_port}"
    with httpx.Client(base_url=address, verify=_trusting(tls), follow_redirects=True) as staff:
        page = staff.get("/admin/login/")
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.text)
        assert token
        form = {"username": "ann", "password": PASSWORD, "csrfmiddlewaretoken": token[1], "next": "/admin/"}
        first = staff.post("/admin/login/", data=form, headers={"Referer": f"{address}/admin/login/"})
        pages, todo = {"/admin/": first.text}, ["/admin/"]
        while todo and len(pages) < 150:
            here = todo.pop(0)
            for link in re.findall(r'href="([^"#?]+)"', pages[here]):
                path = urljoin(here, link)
                if path.startswith("/admin/") and path not in pages and "logout" not in path and "catalog" not in path:
                    pages[path] = staff.get(path).text
                    todo.append(path)
        return pages


def test_a_planted_key_is_nowhere(served: tuple[Server, str], tls: Nginx, endpoint: ThreadingHTTPServer) -> None:
    server, key = served
    with httpx.Client(base_url=f"https://localhost:{tls.tls_port}", verify=_trusting(tls), timeout=30) as client:
        texts = [client.get(path).text for path in ("/", "/nowhere/")]
        texts.append(httpx.get(f"{server.url}/ready").text)
        client.base_url = client.base_url.join("/api/v1/")
        client.headers = {"Authorization": f"Bearer {key}"}
        texts += [text for model in ("refusing", "failing") for text in run_over_rest(client, model)]
        texts += [client.get(path).text for path in ("models/", "tools/", "schema/", "sessions/", "nowhere/")]
        texts.append(client.post("sessions/", json={"model": "unknown"}).text)
    pages = admin_pages(tls)

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
