"""Every value that comes from outside, with each of its parts over its bound: refused by name before any work."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from tests.planning.cast import COSTS, SIGHTS, request
from travelagent.briefs.values import BudgetLimit, Dates, Stay, TripBrief
from travelagent.briefs.wire import brief_from_wire, brief_to_wire
from travelagent.costs.budget import budget
from travelagent.costs.values import BudgetRequest
from travelagent.planning.edits.registry import edits_from_wire
from travelagent.planning.engine import plan
from travelagent.plans.bounds import DEPTH, ITEMS, TEXT_CHARS
from travelagent.plans.errors import InvalidRequest
from travelagent.plans.fields import MAX_DAYS, MOST_ITEMS, MOST_SIGHTS, NUMBER
from travelagent.plans.values import MOST_MEALS
from travelagent.wire.budget import budget_from_wire, budget_to_wire
from travelagent.wire.change import change_from_wire
from travelagent.wire.itinerary import itinerary_from_wire, itinerary_to_wire
from travelagent.wire.request import request_from_wire, request_to_wire

Place = tuple[str | int, ...]
DATE, AMOUNT = re.compile(r"\d{4}-\d\d-\d\d"), re.compile(r"-?\d+(\.\d+)?")
EDITS = [
    {"op": "start_date", "date": "2026-05-01"},
    {"op": "thrift", "thrift": 0.5},
    {"op": "travellers", "count": 2},
    {"op": "arrival", "at": "10:00", "minutes": 45},
    {"op": "hotel", "hotel": {"name": "Flat", "lat": 48.0, "lon": 11.0}},
    {"op": "drop", "terms": ["town/garden"]},
]
CHANGE = {"insist": ["town/garden"], "extra_days": 1, "start_date": "2026-05-01", "thrift": 0.5, "rainy_days": [1]}
BRIEF = TripBrief(
    stays=(Stay("town", 2),),
    dates=Dates(start=date(2026, 5, 1)),
    budget=BudgetLimit(Decimal(900), "EUR"),
    interests=("art",),
)
LONGER: dict[str, tuple[Place, int]] = {
    "itinerary": (("days",), MAX_DAYS),
    "a day's visits": (("days", 0, "visits"), MOST_ITEMS),
    "a day's meals": (("days", 0, "meals"), MOST_MEALS),
    "a day's legs": (("days", 0, "legs"), 2 * MOST_ITEMS),
    "a visit's alternates": (("days", 0, "visits", 0, "alternates"), MOST_ITEMS),
}
"""Lists of a plan whose length makes work, and how long they may be."""


def doors() -> dict[str, tuple[Callable[[Any], object], Any]]:
    """How each kind of value is read, and one of it."""
    itinerary = itinerary_to_wire(plan(request(), SIGHTS))
    wanted = request_to_wire(request(must_see=("town/garden",), interests=("art",), thrift=0.2))
    costs = budget_to_wire(budget(BudgetRequest(((COSTS, 3),), travellers=2)))
    return {
        "itinerary": (itinerary_from_wire, json.loads(json.dumps(itinerary))),
        "request": (request_from_wire, json.loads(json.dumps(wanted))),
        "brief": (brief_from_wire, brief_to_wire(BRIEF)),
        "budget": (budget_from_wire, costs),
        "edits": (edits_from_wire, EDITS),
        "change": (change_from_wire, CHANGE),
    }


def parts(value: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Every part of a value with its place; of a list of objects those of the first one, but of edits all."""
    yield place, value
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        if isinstance(value, dict) or key == 0 or value is EDITS:
            yield from parts(each, (*place, key))


def too_much(value: Any) -> list[Any]:
    """What a part may not be, by its kind."""
    match value:
        case bool() | None:
            return []
        case int() | float():
            return [10 * NUMBER, -10 * NUMBER, 10**400, float("nan"), float("inf")]
        case str() if DATE.fullmatch(value):
            return ["0001-01-01", "9999-12-31", "x" * (TEXT_CHARS + 1)]
        case str() if AMOUNT.fullmatch(value):
            return ["1e30", "9" * 1000, "1e-999999", "x" * (TEXT_CHARS + 1)]
        case str():
            return ["x" * (TEXT_CHARS + 1)]
        case list():
            return [value[:1] * (ITEMS + 1) if value else [0] * (ITEMS + 1)]
        case _:
            return []


def changed(value: Any, place: Place, part: Any) -> Any:
    found = copy.deepcopy(value)
    owner = found
    for key in place[:-1]:
        owner = owner[key]
    if not place:
        return part
    owner[place[-1]] = part
    return found


def test_no_part_may_be_over_its_bound(subtests: pytest.Subtests) -> None:
    for name, (read, value) in doors().items():
        assert read(value)
        for place, part in parts(value):
            for wrong in too_much(part):
                if AMOUNT.fullmatch(str(part)) and place[-1] in ("source", "as_of"):
                    continue  # words that happen to be digits
                with subtests.test(value=name, place=place, wrong=str(wrong)[:20]), pytest.raises(InvalidRequest):
                    read(changed(value, place, wrong))


def test_lists_that_make_work_are_short(subtests: pytest.Subtests) -> None:
    read, value = doors()["itinerary"]
    for name, (place, most) in LONGER.items():
        owner: Any = value
        for key in place:
            owner = owner[key]
        alternate = {"kind": "swap", "sight": "town/zoo"}
        with subtests.test(list=name):
            assert read(changed(value, place, (owner[:1] or [alternate]) * most))
            with pytest.raises(InvalidRequest, match=f"at most {most} items"):
                read(changed(value, place, (owner[:1] or [alternate]) * (most + 1)))

    ask, wanted = doors()["request"]
    night = {"day": 1, "place": {"name": {"en": "Hut", "zh": "小屋"}, "lat": 48.0, "lon": 11.0}}
    booking = {"lat": 48.0, "lon": 11.0, "start": "10:00", "minutes": 30}
    for name, one, most in (
        ("nights", night, MOST_ITEMS),
        ("fixed", booking, MOST_SIGHTS),
        ("must_see", "town/zoo", MOST_SIGHTS),
        ("cities", wanted["cities"][0], MOST_ITEMS),
    ):
        with subtests.test(list=name):
            assert ask({**wanted, name: [one] * most})
            with pytest.raises(InvalidRequest, match=f"at most {most} items"):
                ask({**wanted, name: [one] * 20_000})


def test_what_is_nested_without_end_is_refused(subtests: pytest.Subtests) -> None:
    nested: Any = []
    for _ in range(DEPTH + 1):
        nested = [nested]
    for name, (read, value) in doors().items():
        with subtests.test(value=name), pytest.raises(InvalidRequest, match=f"more than {DEPTH} levels"):
            read([*value, nested] if isinstance(value, list) else {**value, "more": nested})
