"""What all tests share: the loaded catalogue, and a cast: the owner, a stranger, a partner."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client

from tests.support.trips import kyoto
from travelagent.accounts.actors import Actor
from travelagent.accounts.keys import create_key
from travelagent.accounts.models import Person


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """In CI a skip is a failure: the part it needs should have been installed."""
    outcome = yield
    report = outcome.get_result()
    if report.skipped and os.environ.get("CI") == "true":
        report.outcome = "failed"
        report.longrepr = f"skipped in CI: {report.longrepr}"


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: object) -> None:
    """The test database with the catalogue in it, and the static files under their hashed names."""
    call_command("collectstatic", verbosity=0, interactive=False)
    with django_db_blocker.unblock():
        call_command("load_catalogue", verbosity=0)


@pytest.fixture(autouse=True)
def _nothing_counted() -> None:
    """Each test with its own share of calls: the ids of rows come again in the next test, the cache stays."""
    cache.clear()


@dataclass(frozen=True)
class Visitor:
    """A person at the site: its actor, and a browser's client with its cookie."""

    actor: Actor
    client: Client


def make_visitor() -> Visitor:
    client = Client(enforce_csrf_checks=True)
    client.get("/")
    person = Person.objects.get(visitor_key=client.session["visitor"])
    return Visitor(Actor(person=person.pk), client)


@pytest.fixture
def owner(db: None) -> Visitor:
    return make_visitor()


@pytest.fixture
def stranger(db: None) -> Visitor:
    return make_visitor()


@dataclass(frozen=True)
class PartnerKey:
    actor: Actor
    headers: dict[str, str]


def make_partner(name: str, *scopes: str) -> PartnerKey:
    key, secret = create_key(name, scopes)
    actor = Actor(partner=key.partner_id, key=key.pk, scopes=frozenset(key.scopes))
    return PartnerKey(actor, {"Authorization": f"Bearer {secret}"})


@pytest.fixture
def partner(db: None) -> PartnerKey:
    return make_partner("acme")


@pytest.fixture(scope="session")
def saved() -> dict[str, Any]:
    """A trip as it would be saved: three days in Kyoto."""
    return kyoto()


@pytest.fixture(scope="session")
def plan(saved: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = saved["itinerary"]
    return found


@pytest.fixture(scope="session")
def costs(saved: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = saved["budget"]
    return found
