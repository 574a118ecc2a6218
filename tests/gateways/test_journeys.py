"""One journey at every door: plan, change, save with a confirmation, take along; stop, and come back."""

from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from functools import partial
from typing import Any
from uuid import uuid4

import pytest

from tests.gateways.conftest import Keys, OpenDoor
from tests.gateways.doors import DOORS, Door, RefusedError
from tests.support.server import Server
from tests.support.waiting import waited_for

pytestmark = pytest.mark.services
AT_EVERY_DOOR = pytest.mark.parametrize("door", DOORS, ids=[door.name for door in DOORS])

LONG = "Tell me something in 400 pieces"


@AT_EVERY_DOOR
@pytest.mark.parametrize(
    ("plan", "change", "save", "named"),
    [
        ("Plan one day in Kyoto", "Make it two days", "Save this plan", "Kyoto"),
        ("规划京都一日游", "改成两天", "保存这个行程", "京都"),
    ],
    ids=["en", "zh"],
)
@pytest.mark.sampled("plan", "change", "save", "named")
def test_a_plan_is_made_changed_saved_and_taken_along(
    server: Server, key: str, keys: Keys, open_door: OpenDoor, plan: str, change: str, save: str, named: str
) -> None:
    """The save waits for a decision that nobody else can take, is declined, asked for again and approved."""
    talk = open_door(server, key)
    planned = talk.say(plan)
    assert planned.days == 1
    assert len(planned.steps) >= 3
    assert named in planned.answer
    assert talk.say(change).days == 2

    assert talk.say(save).waits
    assert talk.trips() == []
    expect_nothing_of_it(talk, save, named, key=keys.of_another_partner())
    if talk.room:
        expect_nothing_of_it(talk, save, named, end_user=uuid4().hex)
    assert talk.trips() == []
    talk.decide(approve=False)
    assert talk.trips() == []

    assert talk.say(save).waits
    assert not talk.decide(approve=True).waits
    (trip,) = talk.trips()
    assert len(trip["itinerary"]["days"]) == 2
    assert named in talk.export(trip["id"])


def expect_nothing_of_it(mine: Door, save: str, named: str, **other: Any) -> None:
    """Whoever knows how a conversation is called reads nothing of it, and decides nothing."""
    with closing(replace(mine, **other)) as theirs:
        with suppress(RefusedError):
            theirs.decide(approve=True)
        with suppress(RefusedError):
            reply = theirs.say(save)
            assert not reply.waits
            assert named not in reply.answer
        assert theirs.trips() == []


def test_a_connection_is_left(server: Server, keys: Keys, subtests: pytest.Subtests) -> None:
    """Stopping ends the run, coming back goes on with it, and where leaving stops another message takes its place.

    What is left is stopped only after a while, in which the other clients of all doors come and go.
    """
    with ExitStack() as opened:

        def another(door: type[Door]) -> Door:
            return opened.enter_context(closing(door(server, keys.of_another_partner(), "")))

        stopped = [another(door) for door in DOORS]
        for talk in stopped:
            talk.leave(LONG)
            talk.stop()
        for door in DOORS:
            with subtests.test(door=door.name):
                leave_and_come_back(another(door), another(door))
        for talk in stopped:
            with subtests.test(stopped=talk.name):
                waited_for(partial(ended_as, talk, "cancelled"))


def ended_as(talk: Door, status: str) -> bool:
    return [run["status"] for run in talk.runs()] == [status]


def leave_and_come_back(lost: Door, replaced: Door) -> None:
    lost.leave("Tell me something in 50 pieces")
    assert "word" in lost.come_back().answer
    assert [run["status"] for run in lost.runs()] == ["succeeded"]

    if replaced.leaving_stops:
        replaced.say("Tell me something in 2 pieces")
        replaced.leave(LONG)
        assert "word" in replaced.say("Tell me something in 3 pieces").answer
        assert sorted(run["status"] for run in replaced.runs()) == ["cancelled", "succeeded", "succeeded"]
