"""What is proposed to be packed and booked follows the weather, the length, the party and the stops, with a reason."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.examples import examples
from travelagent.checklists.booking import booking_list
from travelagent.checklists.packing import packing_list
from travelagent.checklists.values import Journey, Stop, TripDay, TripFacts, Weather
from travelagent.plans.values import LocalizedText

FIRST = date(2026, 12, 6)
MILD = Weather(16, 22, 0.1)


def name(text: str) -> LocalizedText:
    return LocalizedText(text, text)


def days(count: int, weather: Weather | None = MILD, city: str = "kyoto", since: int = 0) -> tuple[TripDay, ...]:
    return tuple(TripDay(FIRST + timedelta(since + i), city, name(city), weather) for i in range(count))


def stop(*kinds: str, booking: str = "none", day: int = 0) -> Stop:
    return Stop(f"kyoto/{kinds[0]}", name(kinds[0]), FIRST + timedelta(day), frozenset(kinds), booking)  # type: ignore[arg-type]


def keys(**facts) -> set[str]:
    return {each.key for each in packing_list(TripFacts(**{"days": days(3), **facts}))}


BASIC = keys()


@pytest.mark.parametrize(
    ("facts", "added"),
    [
        ({"days": days(3, Weather(-8, 1, 0.1))}, {"coat"}),
        ({"days": days(3, Weather(4, 12, 0.1))}, {"jacket"}),
        ({"days": days(3, Weather(11, 19, 0.1))}, {"layer"}),
        ({"days": days(3, Weather(18, 26, 0.1))}, {"sun"}),
        ({"days": days(3, Weather(24, 33, 0.5))}, {"sun", "heat", "rain"}),
        ({"days": days(3, None)}, set()),
        ({"days": days(9)}, {"wash"}),
        ({"children": (8,)}, {"child"}),
        ({"children": (2, None)}, {"child", "infant"}),
        ({"stops": (stop("canyon", "nature"),)}, {"boots"}),
        ({"stops": (stop("temple"), stop("mosque"))}, {"cover"}),
        ({"stops": (stop("beach"),)}, set()),
        ({"stops": (stop("beach"),), "days": days(3, Weather(18, 26, 0.1))}, {"swim", "sun"}),
        ({"stops": (stop("hot_spring"),)}, {"swim"}),
        ({"stops": (stop("ski", "snow"),)}, set()),
        ({"stops": (stop("ski", "snow"),), "days": days(3, Weather(-8, 1, 0.1))}, {"snow", "coat"}),
    ],
)
def test_what_is_packed_follows_the_trip(facts, added: set[str]) -> None:
    assert keys(**facts) - BASIC == added


def test_every_entry_says_why_with_its_figures() -> None:
    facts = TripFacts(days(3, Weather(-7.6, 1, 0.42)), (stop("temple"),))
    found = {each.key: each for each in packing_list(facts)}
    assert found["coat"].reason == LocalizedText(
        "Nights in kyoto go down to about -8 °C in December.", "kyoto 12月夜间最低约 -8 °C。"
    )
    assert "about 4 of 10 days" in found["rain"].reason.en
    assert found["cover"].reason.en == "Places of worship: temple."
    assert found["changes"].quantity == 3


@given(
    count=st.integers(1, 30),
    weather=st.none() | st.builds(Weather, st.floats(-50, 40), st.floats(-40, 50), st.floats(0, 1)),
    children=st.lists(st.none() | st.integers(0, 17), max_size=4).map(tuple),
    kinds=st.lists(st.sampled_from(["beach", "temple", "hiking", "snow", "museum"]), max_size=4),
)
@settings(max_examples=examples(200), deadline=None)
def test_lists_are_whole(count: int, weather: Weather | None, children, kinds) -> None:
    stops = tuple(stop(kind, booking="required") for kind in kinds)
    facts = TripFacts(days(count, weather), stops, (), children)
    for found in (packing_list(facts), booking_list(facts)):
        assert len({each.key for each in found}) == len(found)
        assert all(each.text.en and each.text.zh and each.reason.en and each.reason.zh for each in found)
        assert all(each.quantity > 0 for each in found)


def test_what_is_booked_by_when() -> None:
    train = Journey(name("Kyoto"), name("Osaka"), "train", LocalizedText("train", "火车"), FIRST + timedelta(2))
    walk = Journey(name("Kyoto"), name("Osaka"), "walk", LocalizedText("foot", "步行"), FIRST)
    stops = (stop("palace", booking="required"), stop("museum", booking="recommended", day=1), stop("park"))
    facts = TripFacts((*days(2), *days(2, city="osaka", since=2)), stops, (train, walk))
    found = [(each.key, each.due) for each in booking_list(facts)]
    assert found == [
        ("hotel:0:kyoto", FIRST - timedelta(30)),
        ("hotel:1:osaka", FIRST - timedelta(28)),
        ("sight:kyoto/palace", FIRST - timedelta(14)),
        ("journey:0:train:Osaka", FIRST - timedelta(12)),
        ("sight:kyoto/museum", FIRST - timedelta(2)),
    ]
    texts = {each.key: each.text for each in booking_list(facts)}
    assert texts["hotel:0:kyoto"].en == "Stay in kyoto: 2 nights, from 6 December 2026"
    assert texts["hotel:1:osaka"].zh == "osaka住宿：1 晚，2026年12月8日入住"


def test_without_dates_nothing_is_due() -> None:
    facts = TripFacts(days(2), (stop("palace", booking="required", day=1),), is_dated=False)
    assert [each.due for each in booking_list(facts)] == [None, None]
    assert "day 2" in booking_list(facts)[1].text.en


def test_a_day_trip_needs_no_bed() -> None:
    assert booking_list(TripFacts(days(1))) == ()
