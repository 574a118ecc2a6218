"""What nobody sees in the dark is visited between dawn and dusk, at any season and any latitude, or left out with the
reason; best hours that a date has no room for give way to the nearest ones."""

import dataclasses
from datetime import date

import pytest

from tests.planning.cast import text
from travelagent.planning.engine import plan
from travelagent.planning.hours import daylight, light_hours, twilight
from travelagent.planning.taste import preferred
from travelagent.plans.daylight import needs_daylight
from travelagent.plans.errors import Infeasible
from travelagent.plans.values import CityStay, Itinerary, Pin, PlanRequest, Sight

POLAR_NIGHT, JANUARY, JULY = date(2026, 12, 21), date(2027, 1, 12), date(2027, 7, 12)
HARBOUR = CityStay("harbour", text("Harbour"), 68.2, 14.6, size="small")


def sight(slug: str, **changes) -> Sight:
    values = {"category": "village", "minutes": 100, "score": 10.0, "hours": "24/7", **changes}
    return Sight(f"harbour/{slug}", "harbour", text(slug.title()), 68.21, 14.65, **values)


VILLAGE = sight("village")
MUSEUM = sight("museum", category="museum", indoor=True, hours="09:00-20:00", minutes=60, score=7.0)


def planned(*sights: Sight, day: date = JANUARY, **changes) -> Itinerary:
    return plan(PlanRequest((HARBOUR,), 1, start_date=day, iterations=400, **changes), sights)


def test_the_light_of_a_short_day_is_its_twilight():
    sun, light = daylight(HARBOUR.lat, HARBOUR.lon, JANUARY), twilight(HARBOUR.lat, HARBOUR.lon, JANUARY)
    assert light[0] < sun[0] < sun[1] < light[1]
    assert light_hours(HARBOUR.lat, HARBOUR.lon, JANUARY) == light
    assert light_hours(48.0, 11.0, JULY) == daylight(48.0, 11.0, JULY)


def test_the_sun_of_the_polar_night_does_not_rise_and_that_of_the_summer_sets_after_midnight():
    rises, sets = daylight(HARBOUR.lat, HARBOUR.lon, POLAR_NIGHT)
    assert rises == sets
    begins, ends = light_hours(HARBOUR.lat, HARBOUR.lon, POLAR_NIGHT)
    assert 9 * 60 < begins < ends < 15 * 60
    assert twilight(78.2, 15.6, POLAR_NIGHT)[0] == twilight(78.2, 15.6, POLAR_NIGHT)[1]
    reykjavik = daylight(64.1, -21.9, date(2026, 6, 21))
    assert reykjavik[1] - reykjavik[0] > 20 * 60


@pytest.mark.parametrize("day", [POLAR_NIGHT, JANUARY])
def test_nothing_that_needs_light_is_visited_in_the_dark(day):
    begins, ends = twilight(HARBOUR.lat, HARBOUR.lon, day)
    villages = [dataclasses.replace(VILLAGE, id=f"harbour/village-{n}", lat=68.2 + n / 100) for n in range(5)]
    visits = planned(*villages, MUSEUM, day=day).visits
    seen = [visit for visit in visits if visit.sight != MUSEUM.id]
    assert seen
    assert all(begins <= visit.arrive and visit.depart <= ends for visit in seen)


def test_even_what_must_be_seen_waits_for_the_light():
    begins, ends = twilight(HARBOUR.lat, HARBOUR.lon, JANUARY)
    [visit] = planned(VILLAGE, must_see=(VILLAGE.id,)).visits
    assert begins <= visit.arrive
    assert visit.depart <= ends
    with pytest.raises(Infeasible, match="daylight"):
        planned(dataclasses.replace(VILLAGE, hours="17:00-21:00"), must_see=(VILLAGE.id,))


def test_what_the_light_is_too_short_for_is_left_out_and_says_so():
    hike = sight("hike", category="mountain", minutes=240, hours="12:00-24:00")
    plan = planned(hike, MUSEUM)
    assert [visit.sight for visit in plan.visits] == [MUSEUM.id]
    [left] = plan.left_out
    assert "needs daylight, which lasts from 09:" in left.reason.en
    assert "天亮" in left.reason.zh
    assert hike.id in {visit.sight for visit in planned(hike, MUSEUM, day=JULY).visits}


def test_what_is_asked_for_at_an_hour_is_kept_in_the_dark():
    [visit] = planned(VILLAGE, pinned=(Pin(VILLAGE.id, day=1, start=20 * 60),)).visits
    assert visit.arrive == 20 * 60


@pytest.mark.parametrize(
    ("changes", "needs"),
    [
        ({}, True),
        ({"lit": True}, False),
        ({"indoor": True}, False),
        ({"tags": ("nightlife",)}, False),
        ({"category": "lake"}, False),
        ({"category": "lake", "tags": ("hiking",)}, True),
        ({"category": "viewpoint"}, False),
        ({"category": "viewpoint", "tags": ("nature",)}, True),
        ({"begin_from": 18 * 60}, False),
        ({"begin_from": 15 * 60}, True),
    ],
)
def test_lights_and_evenings_need_no_daylight(changes, needs):
    assert needs_daylight(sight("there", **changes)) is needs


def test_a_long_visit_may_last_into_the_dark():
    [visit] = planned(sight("out", category="mountain", minutes=420, hours="08:00-18:00")).visits
    assert visit.depart > twilight(HARBOUR.lat, HARBOUR.lon, JANUARY)[1]


def test_best_hours_that_a_date_has_no_room_for_give_way_to_the_nearest_ones():
    sun, day = (8 * 60, 19 * 60), (9 * 60, 22 * 60)
    late, early = sight("late", begin_from=18 * 60, minutes=120), sight("early", begin_by=8 * 60, minutes=120)
    assert preferred(late, ((8 * 60, 17 * 60 + 30),), sun, day) == ((14 * 60, 17 * 60 + 30),)
    assert preferred(early, ((10 * 60, 18 * 60),), sun, day) == ((10 * 60, 13 * 60 + 30),)
    assert preferred(late, ((8 * 60, 9 * 60), (15 * 60, 16 * 60)), sun, day) == ((8 * 60, 9 * 60), (15 * 60, 16 * 60))
    [visit] = planned(dataclasses.replace(late, hours="08:00-17:30", lit=True), day=JULY).visits
    assert 14 * 60 <= visit.arrive <= 15 * 60 + 30
