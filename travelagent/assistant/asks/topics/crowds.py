"""When it is crowded: public holidays among the days, and the hours at which sights are best visited."""

from collections.abc import Sequence
from datetime import date, time, timedelta
from typing import Any, Final

from travelagent.assistant.asks.subjects import cities_of, dates_of, named_sights, visited_sights, visits_by_sight
from travelagent.assistant.asks.values import TopicAnswer, TripContext
from travelagent.assistant.asks.wording import compose_answer, listed, name_of, say, short_date
from travelagent.briefs.acts import Ask
from travelagent.catalog import source
from travelagent.catalog.values import City, Sight
from travelagent.plans.public_holidays import is_public_holiday

MOST_SIGHTS: Final = 3


def answer(question: Ask, trip: TripContext) -> TopicAnswer:
    """Tell the public holidays among the days that are meant, and when the sights that are meant are best begun."""
    cities = cities_of(question, trip)
    sights = visited_sights(question, trip)
    early = [sight for sight in sights if sight.id in source.best_hours()]
    best_hours = {sight.id: source.best_hours()[sight.id] for sight in early}
    dates = {city.id: _dates(city, question, trip) for city in cities}
    free = [(city, on) for city in cities for on in dates[city.id] if is_public_holiday(city.country, on)]
    facts: dict[str, Any] = {
        "holidays": [{"city": city.id, "date": on} for city, on in free],
        "begin_from": {id: f"{hours.begin_from:%H:%M}" for id, hours in best_hours.items() if hours.begin_from},
        "begin_by": {id: f"{hours.begin_by:%H:%M}" for id, hours in best_hours.items() if hours.begin_by},
        "dates": sorted({on for days in dates.values() for on in days}),
    }
    best = [_best_hour(sight, trip) for sight in early[:MOST_SIGHTS]]
    texts = [*best, *_holidays(free, dates, trip)] if named_sights(question) else [*_holidays(free, dates, trip), *best]
    if not texts or not (free or early):
        return compose_answer(trip, [say(trip, "crowds.unknown"), *texts], facts, known=False)
    return compose_answer(trip, [*texts, say(trip, "crowds.no_counts")], facts)


def _dates(city: City, question: Ask, trip: TripContext) -> tuple[date, ...]:
    """The dates that are meant; of months that are named the next ones' days."""
    return dates_of(question, trip, city.id) or tuple(
        on for on in (trip.today + timedelta(days=n) for n in range(365)) if on.month in question.months
    )


def _holidays(free: Sequence[tuple[City, date]], dates: dict[str, tuple[date, ...]], trip: TripContext) -> list[str]:
    if not any(dates.values()):
        return []
    if not free:
        return [say(trip, "crowds.no_holiday")]
    named = listed(trip, (short_date(trip, on) for on in dict.fromkeys(on for _, on in free)))
    where = listed(trip, dict.fromkeys(name_of(trip, city) for city, _ in free))
    return [say(trip, "crowds.holidays", dates=named, city=where)]


def _best_hour(sight: Sight, trip: TripContext) -> str:
    """Between which hours a visit is best begun, and when the plan begins it."""
    best = source.best_hours()[sight.id]
    words = {"name": name_of(trip, sight), "first": _clock(best.begin_from), "time": _clock(best.begin_by)}
    kind = "begin_within" if all(best) else "begin_from" if best.begin_from else "begin_by"
    held = visits_by_sight(trip).get(sight.id)
    if held is None:
        return say(trip, f"crowds.{kind}", **words)
    return say(trip, f"crowds.{kind}_planned", day=held[0].day, start=held[1].arrive, **words)


def _clock(hour: time | None) -> str:
    return f"{hour:%H:%M}" if hour else ""
