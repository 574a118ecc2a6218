"""A place known by name alone is looked up; one that nobody knows is kept in the centre, and the plan states it."""

import dataclasses
from datetime import date

import pytest

from travelagent.briefs.compile import compile_request
from travelagent.briefs.merging import merged
from travelagent.briefs.notes import notes_on
from travelagent.briefs.own_places import city_named, located, place_named
from travelagent.briefs.values import Dates, LaterLodging, Lodging, Stay, TripBrief
from travelagent.catalog import source
from travelagent.catalog.adapter import city_stay
from travelagent.planning.edits.sights import AddPlace
from travelagent.planning.edits.trip import SetHotel
from travelagent.planning.visits import visit_of_booking
from travelagent.plans.errors import InvalidRequest
from travelagent.plans.values import CityStay, DayPlan, Itinerary, LocalizedText, PlanRequest, Point

TODAY = date(2027, 4, 1)
ITALY = TripBrief(stays=(Stay("rome", 3), Stay("florence", 2)), dates=Dates(start=date(2027, 5, 10)), lodging=Lodging())


def stays() -> list[CityStay]:
    return [city_stay(source.cities()[city], days) for city, days in (("rome", 3), ("florence", 2))]


def plan() -> Itinerary:
    centre = Point(LocalizedText("Centre", "市中心"), 41.9, 12.5)
    days = (
        DayPlan(number, city, date(2027, 5, 9 + number), 540, 1200, centre, centre)
        for number, city in enumerate(["rome"] * 3 + ["florence"] * 2, 1)
    )
    return Itinerary(("rome", "florence"), tuple(days), city_names={stay.id: stay.name for stay in stays()})


def test_a_name_of_the_catalogue_is_found() -> None:
    found = place_named("Trastevere", stays())
    assert (found.unlocated, found.name.en) == (False, "Trastevere")
    assert found != place_named("Colosseum", stays())


@pytest.mark.parametrize(
    ("name", "city"),
    [("Hotel Artemide", 0), ("Pensione Nessuno, Florence", 1), ("佛罗伦萨无名旅店", 1)],
)
def test_a_name_that_nobody_knows_is_kept_in_the_centre_of_its_city(name: str, city: int) -> None:
    found, stay = place_named(name, stays()), stays()[city]
    assert (found.name.en, found.lat, found.lon, found.unlocated) == (name, stay.lat, stay.lon, True)


def test_edits_by_name_are_placed_in_the_city_of_their_day() -> None:
    request, itinerary = PlanRequest(tuple(stays()), 5, start_date=date(2027, 5, 10)), plan()
    tea = located(AddPlace("Nobody's Tearoom", None, None, 4, 900, 60), request, itinerary)
    near = located(AddPlace("Nobody's Tearoom", None, None, 1, 900, 60, near="Colosseum"), request, itinerary)
    inn = located(SetHotel(hotel="Nobody's Inn", since=4), request, itinerary)

    assert isinstance(tea, AddPlace)
    assert isinstance(near, AddPlace)
    assert isinstance(inn, SetHotel)
    florence = stays()[1]
    assert (tea.lat, tea.lon, tea.unlocated, tea.booking.unlocated) == (florence.lat, florence.lon, True, True)
    assert not near.unlocated
    assert inn.hotel == Point(
        LocalizedText("Nobody's Inn", "Nobody's Inn"), florence.lat, florence.lon, florence.land, unlocated=True
    )
    assert located(tea, request, itinerary) == tea


def test_the_plan_states_that_a_position_is_not_known() -> None:
    itinerary = plan()
    tea = located(
        AddPlace("Nobody's Tearoom", None, None, 2, 900, 60), PlanRequest(tuple(stays()), 5, today=TODAY), itinerary
    )
    assert isinstance(tea, AddPlace)
    visit = visit_of_booking("fixed/1", tea.booking, "rome")
    days = tuple(dataclasses.replace(day, visits=(visit,)) if day.day == 2 else day for day in itinerary.days)
    notes = {note.name: note.text for note in notes_on(ITALY, dataclasses.replace(itinerary, days=days), TODAY)}

    assert "Nobody's Tearoom" in notes["unlocated_places"].en
    assert "罗马" in notes["unlocated_places"].zh
    assert visit.estimated == ("position",)
    assert "unlocated_places" not in {note.name for note in notes_on(ITALY, itinerary, TODAY)}


def test_a_brief_has_another_hotel_from_a_night_on() -> None:
    brief = dataclasses.replace(
        ITALY, lodging=Lodging(near="Trastevere", later=(LaterLodging(4, near="Nobody's Inn"),))
    )
    compiled = compile_request(brief, (), TODAY)
    rome, florence = compiled.request.cities
    (night,) = compiled.request.nights

    assert rome.hotel is not None
    assert florence.hotel is None
    assert (night.day, night.onward, night.place.lat) == (4, True, florence.lat)
    (text,) = (rule.text for rule in compiled.applied if rule.name == "hotel")
    assert "Nobody's Inn" in text.en
    assert "第 4 天晚上起" in text.zh
    kept = merged(brief, "lodging", {"near": "Colosseum"})
    assert kept == Lodging(near="Colosseum", later=brief.lodging.later)


def test_a_city_that_nobody_knows_is_refused_by_its_name() -> None:
    with pytest.raises(InvalidRequest, match="no city called Nowhereville"):
        city_named("Nowhereville")
