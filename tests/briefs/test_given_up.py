"""What a change could not keep is reported, wish by wish; wishes for every day reach days that are added."""

import dataclasses
from datetime import date
from decimal import Decimal

import pytest

from tests.planning.cast import SIGHTS, TUESDAY, request
from travelagent.briefs.compile import compile_request
from travelagent.briefs.costs import is_tight
from travelagent.briefs.editing import EditedTrip, TripPlan, edit_trip_plan
from travelagent.briefs.from_request import brief_of_request
from travelagent.briefs.notes import booking_horizon
from travelagent.briefs.plan import DirectEngine, plan_brief
from travelagent.briefs.values import BudgetLimit, Dates, DayWish, Party, Stay, TripBrief
from travelagent.catalog.adapter import planning_sights
from travelagent.planning.diff import describe
from travelagent.planning.edits.days import AddDays, KeepIndoors
from travelagent.planning.edits.sights import AddPlace, Drop, Visiting
from travelagent.planning.edits.trip import RestAt, SetPace
from travelagent.planning.engine import plan
from travelagent.plans.errors import Infeasible
from travelagent.plans.requests import window_of
from travelagent.plans.values import DayWindow, Edit


def changed(trip: TripPlan, *edits: Edit) -> EditedTrip:
    return edit_trip_plan(trip, edits, SIGHTS, DirectEngine(), "form")


def begun(**fields: object) -> TripPlan:
    wanted = dataclasses.replace(request(days=3, start_date=TUESDAY), **fields)  # type: ignore[arg-type]  # fields by name
    return TripPlan(brief_of_request(wanted), wanted, plan(wanted, SIGHTS))


def with_wishes(trip: TripPlan, *wishes: DayWish) -> TripPlan:
    return dataclasses.replace(trip, brief=dataclasses.replace(trip.brief, day_wishes=wishes))


def test_a_day_that_is_gone_gives_up_the_visit_that_was_held_to_it() -> None:
    trip = changed(begun(), Visiting("town/museum", 3)).plan
    found = changed(trip, AddDays(-1))
    difference = found.edited.difference
    (text,) = difference.given_up
    assert "Museum" in text.en
    assert "day 3" in text.en
    assert "第 3 天" in text.zh
    assert text.en in describe(difference)[0].en
    assert found.edited.done[0] == describe(difference)[0]


def test_what_a_change_withdraws_itself_is_no_loss() -> None:
    trip = changed(begun(), Visiting("town/museum", 3)).plan
    assert changed(trip, Drop(("town/museum",))).edited.difference.given_up == ()


def test_a_rest_that_no_day_can_hold_is_named() -> None:
    late = begun(day_windows=(DayWindow(2, start=18 * 60),))
    found = changed(late, RestAt(days=(2,)))
    again = changed(found.plan, RestAt(days=(2,)))
    for each in (found, again):
        assert [text.en for text in each.edited.difference.given_up] == ["the rest at the hotel on day 2"]


@pytest.mark.parametrize(("wish", "start", "end"), [({"start": 600}, 600, None), ({"end": 1140}, None, 1140)])
def test_hours_of_every_day_are_those_of_a_day_that_is_added(
    wish: dict[str, int], start: int | None, end: int | None
) -> None:
    windows = tuple(DayWindow(day, start, end) for day in (1, 2))
    trip = with_wishes(begun(day_windows=(*windows, DayWindow(3, start, 900))), DayWish("every", "hours", **wish))  # type: ignore[arg-type]  # fields by name
    after = changed(trip, AddDays(1)).plan
    for day in (3, 4):
        window = window_of(after.request, day)
        assert start is None or (window.start or 0) >= start
        assert end is None or (window.end or 24 * 60) <= end


def test_a_pace_that_a_rule_had_chosen_is_in_the_brief_once_it_is_said() -> None:
    trip = begun(pace="relaxed")
    unsaid = dataclasses.replace(trip, brief=dataclasses.replace(trip.brief, pace=None))
    assert changed(unsaid, SetPace("relaxed")).plan.brief.pace == "relaxed"


def test_rain_is_kept_in_mind_where_the_day_is_under_a_roof_already() -> None:
    once = changed(begun(), KeepIndoors(1)).plan
    cleared = dataclasses.replace(once.request, rainy_days=())
    trip = TripPlan(dataclasses.replace(once.brief, day_wishes=()), cleared, once.itinerary)
    again = changed(trip, KeepIndoors(1))
    assert again.plan.request.rainy_days == (1,)
    assert DayWish(1, "indoors") in again.plan.brief.day_wishes


@pytest.mark.parametrize(("amount", "per", "tight"), [(30, "person_day", True), (60, "day", True), (900, "day", False)])
def test_a_limit_near_simple_living_is_tight(amount: int, per: str, tight: bool) -> None:
    limit = BudgetLimit(Decimal(amount), "EUR", per)  # type: ignore[arg-type]  # a Per by its name
    brief = TripBrief(stays=(Stay("vienna"),), dates=Dates(days=4), party=Party(adults=1), budget=limit)
    assert is_tight(brief) is tight
    sights = planning_sights(("vienna",))
    rules = {rule.name: rule.text.en for rule in compile_request(brief, sights, date(2026, 11, 23)).applied}
    assert ("As little as possible" in rules["watched_money"]) is tight


def test_what_should_be_booked_already_is_to_be_booked_now() -> None:
    brief = TripBrief(stays=(Stay("beijing"),), dates=Dates(start=date(2026, 12, 1), days=3), party=Party(adults=2))
    sights, today = planning_sights(("beijing",)), date(2026, 11, 23)
    planned = plan_brief(brief, compile_request(brief, sights, today), sights, DirectEngine())
    note = booking_horizon(brief, planned.itinerary, today)
    assert note is not None
    assert " now" in note.en
    assert "17 Nov" not in note.en
    assert "现在就订" in note.zh


@pytest.mark.parametrize(("day", "named"), [(1, "until 18:00 on day 1"), (2, None)])
def test_hours_give_way_to_an_evening_out_by_name_and_a_free_day_does_not(day: int, named: str | None) -> None:
    wishes = (DayWish(1, "hours", end=18 * 60), DayWish(2, "free"))
    brief = TripBrief(stays=(Stay("kyoto", 2),), dates=Dates(start=date(2027, 4, 6), days=2), day_wishes=wishes)
    known, today = planning_sights(("kyoto",)), date(2026, 11, 30)
    made = plan_brief(brief, compile_request(brief, known, today), known, DirectEngine())
    plan = TripPlan(brief, made.request, made.itinerary)
    concert = AddPlace("Concert", 35.005, 135.76, day, 19 * 60 + 30, 120)
    if named is None:
        with pytest.raises(Infeasible):
            edit_trip_plan(plan, [concert], known, DirectEngine(), "api", today=today)
        return
    found = edit_trip_plan(plan, [concert], known, DirectEngine(), "api", today=today)

    assert [text.en for text in found.edited.difference.given_up] == [named]
    assert found.plan.brief.day_wishes == wishes
    assert found.plan.request.day_windows == compile_request(found.plan.brief, known, today).request.day_windows
