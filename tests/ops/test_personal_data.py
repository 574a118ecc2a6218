"""One's own data: handed out whole, erased whole, and nobody else's touched."""

import json
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db.models import Model

from tests.conftest import Visitor
from travelagent.accounts.memories import remember
from travelagent.accounts.models import Person, User
from travelagent.chat.models import ChatSession, Message, Run, RunEvent, SessionVersion
from travelagent.chat.versions import add_change
from travelagent.ops import personal_data

pytestmark = pytest.mark.django_db


def with_history(person: int) -> ChatSession:
    """A session with a run, a message, an event and a trip at hand; and a memory."""
    session = ChatSession.objects.create(person_id=person, title="Kyoto in April")
    run = Run.objects.create(session=session, message="three days in Kyoto", locale="en", mode="auto", style="auto")
    Message.objects.create(session=session, run=run, role="user", text="three days in Kyoto")
    RunEvent.objects.create(run=run, seq=1, type="run_started", at=run.created_at, data={"message": "three days"})
    add_change(session.pk, run.pk, "said", brief={"pace": "relaxed"})
    remember(person, "no fish")
    return session


def erase(visitor: Visitor, **fields: str) -> int:
    visitor.client.get("/account/")
    token = visitor.client.cookies["csrftoken"].value
    return visitor.client.post("/account/erase/", {**fields, "csrfmiddlewaretoken": token}).status_code


def test_it_works(owner: Visitor) -> None:
    with_history(owner.actor.person or 0)
    answer = owner.client.get("/account/data.json")

    assert "attachment" in answer["Content-Disposition"]
    kept = json.loads(answer.content)
    assert kept["sessions"][0]["title"] == "Kyoto in April"
    assert kept["events"][0]["data"] == {"message": "three days"}
    assert kept["memories"][0]["text"] == "no fish"
    version = kept["session_versions"][0]
    assert (version["number"], version["brief"]["pace"], version["source"]) == (1, "relaxed", "said")


def test_the_file_holds_nobody_elses_and_no_credential(owner: Visitor, stranger: Visitor) -> None:
    with_history(owner.actor.person or 0)
    with_history(stranger.actor.person or 0)
    text = owner.client.get("/account/data.json").content.decode()

    assert len(json.loads(text)["sessions"]) == 1
    for visitor in (owner, stranger):
        key = Person.objects.get(pk=visitor.actor.person).visitor_key
        assert key
        assert key not in text


def test_the_erased_are_gone_and_the_others_stay(owner: Visitor, stranger: Visitor) -> None:
    with_history(owner.actor.person or 0)
    with_history(stranger.actor.person or 0)
    assert erase(owner, sure="on") == 302

    assert not Person.objects.filter(pk=owner.actor.person).exists()
    for table in (ChatSession, Run, Message, RunEvent, SessionVersion):
        assert table.objects.count() == 1
    assert owner.client.get("/account/data.json").status_code == 404


def test_nothing_is_erased_by_mistake(owner: Visitor) -> None:
    with_history(owner.actor.person or 0)
    assert erase(owner) == 400
    assert ChatSession.objects.count() == 1


def test_a_user_says_the_password(owner: Visitor) -> None:
    user = User.objects.create_user("ada", password="correct horse battery")
    Person.objects.create(user=user)
    owner.client.force_login(user)
    assert erase(owner, sure="on", password="wrong") == 400
    assert erase(owner, sure="on", password="correct horse battery") == 302
    assert not User.objects.exists()


def test_what_is_handed_out_is_what_is_erased(owner: Visitor) -> None:
    person = Person.objects.get(pk=owner.actor.person)
    with_history(person.pk)
    tables = set(personal_data.export(person))
    personal_data.erase(person)
    assert tables == {
        "events",
        "memories",
        "messages",
        "people",
        "runs",
        "session_versions",
        "sessions",
    }


def test_a_whole_export_may_be_requested_a_tenth_as_often_as_a_run(owner: Visitor, settings: Any) -> None:
    settings.THROTTLE_RUNS = 10
    cache.clear()
    assert [owner.client.get("/account/data.json").status_code for _ in "ab"] == [200, 429]
    cache.clear()


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_the_file_speaks_of_no_tables_by_their_inner_names(owner: Visitor, language: str) -> None:
    with_history(owner.actor.person or 0)
    owner.client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    kept = json.loads(owner.client.get("/account/data.json").content)

    assert sorted(kept) == [*("events", "memories", "messages", "people", "runs", "session_versions", "sessions")]


def test_no_two_tables_of_a_person_go_by_one_name() -> None:
    tables, following = set[type[Model]](), [Person, User]
    while following:
        table = following.pop()
        if table not in tables:
            tables.add(table)
            links = table._meta.get_fields(include_hidden=True)
            following += [link.related_model for link in links if link.auto_created and not link.concrete]
    names = [personal_data.kind_of(table) for table in tables]
    assert sorted(names) == sorted(set(names))
