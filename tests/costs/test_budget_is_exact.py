"""The budget sums to the cent, grows with what is asked, and refuses what makes no sense."""

from __future__ import annotations

import dataclasses
from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.planning.cast import COSTS, SIGHTS, request, sight, text
from tests.support.examples import examples
from travelagent.catalog.adapter import planning_sights
from travelagent.costs.budget import (
    AGE_UNKNOWN,
    COME_AND_GO,
    FAMILY_ROOMS,
    REDUCED,
    budget,
    entered,
    nights_outside,
    taxi_rides,
)
from travelagent.costs.values import Attendance, BudgetRequest, RateTable, TaxiFare
from travelagent.planning.diff import figures
from travelagent.planning.engine import plan
from travelagent.plans.concessions import Concession
from travelagent.plans.errors import InvalidRequest, MissingRate
from travelagent.plans.values import LocalizedText, Money, Pin, Point

RATES = RateTable(
    "EUR", {"USD": Decimal("1.0837"), "JPY": Decimal("163.21")}, LocalizedText("central bank", "央行"), date(2026, 1, 2)
)
FIRST = date(2026, 4, 13)
HALF = (Concession(0, 12, share=Decimal("0.5")),)
HOME = Point(text("Home"), 52.0, 13.0)


def budget_request(**changes) -> BudgetRequest:
    return BudgetRequest(**{"cities": ((COSTS, 3),), "travellers": 3, **changes})


def amounts(found, kind):
    return [item.amount for item in found.items if item.kind == kind]


@given(
    days=st.integers(1, 30),
    travellers=st.integers(1, 40),
    tier=st.sampled_from(["budget", "mid", "luxury"]),
    currency=st.sampled_from(["EUR", "USD", "JPY"]),
)
@settings(max_examples=examples(60), deadline=None)
def test_items_sum_exactly_to_the_total(days, travellers, tier, currency):
    found = budget(
        budget_request(cities=((COSTS, days),), travellers=travellers, tier=tier, currency=currency, origin=HOME), RATES
    )
    assert sum(item.amount for item in found.items) == found.total
    assert sum(item.low for item in found.items) == found.low
    assert sum(item.high for item in found.items) == found.high
    assert all(item.amount == item.quantity * item.unit_price for item in found.items)
    assert all(item.low <= item.amount <= item.high for item in found.items)


@given(days=st.integers(1, 29), travellers=st.integers(1, 20))
@settings(max_examples=examples(40), deadline=None)
def test_more_days_more_travellers_or_a_higher_tier_never_cost_less(days, travellers):
    def total(days, travellers, tier="mid"):
        return budget(budget_request(cities=((COSTS, days),), travellers=travellers, tier=tier)).total

    here = total(days, travellers)
    assert total(days + 1, travellers) > here
    assert total(days, travellers + 1) > here
    assert total(days, travellers, "budget") < here < total(days, travellers, "luxury")


def test_lodging_is_rooms_of_two_times_nights():
    assert amounts(budget(budget_request()), "lodging") == [2 * 2 * Decimal("110.50")]
    assert amounts(budget(budget_request(cities=((COSTS, 1),))), "lodging") == []


@pytest.mark.parametrize(
    ("travellers", "children", "rooms"), [(4, 2, 1), (5, 3, 2), (6, 2, 2), (4, 0, 2), (2, 1, 1), (3, 3, 2)]
)
def test_children_sleep_in_their_parents_room(travellers: int, children: int, rooms: int):
    found = budget(budget_request(travellers=travellers, children=children, night_after=True))
    nights = sum(count for _, count in budget_request().cities)
    assert [item.quantity for item in found.items if item.kind == "lodging"] == [rooms * nights]
    assert any("parents' room" in note.en for note in found.notes) is bool(children)
    assert nights_outside(found) == 1


def test_more_children_than_travellers_are_refused():
    with pytest.raises(InvalidRequest):
        budget(budget_request(travellers=1, children=2))


def test_a_second_city_adds_the_night_between():
    there = dataclasses.replace(COSTS, city="other", lat=50.0)
    found = budget(budget_request(cities=((COSTS, 2), (there, 2)), travellers=2), RATES)
    assert [item.quantity for item in found.items if item.kind == "lodging"] == [2, 1]
    assert len(amounts(found, "intercity")) == 1
    (journey,) = (item.label for item in found.items if item.kind == "intercity")
    assert "door to door" in journey.en
    assert "门到门约" in journey.zh


