"""What tomorrow brings, in words: every stop with its hour, what to book or pay, and the weather."""

from dataclasses import dataclass
from datetime import date
from typing import assert_never

from travelagent.catalog import source
from travelagent.plans.fields import clock
from travelagent.plans.values import DayPlan, Leg, LocalizedText, Meal, Visit
from travelagent.providers.weather import city_weather
from travelagent.trips.exports.reading import BOOKINGS, MEALS, Journey, Reading, read
from travelagent.trips.models import List, Trip

TOMORROW = LocalizedText("Tomorrow, {day}: {title}", "明天（{day}）：{title}")
DEGREES = LocalizedText("{low} to {high} °C", "{low}～{high}°C")
RAIN = LocalizedText("{percent} % rain", "降雨概率 {percent}%")
USUAL = LocalizedText("usual for the month", "当月常年情况")
BOOKED = LocalizedText("booked", "已预订")
NOT_BOOKED = LocalizedText("not ticked off as booked", "尚未勾选“已预订”")
COMMA = LocalizedText(", ", "，")
NOTHING = LocalizedText("Nothing is planned.", "没有安排。")


@dataclass(frozen=True, slots=True)
class Reminder:
    """A heading and one line an entry; the first lines are what fits into a notification."""

    heading: str
    lines: tuple[str, ...]


def reminder_of(trip: Trip, on: date, lang: str) -> Reminder | None:
    """Return what a day of the trip brings, in "en" or "zh"; None where the trip has no such day."""
    reading = read(trip, lang)
    day = next((each for each in reading.itinerary.days if each.date == on), None)
    if day is None:
        return None
    booked = {item.key: item.done for item in trip.list_items.filter(list=List.BOOKING, dismissed=False)}
    lines = [_line(reading, day, entry, booked) for entry in reading.entries(day)] or [reading.say(NOTHING)]
    weather = _weather(reading, day)
    heading = reading.say(TOMORROW, day=reading.weekday(day), title=trip.title)
    return Reminder(heading, (*lines, *([weather] if weather else [])))


def _line(reading: Reading, day: DayPlan, entry: Visit | Meal | Leg | Journey, booked: dict[str, bool]) -> str:
    match entry:
        case Visit():
            known = source.sights().get(entry.sight or "")
            facts = reading.facts(day, entry)[1:]
            if known is not None and known.booking in BOOKINGS and f"sight:{known.id}" in booked:
                facts.append(reading.say(BOOKED if booked[f"sight:{known.id}"] else NOT_BOOKED))
            return f"{clock(entry.arrive)} {reading.say(COMMA).join([reading.name(entry.name), *facts])}"
        case Meal():
            return f"{clock(entry.start)} {reading.say(MEALS[entry.kind])}"
        case Leg():
            return f"{clock(entry.depart)} {reading.move(entry)}"
        case Journey():
            return f"{clock(entry.ride.at)} {reading.journey(entry)}"
        case _:
            assert_never(entry)


def _weather(reading: Reading, day: DayPlan) -> str:
    """9 to 15 °C, 30 % rain; empty where nothing is known of the city."""
    if day.city not in source.cities():
        return ""
    (found,) = city_weather(day.city, day.date, 1).days
    parts = [reading.say(DEGREES, low=round(found.t_min), high=round(found.t_max))]
    if found.rain_percent is not None:
        parts.append(reading.say(RAIN, percent=found.rain_percent))
    if found.basis == "climate":
        parts.append(reading.say(USUAL))
    return reading.say(COMMA).join(parts)
