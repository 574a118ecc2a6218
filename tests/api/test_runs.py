"""Runs: started, worked by a scripted model, read, cancelled."""

from functools import partial

import pytest

from agent_core.messages import call
from agent_core.testing import ScriptedModel, calls, text
from tests.api.caller import Caller, as_partner, problem
from tests.chat.scripted import listening, supervised
from tests.conftest import PartnerKey, make_partner
from tests.support.tables import undone
from travelagent.chat import actions
from travelagent.chat.hub import Hub
from travelagent.chat.models import Message, Run, RunStatus
from travelagent.chat.threads import in_db_thread


@pytest.mark.django_db
def test_it_works(api: Caller, session: str) -> None:
    response = api.post(f"sessions/{session}/runs/", {"message": " Hello ", "mode": "direct", "style": "warm"})
    body = response.json()
    assert response.status_code == 202
    assert response["Location"] == f"/api/v1/runs/{body['id']}/"
    assert body["id"].startswith("run_")
    assert body == {
        "id": body["id"],
        "session": session,
        "kind": "message",
        "status": "queued",
        "step_status": "idle",
        "needs_confirmation": False,
        "proposals": [],
        "message": "Hello",
        "answer": "",
        "mode": "direct",
        "style": "warm",
        "model": "",
        "metadata": {},
        "created_at": body["created_at"],
        "finished_at": None,
    }
    assert api.get(f"runs/{body['id']}/").json() == body
    assert api.get(f"sessions/{session}/runs/").json()["results"] == [body]
    assert api.get(f"sessions/{session}/").json()["title"] == "Hello"


@pytest.mark.django_db
def test_a_message_that_cannot_be_worked_on_is_refused(api: Caller, session: str, subtests: pytest.Subtests) -> None:
    for message in ("", " \n\t　", "x" * 5001, "x" * 10_000, None, 5, ["x"], "a\x00b"):
        with subtests.test(message=repr(message)[:20]), undone():
            response = api.post(f"sessions/{session}/runs/", {"message": message})
            assert problem(response) == (400, "invalid")
            assert list(response.json()["errors"]) == ["message"]
            assert not Message.objects.exists()


@pytest.mark.django_db
def test_the_longest_message_is_taken(api: Caller, session: str) -> None:
    assert api.post(f"sessions/{session}/runs/", {"message": "京" * 5000}).status_code == 202


@pytest.mark.django_db
def test_every_fault_is_told_at_once(api: Caller, session: str) -> None:
    response = api.post(f"sessions/{session}/runs/", {"message": " ", "mode": "x", "style": "y", "model": "z", "n": 1})
    assert problem(response) == (400, "invalid")
    assert sorted(response.json()["errors"]) == ["message", "mode", "model", "n", "style"]
    assert list(api.post(f"sessions/{session}/runs/", {}).json()["errors"]) == ["message"]


@pytest.mark.django_db
def test_a_session_works_on_one_message_at_a_time(api: Caller, session: str) -> None:
    first = api.post(f"sessions/{session}/runs/", {"message": "one"}).json()["id"]
    assert problem(api.post(f"sessions/{session}/runs/", {"message": "two"})) == (409, "run_active")
    assert list(Run.objects.values_list("pk", flat=True)) == [first]
    other = api.post("sessions/", {}).json()["id"]
    assert api.post(f"sessions/{other}/runs/", {"message": "two"}).status_code == 202


@pytest.mark.django_db
def test_a_run_that_waits_for_a_confirmation_says_so(api: Caller, session: str) -> None:
    run = api.post(f"sessions/{session}/runs/", {"message": "one"}).json()["id"]
    Run.objects.update(status=RunStatus.AWAITING_CONFIRMATION)
    assert api.get(f"runs/{run}/").json()["needs_confirmation"] is True


@pytest.mark.django_db
def test_a_cancel_is_noted_and_a_wrong_one_refused(api: Caller, session: str) -> None:
    run = api.post(f"sessions/{session}/runs/", {"message": "one"}).json()["id"]
    assert problem(api.post(f"runs/{run}/cancel/", {"when": "later"})) == (400, "invalid")
    assert api.post(f"runs/{run}/cancel/", {"when": "after_step"}).status_code == 202
    assert Run.objects.get().cancel_when == "after_step"


@pytest.mark.django_db
def test_a_finished_run_stays_finished(api: Caller, session: str) -> None:
    run = api.post(f"sessions/{session}/runs/", {"message": "one"}).json()["id"]
    Run.objects.update(status=RunStatus.SUCCEEDED)
    assert api.post(f"runs/{run}/cancel/").json()["status"] == "succeeded"
    assert Run.objects.get().cancel_when == ""


@pytest.mark.django_db
def test_a_run_not_begun_has_no_history_and_no_events(api: Caller, session: str) -> None:
    run = api.post(f"sessions/{session}/runs/", {"message": "one"}).json()["id"]
    nothing = {"next": None, "previous": None, "results": []}
    assert api.get(f"runs/{run}/history/").json() == nothing
    assert api.get(f"runs/{run}/events/").json() == nothing


@pytest.mark.django_db(transaction=True)
async def test_events_and_history_are_what_the_run_did() -> None:
    def begun() -> tuple[PartnerKey, Run]:
        key = make_partner("acme")
        session = actions.create_session(key.actor)
        return key, actions.start_run(key.actor, session.pk, "What is Kyoto like?")

    key, run = await in_db_thread(begun)
    hub, model = Hub(), ScriptedModel(calls(call("c1", "get_city_info", city="Kyoto")), text("Kyoto it is."))
    async with supervised(hub, model), listening(hub, run.session_id, run.pk) as listener:
        await listener.wait_for("run_finished")
    api = as_partner(key)

    events = (await in_db_thread(partial(api.get, f"runs/{run.pk}/events/"))).json()["results"]
    history = (await in_db_thread(partial(api.get, f"runs/{run.pk}/history/"))).json()["results"]
    row = (await in_db_thread(partial(api.get, f"runs/{run.pk}/"))).json()

    assert events == [envelope.as_dict() for envelope in listener.envelopes]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert history
    assert all(sorted(r) == ["action", "evaluation", "phase", "step", "thought", "timestamp"] for r in history)
    assert (row["status"], row["answer"]) == ("succeeded", "Kyoto it is.")
    assert row["metadata"]["tools_used"] == ["get_city_info"]
    assert row["finished_at"] is not None
