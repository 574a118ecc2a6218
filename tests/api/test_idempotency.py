"""A POST with an `Idempotency-Key` is done once, whatever happens between its sender and the server."""

import threading
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.utils import timezone

from tests.api.caller import Caller, as_partner, as_visitor, problem
from tests.api.world import PLAN
from tests.conftest import PartnerKey, Visitor, make_partner
from tests.support.tables import undone
from travelagent.api.idempotency import forget_idempotent_answers
from travelagent.api.models import IdempotentAnswer
from travelagent.chat import actions
from travelagent.chat.models import ChatSession, Message
from travelagent.trips.models import Trip

pytestmark = pytest.mark.django_db

KEY = "0e9c-1"


def replayed(response: HttpResponse) -> bool:
    return response.get("Idempotent-Replayed") == "true"


def keyed(caller: Caller, path: str, body: Any = None, key: str = KEY, **headers: str) -> HttpResponse:
    return caller.post(path, body, Idempotency_Key=key, **headers)


def test_it_works(api: Caller) -> None:
    first = keyed(api, "sessions/", {"title": "Kyoto", "mode": "auto"})
    again = keyed(api, "sessions/", {"mode": "auto", "title": "Kyoto"})

    assert (first.status_code, replayed(first)) == (201, False)
    assert (again.status_code, replayed(again)) == (201, True)
    assert again.content == first.content
    assert {name: again[name] for name in ("Location", "Content-Type")} == {
        name: first[name] for name in ("Location", "Content-Type")
    }
    assert ChatSession.objects.count() == 1


def test_an_answer_without_a_body_is_replayed_too(api: Caller, session: str) -> None:
    first, again = (keyed(api, f"sessions/{session}/clear/") for _ in range(2))
    assert (again.status_code, again.content, replayed(again)) == (204, b"", True)
    assert again.get("Content-Type") == first.get("Content-Type")


def test_a_message_is_sent_once(api: Caller, session: str) -> None:
    first, again = (keyed(api, f"sessions/{session}/runs/", {"message": "Hello"}) for _ in range(2))
    assert (first.status_code, again.status_code) == (202, 202)
    assert again.json() == first.json()
    assert Message.objects.count() == 1


def test_another_request_with_the_key_is_refused(api: Caller, subtests: pytest.Subtests) -> None:
    for path, body in (("sessions/", {"title": "Nara"}), ("sessions/", {}), ("sessions/?x=1", {"title": "Kyoto"})):
        with subtests.test(path=path, body=body), undone():
            keyed(api, "sessions/", {"title": "Kyoto"})
            assert problem(keyed(api, path, body)) == (422, "idempotency_key_reused")
            assert ChatSession.objects.count() == 1


@pytest.mark.usefixtures("planned")
def test_of_a_large_answer_the_address_is_kept(api: Caller) -> None:
    plan = {"title": "Kyoto", "itinerary": {**PLAN, "assumptions": [{"en": "x" * 1900, "zh": "x"}] * 30}}
    first = keyed(api, "trips/", plan)
    assert first.status_code == 201
    [row] = IdempotentAnswer.objects.all()
    assert len(row.body) < 1_000
    again = keyed(api, "trips/", plan)
    assert (again.status_code, again["Location"], replayed(again)) == (201, first["Location"], True)
    assert again.json() == first.json()
    trip = first.json()["id"]
    api.patch(f"trips/{trip}/", {"title": "Nara"})
    changed = keyed(api, "trips/", plan)
    assert (changed.json()["title"], changed["ETag"]) == ("Nara", '"2"')
    api("DELETE", f"trips/{trip}/")
    assert problem(keyed(api, "trips/", plan)) == (409, "idempotency_lost")


def test_another_precondition_is_another_request(api: Caller, partner: PartnerKey) -> None:
    trip = Trip.objects.create(person=partner.actor.person_for(), title="Kyoto", itinerary={"days": []})
    assert keyed(api, f"trips/{trip.pk}/share/", {}, If_Match='"1"').status_code == 201
    assert problem(keyed(api, f"trips/{trip.pk}/share/", {}, If_Match='"2"')) == (422, "idempotency_key_reused")


def test_a_refusal_is_the_answer_too(api: Caller) -> None:
    first, again = (keyed(api, "sessions/", {"mode": "x", "n": 1}) for _ in range(2))
    assert problem(again) == problem(first) == (400, "invalid")
    assert (again.content, replayed(again)) == (first.content, True)


def test_keys_are_the_callers_own(api: Caller, page: Caller, stranger: Visitor) -> None:
    for caller in (api, page, as_visitor(stranger), as_partner(make_partner("other"))):
        response = keyed(caller, "sessions/", {"title": "Kyoto"})
        assert (response.status_code, replayed(response)) == (201, False)
    assert ChatSession.objects.count() == 4


def test_they_outlive_a_rotated_api_key(api: Caller) -> None:
    first = keyed(api, "sessions/", {})
    again = keyed(as_partner(make_partner("acme")), "sessions/", {})
    assert (again.content, replayed(again)) == (first.content, True)


def test_another_key_is_done_again(api: Caller) -> None:
    assert keyed(api, "sessions/", {}, "a").json() != keyed(api, "sessions/", {}, "b").json()


