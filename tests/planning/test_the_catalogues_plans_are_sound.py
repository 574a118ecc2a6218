"""A sample of the catalogue's trips has nothing that a traveller would shake their head at.

The limits and the whole catalogue are in benchmarks/catalogue_sweep.py; here are cities of every kind: vast and small,
with a mountain or an island a day away, with many lookouts, with fewer sights than a week has room for.
"""

from datetime import date

import pytest

from benchmarks.catalogue_sweep import findings_of, request_for
from travelagent.catalog.adapter import planning_sights
from travelagent.planning.engine import plan
from travelagent.planning.values import Pace

CITIES = ("beijing", "cape-town", "chengdu", "huangshan", "istanbul", "kyoto", "lijiang", "mohe", "new-york", "paris",
          "prague", "vancouver")  # fmt: skip
MONDAY, WINTER = date(2026, 4, 13), date(2026, 12, 28)
TOLERATED = {"waiting"}
"""Where there is nothing left to see until the lights go on, one waits."""


@pytest.mark.parametrize("city", CITIES)
@pytest.mark.parametrize(
    ("days", "pace", "start"),
    [
        (1, "relaxed", MONDAY),
        (2, "packed", WINTER),
        (3, "normal", MONDAY),
        (5, "normal", WINTER),
        (7, "packed", MONDAY),
    ],
)
def test_no_day_is_empty_overlong_walked_in_the_dark_or_without_meals(
    city: str, days: int, pace: Pace, start: date
) -> None:
    found = findings_of(request_for(city, days, pace, start), planning_sights([city]))
    assert [finding for finding in found if finding.kind not in TOLERATED] == []


@pytest.mark.parametrize("city", CITIES)
def test_a_weekend_knows_no_idle_hours(city: str) -> None:
    found = findings_of(request_for(city, 2, "normal", MONDAY), planning_sights([city]))
    assert [finding for finding in found if finding.kind == "waiting"] == []


def test_the_day_is_not_kept_waiting_for_what_could_be_seen_before_dinner() -> None:
    (day,) = plan(request_for("tallinn", 1, "relaxed", date(2026, 4, 14)), planning_sights(["tallinn"])).days
    (dinner,) = [meal for meal in day.meals if meal.kind == "dinner"]
    assert len(day.visits) == 3
    assert max(visit.depart for visit in day.visits) <= dinner.start
