"""When sights are open: on the plan's day, on a date, and as a rule."""

from collections.abc import Iterator, Sequence
from datetime import date

from travelagent.assistant.asks.subjects import (
    cities_of,
    days_of,
    named_sights,
    visits_by_sight,
    visits_of_kinds,
)
from travelagent.assistant.asks.values import TopicAnswer, TripContext
from travelagent.assistant.asks.wording import compose_answer, in_locale, joined, listed, name_of, say
from travelagent.briefs.acts import Ask
from travelagent.catalog.hours_words import hours_text
from travelagent.catalog.search import opening_windows
from travelagent.catalog.values import ALWAYS_OPEN, Sight
from travelagent.plans.fields import clock
from travelagent.plans.words import closed_day, closure_days, short_day

MOST_SIGHTS = 4


def answer(question: Ask, trip: TripContext) -> TopicAnswer:
    """Tell the opening hours of the sights that are named, else of the stops of the days that are named."""
    if sights := named_sights(question):
        parts = [_of_sight(sight, _dates(question, trip, sight), trip) for sight in sights[:MOST_SIGHTS]]
        return compose_answer(trip, (text for text, _ in parts), {"sights": [facts for _, facts in parts]})
    if trip.route is None:
        cities = cities_of(question, trip)
        names = listed(trip, (name_of(trip, city) for city in cities))
        return compose_answer(
            trip, [say(trip, "hours.which", city=names)], {"cities": [c.id for c in cities]}, known=False
        )
    visits = visits_of_kinds(question, days_of(question, trip))
    lines = [
        say(trip, "hours.stop", name=visit.name, hours=_span(trip, visit.opens, visit.closes)) for _, visit in visits
    ]
    facts = {"visits": [{"sight": v.sight, "day": d.day, "opens": v.opens, "closes": v.closes} for d, v in visits]}
    if not lines:
        return compose_answer(trip, [say(trip, "plan.empty_day")], facts)
    return compose_answer(trip, [say(trip, "hours.stops", stops=listed(trip, lines))], facts)


def _dates(question: Ask, trip: TripContext, sight: Sight) -> Sequence[date]:
    """The dates on which a sight's hours are wanted: those named, the days named, its day in the plan."""
    days = [day.date for day in (trip.route.days if trip.route else ()) if day.day in question.days]
    held = visits_by_sight(trip).get(sight.id)
    return [*question.dates, *days] or ([held[0].date] if held else [])


def _of_sight(sight: Sight, dates: Sequence[date], trip: TripContext) -> tuple[str, dict[str, object]]:
    """The hours on these dates, then those of the week where they differ from day to day."""
    name, usual = name_of(trip, sight), in_locale(trip, hours_text(sight.hours))
    facts: dict[str, object] = {"sight": sight.id, "hours": sight.hours, "closed_on": _weekdays_off(sight)}
    if sight.hours == ALWAYS_OPEN and not sight.closed_on:
        return joined(trip, say(trip, "hours.always", name=name), *_bounds(sight, trip)), facts
    if not dates:
        return joined(trip, say(trip, "hours.usual", name=name, hours=usual), *_bounds(sight, trip)), facts
    windows = {on: opening_windows(sight, on) for on in dates}
    facts["on"] = [{"date": on, "open": list(spans)} for on, spans in windows.items()]
    parts = []
    for on, spans in windows.items():
        closure = next((each for each in sight.closed_on if each.includes(on)), None)
        when = in_locale(trip, closed_day(short_day(on), closure))
        spoken = listed(trip, (_span(trip, *each) for each in spans))
        parts.append(
            say(trip, "hours.on", name=name, date=when, hours=spoken)
            if spans
            else say(trip, "hours.closed", name=name, date=when)
        )
    week = say(trip, "hours.week", hours=usual) if _varies(sight) else ""
    return joined(trip, *parts, week, *_bounds(sight, trip)), facts


def _bounds(sight: Sight, trip: TripContext) -> Iterator[str]:
    """The sessions at which alone it begins, and the holidays on which it is closed."""
    if sight.sessions:
        starts = dict.fromkeys(clock(each.start) for each in sight.sessions)
        yield say(trip, "hours.sessions", sessions=listed(trip, starts))
    if sight.closed_on:
        yield say(
            trip,
            "hours.closures",
            days=listed(trip, (in_locale(trip, closure_days(each)) for each in sight.closed_on)),
        )


def _span(trip: TripContext, opens: str, closes: str) -> str:
    return say(trip, "hours.all_day") if (opens, closes) == ("00:00", "24:00") else f"{opens}–{closes}"


def _varies(sight: Sight) -> bool:
    return len(sight.hours.split()) > 1


def _weekdays_off(sight: Sight) -> list[int]:
    """The weekdays, Monday 0, on which a sight is closed in a week of spring."""
    return [day.weekday() for day in _WEEK if not opening_windows(sight, day)]


_WEEK = tuple(date(2027, 4, day) for day in range(12, 19))
