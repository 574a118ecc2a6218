"""Long messages, read by the roles of their typed tokens: places, dates, length, party and budget.

The rules of this package were written for short messages. In one of many facts they take the wrong ones together, so
there the trained reading takes their place.
"""

from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from travelagent.assistant.embedded.reading.reading import Reading, read
from travelagent.assistant.embedded.reading.trip import wishes_of
from travelagent.assistant.embedded.wishes import Wishes
from travelagent.assistant.lexer.lexer import lexed
from travelagent.assistant.lexer.tokens import Token
from travelagent.assistant.offline.reading.calendar import When
from travelagent.assistant.offline.reading.length import Length
from travelagent.assistant.offline.reading.party import Party
from travelagent.assistant.offline.reading.places import Kind, Part, Place, Places
from travelagent.assistant.offline.values import BudgetSaid, Travellers

LONG: Final = 40
"""A message of so many tokens is long."""
_KINDS: Final[dict[str, Kind]] = {
    "city": "city", "town": "city", "region": "region", "country": "country", "sight": "sight",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class LongMessage:
    """What a long message says of a trip; `near`: what the hotel shall be near to; `plans`: it asks for a plan."""

    places: Places
    when: When
    length: Length
    party: Party
    budget: BudgetSaid | None
    near: str
    plans: bool


def read_long(text: str, today: date, when: When, party: Party) -> LongMessage | None:
    """A long message; None of a short one, and of one that wishes for no trip. `when` and `party` are what the rules
    read there, for what the roles do not tell."""
    if len(lexed(text, today).tokens) < LONG:
        return None
    reading = read(text, today)
    wishes = wishes_of(reading, today)
    if not wishes.stops and not wishes.areas:
        return None
    return LongMessage(
        _places(reading, wishes),
        _when(wishes, when),
        _length(wishes),
        _party(wishes, party),
        _budget(wishes),
        wishes.near,
        plans=wishes.is_trip and any(segment.act == "plan" for segment in reading.segments),
    )


def _places(reading: Reading, wishes: Wishes) -> Places:
    found: list[Place] = []
    for token in reading.tokens:
        if token.type != "place" or token.form not in _KINDS:
            continue
        if (part := _part(token, wishes)) != "none":
            value = token.value
            ids = value.ids if value.together or token.form in ("region", "country") else value.ids[:1]
            kind = _KINDS[token.form]
            found.append(Place(kind, ids, part, token.text, token.start, token.end, value.sights))
    return Places(tuple(found))


def _part(token: Token, wishes: Wishes) -> Part:
    place = token.value.id
    if place in wishes.must_see or place in wishes.areas or any(stop.place == place for stop in wishes.stops):
        return "goal"
    if place == wishes.origin:
        return "origin"
    return "refused" if place in wishes.dropped or place in wishes.avoid else "none"


def _when(wishes: Wishes, by_rules: When) -> When:
    dates = wishes.dates
    days = (dates.end - dates.start).days + 1 if dates.start and dates.end else None
    return When(
        start=dates.start,
        end=dates.end,
        month=dates.start.month if dates.start else dates.month,
        season=dates.season or by_rules.season,
        days=days,
        part=dates.part,
        weekday=dates.weekday,
        impossible=by_rules.impossible,
    )


def _length(wishes: Wishes) -> Length:
    stops = tuple(stop.days for stop in wishes.stops if stop.days)
    whole = len(stops) > 1 and len(stops) == len(wishes.stops) and sum(stops) == wishes.days
    return Length(wishes.days, wishes.more, stops=stops if whole else ())


def _party(wishes: Wishes, by_rules: Party) -> Party:
    people = wishes.people
    travellers = Travellers(people.adults, people.children, people.seniors) if people.count else None
    return replace(
        by_rules,
        travellers=travellers,
        complete=people.complete,
        added=people.added,
        named=not people.complete,
        group=people.group,
        elders=people.elders,
    )


def _budget(wishes: Wishes) -> BudgetSaid | None:
    limit = wishes.budget
    return BudgetSaid(float(limit.amount), limit.currency, limit.per) if limit else None
