"""A trip as iCalendar (RFC 5545): one event a visit, a meal, a move between cities and a ride there or home, in its
city's local time, and one a hotel over the days in its city. A feed (RFC 7986) holds several trips."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import assert_never

from icalendar import Calendar, Event, vDuration, vGeo

from travelagent.plans.requests import booked_hotels
from travelagent.plans.values import DayPlan, Leg, LocalizedText, Meal, Visit
from travelagent.trips.exports.reading import ARRIVAL, MEALS, PLACE, Entry, Journey, Reading, read
from travelagent.trips.exports.whole import packed_document
from travelagent.trips.exports.zones import add_zones
from travelagent.trips.models import Trip

PRODUCT = "-//TravelAgent//Trips//EN"
HOST = "travelagent"
WHOLE = "x-travelagent-trip"
"""The property that holds the whole trip."""
REFRESHED_AFTER = timedelta(hours=1)
"""How often programs are asked to fetch a feed, "PT1H" in their words."""
ALL_TRIPS = LocalizedText("My trips", "我的行程")
HOTEL = LocalizedText("Hotel: {name}", "住宿：{name}")


def to_ics(trip: Trip, lang: str) -> bytes:
    """UTF-8 with CRLF; the time zones that are named are defined in the file."""
    calendar = _calendar(trip.title)
    _add_trip(calendar, read(trip, lang))
    calendar.add(WHOLE, packed_document(trip))
    return _written(calendar)


def to_feed(trips: Sequence[Trip], lang: str, name: str, *, with_notes: bool) -> bytes:
    """Return the trips as a calendar that programs fetch again and again.

    An event over all days of each trip holds its notes, with `with_notes`. `name`: the calendar's; by default that of
    all trips.
    """
    calendar = _calendar(name or (ALL_TRIPS.zh if lang == "zh" else ALL_TRIPS.en))
    calendar.add("refresh-interval", vDuration(REFRESHED_AFTER), {"value": "DURATION"})
    calendar.add("x-published-ttl", "PT1H")
    for trip in trips:
        reading = read(trip, lang)
        calendar.add_component(_banner(reading, trip.notes if with_notes else ""))
        _add_trip(calendar, reading)
    return _written(calendar)


def _calendar(name: str) -> Calendar:
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("name", name)
    calendar.add("x-wr-calname", name)
    return calendar


def _written(calendar: Calendar) -> bytes:
    add_zones(calendar)
    return bytes(calendar.to_ical())


def _add_trip(calendar: Calendar, reading: Reading) -> None:
    """Add the events of a trip; one that comes twice, a way taken on two days, has a UID of its own each time."""
    events = [_event_of(reading, day, entry) for day in reading.itinerary.days for entry in reading.entries(day)]
    used: Counter[str] = Counter()
    for event in (*events, *_hotels(reading)):
        ident = str(event["uid"])
        used[ident] += 1
        if used[ident] > 1:
            event["uid"] = ident.replace("@", f"-{used[ident]}@")
        calendar.add_component(event)


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


def _stamped(reading: Reading, ident: str, summary: str) -> Event:
    """Return an event with its identity and version, without a time."""
    event, trip = Event(), reading.trip
    event.add("uid", f"{trip.pk}/{ident}@{HOST}")
    event.add("dtstamp", trip.updated_at)
    event.add("created", trip.created_at)
    event.add("last-modified", trip.updated_at)
    event.add("sequence", trip.version)
    event.add("status", "TENTATIVE" if reading.itinerary.date_assumed else "CONFIRMED")
    event.add("summary", summary)
    return event


def _event(reading: Reading, ident: str, summary: str, day: DayPlan, begin: int, minutes: int = 0) -> Event:
    """Return an event of a day; without minutes it has no duration."""
    event = _stamped(reading, ident, summary)
    event.add("dtstart", reading.moment(day, begin))
    if minutes:
        event.add("dtend", reading.moment(day, begin + minutes))
    return event


def _whole_days(reading: Reading, ident: str, summary: str, first: date, last: date) -> Event:
    """Return an event over whole days, which is marked as free time."""
    event = _stamped(reading, ident, summary)
    event.add("dtstart", first)
    event.add("dtend", last + timedelta(days=1))
    event.add("transp", "TRANSPARENT")
    return event


def _banner(reading: Reading, notes: str) -> Event:
    days = reading.itinerary.days
    event = _whole_days(reading, "trip", reading.trip.title, days[0].date, days[-1].date)
    if notes:
        event.add("description", notes)
    return event


def _hotels(reading: Reading) -> Iterator[Event]:
    """Yield the booked hotels, each from the first to the last day there."""
    named = Counter[str]()
    for city, hotel, first, last in booked_hotels(reading.request, reading.itinerary.days):
        named[city] += 1
        id = f"hotel:{city}" if named[city] == 1 else f"hotel:{city}:{named[city]}"
        name = reading.name(hotel.name)
        event = _whole_days(reading, id, reading.say(HOTEL, name=name), first.date, last.date)
        event.add("location", reading.say(PLACE, name=name, city=reading.city(city)))
        event["geo"] = vGeo((hotel.lat, hotel.lon))
        yield event


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
