"""A plan edited with its brief: what rules took for granted stays as long as it still holds."""

import dataclasses
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from tests.planning.cast import SIGHTS, request
from travelagent.briefs.compile import ONE_TRAVELLER, compile_request
from travelagent.briefs.editing import COUNTED_PARTY, EditedTrip, TripPlan, edit_trip_plan
from travelagent.briefs.from_request import brief_of_request
from travelagent.briefs.ledger import account
from travelagent.briefs.plan import DirectEngine, plan_brief
from travelagent.briefs.search_rules import NO_REST
from travelagent.briefs.values import BudgetLimit, Dates, DayWish, Party, Ride, Stay, TripBrief
from travelagent.briefs.wire import brief_from_wire, brief_to_wire
from travelagent.catalog.adapter import planning_sights
from travelagent.planning.constraints.most_sights import MostSights
from travelagent.planning.edits.constrain import Constrain
from travelagent.planning.edits.days import FreeDay, ReorderCities
from travelagent.planning.edits.lift import Lift
from travelagent.planning.edits.trip import SetPace, SetTravellers
from travelagent.planning.engine import plan
from travelagent.planning.rests import is_far
from travelagent.plans.values import Assumption, Itinerary
from travelagent.plans.words import REST


@pytest.mark.parametrize("rule", [COUNTED_PARTY, ""])
def test_a_counted_party_is_assumed_until_its_number_is_given(rule: str) -> None:
    wanted = request()
    counted = Assumption(ONE_TRAVELLER.en, ONE_TRAVELLER.zh, rule)
    before = dataclasses.replace(plan(wanted, SIGHTS), assumptions=(counted,))
    trip = TripPlan(brief_of_request(wanted), wanted, before)

    calmer = edit_trip_plan(trip, [SetPace("relaxed")], SIGHTS, DirectEngine(), "api").plan
    counted_now = edit_trip_plan(trip, [SetTravellers(3)], SIGHTS, DirectEngine(), "api").plan

    assert counted in calmer.itinerary.assumptions
    assert counted not in counted_now.itinerary.assumptions
    assert (calmer.brief.pace, counted_now.brief.party.adults) == ("relaxed", 3)


@pytest.mark.parametrize(
    ("count", "after"),
    [
        (6, Party(adults=3, children=(4, 9), seniors=1, senior_ages=(78,))),
        (3, Party(children=(4, 9), seniors=1, senior_ages=(78,))),
        (2, Party(adults=2)),
    ],
)
def test_another_number_of_travellers_keeps_those_who_were_mentioned(count: int, after: Party) -> None:
    party = Party(adults=2, children=(4, 9), seniors=1, senior_ages=(78,))
    wanted = request(travellers=5)
    trip = TripPlan(dataclasses.replace(brief_of_request(wanted), party=party), wanted, plan(wanted, SIGHTS))

    assert edit_trip_plan(trip, [SetTravellers(count)], SIGHTS, DirectEngine(), "api").plan.brief.party == after


def test_a_day_that_cannot_hold_its_rest_is_named_after_every_change() -> None:
    brief = TripBrief(
        stays=(Stay("beijing"),), dates=Dates(start=date(2027, 5, 10), days=3), day_wishes=(DayWish("every", "rest"),)
    )
    sights = planning_sights(["beijing"])
    made = plan_brief(brief, compile_request(brief, sights, date(2026, 12, 1)), sights, DirectEngine())
    trip = TripPlan(brief, made.request, made.itinerary)
    far = [day.day for day in made.itinerary.days if is_far(day)]

    calmer = edit_trip_plan(trip, [SetPace("relaxed")], sights, DirectEngine(), "api").plan
    freed = edit_trip_plan(trip, [FreeDay(day) for day in far], sights, DirectEngine(), "api").plan

    assert far
    assert all(str(day) in text for text in without_rest(made.itinerary) for day in far)
    assert len(without_rest(calmer.itinerary)) == 1
    assert not any(str(day) in text for text in without_rest(freed.itinerary) for day in far)


def without_rest(itinerary: Itinerary) -> list[str]:
    return [note.en for note in itinerary.assumptions if isinstance(note, Assumption) and note.rule == NO_REST]


def test_what_an_edit_adds_is_in_the_next_plan() -> None:
    """A constraint that an edit has added, and an order of cities that one has set, are wanted from then on."""
    few = MostSights(1)
    wanted = request()
    trip = TripPlan(brief_of_request(wanted), wanted, plan(wanted, SIGHTS))
    constrained = edit_trip_plan(trip, [Constrain(few)], SIGHTS, DirectEngine(), "api").plan
    assert constrained.brief.constraints == (few,)
    assert brief_from_wire(brief_to_wire(constrained.brief)) == constrained.brief
    lifted = edit_trip_plan(constrained, [Lift(few.kind)], SIGHTS, DirectEngine(), "api").plan
    assert lifted.brief.constraints == ()

    today = date(2026, 12, 1)
    brief = TripBrief(stays=(Stay("rome"), Stay("venice")), order_free=True, dates=Dates(date(2027, 5, 10), days=3))
    sights = planning_sights(brief.places)
    made = plan_brief(brief, compile_request(brief, sights, today), sights, DirectEngine())
    turned = ReorderCities(tuple(reversed(made.itinerary.cities)))
    after = edit_trip_plan(
        TripPlan(brief, made.request, made.itinerary), [turned, Constrain(few)], sights, DirectEngine(), "api"
    )
    again = compile_request(after.plan.brief, sights, today).request
    assert again.constraints == (few,)
    assert not again.any_order
    assert tuple(stay.id for stay in again.cities) == turned.cities


