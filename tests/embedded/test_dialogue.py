"""The brief after a message, from what it wishes: values alone."""

from datetime import date
from decimal import Decimal

import pytest

from travelagent.assistant.embedded.dialogue import patch
from travelagent.assistant.embedded.wishes import People, Stop, Wishes
from travelagent.briefs.apply import apply
from travelagent.briefs.values import EMPTY, BudgetLimit, Dates, DayWish, Party, Stay, TripBrief

ROME = TripBrief(stays=(Stay("rome"),), dates=Dates(days=3), party=Party(2))


def after(brief: TripBrief, **wishes: object) -> TripBrief:
    return apply(brief, [patch(brief, Wishes(**wishes))], "said").brief  # type: ignore[arg-type]  # fields of Wishes


def test_nothing_wished_changes_nothing() -> None:
    assert patch(ROME, Wishes()).ops == ()


@pytest.mark.parametrize(
    ("wishes", "places"),
    [
        ({"stops": (Stop("florence"),)}, ("florence",)),
        ({"stops": (Stop("florence"),), "adds": True}, ("rome", "florence")),
        ({"stops": (Stop("florence"),), "dropped": ("rome",)}, ("florence",)),
        ({"dropped": ("rome",)}, ()),
        ({"stops": (Stop("rome"), Stop("florence"))}, ("rome", "florence")),
    ],
)
def test_places_take_the_place_of_others_unless_they_are_added(
    wishes: dict[str, object], places: tuple[str, ...]
) -> None:
    assert after(ROME, **wishes).places == places


def test_days_of_one_stop_leave_the_others_where_they_are() -> None:
    tour = TripBrief(stays=(Stay("rome"), Stay("florence")), dates=Dates(days=5))
    changed = after(tour, stops=(Stop("florence", 2),))
    assert changed.stays == (Stay("rome"), Stay("florence", 2))


@pytest.mark.parametrize(("wishes", "days"), [({"days": 5}, 5), ({"more": 2}, 5), ({"more": -1}, 2), ({"more": -9}, 1)])
def test_a_length_is_set_or_changed(wishes: dict[str, object], days: int) -> None:
    assert after(ROME, **wishes).days == days


def test_another_first_day_keeps_the_length() -> None:
    assert after(ROME, dates=Dates(start=date(2027, 5, 3))).dates == Dates(start=date(2027, 5, 3), days=3)


def test_a_last_day_after_a_first_one_gives_the_length() -> None:
    begun = after(ROME, dates=Dates(start=date(2027, 5, 3)))
    assert after(begun, dates=Dates(end=date(2027, 5, 7))).days == 5


def test_a_last_day_without_a_first_one_stays() -> None:
    ending = TripBrief(stays=(Stay("rome"),), dates=Dates(end=date(2027, 5, 7), days=2))
    assert after(ending, pace="relaxed").dates == ending.dates


@pytest.mark.parametrize(
    ("people", "party"),
    [
        (People(adults=4, complete=True), Party(4)),
        (People(adults=1, seniors=2, elders=True), Party(2, seniors=2, elders=True)),
        (People(adults=1, children=1, ages=(5,)), Party(2, (5,))),
        (People(adults=2, added=True), Party(3)),
        (People(adults=1, children=1, added=True), Party(2, (None,))),
    ],
)
def test_who_is_named_is_among_those_of_before_or_comes_on_top(people: People, party: Party) -> None:
    assert after(ROME, people=people).party == party


def test_people_named_twice_are_the_same_people() -> None:
    parents = People(adults=1, seniors=2, elders=True)
    assert after(after(EMPTY, people=parents), people=parents).party == Party(1, seniors=2, elders=True)


def test_ages_come_to_the_children_of_before() -> None:
    family = after(EMPTY, people=People(adults=2, children=2, complete=True))
    assert after(family, people=People(ages=(4, 9))).party.children == (4, 9)


def test_a_new_amount_keeps_the_currency() -> None:
    first = after(ROME, budget=BudgetLimit(Decimal(3000), "EUR", "total"))
    assert after(first, budget=BudgetLimit(Decimal(2500))).budget == BudgetLimit(Decimal(2500), "EUR", "total")


def test_what_is_refused_later_is_no_wish_any_more() -> None:
    after_wish = after(ROME, interests=("museum",), must_see=("rome/colosseum",))
    refused = after(after_wish, avoid=("museum", "rome/colosseum"))
    assert (refused.interests, refused.must_see, refused.avoid) == ((), (), ("museum", "rome/colosseum"))


def test_another_day_for_a_sight_takes_the_place_of_the_one_before() -> None:
    first = after(ROME, day_wishes=(DayWish(1, "visit", value="rome/colosseum"),))
    assert after(first, day_wishes=(DayWish(2, "visit", value="rome/colosseum"),)).day_wishes == (
        DayWish(2, "visit", value="rome/colosseum"),
    )
