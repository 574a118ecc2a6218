"""The protection of a deployment: its checks, its transport, its pages' policy; files are taken nowhere."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db.models import FileField
from django.test import Client

from tests.conftest import PartnerKey
from tests.support.server import Server
from travelagent.attachments.models import TripFile

PUBLIC = {"ALLOWED_HOSTS": "travel.example"}
CHECK = """
from django.core.management import call_command
call_command("check", deploy=True, fail_level="WARNING")
"""
ASK = """
import json
from django.test import Client
client = Client(headers={"host": "travel.example"})
told = {"plain": client.get("/").status_code, "live": client.get("/live").status_code}
page = client.get("/", headers={"x-forwarded-proto": "https"})
told |= {"page": page.status_code, "hsts": page.get("Strict-Transport-Security", "")}
told["secure"] = {name: bool(cookie["secure"]) for name, cookie in page.cookies.items()}
print(json.dumps(told))
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("deployed")
    Server(folder).prepare()
    return folder


def answers_of(folder: Path, script: str, **settings: str) -> dict[str, Any]:
    output = Server(folder, settings=settings).manage("shell", "-v", "0", "-c", script)
    return dict(json.loads(output.strip().splitlines()[-1]))


@pytest.mark.full
def test_the_checks_of_a_deployment_find_nothing_on_this_machine(folder: Path) -> None:
    Server(folder).manage("check", "--deploy", "--fail-level", "WARNING")


def test_other_machines_are_served_over_https(folder: Path) -> None:
    """The checks of a deployment find nothing there."""
    found = answers_of(folder, CHECK + ASK, **PUBLIC)
    assert (found["plain"], found["live"], found["page"]) == (301, 200, 200)
    assert "max-age=31536000" in found["hsts"]
    assert found["secure"]
    assert all(found["secure"].values())


@pytest.mark.full
def test_without_https_cookies_still_arrive(folder: Path) -> None:
    found = answers_of(folder, ASK, **PUBLIC, HTTPS="false")
    assert (found["plain"], found["page"]) == (200, 200)
    assert not any(found["secure"].values())


PAGES = ("/", "/trips/", "/explore", "/account/", "/account/login/", "/admin/login/", "/api/docs/")


@pytest.mark.django_db
def test_no_page_allows_inline_scripts_or_styles_or_frames(client: Client, subtests: pytest.Subtests) -> None:
    for path in PAGES:
        with subtests.test(path=path):
            policy = client.get(path)["Content-Security-Policy"]
            assert "default-src 'self'" in policy
            assert "frame-ancestors 'none'" in policy
            assert "unsafe" not in policy


@pytest.mark.django_db
def test_files_are_taken_as_attachments_of_trips_alone(partner: PartnerKey, tmp_path: Path) -> None:
    fields = [field for model in apps.get_models() for field in model._meta.get_fields()]
    assert {field.model for field in fields if isinstance(field, FileField)} == {TripFile}
    file = tmp_path / "trip.json"
    file.write_text("{}")
    with file.open("rb") as opened:
        answer = Client().post("/api/v1/trips/import/", {"file": opened}, headers=partner.headers)
    assert answer.status_code == 415
