"""What a person asks to be remembered is kept, announced, used later, and never anybody else's."""

from functools import partial

import pytest

from agent_core.testing import ScriptedModel, text
from tests.chat.scripted import Listener, listening, supervised
from tests.conftest import make_visitor
from travelagent.accounts import memories
from travelagent.accounts.actors import Actor
from travelagent.assistant.embedded.model import EmbeddedModel
from travelagent.chat import actions
from travelagent.chat.hub import Hub
from travelagent.chat.supervisor import Supervisor
from travelagent.chat.threads import in_db_thread

pytestmark = pytest.mark.django_db(transaction=True)

SPICY = "记住我不吃辣"


async def send(supervisor: Supervisor, hub: Hub, actor: Actor, message: str) -> Listener:
    """A message in a new session of the actor's, worked on to its end."""
    session = await in_db_thread(partial(actions.create_session, actor))
    run = await in_db_thread(partial(actions.start_run, actor, session.pk, message))
    supervisor.hint()
    async with listening(hub, session.pk, run.pk) as listener:
        await listener.wait_for("run_finished")
    return listener


async def run_message(actor: Actor, message: str, model: object) -> Listener:
    """A message in a new session of the actor's, worked on to its end by a supervisor of its own."""
    hub = Hub()
    async with supervised(hub, model) as supervisor:
        return await send(supervisor, hub, actor, message)


KEPT = {
    SPICY: "我不吃辣",
    "remember that I don't eat spicy food": "I don't eat spicy food",
    "爸爸糖尿病，妈妈不吃辣，记住": "爸爸糖尿病，妈妈不吃辣",
    "I am vegetarian, please remember that.": "I am vegetarian",
    "Please remember that I get seasick, thank you so much!": "I get seasick",
    "I walk with a cane, remember that. Thanks!": "I walk with a cane",
    "记住我妈妈对花生过敏，谢谢啦～": "我妈妈对花生过敏",
}
"""Messages, and what is kept of them."""


async def test_what_a_person_asks_for_is_kept_and_announced(subtests: pytest.Subtests) -> None:
    hub = Hub()
    async with supervised(hub, ScriptedModel(*[text("Noted.")] * (len(KEPT) + 1))) as supervisor:
        for message, kept in {**KEPT, "你还记得我的口味吗": ""}.items():
            with subtests.test(message=message):
                actor = (await in_db_thread(make_visitor)).actor
                listener = await send(supervisor, hub, actor, message)

                notices = listener.of("notice")
                assert [e.data["code"] for e in notices] == ["memory_stored"] * bool(kept)
                assert all(kept in e.data["message"] for e in notices)
                memory = await in_db_thread(lambda of=actor: [m.text for m in memories.memories_of(of.person or 0)])
                assert memory == [kept] * bool(kept)


async def test_a_later_session_of_the_same_person_sees_it_and_nobody_else() -> None:
    actor = (await in_db_thread(make_visitor)).actor
    stranger = (await in_db_thread(make_visitor)).actor
    await run_message(actor, SPICY, ScriptedModel(text("记下了。")))

    own, foreign = ScriptedModel(text("好。")), ScriptedModel(text("好。"))
    await run_message(actor, "成都有什么好吃的", own)
    await run_message(stranger, "成都有什么好吃的", foreign)

    assert "我不吃辣" in own.requests[0].messages[-2].text
    assert "我不吃辣" not in str(foreign.requests[0].messages)


async def test_the_embedded_model_plans_by_it() -> None:
    actor = (await in_db_thread(make_visitor)).actor
    await run_message(actor, "记住我喜欢慢慢逛", EmbeddedModel())

    planned = await run_message(actor, "规划成都两日游", EmbeddedModel())

    route = next(e for e in planned.of("tool_start") if e.data["tool"] == "generate_route")
    assert route.data["args"]["brief"]["pace"] == "relaxed"


async def test_what_is_forgotten_is_gone() -> None:
    actor = (await in_db_thread(make_visitor)).actor
    await run_message(actor, SPICY, ScriptedModel(text("记下了。")))

    listener = await run_message(actor, "忘掉不吃辣", ScriptedModel(text("好。")))

    assert [e.data["code"] for e in listener.of("notice")] == ["memory_forgotten"]
    assert await in_db_thread(lambda: memories.memories_of(actor.person or 0).count()) == 0
