"""Notes on needs that a plan cannot guarantee, and the sights that a need leaves out."""

import datetime as dt

import pytest

from travelagent.briefs.compile import compile_request
from travelagent.briefs.needs import NEED_NOTES, describe_needs
from travelagent.briefs.party import goes_gently, walkers_of
from travelagent.briefs.values import Need, Stay, TripBrief
from travelagent.catalog import source
from travelagent.catalog.adapter import planning_sights
from travelagent.plans.values import DayPlan, Itinerary, LocalizedText, Meal, Point, Visit

TODAY = dt.date(2026, 11, 28)
HOME = Point(LocalizedText("Hotel", "酒店"), 34.26, 108.95)


def plan(*sights: str, lunch: int = 720) -> Itinerary:
    """One day in Xi'an with these sights and a lunch."""
    known = [source.sights()[id] for id in sights]
    why = LocalizedText("", "")
    visits = tuple(
        Visit(
            s.id,
            s.id,
            s.city,
            LocalizedText(s.name_en, s.name_zh),
            s.lat,
            s.lon,
            600,
            660,
            60,
            None,
            540,
            1080,
            30,
            why,
        )
        for s in known
    )
    day = DayPlan(1, "xian", TODAY, 540, 1080, HOME, HOME, visits, (Meal("lunch", lunch, lunch + 60),))
    return Itinerary(("xian",), (day,))


def test_meals_are_named_with_their_hours() -> None:
    text = describe_needs(("regular_meals",), plan("xian/great-mosque", lunch=735))
    assert text is not None
    assert "12:15" in text.en
    assert "12:15" in text.zh


@pytest.mark.parametrize("need", ["feels_cold", "feels_heat", "low_vision", "hard_of_hearing"])
def test_what_is_under_a_roof_is_named(need: Need) -> None:
    text = describe_needs((need,), plan("xian/shaanxi-history-museum", "xian/city-wall"))
    assert text is not None
    assert "Shaanxi History Museum" in text.en
    assert "City Wall" not in text.en


def test_a_hot_bath_is_a_question_for_a_doctor() -> None:
    bath = next(sight for sight in source.sights().values() if sight.category == "hot_spring")
    text = describe_needs(("pregnant",), plan(bath.id, "xian/great-mosque"))
    assert text is not None
    assert bath.name_en in text.en
    assert source.sights()["xian/great-mosque"].name_en not in text.en


def test_with_a_dog_what_is_in_the_open_is_named() -> None:
    text = describe_needs(("with_dog",), plan("xian/shaanxi-history-museum", "xian/huaqing-palace", "xian/huashan"))
    assert text is not None
    assert source.sights()["xian/huashan"].name_en in text.en
    assert "Shaanxi History Museum" not in text.en


def test_few_crowds_names_famous_stops_on_weekends() -> None:
    text = describe_needs(("few_crowds",), plan("xian/shaanxi-history-museum", "xian/great-mosque"))
    assert text is not None
    assert "On a weekend: Shaanxi History Museum;" in text.en
    assert "陕西历史博物馆排在周末" in text.zh


@pytest.mark.parametrize("need", sorted(NEED_NOTES))
def test_a_plan_without_stops_is_no_error(need: Need) -> None:
    text = describe_needs((need,), Itinerary(("xian",), ()))
    assert text is not None
    assert text.en.endswith(".")
    assert text.zh.endswith("。")


def test_needs_that_shape_the_plan_have_no_note() -> None:
    assert describe_needs(("wheelchair", "short_trips"), plan("xian/great-mosque")) is None


def test_who_is_pregnant_goes_gently() -> None:
    brief = TripBrief(stays=(Stay("xian"),), needs=("pregnant",))
    assert goes_gently(brief)
    assert "pregnant" in walkers_of(brief)


@pytest.mark.parametrize(
    ("need", "city", "sight"),
    [("no_heights", "dubai", "dubai/burj-khalifa"), ("pregnant", "xian", "xian/huashan")],
)
def test_a_need_leaves_out_what_it_cannot_bear(need: Need, city: str, sight: str) -> None:
    brief = TripBrief(stays=(Stay(city, 3),), needs=(need,))
    avoided = set(compile_request(brief, planning_sights([city]), TODAY).request.avoid)
    assert avoided & set(source.strains_of(source.sights()[sight]))
