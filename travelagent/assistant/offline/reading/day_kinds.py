"""Which kinds of sight a message wishes for on one day of the plan at hand: more of them, or them alone."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from travelagent.assistant.offline.reading.dialogue import in_the
from travelagent.assistant.offline.reading.message import Message, read_message, says, wishes_kinds
from travelagent.assistant.offline.reading.tastes import kinds_named
from travelagent.assistant.offline.reading.visits import Days, days_named
from travelagent.assistant.results.route import Day
from travelagent.catalog import source
from travelagent.catalog.adapter import planning_sight
from travelagent.planning.hours import windows_of
from travelagent.plans.values import Sight
from travelagent.plans.wire_fields import minutes_of


@dataclass(frozen=True, slots=True)
class DayKinds:
    """`kinds` of sight for the day numbered `day`; `alone`: nothing else is wanted on it."""

    day: int
    kinds: tuple[str, ...]
    alone: bool


def day_kinds(said: str, days: Days, today: date) -> DayKinds | None:
    """What a message wishes for on the one day of the plan that it names, or on that of the sight for which it is to
    come; None where it wishes no such thing."""
    message = in_the(tuple(dict.fromkeys(row.city for row in days)), read_message(said, today))
    refused = message.places.of("sight", "refused")
    on = (row.day for row in days for visit in row.visits if visit.sight in refused)
    named = days_named(said, days, today) or list(dict.fromkeys(on))
    if len(named) != 1 or not wishes_kinds(message):
        return None
    if refused:
        return DayKinds(named[0], _kind_instead(message, _row(named[0], days).city), alone=False)
    return DayKinds(named[0], _kinds_liked(message), says(message, "kind_alone"))


def _row(day: int, days: Days) -> Day:
    return next(row for row in days if row.day == day)


def _kinds_liked(message: Message) -> tuple[str, ...]:
    """The kinds of sight that a message likes: the category that a word names (园林, gardens), else the word's tag."""
    text, tastes = message.sentence.masked, message.tastes
    liked = [(text[start:end], tag) for start, end, tag in tastes.words if tag in tastes.interests]
    return tuple(dict.fromkeys(kind for word, tag in liked for kind in kinds_named(word) or (tag,)))


def _kind_instead(message: Message, city: str) -> tuple[str, ...]:
    """The kind that is to come for a sight that is given up: the first one liked of which the city has any, by its
    nearest name."""
    text, tastes = message.sentence.masked, message.tastes
    liked = [(*kinds_named(text[start:end]), tag) for start, end, tag in tastes.words if tag in tastes.interests]
    here = {kind for sight in source.sights_of(city) for kind in (sight.category, *sight.tags)}
    return next(((kind,) for kinds in liked for kind in kinds if kind in here), ())


def kinds_to_bring(wish: DayKinds, days: Days, unwanted: Collection[str]) -> str | None:
    """The sight of these kinds, open on its date, that is to come to the day: the best one that the plan does not
    visit, else the best of its other days. None where all that are known are on it, or where a kind that shall be alone
    is on it already."""
    row = _row(wish.day, days)
    currency = source.cities()[row.city].currency
    on = {visit.sight: other.day for other in days for visit in other.visits}
    fitting = [
        sight
        for sight in source.sights_of(row.city)
        if not {sight.category, *sight.tags}.isdisjoint(wish.kinds)
        and not {sight.id, sight.category, *sight.tags} & set(unwanted)
        and _fits(planning_sight(sight, currency), row)
    ]
    if wish.alone and any(on.get(sight.id) == wish.day for sight in fitting):
        return None
    others = [sight for sight in fitting if on.get(sight.id) != wish.day]
    best = max(others, key=lambda sight: (sight.id not in on, sight.score, sight.id), default=None)
    return best.id if best else None


def _fits(sight: Sight, row: Day) -> bool:
    """Whether a day's hours leave time for the whole visit while the sight is open."""
    begins, ends = minutes_of(row.start), minutes_of(row.end)
    opens = windows_of(sight, row.date)
    return any(min(until, ends) - max(since, begins) >= sight.minutes for since, until in opens)


def is_full_of(wish: DayKinds, days: Days, unwanted: Collection[str]) -> bool:
    """Whether more of these kinds is wished for on the day and none is left to come."""
    return not wish.alone and kinds_to_bring(wish, days, unwanted) is None
