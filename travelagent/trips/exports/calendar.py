"""A trip as iCalendar (RFC 5545): one event a visit and a move between cities, in the local time of its city."""

from icalendar import Calendar, Event, vGeo

from travelagent.planning.values import DayPlan, Leg, Visit
from travelagent.trips.exports.reading import PLACE, Reading, moment, read
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
        for leg in day.legs:
            if leg.is_move:
                calendar.add_component(_move(reading, day, leg))
        for visit in day.visits:
            calendar.add_component(_visit(reading, day, visit))
    calendar.add_missing_timezones()
    return bytes(calendar.to_ical())


def _event(reading: Reading, ident: str, summary: str, day: DayPlan, begin: int, minutes: int) -> Event:
    event = Event()
    event.add("uid", f"{reading.trip.pk}/{ident}@{HOST}")
    event.add("dtstamp", reading.trip.updated_at)
    event.add("sequence", reading.trip.version)
    event.add("summary", summary)
    event.add("dtstart", moment(day, begin))
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
