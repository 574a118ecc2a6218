"""When a sight is to be visited: on which day, in which part of it or at which hour, as its first or last one, or
earlier or later than it is.

Read clause by clause. What a clause says is of the sights that it names and, unless it says it before it names them,
of those that were listed before it; what one says that names nothing to do, of the sights of the clause before it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, TypeAlias

from travelagent.assistant.offline.reading.dialogue import in_the
from travelagent.assistant.offline.reading.journey import hours_said
from travelagent.assistant.offline.reading.lexicon import pattern
from travelagent.assistant.offline.reading.message import Message, read_message, says
from travelagent.assistant.offline.reading.places import Place, in_cities, sight_of
from travelagent.assistant.offline.values import Journey
from travelagent.assistant.questions.numerals import place_in_order
from travelagent.assistant.results.route import Day
from travelagent.plans.values import PARTS_OF_DAY, PartOfDay
from travelagent.plans.wire_fields import minutes_of
from travelagent.plans.words import clock

Days: TypeAlias = Sequence[Day]
"""The rows of the plan at hand."""
PARTS: tuple[PartOfDay, ...] = ("morning", "afternoon", "evening")
PLACES = ("first", "last")
DAY = re.compile(
    r"第([一二三四五六七八九十\d]+)[天日]|\bday (\w+)\b|\bthe (\w+) (?:day|morning|afternoon|evening)\b", re.I
)
LAST_DAY = re.compile(
    r"最后(?:一[天日]|的?(?:一个?)?(?:上午|下午|晚上))|\b(?:last|final) (?:day|morning|afternoon|evening|night)\b", re.I
)
WEEKDAYS = ("mon", "tues", "wednes", "thurs", "fri", "satur", "sun")
WEEKDAYS_ZH = "一二三四五六日天"
WEEKDAY_ZH = re.compile(rf"(?:周|星期|礼拜)([{WEEKDAYS_ZH}])")
WEEKDAY = re.compile(rf"\b({'|'.join(WEEKDAYS)})day\b")
LISTED = re.compile(r",|、|and")
EARLIER = {"evening": "afternoon", "afternoon": "morning", "morning": "first"}
LATER = {"morning": "afternoon", "afternoon": "evening", "evening": "last"}
OTHERWISE = {"morning": "afternoon", "afternoon": "morning", "evening": "afternoon"}
"""Where a visit goes that is to be earlier or later than it is, or not in the part of the day in which it is."""


def visits_wished(
    message: Message, about: Sequence[str], days: Days, planned: int | None = None
) -> dict[str, dict[str, Any]]:
    """By sight what is wished of its visit: `day`, and `when` or `start`; nothing of what is not said.

    `about` are the cities and sights that the message names, `days` the rows of the plan at hand; without a plan,
    `planned` is how many days one is to have.
    """
    count = len(days) if planned is None else planned
    found: dict[str, dict[str, Any]] = {}
    before: list[str] = []
    listed: list[str] = []
    timed = message.journey == Journey()
    for clause, sights, lead, following in clauses_about(message, about):
        wish = _wish(clause, count, timed=timed)
        of_its_own = _wish(lead, count, timed=timed) if sights else pattern("dialogue", "to_do").search(clause)
        meant = sights if of_its_own else [*listed, *sights] or before
        for sight in meant if wish else ():
            found[sight] = _with(found.get(sight, {}), wish)
        for sight in sights if not wish else ():
            if when := _relative(clause, sight, days):
                found.setdefault(sight, {"when": when})
        before = sights or before
        listed = [*listed, *sights] if not wish and LISTED.fullmatch(following) else []
    return found


def _with(held: Mapping[str, Any], wish: Mapping[str, Any]) -> dict[str, Any]:
    """What was wished of a visit with what a later clause adds on its day; an hour goes before a part of the day."""
    if held and wish.get("day", held.get("day")) != held.get("day"):
        return dict(held)
    joined = {**wish, **held}
    return {name: value for name, value in joined.items() if name != "when" or "start" not in joined}


def called_alike(message: Message, about: Sequence[str], days: Days) -> dict[str, list[str]]:
    """By sight the others of the plan that go by the name which a message gives it: both palaces of Sintra."""
    visited = [visit.sight for row in days for visit in row.visits]
    return {
        sight: [other for other in visited if other in place.ids and other != sight]
        for place, sight in _named(message, about)
    }


def bound_to_days(said: Sequence[str], sights: Sequence[str], days: int, today: date) -> dict[str, dict[str, Any]]:
    """Of these sights those that messages bind to one of so many days, by what the last one that does says of it."""
    found: dict[str, dict[str, Any]] = {}
    for each in said:
        found |= visits_wished(read_message(each, today), sights, (), days)
    return {sight: wish for sight, wish in found.items() if "day" in wish}


def first_days(said: Sequence[str], cities: Sequence[str], days: int, today: date) -> dict[str, int]:
    """Of these cities those for which messages name one of so many days, each with that on which one gets there."""
    found: dict[str, int] = {}
    for each in said:
        message = read_message(each, today)
        text = message.sentence.masked
        for start, end, _ in _spans(text):
            inside = [p.ids[0] for p in message.places.goals if p.kind == "city" and start <= p.start < end]
            named = days_numbered(text[start:end], days)
            if named and len(inside) == 1 and inside[0] in cities:
                found[inside[0]] = min(named)
    return found


def exchanged(message: Message, about: Sequence[str]) -> tuple[list[str], ...]:
    """The sights that a message lets change places, those of its one name and those of its other; empty where it wishes
    no such thing."""
    message = in_the(tuple(dict.fromkeys(place.partition("/")[0] for place in about)), message)
    if not says(message, "exchange"):
        return ()
    groups: list[tuple[int, list[str]]] = []
    for place, sight in _named(message, about):
        if groups and place.start < groups[-1][0]:
            groups[-1][1].append(sight)
        else:
            groups.append((place.end, [sight]))
    sights = tuple(list(dict.fromkeys(named)) for _, named in groups)
    return sights if len(sights) == 2 else ()


def arrival_at(sight: str, days: Days) -> int | None:
    """The minute at which the plan comes to a sight; None where it does not."""
    arrivals = (minutes_of(visit.arrive) for row in days for visit in row.visits if visit.sight == sight)
    return next(arrivals, None)


def part_of_visit(sight: str, days: Days) -> str | None:
    """The part of the day in which the plan visits a sight; None where it does not."""
    arrive = arrival_at(sight, days)
    if arrive is None:
        return None
    return next((part for part in PARTS[:-1] if arrive <= PARTS_OF_DAY[part][1]), PARTS[-1])


def days_named(said: str, days: Days, today: date) -> list[int]:
    """The days of the plan that a message names, in its order: by number, then by weekday or date."""
    return days_numbered(said, len(days)) or _dated(said, days, today)


def days_of_visits(said: str, days: Days, today: date) -> list[int]:
    """The days of the plan that a message names, other than in a clause about a ride: 最后一天下午三点的高铁."""
    clauses = (said[start:end] for start, end, _ in _spans(said))
    visits = [clause for clause in clauses if not read_message(clause, today).journey.tells_ride]
    return days_named(", ".join(visits), days, today)


def days_numbered(said: str, days: int) -> list[int]:
    """The days of a trip of so many that a message names by number, in its order."""
    words = [next(filter(None, match.groups())).lower() for match in DAY.finditer(said)]
    named = [place_in_order(word) for word in words]
    if LAST_DAY.search(said):
        named.append(days)
    return [day for day in named if day is not None and 1 <= day <= days]


def _dated(said: str, days: Days, today: date) -> list[int]:
    """The days of the plan on the weekday or the date that a message names."""
    when = read_message(said, today).when
    meant = when.start or when.end
    dates = {row.day: row.date for row in days}
    if meant is None:
        named = {WEEKDAYS.index(match[1]) for match in WEEKDAY.finditer(said.lower())}
        named |= {min(WEEKDAYS_ZH.index(match[1]), 6) for match in WEEKDAY_ZH.finditer(said)}
        return [day for day, on in dates.items() if on.weekday() in named]
    if (when.start and when.end) or when.days:
        return []
    if when.by_week:
        return [day for day, on in dates.items() if on.weekday() == meant.weekday()]
    return [day for day, on in dates.items() if (on.month, on.day) == (meant.month, meant.day)]


def clauses_about(message: Message, about: Sequence[str]) -> Iterator[tuple[str, list[str], str, str]]:
    """Each marked clause, the sights that it names, what stands before them, and what ends it."""
    text = message.sentence.masked
    named = list(_named(message, about))
    for start, end, following in _spans(text):
        inside = [(place, sight) for place, sight in named if start <= place.start < end]
        lead = text[start : inside[0][0].start] if inside else ""
        yield text[start:end], [sight for _, sight in inside], lead, following


def _spans(text: str) -> Iterator[tuple[int, int, str]]:
    """Where each clause of a text begins and ends, and what ends it."""
    start = 0
    for break_ in pattern("journey", "clause").finditer(text):
        yield start, break_.start(), break_[0]
        start = break_.end()
    yield start, len(text), ""


def _named(message: Message, about: Sequence[str]) -> Iterator[tuple[Place, str]]:
    """Each place of a message that is one of the sights `about`, with that sight."""
    cities = tuple(dict.fromkeys(place.partition("/")[0] for place in about))
    for place in in_cities(message.places, message.sentence, cities, message.tastes.words).sights:
        sight = sight_of(place, cities)
        if sight is not None and sight in about:
            yield place, sight


def _wish(clause: str, days: int, *, timed: bool) -> dict[str, Any]:
    """What one clause wishes: a day where it names one, and an hour, else the begin or the end of a day or of the trip,
    else a part of the day, the last one it names; the day alone where the hours are none of a visit."""
    clause = pattern("dialogue", "not_then").sub("", clause)
    named = days_numbered(clause, days)
    wish = {"day": named[0]} if len(named) == 1 else {}
    if not timed:
        return wish
    if hours := hours_said(clause):
        return {**wish, "start": clock(hours[-1])}
    of_trip = pattern("dialogue", "whole_trip").search(clause) is not None
    for place, day in zip(PLACES, (1, days), strict=True):
        if pattern("dialogue", f"{place}_of_day").search(clause):
            return {**({"day": day} if of_trip else {}), **wish, "when": place}
    said = [(match.start(), part) for part in PARTS for match in pattern("dialogue", part).finditer(clause)]
    return {**wish, "when": max(said)[1]} if said else wish


def _relative(clause: str, sight: str, days: Days) -> str | None:
    """Where a visit goes by a clause that only says where from: earlier or later than it is, or out of the part of the
    day in which it is."""
    part = part_of_visit(sight, days)
    if part is None:
        return None
    if refused := pattern("dialogue", "not_then").search(clause):
        return OTHERWISE[part] if pattern("dialogue", part).search(refused[0]) else None
    if pattern("dialogue", "earlier_visit").search(clause):
        return EARLIER[part]
    return LATER[part] if pattern("dialogue", "later_visit").search(clause) else None
