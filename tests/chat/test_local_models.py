"""A model on this machine in a conversation: asked when it was chosen and only then, and truthful when it is gone."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from tests.chat.scripted import Listener, listening
from tests.conftest import make_visitor
from tests.support.local_server import PATIENCE_S, LocalServer, listing, ollama, start_anew
from tests.support.wire import called, text_reply
from travelagent.assistant import model_registry
from travelagent.assistant.local_models import Discovery
from travelagent.chat import actions
from travelagent.chat.hub import Hub
from travelagent.chat.models import ModelUse, Run
from travelagent.chat.modelset import offered_models
from travelagent.chat.supervisor import Supervisor
from travelagent.chat.threads import in_db_thread

pytestmark = pytest.mark.django_db(transaction=True)

QWEN = "qwen3:8b"
QUESTION = "Where is it warm in January?"
REPLIES = [called(("call_1", "search_cities", {"month": 1})).events, text_reply("Try ", "the south.").events]


@pytest.fixture
def served(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalServer]:
    """Ollama with one model, which calls a tool and answers; nothing is known of it yet."""
    settings.LOCAL_MODELS = True
    start_anew(monkeypatch)
    with ollama(QWEN, replies=REPLIES).serving() as server:
        settings.LOCAL_MODEL_PORTS = [server.port]
        yield server


def name_of(server: LocalServer) -> str:
    return f"local-{server.port}:{QWEN}"


def begin(model: str, message: str = QUESTION) -> Run:
    actor = make_visitor().actor
    session = actions.create_session(actor, choice=actions.Choice(model=model))
    return actions.start_run(actor, session.pk, message)


async def worked(run: Run) -> Listener:
    hub = Hub()
    supervisor = Supervisor(hub)
    await supervisor.start()
    async with listening(hub, run.session_id, run.pk) as listener:
        await listener.wait_for("run_finished", seconds=60)
    await supervisor.stop()
    await model_registry.close_models()
    return listener


async def test_who_chooses_it_is_answered_by_it(served: LocalServer) -> None:
    offered = await asyncio.to_thread(offered_models, PATIENCE_S)
    assert [model.name for model in offered] == ["offline", name_of(served)]
    run = await in_db_thread(lambda: begin(name_of(served)))
    listener = await worked(run)

    assert listener.of("answer")[0].data["text"] == "Try the south."
    assert not listener.of("notice")
    assert [event.data["tool"] for event in listener.of("tool_end")] == ["search_cities"]
    assert [request["model"] for request in served.chats] == [QWEN, QWEN]
    assert "search_cities" in {tool["function"]["name"] for tool in served.chats[0]["tools"]}
    uses = [use async for use in ModelUse.objects.filter(run=run.pk)]
    assert {(use.model, use.cost_usd) for use in uses} == {(name_of(served), 0)}


async def test_who_does_not_choose_it_never_reaches_it(served: LocalServer) -> None:
    await asyncio.to_thread(offered_models, PATIENCE_S)
    listener = await worked(await in_db_thread(lambda: begin("")))

    assert listener.of("run_finished")[0].data["status"] == "succeeded"
    assert {line for line, _ in served.requests} == {"GET /api/tags"}


@pytest.mark.parametrize(
    ("message", "notice", "expected"),
    [
        (
            QUESTION,
            "qwen3:8b · on this machine is unavailable at the moment; Embedded assistant goes on.",
            "*qwen3:8b · on this machine could not answer; this answer is by Embedded assistant.*",
        ),
        (
            "一月份哪里暖和？",
            "qwen3:8b · 本机暂时不可用，由内置助手继续。",
            "*qwen3:8b · 本机未能作答，以上回答来自内置助手。*",
        ),
    ],
)
async def test_when_it_is_gone_the_embedded_assistant_answers_and_says_so(
    message: str, notice: str, expected: str, settings: Any
) -> None:
    settings.LOCAL_MODELS = True
    with ollama(QWEN).serving() as server:
        settings.LOCAL_MODEL_PORTS = [server.port]
    listener = await worked(await in_db_thread(lambda: begin(name_of(server), message)))

    assert [event.data["message"] for event in listener.of("notice")] == [notice]
    assert listener.of("answer")[0].data["text"].endswith(expected)
    assert listener.of("run_finished")[0].data["status"] == "succeeded"


async def test_a_message_looks_for_no_models(served: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    actor = (await in_db_thread(make_visitor)).actor
    await asyncio.to_thread(offered_models, PATIENCE_S)
    served.requests.clear()
    monkeypatch.setattr(model_registry, "discovery", Discovery())
    for model in ("", "offline", name_of(served)):
        await in_db_thread(lambda model=model: actions.create_session(actor, choice=actions.Choice(model=model)))
    with pytest.raises(actions.Invalid):
        await in_db_thread(lambda: actions.create_session(actor, choice=actions.Choice(model="nobody")))

    assert not served.requests


async def test_a_small_window_is_named_as_the_cause(served: LocalServer) -> None:
    served.answers["POST /api/show"] = {"capabilities": ["tools"], "parameters": "num_ctx 2048"}
    listener = await worked(await in_db_thread(lambda: begin(name_of(served))))

    expected = "qwen3:8b · on this machine has too small a context window; Embedded assistant goes on."
    assert [event.data["message"] for event in listener.of("notice")] == [expected]
    assert not served.chats


async def test_a_server_that_refuses_the_request_is_left_for_the_embedded_assistant(served: LocalServer) -> None:
    served.answers |= listing(QWEN)
    served.answers.pop("GET /api/tags")
    served.replies = ()
    listener = await worked(await in_db_thread(lambda: begin(name_of(served))))

    expected = "qwen3:8b · on this machine did not take the request; Embedded assistant goes on."
    assert [event.data["message"] for event in listener.of("notice")] == [expected]


async def test_a_session_that_chose_it_stays_off_the_port_once_it_is_switched_off(
    served: LocalServer, settings: Any
) -> None:
    run = await in_db_thread(lambda: begin(name_of(served)))
    settings.LOCAL_MODELS = False
    listener = await worked(run)

    expected = "qwen3:8b · on this machine is switched off at the moment; Embedded assistant goes on."
    assert [event.data["message"] for event in listener.of("notice")] == [expected]
    assert {line for line, _ in served.requests} <= {"GET /api/tags"}
    with pytest.raises(actions.Invalid):
        await in_db_thread(lambda: begin(name_of(served)))
