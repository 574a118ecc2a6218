"""A trip at the site, its owner's calls, and the storages that its files may lie in."""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.storage import Storage, storages
from pytest_django import Settings

from tests.api.caller import Caller, as_visitor
from tests.conftest import Visitor
from tests.support.s3 import BUCKET, S3Server
from travelagent.attachments.models import TripFile
from travelagent.environment import Environment
from travelagent.storage_settings import attachment_storage


@pytest.fixture
def page(owner: Visitor) -> Caller:
    return as_visitor(owner)


@pytest.fixture
def path(page: Caller, plan: dict[str, Any], costs: dict[str, Any]) -> str:
    """Three days in Kyoto in December."""
    made = page.post("trips/", {"title": "Kyoto", "itinerary": plan, "budget": costs})
    assert made.status_code == 201, made.content
    return f"trips/{made.json()['id']}/"


@pytest.fixture(scope="session")
def s3_server() -> Iterator[S3Server]:
    server = S3Server()
    try:
        yield server.start()
    finally:
        server.close()


@pytest.fixture(params=["folder", "s3"])
def storage(
    request: pytest.FixtureRequest, tmp_path: Any, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> Storage:
    """The storage that these settings of the environment give, in use."""
    variables = {}
    if request.param == "s3":
        server: S3Server = request.getfixturevalue("s3_server")
        variables = {**server.settings, "ATTACHMENTS_URL": f"s3://{BUCKET}/{uuid4().hex}"}
    entry = attachment_storage(Environment(variables), tmp_path)
    settings.STORAGES = {**settings.STORAGES, "attachments": entry}
    found = storages["attachments"]
    for name in ("content", "preview"):
        monkeypatch.setattr(TripFile._meta.get_field(name), "storage", found)
    return found
