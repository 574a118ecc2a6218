"""Lists are cut by cursor; walking them gives every row once."""

from urllib.parse import urlsplit

import pytest

from tests.api.caller import Caller, problem
from tests.conftest import PartnerKey
from tests.support.tables import undone
from travelagent.chat import actions
from travelagent.chat.models import Message, RunEvent

pytestmark = pytest.mark.django_db


def walk(api: Caller, path: str, along: str = "next") -> list[list[dict[str, object]]]:
    pages = []
    while path:
        body = api.get(path).json()
        assert sorted(body) == ["next", "previous", "results"]
        pages.append(body["results"])
        link = urlsplit(body[along] or "")
        path = f"{link.path}?{link.query}".removeprefix("/api/v1/") if body[along] else ""
    return pages


def test_every_row_comes_once_in_order(api: Caller, partner: PartnerKey) -> None:
    made = [actions.create_session(partner.actor, title=str(n)).pk for n in range(5)]
    pages = walk(api, "sessions/?limit=2")
    assert [len(page) for page in pages] == [2, 2, 1]
    assert [row["id"] for page in pages for row in page] == made[::-1]


def test_a_page_leads_back(api: Caller, partner: PartnerKey) -> None:
    for n in range(3):
        actions.create_session(partner.actor, title=str(n))
    first = api.get("sessions/?limit=2").json()
    link = urlsplit(first["next"])
    second = api.get(f"sessions/?{link.query}").json()
    back = urlsplit(second["previous"])
    assert api.get(f"sessions/?{back.query}").json()["results"] == first["results"]


def test_sights_of_one_score_come_once_over_pages(api: Caller) -> None:
    whole = [row["id"] for row in api.get("cities/beijing/sights/?limit=200").json()["results"]]
    cut = [row["id"] for page in walk(api, "cities/beijing/sights/?limit=3") for row in page]
    assert cut == whole
    assert len(set(cut)) == len(cut) > 10


def test_messages_come_in_the_order_said(api: Caller, session: str, partner: PartnerKey) -> None:
    run = actions.start_run(partner.actor, session, "first")
    Message.objects.create(
        session_id=session, run=run, role=Message.Role.ASSISTANT, text="second", html="<p>second</p>"
    )
    rows = api.get(f"sessions/{session}/messages/").json()["results"]
    assert [(row["role"], row["text"], row["html"]) for row in rows] == [
        ("user", "first", ""),
        ("assistant", "second", "<p>second</p>"),
    ]
    assert {row["run"] for row in rows} == {run.pk}


def test_events_come_behind_after_over_pages(api: Caller, session: str, partner: PartnerKey) -> None:
    run = actions.start_run(partner.actor, session, "Hello")
    at = run.created_at
    RunEvent.objects.bulk_create(
        RunEvent(run=run, seq=n, type="llm_token", at=at, data={"token": str(n)}) for n in range(1, 8)
    )
    pages = walk(api, f"runs/{run.pk}/events/?after=2&limit=2")
    assert [row["seq"] for page in pages for row in page] == [3, 4, 5, 6, 7]
    assert api.get(f"runs/{run.pk}/events/?after=7").json()["results"] == []


def test_a_wrong_page_is_refused(api: Caller, subtests: pytest.Subtests) -> None:
    for query, field in (
        ("limit=0", "limit"),
        ("limit=201", "limit"),
        ("limit=ten", "limit"),
        ("limit=-1", "limit"),
        ("cursor=x", "cursor"),
        ("cursor=cD1ub3doZW4=", "cursor"),  # p=nowhen, where a time is expected
        ("cursor=cz0x&limit=%C2%B2", "limit"),
    ):
        with subtests.test(query=query):
            response = api.get(f"sessions/?{query}")
            assert problem(response) == (400, "invalid")
            assert list(response.json()["errors"]) == [field]


def test_a_wrong_after_is_refused(api: Caller, session: str, partner: PartnerKey, subtests: pytest.Subtests) -> None:
    for after in ("-1", "x", "1.5", "²", "9" * 5000):
        with subtests.test(after=after[:20]), undone():
            run = actions.start_run(partner.actor, session, "Hello")
            assert problem(api.get(f"runs/{run.pk}/events/?after={after}")) == (400, "invalid")