@pytest.mark.parametrize(("before", "after", "nights"), [(True, False, [3, 1]), (False, True, [2, 2])])
def test_who_comes_the_day_before_or_leaves_the_day_after_stays_a_night_more(before, after, nights):
    cities = (COSTS, 2), (dataclasses.replace(COSTS, city="other", lat=50.0), 2)
    found = budget(budget_request(cities=cities, travellers=2, night_before=before, night_after=after), RATES)
    assert [item.quantity for item in found.items if item.kind == "lodging"] == nights
    assert nights_outside(found) == 1


def test_tickets_are_those_of_the_visited_sights_only():
    itinerary = plan(request(days=1, pace="relaxed"), SIGHTS)
    visited = [visit.ticket.amount for visit in itinerary.visits if visit.ticket and visit.ticket.amount]
    by_id = {sight.id: sight for sight in SIGHTS}
    found = budget(budget_request(visited=tuple(by_id[visit.sight] for visit in itinerary.visits if visit.sight)))
    assert visited
    assert amounts(found, "tickets") == [3 * price for price in visited]


@pytest.mark.parametrize(
    ("together", "price"),
    [
        (("lijiang/jade-dragon-snow-mountain", "lijiang/blue-moon-valley"), 240),
        (("lijiang/blue-moon-valley",), 100),
        (("florence/florence-cathedral-and-brunelleschis-dome", "florence/giottos-campanile-and-baptistery"), 30),
    ],
)
def test_one_gate_is_paid_once(together: tuple[str, ...], price: int):
    visited = tuple(each for each in planning_sights({together[0].split("/")[0]}) if each.id in together)
    costs = dataclasses.replace(COSTS, currency=visited[0].currency)
    found = budget(budget_request(cities=((costs, 2),), visited=visited, travellers=1))
    assert amounts(found, "tickets") == [price]


def test_yen_have_no_fraction():
    found = budget(budget_request(currency="JPY"), RATES)
    assert all(item.amount == item.amount.to_integral_value() for item in found.items)


def test_a_missing_rate_is_said():
    with pytest.raises(MissingRate):
        budget(budget_request(currency="CHF"), RATES)
    found = budget(budget_request(origin=Point(text("Far away"), 10.0, 100.0)))
    assert amounts(found, "intercity") == []
    assert any("USD" in note.en for note in found.notes)


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("days", {"cities": ((COSTS, 0),)}),
        ("days", {"cities": ((COSTS, -2),)}),
        ("days", {"cities": ((COSTS, 31),)}),
        ("travellers", {"travellers": -1}),
        ("travellers", {"travellers": 0}),
        ("tier", {"tier": "royal"}),
        ("cities", {"cities": ()}),
        ("taxi_rides", {"taxi_rides": (("town", Decimal(-1)),)}),
    ],
)
def test_what_makes_no_sense_is_refused_by_name(field, changes):
    with pytest.raises(InvalidRequest) as refusal:
        budget(budget_request(**changes))
    assert refusal.value.field == field


def test_rooms_and_nights_are_counted_in_words():
    labels = [item.label.en for item in budget(budget_request(cities=((COSTS, 2),), travellers=2)).items]
    assert "Town: 1 room × 1 night" in labels
    labels = [item.label.en for item in budget(budget_request(cities=((COSTS, 3),), travellers=3)).items]
    assert "Town: 2 rooms × 2 nights" in labels


def test_taxi_rides_are_paid_for_every_car_of_four():
    rides = (("town", Decimal("10.5")), ("town", Decimal("2")), ("elsewhere", Decimal("99")))
    one, five = (budget(budget_request(travellers=people, taxi_rides=rides)) for people in (4, 5))
    fares = [[item for item in found.items if "taxi" in item.label.en] for found in (one, five)]
    assert [[fare.quantity for fare in items] for items in fares] == [[1], [2]]
    assert fares[0][0].unit_price == (
        Decimal("40.10") * (2 * Decimal("0.06") + Decimal("12.5") * Decimal("0.02"))
    ).quantize(Decimal("0.01"))
    assert fares[1][0].amount == 2 * fares[0][0].amount
    assert all("taxi" not in item.label.en for item in budget(budget_request()).items)


def test_a_taxi_costs_what_the_town_is_known_to_take():
    costs = dataclasses.replace(COSTS, taxi=TaxiFare(Decimal("4.50"), Decimal("2.80")))
    found = budget(budget_request(cities=((costs, 3),), taxi_rides=(("town", Decimal("10")), ("town", Decimal("5")))))
    assert [item.amount for item in found.items if "taxi" in item.label.en] == [Decimal("51.00")]


