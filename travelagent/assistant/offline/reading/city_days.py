"""How the days of a trip are shared out among its cities: so many in one of them, more or fewer than it has, or more
time in one and less in another while the trip stays as long as it is."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from travelagent.assistant.offline.reading.length import read_length
from travelagent.assistant.offline.reading.lexicon import pattern
from travelagent.assistant.offline.reading.message import Message


def gives_days(message: Message) -> bool:
    """Whether the days that one city loses go to another one: the trip stays as long as it is."""
    return (
        message.length.change < 0 and pattern("length", "change", "given").search(message.sentence.masked) is not None
    )


def shares_days(cities: Sequence[str], message: Message) -> bool:
    """Whether a message only says of cities among these how long each is stayed in, one of them longer, shorter or no
    longer than so: the trip keeps its cities and its length."""
    clauses = list(_clauses(cities, message))
    if len(cities) < 2 or not clauses or {city for city, _ in clauses} != set(message.places.cities):
        return False
    lengths = [read_length(clause)[0] for _, clause in clauses]
    timed = [any(_says(clause, how) for how in ("longer", "shorter", "no_longer")) for _, clause in clauses]
    if any(length.change for length in lengths):  # the trip itself gets longer or shorter
        return False
    return any(timed) and all(says or length.days for says, length in zip(timed, lengths, strict=True))


def days_by_city(held: Mapping[str, int], message: Message) -> Mapping[str, int]:
    """The days that a message says of several of the cities, clause by clause: so many, or more or fewer than are
    `held`; where one is only to have more or less time, the others give or take it. Empty where it does so of less than
    two, or leaves one of them none."""
    said: dict[str, int] = {}
    longer: list[str] = []
    shorter: list[str] = []
    for city, clause in _clauses(list(held), message):
        length, _ = read_length(clause)
        given = message.length.change if pattern("length", "change", "given").search(clause) else 0
        if change := length.change or -given:
            said[city] = held[city] + change
        elif length.days:
            said[city] = length.days - (_says(clause, "of_nights") and city != list(held)[-1])
        elif _says(clause, "longer"):
            longer.append(city)
        elif _says(clause, "shorter"):
            shorter.append(city)
    if shares_days(list(held), message):
        return _balanced(held, said, longer, shorter)
    return {**held, **said} if len(said) > 1 and min(said.values()) > 0 else {}


def _balanced(
    held: Mapping[str, int], said: Mapping[str, int], longer: Sequence[str], shorter: Sequence[str]
) -> Mapping[str, int]:
    """As many days in all as are held: so many as are `said`, a day less in those that are to be `shorter`, and all
    that is free in those to be `longer`, at least a day each, which the longest of the others give."""
    days = {**held, **said, **{city: max(held[city] - 1, 1) for city in shorter}}
    others = [city for city in held if city not in (*said, *longer, *shorter)]
    takers = longer or others
    free = sum(held.values()) - sum(days.values())
    while free < len(longer) and (givers := [city for city in others if days[city] > 1]):
        days[max(givers, key=days.__getitem__)] -= 1
        free += 1
    if free < 0 or not takers:
        return {}
    for number in range(free):
        days[takers[number % len(takers)]] += 1
    return days if days != held and min(days.values()) > 0 else {}


def _clauses(cities: Sequence[str], message: Message) -> Iterator[tuple[str, str]]:
    """Each clause of a message that names one of these cities alone, with that city."""
    text = message.sentence.masked
    marks = [(0, 0), *(mark.span() for mark in pattern("journey", "clause").finditer(text)), (len(text), len(text))]
    for (_, start), (end, _) in pairwise(marks):
        named = [p.ids[0] for p in message.places.goals if p.kind == "city" and start <= p.start < end]
        if len(named) == 1 and named[0] in cities:
            yield named[0], text[start:end]


def _says(clause: str, cue: str) -> bool:
    return pattern("length", cue).search(clause) is not None
