"""Decisions over the socket: the card's content comes, the decision goes, refusals keep the socket."""

import pytest

from agent_core.messages import call
from agent_core.testing import ScriptedModel, calls, text
from tests.chat.sockets import browser, connected, greeted, new_session, working
from tests.conftest import make_visitor
from travelagent.chat.threads import in_db_thread
from travelagent.trips.models import Trip

pytestmark = pytest.mark.django_db(transaction=True)

PLAN = calls(call("plan", "generate_route", city="Kyoto", days=1))
SAVE = calls(call("save", "create_trip", title="One day in Kyoto", itinerary="plan_a1"))


async def test_it_works() -> None:
    visitor = await in_db_thread(make_visitor)
    session = await new_session(visitor.actor)
    async with working(ScriptedModel(PLAN, SAVE, text("Saved."))), greeted(session, browser(visitor)) as socket:
        run = (await socket.ask(type="run.start", message="Plan a day in Kyoto and save it"))["run"]
        required = await socket.until("confirmation_required")
        await socket.until("run_paused")
        assert required["data"]["calls"][0]["args"] == {"title": "One day in Kyoto", "itinerary": "plan_a1"}
        assert await Trip.objects.acount() == 0

        async with connected(session, browser(visitor)) as second:
            hello = await second.next()
        (active,) = hello["active_runs"]
        assert (active["needs_confirmation"], active["status"]) == (True, "awaiting_confirmation")
        assert [p["id"] for p in active["proposals"]] == [required["data"]["proposal"]]

        decision = {"type": "run.decide", "run": run, "proposal": required["data"]["proposal"]}
        await socket.send_json_to({**decision, "decision": "perhaps"})
        assert (await socket.until("rejected"))["code"] == "bad_message"
        await socket.send_json_to({**decision, "decision": "approve"})
        await socket.until("run_finished")
        await socket.send_json_to({**decision, "decision": "reject"})
        assert (await socket.until("rejected"))["code"] == "already_decided"

    assert await Trip.objects.acount() == 1
    assert [e["seq"] for e in socket.envelopes(run)] == list(range(1, len(socket.envelopes(run)) + 1))


async def test_a_strangers_decision_is_not_found() -> None:
    visitor, stranger = await in_db_thread(make_visitor), await in_db_thread(make_visitor)
    session, other = await new_session(visitor.actor), await new_session(stranger.actor)
    async with (
        working(ScriptedModel(PLAN, SAVE)),
        greeted(session, browser(visitor)) as socket,
        greeted(other, browser(stranger)) as foreign,
    ):
        run = (await socket.ask(type="run.start", message="Plan a day in Kyoto and save it"))["run"]
        proposal = (await socket.until("confirmation_required"))["data"]["proposal"]
        await socket.until("run_paused")
        await foreign.send_json_to({"type": "run.decide", "run": run, "proposal": proposal, "decision": "approve"})
        assert (await foreign.until("rejected"))["code"] == "not_found"

    assert await Trip.objects.acount() == 0