def test_sights_on_one_ticket_are_paid_once_the_dearest_price():
    colosseum = sight("colosseum", 48.0, 11.0, price=Decimal(18))
    forum = sight("forum", 48.0, 11.0, price=Decimal(18), shared_ticket="town/colosseum")
    gate = sight("gate", 48.0, 11.0, price=Decimal(5), shared_ticket="town/colosseum")
    [paid] = [item for item in budget(budget_request(visited=(forum, colosseum, gate))).items if item.kind == "tickets"]
    assert (paid.quantity, paid.unit_price, paid.label.en) == (3, Decimal("18.00"), "Forum + Colosseum + Gate")
    assert amounts(budget(budget_request(visited=(gate,))), "tickets") == [Decimal("15.00")]


def test_a_plans_tickets_count_a_shared_one_once():
    forum = sight("forum", 48.001, 11.001, price=Decimal(18), shared_ticket="town/colosseum")
    colosseum = sight("colosseum", 48.0, 11.0, price=Decimal(18))
    found = plan(request(days=1, must_see=("town/forum", "town/colosseum")), (forum, colosseum))
    assert len(found.visits) == 2
    assert figures(found).tickets == {"EUR": Decimal(18)}


@pytest.mark.parametrize(
    ("days", "valid", "paid"),
    [((1, 1), 1, 18), ((1, 2), 1, 36), ((1, 3), 3, 18), ((1, 4), 3, 36), ((1, 9), 0, 18)],
    ids=["one day", "run out", "still valid", "three days run out", "never runs out"],
)
def test_a_shared_ticket_that_has_run_out_is_bought_again(days, valid, paid):
    colosseum = sight("colosseum", 48.0, 11.0, price=Decimal(18), ticket_days=valid)
    forum = sight("forum", 48.001, 11.001, price=Decimal(18), shared_ticket="town/colosseum", ticket_days=valid)
    visited = entered((FIRST + timedelta(days=day), here) for day, here in zip(days, (forum, colosseum), strict=True))
    lines = [item for item in budget(budget_request(visited=visited, travellers=1)).items if item.kind == "tickets"]
    assert sum(line.amount for line in lines) == paid


@pytest.mark.parametrize(("valid", "price"), [(1, 36), (0, 18)], ids=["runs out", "never runs out"])
def test_a_plans_figures_count_a_ticket_that_has_run_out_twice(valid, price):
    colosseum = sight("colosseum", 48.0, 11.0, price=Decimal(18), ticket_days=valid)
    forum = sight("forum", 48.001, 11.001, price=Decimal(18), shared_ticket="town/colosseum", ticket_days=valid)
    pins = (Pin("town/forum", day=1), Pin("town/colosseum", day=3))
    found = plan(request(days=3, pinned=pins), (forum, colosseum))
    assert figures(found).tickets == {"EUR": Decimal(price)}


def test_adult_prices_for_children_and_seniors_are_said():
    museum = sight("museum", 48.0, 11.0)
    assert any("seniors" in note.en for note in budget(budget_request(visited=(museum,), ages=(None,))).notes)
    assert not any("seniors" in note.en for note in budget(budget_request(visited=(museum,))).notes)
    assert not any("seniors" in note.en for note in budget(budget_request(ages=(None,))).notes)


def test_what_is_noted_of_a_party_is_noted_once():
    family = budget_request(visited=(sight("museum", 48.0, 11.0),), travellers=4, children=2, ages=(6, None))
    before = budget(family)
    assert budget(family, earlier=before).notes == before.notes
    assert before.notes[:3] == (REDUCED, AGE_UNKNOWN, FAMILY_ROOMS)


def test_the_taxi_rides_of_a_plan_are_its_taxi_legs():
    far = sight("volcano", 48.3, 11.4, minutes=180)
    found = plan(request(days=1, must_see=("town/volcano",)), (*SIGHTS, far))
    legs = [leg for day in found.days for leg in day.legs if leg.mode == "taxi"]
    assert legs
    assert taxi_rides(found) == tuple(("town", Decimal(str(leg.km))) for leg in legs)


def test_between_cities_it_costs_what_the_plans_own_way_does():
    near = dataclasses.replace(COSTS, city="near", name=text("Near"), lat=50.0)
    base = budget_request(cities=((COSTS, 2), (near, 2)), origin=HOME, mode="flight")

    def modes(**changes):
        found = budget(dataclasses.replace(base, **changes), RATES)
        return [item.label.en.split(", ")[1] for item in found.items if item.kind == "intercity"]

    assert modes(moves=("train",)) == ["flight", "train", "flight"]
    assert modes(between="bus") == ["flight", "coach", "flight"]
    assert len(modes(moves=("train",), exit=Point(text("Exit"), 51.0, 11.0))) == 4