def test_a_key_that_cannot_be_is_refused(api: Caller, subtests: pytest.Subtests) -> None:
    for key in ("", "x" * 256, "with space", "京"):
        with subtests.test(key=key):
            response = api.client.post(
                "/api/v1/sessions/", "{}", "application/json", headers={**api.headers, "Idempotency-Key": key}
            )
            assert problem(response) == (400, "invalid")
            assert list(response.json()["errors"]) == ["Idempotency-Key"]


def test_a_body_that_is_no_json_takes_no_key(api: Caller) -> None:
    assert problem(keyed(api, "sessions/", b"{")) == (400, "parse_error")
    assert keyed(api, "sessions/", {}).status_code == 201


def test_while_the_first_is_at_work_the_second_has_to_wait(api: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = []
    create = actions.create_session

    def slow(*args: Any, **kwargs: Any) -> ChatSession:
        seconds.append(keyed(api, "sessions/", {}))
        return create(*args, **kwargs)

    monkeypatch.setattr(actions, "create_session", slow)
    assert keyed(api, "sessions/", {}).status_code == 201
    assert problem(seconds[0]) == (409, "idempotency_in_flight")
    assert seconds[0]["Retry-After"] == "1"
    assert ChatSession.objects.count() == 1


def test_after_a_crash_the_lease_ends_and_the_request_is_done(api: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    create = actions.create_session

    def crash(*args: Any, **kwargs: Any) -> ChatSession:
        create(*args, **kwargs)
        raise SystemExit

    monkeypatch.setattr(actions, "create_session", crash)
    with pytest.raises(SystemExit):
        keyed(api, "sessions/", {})
    monkeypatch.setattr(actions, "create_session", create)

    assert ChatSession.objects.count() == 0
    assert problem(keyed(api, "sessions/", {})) == (409, "idempotency_in_flight")
    IdempotentAnswer.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert keyed(api, "sessions/", {}).status_code == 201
    assert replayed(keyed(api, "sessions/", {}))
    assert ChatSession.objects.count() == 1


def test_who_was_taken_over_writes_nothing(api: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    create = actions.create_session

    def slow(*args: Any, **kwargs: Any) -> ChatSession:
        monkeypatch.setattr(actions, "create_session", create)
        IdempotentAnswer.objects.update(fence=7)
        return create(*args, **kwargs)

    monkeypatch.setattr(actions, "create_session", slow)
    assert problem(keyed(api, "sessions/", {})) == (409, "idempotency_in_flight")
    assert ChatSession.objects.count() == 0


def test_a_fault_of_the_server_is_tried_again_and_leaves_nothing(api: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    create = actions.create_session

    def broken(*args: Any, **kwargs: Any) -> ChatSession:
        create(*args, **kwargs)
        raise RuntimeError

    with monkeypatch.context() as patched:
        patched.setattr(actions, "create_session", broken)
        api.client.raise_request_exception = False
        assert problem(keyed(api, "sessions/", {})) == (500, "internal")
    assert ChatSession.objects.count() == 0
    assert keyed(api, "sessions/", {}).status_code == 201


def test_what_was_too_much_is_tried_again(api: Caller, session: str, settings: Any) -> None:
    other = api.post("sessions/", {}).json()["id"]
    api.post(f"sessions/{other}/runs/", {"message": "one"})
    settings.RUNS_PER_PARTNER = 1
    assert problem(keyed(api, f"sessions/{session}/runs/", {"message": "two"})) == (429, "limit")
    settings.RUNS_PER_PARTNER = 2
    assert keyed(api, f"sessions/{session}/runs/", {"message": "two"}).status_code == 202


def test_a_request_without_the_right_is_not_remembered(partner: PartnerKey) -> None:
    narrow = as_partner(make_partner("acme", "tools"))
    assert problem(keyed(narrow, "sessions/", {})) == (403, "missing_scope")
    assert keyed(as_partner(partner), "sessions/", {}).status_code == 201


def test_a_tool_is_called_once(api: Caller) -> None:
    first, again = (keyed(api, "tools/get_city_info/", {"arguments": {"city": "Kyoto"}}) for _ in range(2))
    assert (again.status_code, again.content, replayed(again)) == (200, first.content, True)


def test_after_a_day_the_key_is_free(api: Caller) -> None:
    keyed(api, "sessions/", {})
    IdempotentAnswer.objects.update(created_at=timezone.now() - timedelta(hours=24, seconds=1))
    assert not replayed(keyed(api, "sessions/", {"title": "Nara"}))


def test_old_answers_are_forgotten_and_young_ones_kept(api: Caller) -> None:
    for key in ("old", "young"):
        keyed(api, "sessions/", {}, key)
    day_ago = timezone.now() - timedelta(hours=24, seconds=1)
    IdempotentAnswer.objects.filter(key="old").update(created_at=day_ago)
    assert forget_idempotent_answers() == 1
    assert [row.key for row in IdempotentAnswer.objects.all()] == ["young"]


def test_answers_go_with_their_owner(owner: Visitor) -> None:
    keyed(as_visitor(owner), "sessions/", {})
    ChatSession.objects.get().person.delete()
    assert not IdempotentAnswer.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_of_many_at_once_one_is_done() -> None:
    api = make_partner("acme")
    answers: list[HttpResponse] = []
    gate = threading.Barrier(8)

    def send() -> None:
        gate.wait()
        answers.append(keyed(as_partner(api), "sessions/", {}))
        connection.close()

    threads = [threading.Thread(target=send) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {response.status_code for response in answers} <= {201, 409}
    assert len({response.content for response in answers if response.status_code == 201}) == 1
    assert ChatSession.objects.count() == 1
