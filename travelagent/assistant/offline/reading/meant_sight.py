"""The sight that a wish gives up without its name ("take it out", 换一个): the one of the plan that was named last."""

from collections.abc import Container, Iterable, Sequence
from datetime import date

from travelagent.assistant.language import language_of
from travelagent.assistant.offline.reading.lexicon import pattern, table
from travelagent.assistant.offline.reading.message import read_message
from travelagent.catalog import source
from travelagent.catalog.local import landmarks
from travelagent.catalog.names import find_places, place_name


def with_its_name(said: str, before: Iterable[str], cities: Sequence[str], visited: Container[str], today: date) -> str:
    """A message with the name of the sight that it gives up in place of the words that mean it; what it says of that
    sight before goes. The sight is the one of these cities that it names itself, else that of the plan's which the
    newest of the messages `before` it names. As it is where it means none so."""
    message = read_message(said, today)
    sentence = message.sentence
    found = pattern("dialogue", "gives_it_up", "say").search(sentence.masked)
    if found is None or found.lastgroup is None:
        return said
    clause = max(
        (mark.end() for mark in pattern("journey", "clause").finditer(sentence.masked[: found.start()])), default=0
    )
    there = {sight.id for sight in source.sights().values() if sight.city in cities}
    own = _named(sentence.text[:clause], cities, there)
    sights = own or next((sights for turn in before if (sights := _named(turn, cities, visited))), [])
    if set(sights) & set(message.places.of("sight", "refused")):  # it is refused by its name, and why may count
        return said
    if len(sights) != 1 or _named(sentence.text[clause:], cities, visited):
        return said
    name = place_name(sights[0], language_of(said))
    words = table("dialogue")["gives_it_up"][found.lastgroup].replace("<name>", name)
    start, end = found.span(found.lastgroup)
    return f"{sentence.text[clause if own else 0 : start]}{words}{sentence.text[end:]}".strip()


def _named(text: str, cities: Sequence[str], visited: Container[str]) -> list[str]:
    """The sights of these cities that a text names, by a part of the name as well, and the plan visits."""
    readings = (reading for mention in find_places(text) for reading in (mention.reading, *mention.also))
    found = [id for reading in readings if reading.kind == "sight" for id in reading.ids]
    found += [mark.sight for mark in landmarks(text, cities)]
    return [sight for sight in dict.fromkeys(found) if sight in visited]
