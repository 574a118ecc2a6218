"""The proxies of `deploy/` in front of a real server: https without a loop, real addresses, sockets, no metrics."""

import sqlite3
import ssl
from collections.abc import Iterator
from contextlib import closing

import httpx
import pytest
from websockets.asyncio.client import connect

from tests.support.server import Server
from tests.support.services import Nginx

pytestmark = pytest.mark.services
HOST = "travel.example"
FORWARDED = {"Host": HOST, "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    settings = {"ALLOWED_HOSTS": f"{HOST},localhost,127.0.0.1", "TRUSTED_PROXIES": "1"}
    server = Server(tmp_path_factory.mktemp("server"), settings=settings)
    server.prepare()
    yield server.start()
    server.stop()


@pytest.fixture(scope="module")
def plain(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nginx]:
    yield from _started(Nginx(tmp_path_factory.mktemp("plain"), "nginx.conf", server.url))


@pytest.fixture(scope="module")
def tls(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nginx]:
    yield from _started(Nginx(tmp_path_factory.mktemp("tls"), "nginx-tls.conf", server.url))


def _started(nginx: Nginx) -> Iterator[Nginx]:
    nginx.start()
    yield nginx
    nginx.close()


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


def test_nobody_invents_an_address(tls: Nginx, server: Server) -> None:
    address = f"https://localhost:{tls.tls_port}"
    invented = {"X-Forwarded-For": "203.0.113.9", "Referer": address}
    with httpx.Client(base_url=address, verify=_trusting(tls), headers=invented) as client:
        client.get("/account/login/")
        fields = {"login": "ada", "password": "wrong", "csrfmiddlewaretoken": client.cookies["csrftoken"]}
        assert client.post("/account/login/", data=fields).status_code == 200
    with closing(sqlite3.connect(server.data_dir / "db.sqlite3")) as database:
        assert database.execute("SELECT ip_address FROM axes_accessattempt").fetchall() == [("127.0.0.1",)]


def _trusting(nginx: Nginx) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(nginx.certificate))
