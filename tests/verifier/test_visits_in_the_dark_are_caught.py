"""The verifier finds for itself when it is light, and names what is seen in the dark."""

import dataclasses
from datetime import date

import pytest

from tests.planning.cast import SIGHTS, TOWN, request, sight, with_visit
from travelagent.planning.engine import plan
from travelagent.plans.values import Check, Pin
from travelagent.verifier import verify

RUINS = sight("ruins", 48.002, 11.003, category="ruins", hours="24/7")
WINTER = {"start_date": date(2027, 1, 12), "days": 1}
SOUND = plan(request(**WINTER), [RUINS])


def light_checks(arrive: int, minutes: int = 60, **changes) -> list[Check]:
    moved = with_visit(SOUND, RUINS.id, arrive=arrive, depart=arrive + minutes, minutes=minutes)
    plan_request = request(**WINTER, **changes)
    return [check for check in verify(moved, plan_request, [RUINS]).checks if check.constraint == "daylight"]


@pytest.mark.parametrize(
    ("arrive", "status"), [(6 * 60, "fail"), (9 * 60, "pass"), (16 * 60, "pass"), (18 * 60, "fail")]
)
def test_a_visit_in_the_dark_fails_with_the_hours_of_light(arrive, status):
    [check] = light_checks(arrive)
    assert check.status == status
    assert "light 07:2" in check.evidence.en
    assert "天亮时段 07:2" in check.evidence.zh


def test_a_long_visit_may_last_into_the_dark_for_its_way():
    assert light_checks(9 * 60, minutes=480)[0].status == "pass"
    assert light_checks(13 * 60, minutes=480)[0].status == "fail"


def test_an_hour_that_was_asked_for_is_kept_in_the_dark():
    [check] = light_checks(19 * 60, pinned=(Pin(RUINS.id, start=19 * 60),))
    assert check.status == "pass"
    [check] = light_checks(19 * 60, pinned=(Pin(RUINS.id, start=19 * 60, by_traveller=False),))
    assert check.status == "fail"


def test_the_polar_night_has_no_light_at_all():
    far_north = dataclasses.replace(RUINS, lat=78.2, lon=15.6)
    stay = dataclasses.replace(TOWN, lat=78.2, lon=15.6)
    checks = verify(SOUND, request(**WINTER, cities=(stay,)), [far_north]).checks
    [check] = [check for check in checks if check.constraint == "daylight"]
    assert check.status == "fail"
    assert "dark all day" in check.evidence.en


def test_what_has_lights_is_not_asked_for_any():
    checks = verify(plan(request(), SIGHTS), request(), SIGHTS).checks
    assert {check.visit for check in checks if check.constraint == "daylight"} <= {
        "town/garden", "town/castle", "town/church", "town/zoo",
    }  # fmt: skip