def test_a_budget_names_its_nights():
    assert budget(budget_request()).nights == 2
    assert budget(budget_request(night_before=True, night_after=True)).nights == 4


@pytest.mark.parametrize(
    ("limit", "tier", "room"),
    [
        (Money(Decimal(500), "EUR"), "mid", "mid"),
        (Money(COSTS.lodging["mid"], "EUR"), "luxury", "mid"),
        (Money(COSTS.lodging["mid"] - 1, "EUR"), "mid", "budget"),
        (Money(COSTS.lodging["mid"], "USD"), "mid", "budget"),
        (Money(Decimal(1), "EUR"), "luxury", "budget"),
    ],
)
def test_rooms_keep_to_the_limit_of_a_night(limit, tier, room):
    found = budget(budget_request(tier=tier, night_limit=limit), RATES)
    (rooms,) = (item for item in found.items if item.kind == "lodging")
    assert rooms.unit_price == COSTS.lodging[room]
    assert found.tier == tier
    assert ("class" in rooms.label.en, "型" in rooms.label.zh) == (room != tier, room != tier)
    unlimited = budget(budget_request(tier=tier), RATES)
    assert [item for item in found.items if item.kind == "meals"] == [i for i in unlimited.items if i.kind == "meals"]


def test_a_line_has_its_own_class_and_the_total_is_theirs():
    def prices(**changes):
        found = budget(budget_request(**changes))
        return {item.kind: item for item in found.items if item.kind in ("lodging", "meals")}, found

    lines, found = prices(lodging_tier="luxury", meals_tier="budget", night_limit=Money(Decimal(200), "EUR"))
    assert found.tier == "mid"
    assert (lines["lodging"].unit_price, lines["meals"].unit_price) == (COSTS.lodging["mid"], COSTS.meals["budget"])
    assert lines["meals"].label == LocalizedText("Town: meals, budget class", "Town（中）：餐饮，经济型")
    lines, found = prices(lodging_tier="luxury")
    assert (lines["lodging"].unit_price, lines["meals"].unit_price) == (COSTS.lodging["luxury"], COSTS.meals["mid"])
    assert lines["lodging"].label.en.endswith(", luxury class")
    assert lines["meals"].label == prices()[0]["meals"].label


def test_who_joins_is_counted_from_that_day_on():
    two, three = Attendance(2), Attendance(3, (6,), 1)
    early, late = (sight(name, 48.0, 11.0, price=Decimal(10), concessions=HALF) for name in ("early", "late"))
    near = dataclasses.replace(COSTS, city="near", name=text("Near"), lat=50.0)
    found = budget(
        budget_request(
            cities=((COSTS, 3), (near, 2)), travellers=3, ages=(6,), children=1, by_day=(two, two, three, three, two),
            visited=(early, late), visit_days=(1, 3), origin=HOME, night_before=True,
        ),
        RATES,
    )  # fmt: skip
    assert (found.travellers, found.people, found.nights) == (3, (2, 2, 3, 3, 2), 5)
    assert [item.quantity for item in found.items if item.kind == "meals"] == [7, 5]
    assert [item.quantity for item in found.items if item.kind == "transport"] == [7, 5]
    assert [(item.quantity, item.unit_price) for item in found.items if item.kind == "tickets"] == [
        (2, Decimal(10)), (2, Decimal(10)), (1, Decimal(5)),
    ]  # fmt: skip
    assert [item.quantity for item in found.items if item.kind == "intercity"] == [2, 3, 2]
    assert found.per_person_day == (found.total / 12).quantize(Decimal("0.01"))
    assert COME_AND_GO in found.notes
    assert sum(item.amount for item in found.items) == found.total


def test_rooms_are_counted_by_night():
    three, five = Attendance(2), Attendance(5)
    found = budget(budget_request(travellers=5, by_day=(three, five, five), night_after=True))
    rooms = [(item.label.en, item.quantity) for item in found.items if item.kind == "lodging"]
    assert rooms == [("Town: 1 room × 1 night", 1), ("Town: 3 rooms × 2 nights", 6)]
    assert nights_outside(found) == 1
    same = budget(budget_request(travellers=5, by_day=(five,) * 3))
    assert same.items == budget(budget_request(travellers=5)).items
    with pytest.raises(InvalidRequest):
        budget(budget_request(travellers=5, by_day=(five,) * 2))
