"""A family sees a city's lights once: in the dark, on one evening that may be late, with all else as before."""

from __future__ import annotations

import dataclasses
from datetime import date

import pytest

from travelagent.briefs.compile import compile_request
from travelagent.briefs.plan import DirectEngine, Planned, plan_brief
from travelagent.briefs.search_rules import LATE_EVENING
from travelagent.briefs.values import Dates, Party, Stay, TripBrief
from travelagent.catalog.adapter import planning_sights
from travelagent.planning.editing import edit_plan
from travelagent.planning.edits.sights import Drop
from travelagent.planning.evenings import DARK_MINUTES, LATE_END, LATER_START
from travelagent.planning.hours import daylight
from travelagent.planning.taste import TWILIGHT
from travelagent.plans.values import PACES, Visit
from travelagent.verifier import verify

FAMILY = Party(adults=1, seniors=2, children=(6,))
BEDTIME = 20 * 60 + 30
SPRING, AUTUMN, WINTER = date(2027, 5, 12), date(2026, 10, 13), date(2026, 12, 15)
TODAY = date(2026, 9, 1)
LIGHTS = {
    "chongqing": {"chongqing/hongya-cave"},
    "shanghai": {"shanghai/the-bund"},
    "xian": {"xian/datang-everbright-city"},
    "hong-kong": {"hong-kong/victoria-peak", "hong-kong/star-ferry", "hong-kong/tst-promenade"},
    "guilin": {"guilin/two-rivers-four-lakes"},
}


def planned(city: str, start: date, party: Party = FAMILY, days: int = 3, off: tuple[str, ...] = ()) -> Planned:
    brief = TripBrief(stays=(Stay(city),), dates=Dates(start=start, days=days), party=party, rules_off=off)
    sights = planning_sights([city])
    compiled = compile_request(brief, sights, TODAY)
    patient = dataclasses.replace(compiled, request=dataclasses.replace(compiled.request, deadline_seconds=60.0))
    return plan_brief(brief, patient, sights, DirectEngine())


def lights_of(found: Planned, city: str) -> list[tuple[int, Visit]]:
    """The visits of the city's lights long enough in the dark, each with its day."""
    (stay,) = found.request.cities
    return [
        (day.day, visit)
        for day in found.itinerary.days
        for visit in day.visits
        if visit.sight in LIGHTS[city]
        and visit.depart - max(visit.arrive, daylight(stay.lat, stay.lon, day.date)[1] + TWILIGHT)
        >= min(DARK_MINUTES, visit.minutes)
    ]


@pytest.mark.parametrize("start", [SPRING, AUTUMN, WINTER])
@pytest.mark.parametrize("city", LIGHTS)
def test_a_family_sees_the_lights_once(city: str, start: date) -> None:
    found = planned(city, start)
    assert len(lights_of(found, city)) == 1
    late = [day for day in found.itinerary.days if day.end > BEDTIME]
    assert len(late) <= 1
    assert all(day.end <= LATE_END for day in late)
    assert found.itinerary.certificate.feasible
    assert verify(found.itinerary, found.request, planning_sights([city])).feasible
    assert {(day.day, kind) for day in found.itinerary.days for kind in ("lunch", "dinner")} == {
        (day.day, meal.kind) for day in found.itinerary.days for meal in day.meals
    }


@pytest.mark.parametrize("city", LIGHTS)
def test_the_day_after_a_late_evening_begins_later(city: str) -> None:
    found = planned(city, WINTER)
    for day, after in zip(found.itinerary.days, found.itinerary.days[1:], strict=False):
        if day.end > BEDTIME:
            assert after.start >= PACES[found.request.pace].start + LATER_START


def test_late_evening_is_reported_and_can_be_disabled() -> None:
    found = planned("chongqing", SPRING)
    (note,) = [text for text in found.itinerary.assumptions if getattr(text, "rule", "") == LATE_EVENING]
    assert "Hongya Cave" in note.en
    assert "洪崖洞" in note.zh
    without = planned("chongqing", SPRING, off=(LATE_EVENING,))
    assert all(day.end <= BEDTIME for day in without.itinerary.days)


def test_an_evening_out_is_no_demand_of_the_traveller() -> None:
    found, sights = planned("chongqing", AUTUMN), planning_sights(["chongqing"])
    assert found.request.pinned == ()
    assert found.request.held == ()
    ((_, visit),) = lights_of(found, "chongqing")
    after = edit_plan(found.itinerary, found.request, [Drop((visit.id,))], sights).itinerary
    assert visit.sight not in {each.sight for each in after.visits}


@pytest.mark.parametrize("city", ["chongqing", "xian"])
def test_a_small_child_is_in_bed_before(city: str) -> None:
    found = planned(city, WINTER, Party(adults=2, children=(2,)))
    assert all(day.end <= 19 * 60 + 30 for day in found.itinerary.days)


@pytest.mark.parametrize("city", ["chongqing", "shanghai"])
def test_in_more_days_there_are_more_evenings_but_one_that_is_late(city: str) -> None:
    found = planned(city, WINTER, days=5)
    assert 1 <= len(lights_of(found, city)) <= 2
    assert sum(day.end > BEDTIME for day in found.itinerary.days) <= 1
