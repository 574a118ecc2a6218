"""A constraint that a request carries is planned with, verified, named and given up: the documentation's example."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.docs.renew import DOCS
from tests.docs.test_examples import program_of
from tests.planning.cast import request, sight
from travelagent.planning.constraints.base import Rule
from travelagent.planning.constraints.of_request import rules_of
from travelagent.planning.edits.apply import requested
from travelagent.planning.edits.lift import Lift
from travelagent.planning.engine import plan
from travelagent.plans.errors import Infeasible, InvalidRequest
from travelagent.plans.values import Constraint, LocalizedText, Pin, PlanRequest, Refusal
from travelagent.verifier import verify
from travelagent.wire.change import change_from_wire, change_to_wire
from travelagent.wire.request import request_from_wire

PAGE = DOCS / "adding-a-constraint.md"
TESTS = re.findall(r"^def (test_\w+)", PAGE.read_text("utf-8"), re.MULTILINE)


@pytest.fixture(scope="module")
def example() -> dict[str, Callable[..., object]]:
    """What the page's program defines."""
    names: dict[str, Any] = {"__name__": "docs_adding_a_constraint"}
    exec(compile(program_of(PAGE.read_text("utf-8")), str(PAGE), "exec", dont_inherit=True), names)
    return names


@pytest.fixture(scope="module")
def no_stairs_late(example: dict[str, Callable[..., object]]) -> Constraint:
    constraint = example["StairsBefore"](17 * 60)
    assert isinstance(constraint, Constraint)
    return constraint


@pytest.mark.parametrize("name", TESTS)
def test_the_example_holds(example: dict[str, Callable[..., object]], name: str) -> None:
    example[name]()


def test_a_demand_that_only_a_carried_constraint_rules_out_is_kept_without_it(no_stairs_late: Constraint) -> None:
    tower = sight("tower", 48.001, 11.001, category="tower", hours="17:00-22:00", strains=("stairs",))
    plan_request = request(days=1, must_see=(tower.id,), constraints=(no_stairs_late,))
    with pytest.raises(Infeasible) as refused:
        plan(plan_request, [tower])
    change = refused.value.edits
    assert change == (Lift(no_stairs_late.kind),)
    assert refused.value.relaxation.en == "Do without “no stairs after 17:00”."
    assert change_from_wire(change_to_wire(change)) == change
    assert requested(plan_request, change).constraints == ()
    assert plan(requested(plan_request, change), [tower]).visits[0].sight == tower.id


def test_only_the_constraint_that_rules_a_sight_out_is_named(example: dict[str, Callable[..., object]]) -> None:
    tower = sight("tower", 48.001, 11.001, category="tower", hours="17:00-22:00", strains=("stairs",))
    held = tuple(example["StairsBefore"](hour * 60) for hour in (17, 23))
    (left,) = plan(request(days=1, constraints=held), [tower]).left_out
    assert left.reason.en == "Ruled out by what you asked for: no stairs after 17:00."


def test_a_constraint_that_nothing_can_verify_fails_the_plan() -> None:
    @dataclasses.dataclass(frozen=True)
    class Unverifiable(Constraint):
        kind = "silence"

        @property
        def text(self) -> LocalizedText:
            return LocalizedText("silence", "安静")

    park = sight("park", 48.001, 11.001)
    found = plan(request(days=1), [park])
    failures = verify(found, request(days=1, constraints=(Unverifiable(),)), [park]).failures
    assert [(check.constraint, check.evidence.en) for check in failures] == [
        ("silence", "nothing can verify this constraint")
    ]


@pytest.mark.parametrize(
    "given",
    [
        [{"kind": "unheard"}],
        [{"until": "17:00"}],
        [{"kind": "stairs_before", "until": "late"}],
        ["stairs"],
        "stairs",
        1,
    ],
)
def test_what_is_no_constraint_is_refused_by_name(example: dict[str, Callable[..., object]], given: object) -> None:
    town = {"id": "town", "lat": 48.0, "lon": 11.0}
    with pytest.raises(InvalidRequest) as refused:
        request_from_wire({"cities": [town], "days": 1, "constraints": given})
    assert refused.value.field.startswith("request.constraints")


def test_each_rule_names_the_fields_that_it_reads() -> None:
    plan_request = request(avoid=("castle",), avoid_on=(Refusal(1, "park"),), pinned=(Pin("town/zoo", 2),))
    fields = {field.name for field in dataclasses.fields(PlanRequest)}
    rules = rules_of(plan_request)
    assert {rule.kind for rule in rules} == {"day_window", "avoid", "avoid_on", "pinned", "daylight"}
    assert all(isinstance(rule, Rule) and rule.reads and set(rule.reads) <= fields for rule in rules)
