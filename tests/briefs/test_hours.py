"""What a journey, a bedtime and a wish leave of the days."""

import dataclasses
from datetime import date

import pytest

from travelagent.briefs.compile import compile_request
from travelagent.briefs.hours import JourneyHours, journey_hours
from travelagent.briefs.rides import Rides, rides_between
from travelagent.briefs.values import Dates, DayWish, Hours, Party, Ride, Stay, TripBrief
from travelagent.plans.values import DayWindow, FixedVisit, LocalizedText

TODAY = date(2026, 11, 21)


def windows_of(brief: TripBrief) -> list[DayWindow]:
    return list(compile_request(brief, (), TODAY).request.day_windows)


def rules_of(brief: TripBrief) -> list[str]:
    return [rule.name for rule in compile_request(brief, (), TODAY).applied]


@pytest.mark.parametrize(
    ("arrival", "departure", "hours"),
    [
        (Ride(12 * 60), Ride(), JourneyHours(begins=12 * 60 + 45)),
        (Ride(15 * 60, mode="flight"), Ride(), JourneyHours(begins=17 * 60)),
        (Ride(), Ride(20 * 60, mode="flight"), JourneyHours(ends=17 * 60)),
        (Ride(), Ride(18 * 60, mode="train"), JourneyHours(ends=16 * 60 + 30)),
        (Ride(7 * 60, mode="car"), Ride(), JourneyHours(begins=7 * 60 + 30)),
        (Ride(10 * 60, mode="flight", minutes=40), Ride(), JourneyHours(begins=10 * 60 + 40)),
        (Ride(part_of_day="afternoon"), Ride(), JourneyHours(begins=15 * 60 + 45)),
    ],
)
def test_a_ride_leaves_its_buffer(arrival: Ride, departure: Ride, hours: JourneyHours) -> None:
    assert journey_hours(TripBrief(arrival=arrival, departure=departure), Rides()) == hours


@pytest.mark.parametrize(
    ("international", "hours"),
    [
        (True, JourneyHours(720, 16 * 60 + 30)),
        (False, JourneyHours(690, 17 * 60 + 30)),
        (None, JourneyHours(720, 1020)),
    ],
)
def test_a_border_takes_its_time(international: bool | None, hours: JourneyHours) -> None:
    brief = TripBrief(arrival=Ride(10 * 60, mode="flight"), departure=Ride(20 * 60, mode="flight"))
    assert journey_hours(brief, Rides(international=international)) == hours


@pytest.mark.parametrize(
    ("brief", "rides", "hours"),
    [
        (TripBrief(), Rides(290, 290), JourneyHours(13 * 60 + 20, 17 * 60 + 10)),
        (TripBrief(arrival=Ride(sets_out=18 * 60)), Rides(90, 90), JourneyHours(20 * 60, 20 * 60 + 30)),
        (TripBrief(arrival=Ride(sets_out=8 * 60)), Rides(), JourneyHours()),
        (TripBrief(), Rides(410, 410), JourneyHours(begins=15 * 60 + 20)),
        (TripBrief(), Rides(900, 900), JourneyHours()),
        (TripBrief(), Rides(680, 680, ahead=360, home_ahead=-360), JourneyHours(ends=16 * 60 + 40)),
        (TripBrief(), Rides(680, 680, ahead=-360, home_ahead=360), JourneyHours(begins=13 * 60 + 50)),
        (
            TripBrief(arrival=Ride(9 * 60, mode="train"), departure=Ride(18 * 60, mode="train")),
            Rides(290, 290),
            JourneyHours(585, 16 * 60 + 30),
        ),
    ],
)
def test_missing_hours_follow_from_the_rides(brief: TripBrief, rides: Rides, hours: JourneyHours) -> None:
    assert journey_hours(brief, rides) == hours


@pytest.mark.parametrize(
    ("origin", "city", "days", "windows"),
    [
        ("chengdu", "xian", 1, []),
        ("chengdu", "chongqing", 1, [DayWindow(1, 675, 1155)]),
        ("chengdu", "xian", 3, [DayWindow(1, 830, None), DayWindow(3, None, 1000)]),
        ("new-york", "reykjavik", 3, [DayWindow(3, None, 1000)]),
    ],
)
def test_a_day_trip_has_its_usual_hours_where_its_rides_leave_none(
    origin: str, city: str, days: int, windows: list[DayWindow]
) -> None:
    stays, dates = (Stay(city),), Dates(days=days)
    by_train = Ride(mode="train") if origin == "chengdu" else Ride()
    brief = TripBrief(stays=stays, dates=dates, origin=origin, arrival=by_train, departure=by_train)
    assert windows_of(brief) == windows


