"""The places that a text names, and whether the evidence knows them.

Three readers, the surer first: names of the catalogue and the world's cities; full and shortened names of the places
that tools returned (`known`); and words in the shape of a place's name (`shapes`), which find what no list holds.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from travelagent.assistant.grounding.known import KnownPlaces, Name
from travelagent.assistant.grounding.shapes import GENERIC_CORE_ZH, shaped
from travelagent.catalog.matches import Mention
from travelagent.catalog.names import find_places
from travelagent.catalog.text import fold

SURE: Final = 0.6


def names(text: str, places: KnownPlaces) -> list[Name]:
    """Every place that the text names, in order, without overlaps."""
    folded = fold(text)
    listed = [_listed(mention, folded, places) for mention in _mentions(text)]
    found = _merged([], places.whole(folded))
    unsure = [name for name in listed if name is not None and not name.known]
    sure = [*(name for name in listed if name is not None and name.known), *places.short(folded, text)]
    found = _merged(found, sorted(sure, key=lambda name: name.start - name.end))
    by_shape = list(shaped(text, folded, places, found))
    longer = [name for name in by_shape if not name.known]
    found = [name for name in found if not _inside(name, longer)]
    found = _merged(found, by_shape)
    found = _merged(found, (name for name in unsure if not _within(name, found)))
    return _joined(text, sorted(found, key=lambda name: name.start))


def _mentions(text: str) -> Iterator[Mention]:
    """The names of the catalogue and the world, line by line: the search looks at a whole text for each name."""
    start = 0
    for line in text.splitlines(keepends=True):
        for mention in _mentions_of(line):
            yield replace(mention, start=mention.start + start, end=mention.end + start)
        start += len(line)


@lru_cache(maxsize=4096)
def _mentions_of(line: str) -> tuple[Mention, ...]:
    return find_places(line, mend=False)


def _joined(text: str, found: Iterable[Name]) -> list[Name]:
    """Unknown names with nothing but a space between them are one."""
    joined: list[Name] = []
    for name in found:
        last = joined[-1] if joined else None
        if last and not (last.known or name.known) and text[last.end : name.start] == " ":
            joined[-1] = Name(last.start, name.end, False)
        else:
            joined.append(name)
    return joined


def _merged(found: list[Name], more: Iterable[Name]) -> list[Name]:
    """The names and those of `more` that overlap none of them."""
    taken = sorted((name.start, name.end) for name in found)
    kept = list(found)
    for name in more:
        if not any(start < name.end and name.start < end for start, end in taken):
            kept.append(name)
            taken.append((name.start, name.end))
    return kept


def _inside(name: Name, longer: Iterable[Name]) -> bool:
    """Whether a name is but a part of one of the longer ones."""
    return any(o.start <= name.start and name.end <= o.end and o.end - o.start > name.end - name.start for o in longer)


def _within(name: Name, found: Iterable[Name]) -> bool:
    return any(other.start < name.end and name.start < other.end for other in found)


def _listed(mention: Mention, folded: str, places: KnownPlaces) -> Name | None:
    readings = [mention.reading, *mention.also]
    ids = {id for reading in readings if reading.kind == "sight" for id in reading.ids}
    cities = {id for reading in readings if reading.kind == "city" for id in reading.ids}
    surface = folded[mention.start : mention.end]
    if (
        surface[-1:].isascii()
        and folded[mention.end : mention.end + 1].isascii()
        and folded[mention.end : mention.end + 1].isalpha()
    ):
        return None
    if any(places.reads(reading) for reading in readings):
        return Name(
            mention.start, mention.end, True, places.sights & ids or places.called(surface), places.cities & cities
        )
    if places.says(surface):
        return Name(mention.start, mention.end, True, places.called(surface))
    if (
        mention.confidence < SURE
        or mention.kind == "macro"
        or (surface.isascii() and not mention.surface[:1].isupper())
    ):
        return None
    if len(surface) <= 4 and not surface.isascii() and GENERIC_CORE_ZH.match(surface[:-1]):
        return None
    if mention.kind in ("country", "region") and _is_adjective(folded, mention):
        return None
    return Name(mention.start, mention.end, False)


# 法国菜, 日式, China Airlines: an origin rather than a destination.
_ORIGIN: Final = re.compile(
    r"\s?(?:菜|料理|式|人|语|风|味|大使馆|签证|airlines?\b|airways\b|style\b|cuisine\b|food\b)", re.I
)


def _is_adjective(folded: str, mention: Mention) -> bool:
    return _ORIGIN.match(folded, mention.end) is not None
