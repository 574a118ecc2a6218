"""A trip as iCalendar (RFC 5545): one event a visit, a meal, a move between cities and a ride there or home, in its
city's local time."""

from typing import assert_never

from icalendar import Calendar, Event, vGeo

from travelagent.plans.values import DayPlan, Leg, Meal, Visit
from travelagent.trips.exports.reading import ARRIVAL, MEALS, PLACE, Entry, Journey, Reading, moment, read
from travelagent.trips.models import Trip

PRODUCT = "-//TravelAgent//Trips//EN"
HOST = "travelagent"


def to_ics(trip: Trip, lang: str) -> bytes:
    """UTF-8 with CRLF; the time zones that are named are defined in the file."""
    reading = read(trip, lang)
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("x-wr-calname", trip.title)
    for day in reading.itinerary.days:
        for entry in reading.entries(day):
            calendar.add_component(_event_of(reading, day, entry))
    calendar.add_missing_timezones()
    return bytes(calendar.to_ical())


def _event_of(reading: Reading, day: DayPlan, entry: Entry) -> Event:
    match entry:
        case Leg():
            return _move(reading, day, entry)
        case Visit():
            return _visit(reading, day, entry)
        case Meal():
            return _meal(reading, day, entry)
        case Journey():
            return _journey(reading, day, entry)
        case _:
            assert_never(entry)


def _event(reading: Reading, ident: str, summary: str, day: DayPlan, begin: int, minutes: int = 0) -> Event:
    """Without minutes it is a moment."""
    event = Event()
    event.add("uid", f"{reading.trip.pk}/{ident}@{HOST}")
    event.add("dtstamp", reading.trip.updated_at)
    event.add("sequence", reading.trip.version)
    event.add("summary", summary)
    event.add("dtstart", moment(day, begin))
    if minutes:
        event.add("dtend", moment(day, begin + minutes))
    return event


def _visit(reading: Reading, day: DayPlan, visit: Visit) -> Event:
    name = reading.name(visit.name)
    event = _event(reading, visit.id, name, day, visit.arrive, visit.depart - visit.arrive)
    event.add("location", reading.say(PLACE, name=name, city=reading.city(day.city)))
    event["geo"] = vGeo((visit.lat, visit.lon))
    event.add("description", "\n".join([" · ".join(reading.facts(day, visit)), reading.name(visit.why)]).strip())
    return event


def _move(reading: Reading, day: DayPlan, leg: Leg) -> Event:
    return _event(reading, f"{leg.origin}-{leg.destination}", reading.move(leg), day, leg.depart, leg.minutes)


def _meal(reading: Reading, day: DayPlan, meal: Meal) -> Event:
    event = _event(
        reading, f"{day.day}-{meal.kind}", reading.say(MEALS[meal.kind]), day, meal.start, meal.end - meal.start
    )
    event.add("location", reading.city(day.city))
    return event


def _journey(reading: Reading, day: DayPlan, journey: Journey) -> Event:
    ident = "arrival" if journey.called == ARRIVAL else "departure"
    event = _event(reading, ident, reading.journey(journey), day, journey.ride.at)
    if journey.ride.way:
        event.add("x-travelagent-mode", journey.ride.way)
    event.add("x-travelagent-minutes", str(journey.ride.minutes))
    return event
