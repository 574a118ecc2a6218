"""A day for a kind of sight, or one more for that or for a sight: which sight it is for, or why it would be in vain."""

from collections.abc import Container, Sequence
from dataclasses import dataclass

from travelagent.assistant.offline.reading.message import Message
from travelagent.assistant.offline.reading.places import in_cities, sight_of
from travelagent.catalog import source
from travelagent.catalog.values import Sight


@dataclass(frozen=True, slots=True)
class ExtraDay:
    """`elsewhere` are sights out of the cities' reach; `kinds` the kinds of sight wished for, of which `best` is the
    best one that is not visited yet; `held` the very one wished for, where it is."""

    elsewhere: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    best: str | None = None
    held: str | None = None

    @property
    def in_vain(self) -> bool:
        return bool(self.elsewhere) or self.best is None


def extra_day(message: Message, cities: Sequence[str], visited: Container[str] = ()) -> ExtraDay | None:
    """What a message wants a day, or one more, in these cities for; None where it names nothing, or what they have."""
    wants_day = message.length.change > 0 or is_for_kinds(message)
    if not wants_day or message.places.cities or message.unknown:
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
    fitting = [row for row in rows if set(kinds) <= {row.category, *row.tags}]
    words = _words(message)
    fitting.sort(key=lambda row: (_tells(row, words), row.score, row.id), reverse=True)
    meant = next((row.id for row in fitting[:1] if _tells(row, words)), None)
    if is_for_kinds(message) and meant in visited:
        return ExtraDay(kinds=kinds, held=meant)
    return ExtraDay(kinds=kinds, best=next((row.id for row in fitting if row.id not in visited), None))


def is_for_kinds(message: Message) -> bool:
    """Whether a message wants a day of the trip for a kind of sight: "a day at an elephant sanctuary"."""
    return message.length.at_sight and bool(message.tastes.interests) and not message.places.all


def _words(message: Message) -> tuple[str, ...]:
    """The words by which a message tells the kinds that it wishes for, in the singular."""
    return tuple(message.sentence.folded[start:end].removesuffix("s") for start, end, _ in message.tastes.words)


def _tells(row: Sight, words: Sequence[str]) -> bool:
    """Whether the name or the notes of a sight hold one of these words."""
    told = f"{row.name_en} {row.note_en} {row.name_zh} {row.note_zh}".lower()
    return any(word in told for word in words)
