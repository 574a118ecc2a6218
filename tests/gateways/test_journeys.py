"""One journey at every door: plan, change, confirm a save, take along; stop, and come back."""

import pytest

from tests.gateways.conftest import OpenDoor, key_at
from tests.gateways.doors import DOORS
from tests.support.server import Server
from tests.support.waiting import waited_for

pytestmark = pytest.mark.services
AT_EVERY_DOOR = pytest.mark.parametrize("door", DOORS, ids=[door.name for door in DOORS])
LEFT = [door for door in DOORS if door.leaving_stops]
"""Where closing the connection stops the work."""

LONG = "Tell me something in 400 pieces"


@AT_EVERY_DOOR
@pytest.mark.parametrize(
    ("plan", "change", "save", "named"),
    [
        ("Plan two days in Kyoto", "Make it three days", "Save this plan", "Kyoto"),
        ("规划京都两日游", "改成三天", "保存这个行程", "京都"),
    ],
    ids=["en", "zh"],
)
def test_a_plan_is_made_changed_saved_and_taken_along(
    server: Server, key: str, open_door: OpenDoor, plan: str, change: str, save: str, named: str
) -> None:
    talk = open_door(server, key)
    planned = talk.say(plan)
    assert planned.days == 2
    assert len(planned.steps) >= 3
    assert named in planned.answer
    assert talk.say(change).days == 3

    reply = talk.say(save)
    assert reply.waits
    assert talk.trips() == []
    assert not talk.decide(approve=True).waits
    (trip,) = talk.trips()
    assert len(trip["itinerary"]["days"]) == 3
    assert named in talk.export(trip["id"])


@AT_EVERY_DOOR
def test_what_is_not_approved_is_not_done(server: Server, key: str, open_door: OpenDoor) -> None:
    talk = open_door(server, key)
    talk.say("Plan one day in Kyoto")
    assert talk.say("Save this plan").waits
    talk.decide(approve=False)
    assert talk.trips() == []


@AT_EVERY_DOOR
def test_whoever_leaves_stops_the_work(slow_server: Server, open_door: OpenDoor) -> None:
    talk = open_door(slow_server, key_at(slow_server))
    talk.leave(LONG)
    talk.stop()
    waited_for(lambda: [run["status"] for run in talk.runs()] == ["cancelled"])


@AT_EVERY_DOOR
def test_whoever_lost_the_connection_comes_back_to_the_same_run(slow_server: Server, open_door: OpenDoor) -> None:
    talk = open_door(slow_server, key_at(slow_server))
    talk.leave("Tell me something in 100 pieces")
    assert "word" in talk.come_back().answer
    assert [run["status"] for run in talk.runs()] == ["succeeded"]


@pytest.mark.parametrize("door", LEFT, ids=[door.name for door in LEFT])
def test_another_message_takes_the_place_of_the_one_that_was_left(slow_server: Server, open_door: OpenDoor) -> None:
    talk = open_door(slow_server, key_at(slow_server))
    talk.say("Tell me something in 2 pieces")
    talk.leave(LONG)
    assert "word" in talk.say("Tell me something in 3 pieces").answer
    assert sorted(run["status"] for run in talk.runs()) == ["cancelled", "succeeded", "succeeded"]
