"""Photographs of Wikimedia Commons, from a server that speaks its API."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.utils import timezone

from travelagent.pictures.commons import Commons, CommonsError, Sought
from travelagent.pictures.models import Photograph
from travelagent.pictures.photographs import FOUND_FOR

pytestmark = pytest.mark.django_db

KYOTO = Sought("Kinkaku-ji (Golden Pavilion)", 35.0394, 135.7292, 1500)
PLACE = "sight:kyoto/kinkaku-ji"


@dataclass
class Service:
    """What the server answers, and the queries and user agents that it was asked with."""

    pages: list[dict[str, Any]] = field(default_factory=list)
    status: int = 200
    body: bytes | None = None
    queries: list[dict[str, list[str]]] = field(default_factory=list)
    agents: list[str] = field(default_factory=list)
    origin: str = ""

    @property
    def api(self) -> str:
        return f"{self.origin}/w/api.php"

    def photograph(self, index: int = 1, **changes: Any) -> dict[str, Any]:
        """A page of a file as the API gives it, with these changes of its image's fields."""
        meta = {
            "Artist": {"value": '<a href="//commons.wikimedia.org/wiki/User:Ann">Ann &amp; Bo</a>'},
            "LicenseShortName": {"value": "CC BY-SA 4.0"},
            "LicenseUrl": {"value": "https://creativecommons.org/licenses/by-sa/4.0"},
        }
        info = {
            "thumburl": f"{self.origin}/commons/thumb/a/ab/Gold.jpg/960px-Gold.jpg",
            "descriptionurl": "https://commons.wikimedia.org/wiki/File:Gold.jpg",
            "width": 4000,
            "height": 3000,
            "mime": "image/jpeg",
            "extmetadata": meta,
        }
        extra = {name: {"value": value} for name, value in changes.pop("meta", {}).items()}
        return {"index": index, "imageinfo": [{**info, **changes, "extmetadata": {**meta, **extra}}]}


@contextmanager
def serving(service: Service) -> Iterator[Service]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            service.queries.append(parse_qs(urlsplit(self.path).query))
            service.agents.append(self.headers["User-Agent"])
            body = service.body or json.dumps({"batchcomplete": True, "query": {"pages": service.pages}}).encode()
            self.send_response(service.status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service.origin = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def service() -> Iterator[Service]:
    with serving(Service()) as found:
        yield found


@pytest.fixture
def allowed(service: Service, settings: Any) -> Service:
    """The service, named in the settings."""
    settings.PICTURE_PROVIDER = "commons"
    settings.PICTURE_CONTACT = "ops@travel.example"
    settings.COMMONS_API_URL, settings.COMMONS_IMAGES_URL = service.api, service.origin
    return service


def client_of(service: Service) -> Commons:
    return Commons(service.api, service.origin, "ops@travel.example")


def about(place: str = PLACE) -> dict[str, Any]:
    found: dict[str, Any] = Client().get("/pictures/about.json", {"place": place}).json()["pictures"][place]
    return found


def test_it_works(service: Service) -> None:
    service.pages = [service.photograph()]
    found = client_of(service).find(KYOTO, 5)

    assert found is not None
    assert found.author == "Ann & Bo"
    assert found.licence == "CC BY-SA 4.0"
    assert found.source_url.endswith("File:Gold.jpg")
    assert [part.split()[-1] for part in found.srcset.split(", ")] == ["500w", "960w", "1280w"]
    (query,) = service.queries
    assert query["action"] == ["query"]
    assert query["iiprop"] == ["url|extmetadata|size|mime"]
    assert "nearcoord:1500m,35.03940,135.72920" in query["gsrsearch"][0]
    assert "Kinkaku-ji" in query["gsrsearch"][0]
    assert service.agents[0].startswith("TravelAgent/")
    assert "ops@travel.example" in service.agents[0]


@pytest.mark.parametrize(
    "changes",
    [
        {"meta": {"LicenseShortName": "CC BY-NC 4.0"}},
        {"meta": {"LicenseShortName": "CC BY-NC-ND 2.0"}},
        {"meta": {"LicenseShortName": ""}},
        {"meta": {"LicenseShortName": "Fair use"}},
        {"meta": {"NonFree": "true"}},
        {"width": 3000, "height": 4000},
        {"width": 640, "height": 400},
        {"mime": "image/svg+xml"},
        {"thumburl": "https://elsewhere.example/960px-Gold.jpg"},
        {"thumburl": "javascript:alert(1)"},
        {"descriptionurl": "javascript:alert(1)"},
    ],
)
def test_what_is_of_no_use_is_passed_over(service: Service, changes: dict[str, Any]) -> None:
    service.pages = [service.photograph(1, **changes)]
    assert client_of(service).find(KYOTO, 5) is None

    service.pages = [service.photograph(2, meta={"Artist": "Second"}), *service.pages]
    found = client_of(service).find(KYOTO, 5)
    assert found is not None
    assert found.author == "Second"


@pytest.mark.parametrize("licence", ["CC0", "CC BY 2.0", "CC BY-SA 3.0 de", "Public domain", "PD-old"])
def test_free_licences_are_taken(service: Service, licence: str) -> None:
    service.pages = [service.photograph(meta={"LicenseShortName": licence})]
    found = client_of(service).find(KYOTO, 5)
    assert found is not None
    assert found.licence == licence


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (500, None),
        (429, None),
        (200, b"<html>"),
        (200, b'{"error": {"code": "maxlag"}}'),
        (200, b'{"query": {"pages": [7]}}'),
    ],
)
def test_a_service_that_fails_is_left_alone_for_a_while(service: Service, status: int, body: bytes | None) -> None:
    service.status, service.body = status, body
    commons = client_of(service)
    for _ in range(3):
        with pytest.raises(CommonsError):
            commons.find(KYOTO, 5)
    assert len(service.queries) == 1


def test_nobody_there_is_an_error_of_its_own() -> None:
    with serving(Service()) as gone:
        commons = client_of(gone)
    with pytest.raises(CommonsError):
        commons.find(KYOTO, 5)


def test_a_photograph_is_described_and_kept(allowed: Service) -> None:
    allowed.pages = [allowed.photograph()]

    assert about()["generated"] is False
    assert about()["url"].startswith(allowed.origin)
    assert about()["licence_url"] == "https://creativecommons.org/licenses/by-sa/4.0"
    assert len(allowed.queries) == 1


def test_what_is_not_found_is_a_poster_and_not_asked_for_again(allowed: Service) -> None:
    assert about()["generated"] is True
    assert about()["url"] == "/pictures/sight/kyoto/kinkaku-ji.svg"
    assert len(allowed.queries) == 1


def test_what_is_kept_expires(allowed: Service) -> None:
    allowed.pages = [allowed.photograph()]
    about()
    Photograph.objects.update(fetched_at=timezone.now() - FOUND_FOR - timedelta(seconds=1))
    allowed.pages = [allowed.photograph(meta={"Artist": "Newer"})]

    assert about()["author"] == "Newer"


def test_while_the_service_is_down_the_old_one_is_shown(allowed: Service) -> None:
    allowed.pages = [allowed.photograph()]
    about()
    Photograph.objects.update(fetched_at=timezone.now() - FOUND_FOR - timedelta(seconds=1))
    allowed.status = 503

    assert about()["author"] == "Ann & Bo"


def test_without_a_provider_nobody_is_asked(service: Service, settings: Any) -> None:
    settings.COMMONS_API_URL = service.api
    service.pages = [service.photograph()]

    assert about()["generated"] is True
    assert not service.queries
