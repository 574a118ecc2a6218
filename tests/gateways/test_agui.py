"""AG-UI at a real server, its events read by the protocol's own package: plan, confirm, save, come back, refuse."""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import httpx
import pytest
from ag_ui.core import AssistantMessage, BaseEvent, Event, EventType, RunAgentInput, UserMessage
from pydantic import TypeAdapter

from tests.gateways.conftest import Keys, example
from tests.support.server import Server

pytestmark = pytest.mark.services

EVENTS: TypeAdapter[Any] = TypeAdapter(Event)


@pytest.fixture
def client(server: Server, key: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, headers={"Authorization": f"Bearer {key}"}, timeout=120) as client:
        yield client


def run_input(thread: str, text: str = "", **more: Any) -> RunAgentInput:
    messages: list[Any] = [UserMessage(id=uuid4().hex, role="user", content=text)] if text else []
    return RunAgentInput(thread_id=thread, run_id=uuid4().hex, messages=messages, protocol_version="1.0", **more)


def run(client: httpx.Client, given: RunAgentInput, most: int = 10**6) -> list[Any]:
    """The events of a run, `most` of them before the connection is cut."""
    found: list[BaseEvent] = []
    body = given.model_dump(by_alias=True, mode="json", exclude_none=True)
    with client.stream("POST", "/agui/", json=body) as response:
        assert response.status_code == 200, response.read()
        for line in response.iter_lines():
            if line.startswith("data: "):
                found.append(EVENTS.validate_json(line.removeprefix("data: ")))
            if len(found) >= most:
                break
    return found


def of(events: list[Any], kind: EventType) -> list[Any]:
    return [event for event in events if event.type == kind]


def state_after(events: list[Any]) -> dict[str, Any]:
    (snapshot,) = of(events, EventType.STATE_SNAPSHOT)
    state = dict(snapshot.snapshot)
    for event in of(events, EventType.STATE_DELTA):
        for operation in event.delta:
            state[operation.path.removeprefix("/")] = operation.value
    return state


def test_a_plan_is_made_confirmed_and_saved(client: httpx.Client) -> None:
    planned = run(client, run_input("t-1", "Plan one day in Kyoto", forwarded_props={"end_user": "ann-45"}))
    assert [planned[0].type, planned[-1].type] == [EventType.RUN_STARTED, EventType.RUN_FINISHED]
    assert planned[-1].outcome.type == "success"
    assert len(of(planned, EventType.STEP_STARTED)) == len(of(planned, EventType.STEP_FINISHED)) >= 3
    calls = {event.tool_call_id for event in of(planned, EventType.TOOL_CALL_START)}
    assert calls == {event.tool_call_id for event in of(planned, EventType.TOOL_CALL_RESULT)} != set()
    assert of(planned, EventType.REASONING_MESSAGE_CONTENT)
    assert "Kyoto" in "".join(event.delta for event in of(planned, EventType.TEXT_MESSAGE_CONTENT))
    state = state_after(planned)
    assert len(state["itinerary"]["days"]) == 1
    assert state["brief"]["dates"]["days"] == 1

    saving = run(client, run_input("t-1", "Save this plan", forwarded_props={"end_user": "ann-45"}))
    assert saving[-1].outcome.type == "interrupt"
    assert state_after(saving)["itinerary"] == state["itinerary"]
    (interrupt,) = saving[-1].outcome.interrupts
    assert client.get("/api/v1/trips/?end_user=ann-45").json()["results"] == []
    answer = {"interrupt_id": interrupt.id, "status": "resolved", "payload": {"approved": True}}
    saved = run(client, run_input("t-1", resume=[answer], forwarded_props={"end_user": "ann-45"}))
    assert saved[-1].outcome.type == "success"
    assert len(client.get("/api/v1/trips/?end_user=ann-45").json()["results"]) == 1


def test_what_is_not_approved_is_not_done(server: Server, client: httpx.Client, keys: Keys) -> None:
    """Nor is it somebody else's: a thread of the same name is another one for another partner."""
    thread, whose = uuid4().hex, {"end_user": uuid4().hex}
    run(client, run_input(thread, "Plan one day in Kyoto", forwarded_props=whose))
    answers: list[dict[str, Any]] = [
        {"status": "cancelled"},
        {"status": "resolved"},
        {"status": "resolved", "payload": {"approved": "yes"}},
    ]
    for answer in answers:
        saving = run(client, run_input(thread, "Save this plan", forwarded_props=whose))
        entry = {"interrupt_id": saving[-1].outcome.interrupts[0].id, **answer}
        run(client, run_input(thread, resume=[entry], forwarded_props=whose))
        assert client.get(f"/api/v1/trips/?end_user={whose['end_user']}").json()["results"] == [], answer

    theirs = {"Authorization": f"Bearer {keys.of_another_partner()}"}
    with httpx.Client(base_url=server.url, headers=theirs, timeout=120) as stranger:
        given = run_input(thread, "Hello", forwarded_props=whose)
        assert state_after(run(stranger, given))["itinerary"] is None


def test_a_run_whose_connection_was_cut_is_had_again_whole(client: httpx.Client) -> None:
    given = run_input(uuid4().hex, "Plan one day in Kyoto")
    cut = run(client, given, most=4)
    again = run(client, given)
    assert [event.type for event in again[:4]] == [event.type for event in cut]
    assert again[-1].outcome.type == "success"
    (session,) = client.get("/api/v1/sessions/?q=Plan one day in Kyoto").json()["results"]
    assert len(client.get(f"/api/v1/sessions/{session['id']}/runs/").json()["results"]) == 1


def test_a_history_that_ends_earlier_goes_on_from_there(client: httpx.Client) -> None:
    """The run that its last answer is of decides, not what the thread has become since."""
    thread = uuid4().hex
    first = run(client, run_input(thread, "Plan one day in Lisbon"))
    answered = of(first, EventType.TEXT_MESSAGE_START)[-1].message_id
    history = [AssistantMessage(id=answered, role="assistant", content="…")]

    def days_after(text: str) -> int:
        given = run_input(thread, text)
        given.messages = [*history, *given.messages]
        return len(state_after(run(client, given))["itinerary"]["days"])

    assert [days_after(text) for text in ("Make it two days", "Make it two days", "Make it cheaper")] == [2, 2, 1]


def test_what_is_no_request_is_told_by_its_field(client: httpx.Client, subtests: pytest.Subtests) -> None:
    for change, field in (
        ({"threadId": ""}, "threadId"),
        ({"threadId": "x" * 61}, "threadId"),
        ({"runId": None}, "runId"),
        ({"messages": []}, "messages"),
        ({"messages": [{"id": "1", "role": "assistant", "content": "Hi"}]}, "messages"),
        ({"resume": [{"interruptId": "prop_no", "status": "resolved"}]}, "resume"),
    ):
        with subtests.test(change=change):
            body = {"threadId": "t-9", "runId": uuid4().hex, "messages": [{"id": "1", "role": "user", "content": "Hi"}]}
            answer = client.post("/agui/", json={**body, **change})
            assert answer.status_code == 400
            assert list(answer.json()["errors"]) == [field]


def test_the_example_of_the_docs_reads_a_run(server: Server, key: str) -> None:
    events = list(example("agui_events")(server.url, key, run_input(uuid4().hex, "Hello")))
    assert [events[0].type, events[-1].type] == [EventType.RUN_STARTED, EventType.RUN_FINISHED]