@pytest.mark.parametrize(
    ("ages", "ends"),
    [
        ((None,), 20 * 60 + 30),
        ((5,), 20 * 60 + 30),
        ((2, 12), 19 * 60 + 30),
        ((12,), 21 * 60 + 30),
        ((15,), None),
        ((15, 5), 20 * 60 + 30),
    ],
)
def test_days_end_by_the_bedtime_of_the_youngest(ages: tuple[int | None, ...], ends: int | None) -> None:
    brief = TripBrief(stays=(Stay("beijing"),), dates=Dates(days=2), party=Party(adults=2, children=ages))
    assert [window.end for window in windows_of(brief)] == ([] if ends is None else [ends, ends])
    assert ("bedtime" in rules_of(brief)) is (ends is not None)


def test_a_layover_leaves_the_hours_between_its_flights() -> None:
    brief = TripBrief(stays=(Stay("singapore"),), dates=Dates(layover=Hours(6 * 60, 14 * 60)))
    compiled = compile_request(brief, (), TODAY)
    assert (compiled.request.days, windows_of(brief)) == (1, [DayWindow(1, 8 * 60, 11 * 60)])
    assert "layover" in rules_of(brief)


def test_a_wish_for_every_day_gives_way_to_the_journey_and_one_for_a_day_to_nothing() -> None:
    brief = TripBrief(
        stays=(Stay("beijing"),),
        dates=Dates(days=3),
        arrival=Ride(15 * 60, mode="train"),
        day_wishes=(DayWish("every", "hours", start=10 * 60), DayWish("last", "hours", start=7 * 60)),
    )
    assert [(window.day, window.start) for window in windows_of(brief)] == [(1, 945), (2, 600), (3, 420)]


@pytest.mark.parametrize("minutes", [0, 600, 1439])
@pytest.mark.parametrize("leaves", [None, 0, 600, 1439])
@pytest.mark.parametrize("days", [1, 3])
@pytest.mark.parametrize("ages", [(), (2,)])
def test_whatever_the_hours_the_days_are_not_empty(
    minutes: int, leaves: int | None, days: int, ages: tuple[int, ...]
) -> None:
    brief = TripBrief(
        stays=(Stay("beijing"),),
        dates=Dates(days=days),
        arrival=Ride(minutes, mode="flight"),
        departure=Ride(leaves, mode="flight"),
        party=Party(adults=1, children=ages),
    )
    for window in windows_of(brief):
        assert (window.start or 0) < (1440 if window.end is None else window.end)


@pytest.mark.parametrize("rule", ["bedtime", "arrival", "departure"])
def test_a_rule_that_is_switched_off_does_not_act(rule: str) -> None:
    brief = TripBrief(
        stays=(Stay("beijing"),),
        dates=Dates(days=3),
        arrival=Ride(10 * 60, mode="flight"),
        departure=Ride(20 * 60, mode="flight"),
        party=Party(adults=2, children=(5,)),
    )
    assert rule in rules_of(brief)
    assert rule not in rules_of(
        TripBrief(**{**{name: getattr(brief, name) for name in brief.__slots__}, "rules_off": (rule,)})
    )


def test_a_trip_that_ends_elsewhere_leaves_the_way_there() -> None:
    """By the planner's own estimate, Florence to Venice takes three hours."""
    brief = TripBrief(stays=(Stay("florence", 2),), departure=Ride(18 * 60, mode="train"))
    away = dataclasses.replace(brief, ends_at="venice")
    (usual,), (earlier,) = windows_of(brief), windows_of(away)
    assert usual.end == 16 * 60 + 30
    assert earlier.end == usual.end - rides_between("", ("florence",), ends_at="venice").onward
    assert 120 <= usual.end - earlier.end <= 240
    text = next(rule.text for rule in compile_request(away, (), TODAY).applied if rule.name == "departure")
    assert text.en.endswith("on the way to Venice.")
    assert "前往威尼斯" in text.zh


def test_a_booking_after_bedtime_keeps_its_evening() -> None:
    show = FixedVisit(LocalizedText("Show", "演出"), 43.77, 11.25, 19 * 60 + 30, 120, 2)
    brief = TripBrief(stays=(Stay("florence", 2),), party=Party(2, (5,)), bookings=(show,))
    assert [window.day for window in windows_of(brief) if window.end is not None] == [1]
