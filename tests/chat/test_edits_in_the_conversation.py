"""A trip changed by its form between two messages: the next message changes that trip, not the one before it."""

from functools import partial
from typing import Any

import pytest

from agent_core.messages import ToolMessage
from agent_core.testing import ScriptedModel, text
from tests.chat.scripted import Listener, listening, supervised
from tests.conftest import make_visitor
from travelagent.accounts.actors import Actor
from travelagent.assistant.embedded.model import EmbeddedModel
from travelagent.chat import actions, trip_state
from travelagent.chat.hub import Hub
from travelagent.chat.threads import in_db_thread

pytestmark = pytest.mark.django_db(transaction=True)


async def run_of(actor: Actor, session: str, message: str, model: Any) -> Listener:
    """A message of a session, worked on to its end."""
    hub = Hub()
    run = await in_db_thread(partial(actions.start_run, actor, session, message))
    async with supervised(hub, model), listening(hub, session, run.pk) as listener:
        await listener.wait_for("run_finished")
    return listener


def newest_plan(listener: Listener) -> dict[str, Any]:
    shown = [event.data for event in listener.of("artifact") if event.data["kind"] == "itinerary"]
    return dict(shown[-1]["payload"])


@pytest.mark.parametrize(
    ("first", "patch", "then", "more"),
    [
        ("两个人，规划京都三日游", {"party": {"adults": 3}}, "轻松一点", "再加一天"),
        pytest.param(
            "Plan 3 days in Kyoto for two",
            {"party": {"adults": 3}},
            "make it more relaxed",
            "add one more day",
            marks=pytest.mark.full,
        ),
    ],
)
async def test_what_the_form_changed_holds_in_the_messages_after_it(
    first: str, patch: dict[str, Any], then: str, more: str
) -> None:
    actor = (await in_db_thread(make_visitor)).actor
    session = (await in_db_thread(partial(actions.create_session, actor))).pk
    await run_of(actor, session, first, EmbeddedModel())
    await in_db_thread(partial(trip_state.plan_trip, actor, session, patch, None, "form", "en"))

    changed = newest_plan(await run_of(actor, session, then, EmbeddedModel()))
    longer = newest_plan(await run_of(actor, session, more, EmbeddedModel()))

    assert (changed["request"]["pace"], changed["request"]["travellers"]) == ("relaxed", 3)
    assert (longer["request"]["pace"], longer["request"]["travellers"], len(longer["days"])) == ("relaxed", 3, 4)
    brief = (await in_db_thread(partial(trip_state.read_trip, actor, session))).at_hand.brief
    assert (brief.party.adults, brief.pace, brief.days) == (3, "relaxed", 4)
    assert brief.sources["party"].source == "form"


async def test_a_model_reads_the_trip_as_the_form_left_it() -> None:
    actor = (await in_db_thread(make_visitor)).actor
    session = (await in_db_thread(partial(actions.create_session, actor))).pk
    patch = {"stays": [{"place": "Kyoto"}], "dates": {"days": 2}, "needs": ["wheelchair"]}
    await in_db_thread(partial(trip_state.plan_trip, actor, session, patch, None, "form", "en"))

    model = ScriptedModel(text("Fine."))
    await run_of(actor, session, "Is that good?", model)

    (tool_message,) = (message for message in model.requests[0].messages if isinstance(message, ToolMessage))
    assert '"edited_by_user": true' in tool_message.text
    assert '"needs": ["wheelchair"]' in tool_message.text
    assert '"kyoto' in tool_message.text


@pytest.mark.parametrize(
    ("first", "then", "undo"),
    [
        pytest.param("规划京都三日游", "轻松一点", "撤销刚才的修改", marks=pytest.mark.full),
        ("Plan 3 days in Kyoto", "make it more relaxed", "undo that"),
    ],
)
async def test_a_change_that_is_taken_back_by_words_leaves_the_brief_as_it_was(
    first: str, then: str, undo: str
) -> None:
    actor = (await in_db_thread(make_visitor)).actor
    session = (await in_db_thread(partial(actions.create_session, actor))).pk
    paces = []
    for message in (first, then, undo):
        await run_of(actor, session, message, EmbeddedModel())
        brief = (await in_db_thread(partial(trip_state.read_trip, actor, session))).at_hand.brief
        paces.append(brief.pace)

    assert paces == [None, "relaxed", None]
    assert brief.sources["stays"].source == "said"
