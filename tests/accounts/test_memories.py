"""The page and the API of what is remembered: one's own, changed and deleted by oneself alone."""

import json

import pytest
from django.test import Client

from tests.conftest import PartnerKey, Visitor
from travelagent.accounts import memories
from travelagent.accounts.models import Memory

pytestmark = pytest.mark.django_db


def post(visitor: Visitor, **data: str) -> str:
    token = visitor.client.get("/memories/").cookies["csrftoken"].value
    response = visitor.client.post("/memories/", {**data, "csrfmiddlewaretoken": token}, follow=True)
    assert response.status_code == 200
    return response.content.decode()


def test_the_page_lists_changes_and_forgets(owner: Visitor) -> None:
    row = memories.remember(owner.actor.person or 0, "no spicy food")

    assert "no spicy food" in owner.client.get("/memories/").content.decode()
    assert "no seafood" in post(owner, change=row.pk, text="no seafood")
    assert "no seafood" not in post(owner, forget=row.pk)
    assert not Memory.objects.exists()


def test_a_stranger_sees_and_changes_nothing(owner: Visitor, stranger: Visitor) -> None:
    row = memories.remember(owner.actor.person or 0, "no spicy food")

    assert "no spicy food" not in stranger.client.get("/memories/").content.decode()
    post(stranger, forget=row.pk)
    post(stranger, change=row.pk, text="everything")
    assert Memory.objects.get().text == "no spicy food"


def test_the_api_reads_changes_and_deletes(partner: PartnerKey) -> None:
    for name in ("ann", "bob"):
        memories.remember(partner.actor.person_for(name).pk, f"{name} likes tea")
    api = Client()

    listed = api.get("/api/v1/memories/?end_user=ann", headers=partner.headers).json()["results"]
    assert [(row["text"], row["end_user"]) for row in listed] == [("ann likes tea", "ann")]
    path = f"/api/v1/memories/{listed[0]['id']}/"
    changed = api.patch(path, json.dumps({"text": "coffee"}), "application/json", headers=partner.headers)
    assert changed.json()["text"] == "coffee"
    assert api.patch(path, "{}", "application/json", headers=partner.headers).status_code == 400
    assert api.delete(path, headers=partner.headers).status_code == 204
    assert api.delete(path, headers=partner.headers).status_code == 404
    assert Memory.objects.get().text == "bob likes tea"


def test_the_same_thing_is_kept_once_and_nothing_is_refused(owner: Visitor) -> None:
    person = owner.actor.person or 0
    assert memories.remember(person, "tea") == memories.remember(person, " tea ")
    with pytest.raises(memories.InvalidMemory):
        memories.remember(person, "  ")
