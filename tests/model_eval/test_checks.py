"""Each check of plan, answer and brief holds of a real plan, and fails once that is doctored in the one thing."""

import copy
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from benchmarks.model_eval.checks import answer, brief, plan, writes
from benchmarks.model_eval.checks.universal import UNIVERSAL
from benchmarks.model_eval.checks.values import Check
from benchmarks.model_eval.conversation import Moment, ProposedWrite, Snapshot, StoredTrip
from travelagent.briefs.at_hand import TripAtHand
from travelagent.briefs.values import BudgetLimit, Dates, Party, Ride, Stay, TripBrief

Plan = dict[str, Any]
Doctor = Callable[[Plan], object]

BRIEF = TripBrief(
    stays=(Stay("kyoto"),),
    origin="beijing",
    dates=Dates(start=date(2026, 12, 6), days=3),
    arrival=Ride(at=14 * 60, mode="flight"),
    party=Party(adults=2, children=(5,), elders=True),
    needs=("wheelchair",),
    budget=BudgetLimit(Decimal(90000)),
    avoid=("zoo",),
    diet=("vegan",),
)


def moment(itinerary: Plan | None, text: str = "", before: Plan | None = None, **more: Any) -> Moment:
    """A turn that leaves this plan, and found another one before."""
    old, new = (Snapshot(TripAtHand(1, BRIEF, "p", each)) for each in (before, itinerary))
    return Moment("And then?", text, "succeeded", "en", **{"before": old, "after": new, **more})


def first_visit(itinerary: Plan) -> Plan:
    found: Plan = itinerary["days"][0]["visits"][0]
    return found


def set_first(**values: str) -> Doctor:
    return lambda itinerary: first_visit(itinerary).update(values)


def set_last(**values: str) -> Doctor:
    return lambda itinerary: itinerary["days"][-1]["visits"][-1].update(values)


@pytest.mark.parametrize(
    ("check", "doctor"),
    [
        (plan.days_are(3), lambda p: p["days"].pop()),
        (plan.starts_on(date(2026, 12, 6)), lambda p: p["days"][0].update(date="2026-12-07")),
        (plan.cities_are("kyoto"), lambda p: p["days"][1].update(city="osaka")),
        (plan.is_feasible(), lambda p: p["certificate"].update(feasible=False)),
        (plan.keeps_opening_hours(), set_first(sight="kyoto/kinkaku-ji", arrive="05:00")),
        (plan.begins_after("07:00", 60), set_first(arrive="07:30")),
        (plan.ends_before("23:30", 60), set_last(depart="23:00")),
        (plan.starts_from("07:00", "every"), set_first(arrive="06:30")),
        (plan.ends_by("23:00", "last"), set_last(depart="23:30")),
        (plan.has_visit_every_day(), lambda p: p["days"][2].update(visits=[])),
        (plan.visits_a_day_are_at_most(9), lambda p: p["days"][0]["visits"].extend([first_visit(p)] * 9)),
        (plan.lacks_sight("kyoto/nowhere"), set_first(sight="kyoto/nowhere")),
        (plan.lacks_kind("theme_park"), set_first(sight="osaka/universal-studios-japan")),
        (plan.has_kind("temple"), lambda p: [day.update(visits=[]) for day in p["days"]]),
    ],
    ids=lambda value: value.name if isinstance(value, Check) else "",
)
def test_a_plan_is_judged(plan: Plan, check: Check, doctor: Doctor) -> None:
    doctored = copy.deepcopy(plan)
    doctor(doctored)

    assert check.fault(moment(plan)) == ""
    assert check.fault(moment(doctored))
    assert check.fault(moment(None))


def test_a_visit_is_judged_by_its_day_hour_and_place(plan: Plan) -> None:
    first = first_visit(plan)
    at = first["arrive"]

    def fault(**wanted: Any) -> str:
        return visit_is(first["sight"], **wanted).fault(moment(plan))

    assert fault(day=1, not_before=at, not_after=at, first=True) == ""
    assert fault(day=2)
    assert fault(day="last")
    assert fault(not_before="23:00")
    assert fault(not_after="00:30")
    assert fault(weekday_not="Su")
    assert visit_is("kyoto/nowhere").fault(moment(plan))


visit_is = plan.visit_is
"""The helper, in a test whose fixture takes the module's name."""


@pytest.mark.parametrize(
    ("check", "change"),
    [
        (plan.is_changed(), set_first(arrive="12:01")),
        (plan.has_fewer_visits_on(1), lambda p: p["days"][0]["visits"].pop()),
        (plan.swaps_days(1, 2), lambda p: p["days"].insert(0, p["days"].pop(1))),
    ],
    ids=lambda value: value.name if isinstance(value, Check) else "",
)
def test_a_change_is_judged(plan: Plan, check: Check, change: Doctor) -> None:
    changed = copy.deepcopy(plan)
    change(changed)

    assert check.fault(moment(changed, before=plan)) == ""
    assert check.fault(moment(plan, before=plan))


