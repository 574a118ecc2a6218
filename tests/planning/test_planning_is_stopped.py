"""A search that is stopped returns what it has, or reports that it has nothing yet; it goes on for nobody."""

import pytest

from tests.planning.cast import SIGHTS, edits_of, request, sight
from travelagent.planning.editing import edit_plan
from travelagent.planning.engine import plan
from travelagent.plans.errors import Stopped


class StopsAfter:
    """True from the given call on."""

    def __init__(self, calls: int) -> None:
        self.left = calls

    def __call__(self) -> bool:
        self.left -= 1
        return self.left < 0


def test_a_plan_that_is_stopped_holds_and_explains_nothing_more() -> None:
    found = plan(request(days=1), SIGHTS, cancelled=StopsAfter(1))

    assert found.certificate.feasible
    assert found.left_out == ()


def test_a_plan_that_is_stopped_before_a_demand_is_placed_is_none() -> None:
    crowd = [sight(f"must-{n}", 48.0 + n / 300, 11.0, minutes=200) for n in range(12)]

    with pytest.raises(Stopped) as stopped:
        plan(request(days=1, must_see=tuple(s.id for s in crowd)), crowd, cancelled=lambda: True)
    assert stopped.value.code == "stopped"


def test_a_change_that_is_stopped_changes_nothing() -> None:
    plan_request = request(days=2)
    before = plan(plan_request, SIGHTS)

    with pytest.raises(Stopped):
        edit_plan(before, plan_request, edits_of(drop=(before.visits[0].id,)), SIGHTS, cancelled=lambda: True)
