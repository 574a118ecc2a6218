"""When it is crowded: public holidays among the days, and the hours at which sights are best visited."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any, Final

from travelagent.assistant.asks.subjects import cities_of, dates_of, named_sights, visited_sights, visits_by_sight
from travelagent.assistant.asks.values import Asked, TopicAnswer
from travelagent.assistant.asks.wording import compose_answer, listed, name_of, say, short_date
from travelagent.briefs.acts import Ask
from travelagent.catalog import source
from travelagent.catalog.public_holidays import is_public_holiday
from travelagent.catalog.values import City, Sight

MOST_SIGHTS: Final = 3


def answer(question: Ask, asked: Asked) -> TopicAnswer:
    """Tell the public holidays among the days that are meant, and by when the sights that are meant are best begun."""
    cities = cities_of(question, asked)
    sights = visited_sights(question, asked)
    early = [sight for sight in sights if sight.id in source.best_hours()]
    dates = {city.id: _dates(city, question, asked) for city in cities}
    free = [(city, on) for city in cities for on in dates[city.id] if is_public_holiday(city.country, on)]
    facts: dict[str, Any] = {
        "holidays": [{"city": city.id, "date": on} for city, on in free],
        "begin_by": {sight.id: source.best_hours()[sight.id].strftime("%H:%M") for sight in early},
        "dates": sorted({on for days in dates.values() for on in days}),
    }
    best = [_best_hour(sight, asked) for sight in early[:MOST_SIGHTS]]
    texts = (
        [*best, *_holidays(free, dates, asked)] if named_sights(question) else [*_holidays(free, dates, asked), *best]
    )
    if not texts or not (free or early):
        return compose_answer(asked, [say(asked, "crowds.unknown"), *texts], facts, known=False)
    return compose_answer(asked, [*texts, say(asked, "crowds.no_counts")], facts)


def _dates(city: City, question: Ask, asked: Asked) -> tuple[date, ...]:
    """The dates that are meant; of months that are named the next ones' days."""
    return dates_of(question, asked, city.id) or tuple(
        on for on in (asked.today + timedelta(days=n) for n in range(365)) if on.month in question.months
    )


def _holidays(free: Sequence[tuple[City, date]], dates: dict[str, tuple[date, ...]], asked: Asked) -> list[str]:
    if not any(dates.values()):
        return []
    if not free:
        return [say(asked, "crowds.no_holiday")]
    named = listed(asked, (short_date(asked, on) for on in dict.fromkeys(on for _, on in free)))
    where = listed(asked, dict.fromkeys(name_of(asked, city) for city, _ in free))
    return [say(asked, "crowds.holidays", dates=named, city=where)]


def _best_hour(sight: Sight, asked: Asked) -> str:
    """By when a visit is best begun, and when the plan begins it."""
    words = {"name": name_of(asked, sight), "time": source.best_hours()[sight.id].strftime("%H:%M")}
    held = visits_by_sight(asked).get(sight.id)
    if held is None:
        return say(asked, "crowds.begin_by", **words)
    return say(asked, "crowds.begin_by_planned", day=held[0].day, start=held[1].arrive, **words)
