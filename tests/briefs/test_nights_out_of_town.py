"""A night out of town: planned where it spares a long way, kept by later changes, never against what was stated."""

from __future__ import annotations

import dataclasses
from datetime import date

import pytest

from travelagent.briefs.compile import compile_request
from travelagent.briefs.plan import DirectEngine, Planned, plan_brief
from travelagent.briefs.search_rules import SECOND_BASE
from travelagent.briefs.values import Dates, DayWish, Lodging, Party, Stay, TripBrief
from travelagent.catalog import source
from travelagent.catalog.adapter import planning_sights
from travelagent.catalog.bases import bases_of
from travelagent.catalog.files import DATA, csv_rows
from travelagent.planning.constraints.most_sights import MostSights
from travelagent.planning.edits.days import AddDays, RemoveDay
from travelagent.planning.edits.trip import SetPace
from travelagent.planning.engine import plan
from travelagent.planning.replan import replan
from travelagent.planning.second_base import NightsOut, travel_minutes
from travelagent.plans.errors import InvalidRequest
from travelagent.plans.requests import with_night
from travelagent.plans.values import Itinerary, Night, PlanRequest, Point
from travelagent.verifier import verify
from travelagent.wire.request import request_from_wire, request_to_wire

TODAY, FIRST = date(2027, 3, 1), date(2027, 5, 5)
PLACES = [("cusco", 4, "Aguas Calientes"), ("huangshan", 5, ""), ("beihai", 4, "Weizhou Island")]


def planned(city: str, days: int, **stated: object) -> Planned:
    brief = TripBrief(stays=(Stay(city),), dates=Dates(start=FIRST, days=days))
    brief = dataclasses.replace(brief, **stated)  # type: ignore[arg-type]  # fields by name
    sights = planning_sights([city])
    return plan_brief(brief, compile_request(brief, sights, TODAY), sights, DirectEngine())


def ends(itinerary: Itinerary) -> list[tuple[Point, Point]]:
    return [(day.origin, day.destination) for day in itinerary.days]


@pytest.mark.parametrize(("city", "days", "base"), PLACES, ids=[city for city, *_ in PLACES])
def test_a_night_near_what_lies_far_out_spares_the_way(city: str, days: int, base: str) -> None:
    found, usual = planned(city, days), planned(city, days, rules_off=(SECOND_BASE,))
    (night,) = found.request.nights
    before, after = (ends(found.itinerary)[night.day - 1 + shift] for shift in (0, 1))
    assert before[1] == after[0] == night.place
    assert base in ("", night.place.name.en)
    assert usual.request.nights == ()
    assert travel_minutes(found.itinerary) < travel_minutes(usual.itinerary)
    (note,) = (each for each in found.itinerary.assumptions if getattr(each, "rule", "") == SECOND_BASE)
    assert night.place.name.en in note.en
    assert night.place.name.zh in note.zh


@pytest.mark.parametrize(
    "stated",
    [
        Lodging(near="the old street"),
        Lodging(place=Point(bases_of(source.cities()["cusco"])[0].place.name, -13.5, -71.9)),
    ],
)
def test_stated_lodging_rules_out_nights_elsewhere(stated: Lodging) -> None:
    assert planned("cusco", 4, lodging=stated).request.nights == ()


def test_a_night_that_leaves_no_sound_plan_is_not_taken() -> None:
    """A morning at Leh's palace and the rest of the day on the way to a night far out leaves no time for dinner."""
    kept = DayWish(1, "visit", value="leh/leh-palace", part="first")
    only = DayWish(1, "only_kind", values=("history", "nature", "culture", "park"))
    found = planned("leh", 5, day_wishes=(kept, only), must_see=("leh/khardung-la",), interests=("history",),
                    avoid=("leh/nubra-valley", "museum"), constraints=(MostSights(2),))  # fmt: skip
    assert found.itinerary.certificate.feasible
    assert 1 not in {night.day for night in found.request.nights}


def test_two_days_are_too_short_for_a_night_elsewhere() -> None:
    assert planned("huangshan", 2).request.nights == ()


@pytest.mark.parametrize(
    "edit",
    [SetPace("relaxed"), SetPace("packed"), AddDays(1)],
    ids=["relaxed", "packed", "longer"],
)
def test_the_night_stays_through_a_change(edit: SetPace | AddDays) -> None:
    before, sights = planned("huangshan", 5), planning_sights(["huangshan"])
    (night,) = before.request.nights
    after = replan(before.itinerary, before.request, [edit], sights)
    assert after.request.nights == (night,)
    assert ends(after.itinerary)[night.day - 1][1] == ends(after.itinerary)[night.day][0] == night.place
    assert after.itinerary.certificate is not None
    assert after.itinerary.certificate.feasible


