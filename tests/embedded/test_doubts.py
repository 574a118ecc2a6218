"""A reading that would take days or cities from a plan that stands is asked about, with choices that are certain."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from travelagent.assistant.embedded.understanding import Understood, understand
from travelagent.assistant.trip_view import NO_TRIP, PlanAtHand, PlannedDay, TripView
from travelagent.briefs.acts import EditPlan, NotRead
from travelagent.briefs.values import Dates, Party, Stay, TripBrief
from travelagent.planning.edits.days import AddDays

TODAY, FIRST = date(2026, 11, 23), date(2027, 4, 5)


def trip(*stays: Stay) -> TripView:
    """A trip through these cities, planned."""
    cities = [stay.place for stay in stays for _ in range(stay.days or 1)]
    days = tuple(PlannedDay(n, FIRST + timedelta(days=n - 1), city, ()) for n, city in enumerate(cities, 1))
    brief = TripBrief(stays=stays, dates=Dates(FIRST, days=len(days)), party=Party(2))
    return replace(NO_TRIP, brief=brief, plan=PlanAtHand(tuple(dict.fromkeys(cities)), days, "a1"))


ITALY = trip(Stay("rome", 4), Stay("florence", 2))


def read(message: str, of: TripView = ITALY) -> Understood:
    return understand(message, of, TODAY)


@pytest.mark.parametrize(
    ("message", "choice"),
    [
        ("Move one night from Rome to Florence", "Rome 3 days, Florence 3 days"),
        ("make it 5 days", "Rome 3 days, Florence 2 days"),
        ("改成8天", "罗马6天，佛罗伦萨2天"),
    ],
)
def test_what_takes_days_unasked_is_a_choice_that_is_certain(message: str, choice: str) -> None:
    found = read(message)
    assert found.doubt is not None
    assert found.brief == ITALY.brief
    assert choice in found.doubt.choices
    assert choice in found.as_wire()["choices"]
    chosen = read(choice)
    assert chosen.doubt is None
    assert sum(stay.days or 0 for stay in chosen.brief.stays) == chosen.brief.days


@pytest.mark.parametrize(
    ("message", "places", "days"),
    [
        ("drop Florence", ("rome",), 4),
        ("去掉佛罗伦萨", ("rome",), 4),
        ("Add Venice for two days", ("rome", "florence", "venice"), 8),
        ("Rome 3 days, Florence 2 days", ("rome", "florence"), 5),
        ("Plan 3 days in Tokyo instead", ("tokyo",), 3),
        ("规划北京三日游", ("beijing",), 3),
    ],
)
def test_what_a_message_states_is_done(message: str, places: tuple[str, ...], days: int) -> None:
    found = read(message)
    assert (found.doubt, found.brief.places, found.brief.days) == (None, places, days)


@pytest.mark.parametrize(
    "message",
    [
        "Take a day from Rome and give it to Florence",
        "罗马少住一天，佛罗伦萨多住一天",
        "在佛罗伦萨多住一晚，罗马少一晚",
    ],
)
def test_days_that_go_from_one_city_to_another_are_moved(message: str) -> None:
    found = read(message)
    assert found.doubt is None
    edits = {edit for act in found.acts if isinstance(act, EditPlan) for edit in act.edits}
    assert edits == {AddDays(-1, "rome"), AddDays(1, "florence")}
    assert found.brief == ITALY.brief


def test_a_trip_of_one_city_has_its_length_changed() -> None:
    found = read("make it 3 days", trip(Stay("rome", 4)))
    assert (found.doubt, found.brief.days) == (None, 3)


def test_nights_that_are_as_many_as_the_days_are_days() -> None:
    found = understand("Plan 6 days in Italy: 4 nights Rome, 2 nights Florence", NO_TRIP, TODAY)
    assert found.brief.stays == (Stay("rome", 4), Stay("florence", 2))
    assert found.brief.days == 6


def test_a_city_that_is_not_surely_the_home_is_asked_about() -> None:
    found = read("sorry, I meant Barcelona", trip(Stay("madrid", 4)))
    assert found.doubt is not None
    assert (found.doubt.home, found.brief.origin) == ("barcelona", "")
    assert found.doubt.choices == ("Barcelona 4 days", "We start from Barcelona")


def test_a_diet_that_is_withdrawn_is_understood() -> None:
    vegan = trip(Stay("amsterdam", 3))
    found = read("and we're not vegan any more lol", replace(vegan, brief=replace(vegan.brief, diet=("vegan",))))
    assert found.brief.diet == ()
    assert not any(isinstance(act, NotRead) for act in found.acts)
