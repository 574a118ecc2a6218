"""A day more for a sight or a kind of sight: which sight it is for, or why it would be in vain."""

from collections.abc import Container, Sequence
from dataclasses import dataclass

from travelagent.assistant.offline.reading.message import Message
from travelagent.assistant.offline.reading.places import in_cities, sight_of
from travelagent.catalog import source


@dataclass(frozen=True, slots=True)
class ExtraDay:
    """`elsewhere` are sights out of the cities' reach; `kinds` the kinds of sight wished for, of which `best` is the
    best one that is not visited yet."""

    elsewhere: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    best: str | None = None

    @property
    def in_vain(self) -> bool:
        return bool(self.elsewhere) or self.best is None


def extra_day(message: Message, cities: Sequence[str], visited: Container[str] = ()) -> ExtraDay | None:
    """What a message wants a day more in these cities for; None where it names nothing, or what they have."""
    if (message.length.change or 0) < 1 or message.places.cities or message.unknown:
        return None
    named = message.places.sights
    if in_cities(message.places, message.sentence, cities, message.tastes.words).sights:
        return None
    if named:
        return ExtraDay(tuple(sight for place in named if (sight := sight_of(place, cities))))
    kinds = message.tastes.interests
    if not kinds:
        return None
    rows = (row for city in cities if city in source.cities() for row in source.sights_of(city))
    fitting = [row for row in rows if row.id not in visited and set(kinds) <= {row.category, *row.tags}]
    best = max(fitting, key=lambda row: (row.score, row.id), default=None)
    return ExtraDay(kinds=kinds, best=best.id if best else None)
