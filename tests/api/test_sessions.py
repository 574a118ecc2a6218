"""Sessions: begun, listed, searched, changed, cleared, deleted."""

import pytest

from tests.api.caller import Caller, problem
from tests.conftest import PartnerKey
from tests.support.tables import undone
from travelagent.chat import actions
from travelagent.chat.models import ChatSession, Message, Run, RunStatus

pytestmark = pytest.mark.django_db


def test_it_works(api: Caller) -> None:
    response = api.post("sessions/", {"title": "Kyoto", "mode": "plan", "style": "concise", "end_user": "u-7"})
    body = response.json()
    assert response.status_code == 201
    assert response["Location"] == f"/api/v1/sessions/{body['id']}/"
    assert body["id"].startswith("ses_")
    assert body == {
        "id": body["id"],
        "title": "Kyoto",
        "mode": "plan",
        "style": "concise",
        "model": "",
        "locale": "en",
        "end_user": "u-7",
        "created_at": body["created_at"],
        "last_active_at": body["last_active_at"],
        "message_count": 0,
    }
    assert api.get(f"sessions/{body['id']}/").json() == body


def test_a_body_that_is_not_json_is_refused(page: Caller, api: Caller, subtests: pytest.Subtests) -> None:
    for media_type in ("multipart/form-data; boundary=x", "application/x-www-form-urlencoded", "text/plain"):
        with subtests.test(media_type=media_type):
            for caller in (page, api):
                made = caller.client.generic(
                    "POST", "/api/v1/sessions/", b"title=Kyoto", media_type, headers=caller.headers
                )
                assert problem(made) == (415, "unsupported_media_type")
            assert not ChatSession.objects.exists()


def test_no_answer_is_kept_by_a_browser(api: Caller) -> None:
    made = api.post("sessions/")
    for answer in (made, api.get("sessions/"), api.get(f"sessions/{made.json()['id']}/runs/"), api.get("sessions/no/")):
        assert answer["Cache-Control"] == "no-store"


def test_an_empty_body_is_enough(api: Caller) -> None:
    assert api.post("sessions/").json()["mode"] == "auto"


def test_the_language_is_that_of_the_request_unless_said(api: Caller) -> None:
    assert api.post("sessions/", {}, Accept_Language="zh-CN").json()["locale"] == "zh"
    assert api.post("sessions/", {"locale": "en"}, Accept_Language="zh-CN").json()["locale"] == "en"


def test_every_fault_is_told_at_once(api: Caller) -> None:
    wrong = {"mode": "fast", "style": 3, "model": "hal", "locale": "fr", "title": "x" * 81, "colour": "red"}
    response = api.post("sessions/", wrong)
    assert problem(response) == (400, "invalid")
    assert sorted(response.json()["errors"]) == sorted(wrong)


def test_a_change_to_an_unknown_value_is_refused(api: Caller, session: str, subtests: pytest.Subtests) -> None:
    for change in (
        {"mode": ""},
        {"mode": None},
        {"title": ""},
        {"title": 5},
        {"model": "hal"},
        {"end_user": "x"},
        {"id": "ses_x"},
    ):
        with subtests.test(change=change):
            before = api.get(f"sessions/{session}/").json()
            response = api.patch(f"sessions/{session}/", change)
            assert problem(response) == (400, "invalid")
            assert list(response.json()["errors"]) == list(change)
            assert api.get(f"sessions/{session}/").json() == before


def test_a_change_touches_the_named_fields_alone(api: Caller, session: str) -> None:
    before = api.get(f"sessions/{session}/").json()
    changed = api.patch(f"sessions/{session}/", {"style": "warm", "locale": "zh"}).json()
    assert changed == {**before, "style": "warm", "locale": "zh"}
    assert api.patch(f"sessions/{session}/", {}).json() == changed


def test_the_search_finds_titles_and_messages_once(api: Caller, partner: PartnerKey) -> None:
    titled = api.post("sessions/", {"title": "樱花 in Kyoto"}).json()["id"]
    mentioned = api.post("sessions/", {"title": "another"}).json()["id"]
    run = actions.start_run(partner.actor, mentioned, "Where does one see 樱花?")
    Message.objects.create(session_id=mentioned, run=run, role=Message.Role.ASSISTANT, text="樱花 is in Ueno.")
    api.post("sessions/", {"title": "neither"})

    found = api.get("sessions/?q=樱花").json()["results"]

    assert [row["id"] for row in found] == [mentioned, titled]
    assert [row["message_count"] for row in found] == [2, 0]
    assert api.get("sessions/?q=nothing-like-it").json()["results"] == []


def test_a_search_beyond_measure_is_refused(api: Caller) -> None:
    assert problem(api.get(f"sessions/?q={'x' * 201}")) == (400, "invalid")
    assert problem(api.get("sessions/?q=%00")) == (400, "invalid")


def test_a_partner_reads_one_travellers_sessions(api: Caller) -> None:
    hers = api.post("sessions/", {"end_user": "ada"}).json()["id"]
    api.post("sessions/", {"end_user": "bob"})
    assert [row["id"] for row in api.get("sessions/?end_user=ada").json()["results"]] == [hers]
    people = ChatSession.objects.values_list("person__end_user", flat=True)
    assert sorted(people) == ["ada", "bob"]


def test_a_visitor_has_no_travellers(page: Caller) -> None:
    response = page.post("sessions/", {"end_user": "ada"})
    assert problem(response) == (400, "invalid")
    assert list(response.json()["errors"]) == ["end_user"]


def test_clearing_keeps_the_settings(api: Caller, session: str, partner: PartnerKey) -> None:
    api.patch(f"sessions/{session}/", {"style": "warm"})
    actions.start_run(partner.actor, session, "Hello")
    Run.objects.update(status=RunStatus.SUCCEEDED)

    assert api.post(f"sessions/{session}/clear/").status_code == 204

    assert api.get(f"sessions/{session}/messages/").json()["results"] == []
    assert api.get(f"sessions/{session}/runs/").json()["results"] == []
    assert api.get(f"sessions/{session}/").json()["style"] == "warm"


def test_a_session_at_work_is_kept(api: Caller, session: str, partner: PartnerKey, subtests: pytest.Subtests) -> None:
    for method, path in (("DELETE", ""), ("POST", "clear/")):
        with subtests.test(method=method, path=path), undone():
            actions.start_run(partner.actor, session, "Hello")
            assert problem(api(method, f"sessions/{session}/{path}")) == (409, "run_active")
            assert api.get(f"sessions/{session}/").json()["message_count"] == 1


def test_a_deleted_session_is_gone(api: Caller, session: str) -> None:
    assert api("DELETE", f"sessions/{session}/").status_code == 204
    assert problem(api.get(f"sessions/{session}/")) == (404, "not_found")
