"""Whoever only looks leaves nothing; the first write makes a visitor, who owns what is written."""

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from travelagent.accounts.models import Person

pytestmark = pytest.mark.django_db
PAGES = ("/", "/explore", "/cities/kyoto", "/trips/", "/memories/", "/account/", "/account/login/", "/account/signup/")
READS = ("sessions/", "trips/", "memories/", "models/", "cities/")


def write(client: Client, path: str, token: str) -> int:
    return client.post(path, {}, content_type="application/json", headers={"X-CSRFToken": token}).status_code


def test_whoever_only_looks_leaves_nothing() -> None:
    client = Client(enforce_csrf_checks=True)
    assert {client.get(page).status_code for page in PAGES} == {200}
    answers = [client.get(f"/api/v1/{path}") for path in READS]
    assert {answer.status_code for answer in answers} == {200}
    assert [answer.json()["results"] for answer in answers[:3]] == [[], [], []]
    assert (Person.objects.count(), Session.objects.count()) == (0, 0)


def test_the_first_write_makes_a_visitor_who_is_known_from_then_on() -> None:
    client = Client(enforce_csrf_checks=True)
    client.get("/")
    token = client.cookies["csrftoken"].value
    assert [write(client, "/api/v1/sessions/", token) for _ in range(2)] == [201, 201]
    assert Person.objects.get().sessions.count() == 2
    assert len(client.get("/api/v1/sessions/").json()["results"]) == 2


def test_without_a_pages_token_no_write_makes_one() -> None:
    assert write(Client(enforce_csrf_checks=True), "/api/v1/sessions/", "") == 401
    client = Client(enforce_csrf_checks=True)
    client.get("/")
    assert write(client, "/api/v1/sessions/", "invented") == 403
    assert (Person.objects.count(), Session.objects.count()) == (0, 0)


def test_a_visitor_whose_row_was_deleted_gets_a_new_one() -> None:
    client = Client(enforce_csrf_checks=True)
    client.get("/")
    token = client.cookies["csrftoken"].value
    write(client, "/api/v1/sessions/", token)
    Person.objects.all().delete()
    assert client.get("/api/v1/sessions/").json()["results"] == []
    assert write(client, "/api/v1/sessions/", token) == 201
    assert Person.objects.get().sessions.count() == 1