def test_a_night_follows_its_day_to_another_number() -> None:
    before, sights = planned("huangshan", 5), planning_sights(["huangshan"])
    wanted = with_night(dataclasses.replace(before.request, nights=()), Night(3, before.request.nights[0].place))
    standing = plan(wanted, sights)
    after = replan(standing, wanted, [RemoveDay(1)], sights)
    assert [night.day for night in after.request.nights] == [2]


def test_a_plan_that_sleeps_elsewhere_than_asked_fails() -> None:
    found, sights = planned("cusco", 4), planning_sights(["cusco"])
    (night,) = found.request.nights
    hotel = found.itinerary.days[0].origin
    for moved in (night.day, night.day + 1):
        days = list(found.itinerary.days)
        wrong = days[moved - 1]
        days[moved - 1] = (
            dataclasses.replace(wrong, destination=hotel)
            if moved == night.day
            else dataclasses.replace(wrong, origin=hotel)
        )
        certificate = verify(dataclasses.replace(found.itinerary, days=tuple(days)), found.request, sights)
        assert {(check.constraint, check.day) for check in certificate.failures} >= {("day_ends", moved)}


@pytest.mark.parametrize(("city", "days"), [("huangshan", 3), ("huangshan", 5), ("beihai", 4), ("beihai", 6)])
def test_the_last_boat_or_cable_car_is_reached(city: str, days: int) -> None:
    found = planned(city, days)
    for night in found.request.nights:
        base = next(base for base in found.request.cities[0].bases if base.place == night.place)
        first = night.day - 1 not in {other.day for other in found.request.nights}
        assert NightsOut((night.day,), base).is_reached_in(found.itinerary)
        early = dataclasses.replace(base, arrive_by=9 * 60)
        assert not (first and NightsOut((night.day,), early).is_reached_in(found.itinerary))


def test_the_last_boat_counts_behind_a_move_between_cities() -> None:
    found = planned("beihai", 4)
    (night,) = found.request.nights
    base = next(base for base in found.request.cities[0].bases if base.place == night.place)
    day = found.itinerary.days[night.day - 1]
    move = dataclasses.replace(day.legs[0], origin="city:nanning", destination="city:beihai", depart=0, minutes=60)
    days = list(found.itinerary.days)
    days[night.day - 1] = dataclasses.replace(day, legs=(move, *day.legs))
    early = dataclasses.replace(base, arrive_by=9 * 60)
    assert not NightsOut((night.day,), early).is_reached_in(dataclasses.replace(found.itinerary, days=tuple(days)))


def test_a_day_without_a_way_is_where_it_begins() -> None:
    found = planned("beihai", 4)
    (night,) = found.request.nights
    base = next(base for base in found.request.cities[0].bases if base.place == night.place)
    days = list(found.itinerary.days)
    stood = dataclasses.replace(days[night.day - 1], origin=base.place, visits=(), legs=(), meals=())
    days[night.day - 1] = stood
    assert NightsOut((night.day,), base).is_reached_in(dataclasses.replace(found.itinerary, days=tuple(days)))


def test_days_on_end_near_a_base_are_spent_from_there() -> None:
    party = Party(adults=1, children=(6,), seniors=2, senior_ages=(68, 70))
    found = planned("zhangjiajie", 3, party=party, pace="relaxed")
    assert [(night.day, night.place.name.en) for night in found.request.nights] == [
        (1, "Wulingyuan"),
        (2, "Wulingyuan"),
    ]


def test_nights_go_over_the_wire() -> None:
    request = planned("cusco", 4).request
    assert request_from_wire(request_to_wire(request)) == request
    assert request.cities[0].bases != ()


def test_no_night_before_the_way_home() -> None:
    request = planned("cusco", 4).request
    wrong = dataclasses.replace(request, nights=(Night(4, request.nights[0].place),))
    with pytest.raises(InvalidRequest):
        plan(wrong, planning_sights(["cusco"]))


def test_a_night_counts_within_a_stay_only() -> None:
    stays = planned("cusco", 4).request.cities + planned("lima", 2).request.cities
    stays = tuple(dataclasses.replace(stay, days=days) for stay, days in zip(stays, (2, 2), strict=True))
    base = bases_of(source.cities()["cusco"])[0].place
    request = PlanRequest(cities=stays, days=4, start_date=FIRST, nights=(Night(2, base),))
    found = plan(request, planning_sights(["cusco", "lima"]))
    assert base not in {place for pair in ends(found) for place in pair}


def test_bases_lie_out_of_town_near_sights() -> None:
    for row in csv_rows(DATA / "curated/bases.csv"):
        city = source.cities()[row["city"]]
        place = next(base.place for base in bases_of(city) if base.place.name.en == row["name_en"])
        away = source.distance_km(city.lat, city.lon, place.lat, place.lon)
        near = min(
            source.distance_km(sight.lat, sight.lon, place.lat, place.lon)
            for sight in source.packaged_catalogue().sights_of(city.id)
        )
        assert away >= 20 or row["city"] in {"zhoushan"}, row
        assert near <= 0.4 * away, row
