"""Rankings, passes, lifts and views: what they tell, against the catalogue and the plan."""

from dataclasses import replace
from decimal import Decimal
from itertools import pairwise
from typing import Any

import pytest

from tests.asks.trips import LOCALES, trip_context, without_plan
from travelagent.assistant.asks.registry import answer
from travelagent.assistant.asks.values import TopicAnswer
from travelagent.briefs.acts import FREE, LODGING, Ask, Order
from travelagent.briefs.values import Lodging, Stay, TripBrief
from travelagent.catalog import source

ROME = TripBrief(stays=(Stay("rome"),))


@pytest.fixture(params=LOCALES)
def locale(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def answer_to(question: Ask, locale: str, brief: TripBrief = ROME) -> TopicAnswer:
    return answer(question, without_plan(locale, brief))


def rows(found: TopicAnswer, name: str) -> list[Any]:
    return [row[name] for row in found.facts["sights"]]


@pytest.mark.parametrize(
    ("order", "column", "sign"), [("best", "score", -1), ("cheapest", "price", 1), ("dearest", "price", -1)]
)
def test_sights_are_in_the_order_that_is_asked_for(order: Order, column: str, sign: int, locale: str) -> None:
    found = rows(answer_to(Ask("ranking", about=("rome",), order=order), locale), column)
    assert len(found) > 5
    assert all(sign * one <= sign * other for one, other in pairwise(found))


def test_only_sights_within_the_distance_are_listed(locale: str) -> None:
    found = answer_to(Ask("ranking", about=("paris/louvre-museum",), order="best", within_km=1.0), locale)
    assert "paris/musee-dorsay" in rows(found, "sight")
    assert "paris/louvre-museum" not in rows(found, "sight")
    assert all(km <= 1.0 for km in rows(found, "km"))


def test_the_nearest_comes_first(locale: str) -> None:
    found = rows(answer_to(Ask("ranking", about=("rome/colosseum",), kinds=("church",), order="nearest"), locale), "km")
    assert found == sorted(found)


def test_free_sights_cost_nothing_and_are_of_the_kind(locale: str) -> None:
    found = answer_to(Ask("ranking", about=("rome",), kinds=("church", FREE), order="best"), locale)
    assert set(rows(found, "price")) == {Decimal(0)}
    assert all("church" in (source.sights()[id].category, *source.sights()[id].tags) for id in rows(found, "sight"))


def test_an_empty_result_is_reported(locale: str) -> None:
    found = answer_to(Ask("ranking", about=("rome/colosseum",), kinds=("aquarium",), within_km=1.0), locale)
    assert found.facts["count"] == 0
    assert found.text


@pytest.mark.parametrize("order", ["newest", "oldest"])
def test_years_are_not_known(order: Order, locale: str) -> None:
    assert not answer_to(Ask("ranking", about=("rome",), order=order), locale).known


def test_the_hotel_is_the_place_that_was_named(locale: str) -> None:
    question = Ask("ranking", kinds=(LODGING,), order="best", within_km=1.0)
    near = replace(ROME, lodging=Lodging(near="Colosseum"))
    assert "rome/colosseum" in rows(answer_to(question, locale, near), "sight")
    assert not answer_to(question, locale).known


def test_a_pass_is_held_against_the_plans_own_fares(locale: str) -> None:
    found = answer(Ask("passes"), trip_context("two_cities", locale))
    assert not found.known
    (ride,) = found.facts["rides"]
    assert ride["fare"] > 0
    assert str(round(ride["fare"])) in found.text


def test_known_strains_are_listed(locale: str) -> None:
    sight = next(s for s in source.sights().values() if "stairs" in source.strains_of(s))
    found = answer(Ask("access", about=(sight.id,)), without_plan(locale))
    assert found.known
    assert "stairs" in found.facts["sights"][0]["strains"]


def test_a_lift_that_nobody_noted_is_not_known(locale: str) -> None:
    assert not answer(Ask("access", about=("london/tower-of-london",)), without_plan(locale)).known


def test_views_are_of_places_to_look_from(locale: str) -> None:
    found = answer_to(Ask("views", about=("lisbon",)), locale)
    assert found.facts["cities"][0]["sights"][0] == "lisbon/miradouro-da-senhora-do-monte"


def test_a_view_of_the_plan_has_its_day(locale: str) -> None:
    found = answer(Ask("views", about=("rome",)), trip_context("two_cities", locale))
    assert found.known
    assert "19:" in found.text or "20:" in found.text


def test_both_ways_of_a_ride_are_answered(locale: str) -> None:
    found = answer(Ask("ride", ends=("rome", "florence"), kinds=("train", "bus")), trip_context("two_cities", locale))
    assert {ride["mode"] for ride in found.facts["rides"]} >= {"train", "bus"}
    assert found.facts["planned"]["mode"] == "train"
    named = {"en": ("by train", "by coach"), "zh": ("火车", "长途汽车")}[locale]
    assert all(word in found.text for word in named)


def test_a_drink_is_no_dish_that_suits_a_diet(locale: str) -> None:
    found = answer(Ask("food", about=("prague",), kinds=("vegetarian",)), without_plan(locale))
    assert found.facts["cities"][0]["suit"] == []