def test_other_days_are_kept_or_not(plan: Plan) -> None:
    changed = copy.deepcopy(plan)
    changed["days"][1]["visits"].pop()

    assert keeps_other_days(2).fault(moment(changed, before=plan)) == ""
    assert keeps_other_days(1).fault(moment(changed, before=plan))


keeps_other_days = plan.keeps_other_days


def test_times_beside_a_sight_are_the_visit_s(plan: Plan) -> None:
    first = first_visit(plan)
    name = first["name"]["en"]

    assert answer.visit_times_are_true().fault(moment(plan, f"{first['arrive']} {name}")) == ""
    assert answer.visit_times_are_true().fault(moment(plan, f"03:33 {name}"))
    last = plan["days"][0]["visits"][-1]
    assert answer.gives_end_of_day(1).fault(moment(plan, f"{last['name']['en']} until {last['depart']}")) == ""
    assert answer.gives_end_of_day(1).fault(moment(plan, f"{last['name']['en']} until 03:33"))


def test_totals_are_those_of_the_budget(plan: Plan, costs: Plan) -> None:
    budgets = {"artifacts": (("budget", costs),)}
    total = round(float(costs["total"]))

    assert answer.totals_are_true().fault(moment(plan, f"In total {total:,} yen.", **budgets)) == ""
    assert answer.totals_are_true().fault(moment(plan, f"In total {total * 1.05:,.0f} yen.", **budgets))
    assert answer.gives_plan_cost().fault(moment(plan, f"About {total:,}.", **budgets)) == ""
    assert answer.gives_plan_cost().fault(moment(plan, f"About {total * 2:,}.", **budgets))
    assert answer.gives_cost(days=3, travellers=2).fault(moment(plan, f"About {total:,}.", **budgets)) == ""
    assert answer.gives_cost(days=4, travellers=2).fault(moment(plan, f"About {total:,}.", **budgets))


@pytest.mark.parametrize(
    ("holds", "fails"),
    [
        (brief.places_are("kyoto"), brief.places_are("osaka", "kyoto")),
        (brief.days_are(3), brief.days_are(4)),
        (brief.starts_on(date(2026, 12, 6)), brief.starts_on(date(2026, 12, 7))),
        (brief.is_in_month(12), brief.is_in_month(11)),
        (brief.origin_is("beijing"), brief.origin_is("shanghai")),
        (brief.people_are(3, children=(5,), elders=True), brief.people_are(4, children=(5,))),
        (brief.people_are(3, children=(5,)), brief.people_are(3, children=(6,))),
        (brief.needs("wheelchair"), brief.needs("stroller")),
        (brief.diet_has("vegan"), brief.diet_has("halal")),
        (brief.budget_is(90000, "total", "JPY"), brief.budget_is(90000, "total", "CNY")),
        (brief.budget_is(90000, "total", "JPY"), brief.budget_is(90000, "person", "JPY")),
        (brief.avoids("zoo"), brief.avoids("show")),
        (brief.arrives_at("14:00", "flight"), brief.arrives_at("14:00", "train")),
        (brief.field_is("dates.days", 3), brief.field_is("pace", "relaxed")),
    ],
    ids=lambda check: check.name,
)
def test_a_brief_is_judged(holds: Check, fails: Check) -> None:
    assert holds.fault(moment(None)) == ""
    assert fails.fault(moment(None))


def test_writes_are_judged_by_what_waits_and_what_is_stored(plan: Plan) -> None:
    trip = TripAtHand(1, BRIEF, "p", plan)
    waiting = Snapshot(trip, (ProposedWrite("create_trip", {"title": "Mum's 60th"}),))
    stored = Snapshot(trip, (), (StoredTrip("trip_1", "Kyoto", ("kyoto",)),))
    proposed = moment(plan, "Shall I save it?", after=waiting)
    done = moment(plan, "Saved.", after=stored)
    claimed = moment(plan, "Saved.")

    assert writes.is_proposed("create_trip", title="mum's 60th").fault(proposed) == ""
    assert writes.is_proposed("create_trip", title="Dad").fault(proposed)
    assert writes.is_proposed("delete_trip").fault(proposed)
    assert writes.nothing_waits().fault(proposed)
    assert writes.stored_are(1).fault(done) == ""
    assert writes.stored_are(1).fault(claimed)
    assert writes.stored_has_cities("osaka").fault(done)
    assert [check.name for check in UNIVERSAL if check.fault(done)] == []
    assert [check.name for check in UNIVERSAL if check.fault(claimed)] == ["no_false_claim"]