ITALY = ("rome", "florence", "venice")
TODAY = date(2026, 12, 1)


def italian(**changes: Any) -> TripBrief:
    stays = (Stay("rome", 3), Stay("florence", 2))
    return dataclasses.replace(TripBrief(stays=stays, dates=Dates(date(2027, 4, 5)), party=Party(2)), **changes)


def follow(trip: TripPlan, brief: TripBrief) -> EditedTrip:
    sights = planning_sights(ITALY)
    return edit_trip_plan(trip, [], sights, DirectEngine(), "api", brief=brief, today=TODAY)


def happens(itinerary: Itinerary) -> list[list[tuple[str, int, int]]]:
    return [[(visit.id, visit.arrive, visit.depart) for visit in day.visits] for day in itinerary.days]


def visited(itinerary: Itinerary, city: str) -> list[str]:
    return [visit.id for day in itinerary.days if day.city == city for visit in day.visits]


def test_a_plan_follows_its_brief_and_keeps_the_rest(subtests: pytest.Subtests) -> None:
    first = italian()
    sights = planning_sights(first.places)
    made = plan_brief(first, compile_request(first, sights, TODAY), sights, DirectEngine())
    trip = TripPlan(first, made.request, made.itinerary)
    rome, florence = visited(made.itinerary, "rome"), visited(made.itinerary, "florence")

    with subtests.test("nothing new, nothing changed"):
        same = follow(trip, first)
        assert (happens(same.plan.itinerary), same.plan.request) == (happens(made.itinerary), made.request)
        costs = follow(trip, italian(budget=BudgetLimit(Decimal(900), "EUR"), diet=("vegan",), origin="paris"))
        assert happens(costs.plan.itinerary) == happens(made.itinerary)
        assert costs.plan.request.home is not None
        assert costs.edited.difference.given_up == ()
        assert follow(costs.plan, first).plan.request.home is None

    with subtests.test("an earlier train home touches the last day alone"):
        home = follow(trip, italian(departure=Ride(19 * 60, mode="train"))).plan
        assert happens(home.itinerary)[:4] == happens(made.itinerary)[:4]
        assert home.itinerary.days[4].end <= 17 * 60 + 30

    with subtests.test("a city more takes days of nobody"):
        longer = follow(trip, italian(stays=(*first.stays, Stay("venice", 2)))).plan
        assert [day.city for day in longer.itinerary.days] == ["rome"] * 3 + ["florence"] * 2 + ["venice"] * 2
        assert visited(longer.itinerary, "rome") == rome
        assert set(florence) <= set(visited(longer.itinerary, "florence"))
        less = follow(longer, dataclasses.replace(longer.brief, stays=(Stay("rome", 3), Stay("venice", 2)))).plan
        assert [day.city for day in less.itinerary.days] == ["rome"] * 3 + ["venice"] * 2
        assert happens(less.itinerary)[:2] == happens(longer.itinerary)[:2]
        assert happens(less.itinerary)[4] == happens(longer.itinerary)[6]  # the way to Venice is a longer one now

    with subtests.test("a night from the one city to the other"):
        moved = follow(trip, italian(stays=(Stay("rome", 2), Stay("florence", 3)))).plan
        assert [day.city for day in moved.itinerary.days] == ["rome"] * 2 + ["florence"] * 3
        assert len(set(florence) - set(visited(moved.itinerary, "florence"))) <= 1

    with subtests.test("a city is come back to with a day that it had"):
        stays = (Stay("rome", 2), Stay("florence", 2), Stay("rome", 1))
        back = follow(trip, italian(stays=stays)).plan
        assert [day.city for day in back.itinerary.days] == ["rome"] * 2 + ["florence"] * 2 + ["rome"]
        assert happens(back.itinerary)[:2] == happens(made.itinerary)[:2]
        assert set(visited(back.itinerary, "rome")[-3:]) & set(rome)
        ledger = account(back.brief, back.request, back.itinerary, {each.id: each for each in sights}, None)
        routes = [entry for entry in ledger.entries if entry.field == "stays"]
        assert {entry.verdict for entry in routes} == {"kept"}
        open_ended = italian(stays=(*stays[:2], Stay("rome")), dates=Dates(date(2027, 4, 5), days=5))
        assert happens(follow(trip, open_ended).plan.itinerary) == happens(back.itinerary)
        assert back.brief.stays == stays

    with subtests.test("a wish for a day keeps its day's date when cities change places"):
        bound = follow(trip, italian(day_wishes=(DayWish(2, "visit", value="rome/trevi-fountain", start=18 * 60),)))
        turned = follow(bound.plan, dataclasses.replace(bound.plan.brief, stays=tuple(reversed(first.stays)))).plan
        assert [day.city for day in turned.itinerary.days] == ["florence"] * 2 + ["rome"] * 3
        assert [wish.day for wish in turned.brief.day_wishes] == [4]
        assert [v.arrive for v in turned.itinerary.days[3].visits if v.id == "rome/trevi-fountain"] == [18 * 60]

    with subtests.test("what a plan says of its days is of these days"):
        dropped = follow(trip, italian(avoid=("rome/borghese-gallery",))).plan
        texts = " ".join(text.en for text in dropped.itinerary.assumptions)
        assert "Borghese" in " ".join(text.en for text in made.itinerary.assumptions)
        assert "Borghese" not in texts

    with subtests.test("rests come and go"):
        rested = follow(trip, italian(day_wishes=(DayWish(2, "rest"),))).plan
        assert [day.day for day in rested.itinerary.days if any(v.name == REST for v in day.visits)] == [2]
        assert not any(v.name == REST for v in follow(rested, first).plan.itinerary.visits)
