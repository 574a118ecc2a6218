"""The places that a text names, and whether the evidence knows them.

Three readers, the surer first: names of the catalogue and the world's cities; full and shortened names of the places
that tools returned (`places`); and words in the shape of a place's name, which find what no list holds. Capitalised
words have that shape when they end in a place's noun (`Moonlight Pavilion`), stand where a place stands (`visit X`) or
in the middle of a sentence; Chinese runs when they end as places do (云顶寺) or are where one goes for a stroll.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache
from typing import Final

from travelagent.assistant.grounding.lexicon import cue, is_ordinary, word_list
from travelagent.assistant.grounding.places import GENERIC_ZH, SILENT, KnownPlaces, Name, stem
from travelagent.assistant.grounding.quantity import apart
from travelagent.catalog.matches import Mention
from travelagent.catalog.names import find_places
from travelagent.catalog.text import fold

SURE: Final = 0.6
SHORT_ZH: Final = 3  # a Chinese name of up to three characters has no part that tells which place it is
BEFORE_SUFFIX: Final = 7
NAME_CHARS: Final = 80  # what is longer in capital letters is no name
_UPPER: Final = r"[A-ZÀ-ÖØ-ÞŞÇİŌŪ][\w’'.-]{0,30}\w|[A-Z]"
_SEQUENCE: Final = re.compile(
    rf"(?<![\w’'])(?:{_UPPER})(?:[ ](?:(?:of|the|de|del|della|di|da|do|la|le|du|des|el|al)[ ])*(?:{_UPPER}))*"
)


def names(text: str, places: KnownPlaces) -> list[Name]:
    """Return every place that the text names, in order, without overlaps."""
    folded = fold(text)
    listed = [name for mention in _mentions(text) if (name := _listed(mention, folded, places))]
    sure = [*(name for name in listed if name.known), *places.names(folded, text)]
    found = apart(sorted(sure, key=lambda name: name.start - name.end))
    shaped = list(_shaped(text, folded, places))
    longer = [name for name in shaped if not name.known]
    found = [name for name in found if not any(map(name.is_part_of, longer))]
    return apart([*found, *shaped, *(name for name in listed if not name.known)])
    return found


def _mentions(text: str) -> Iterator[Mention]:
    """Return the names of the catalogue and the world, line by line: the search looks at a whole text for each name."""
    start = 0
    for line in text.splitlines(keepends=True):
        for mention in _mentions_of(line):
            yield replace(mention, start=mention.start + start, end=mention.end + start)
        start += len(line)


@lru_cache(maxsize=4096)
def _mentions_of(line: str) -> tuple[Mention, ...]:
    return find_places(line, mend=False)


def _listed(mention: Mention, folded: str, places: KnownPlaces) -> Name | None:
    readings = [mention.reading, *mention.also]
    span, surface = (mention.start, mention.end), folded[mention.start : mention.end]
    behind = folded[mention.end : mention.end + 1]
    if surface[-1:].isascii() and behind.isascii() and behind.isalpha():
        return None
    if any(map(places.reads, readings)):
        ids = {id for reading in readings if reading.kind == "sight" for id in reading.ids}
        cities = {id for reading in readings if reading.kind == "city" for id in reading.ids}
        return Name(*span, True, places.sights & ids or places.called(surface), places.cities & cities)
    if places.says(surface):
        return Name(*span, True, places.called(surface))
    latin = surface.isascii()
    unsure = mention.confidence < SURE or mention.kind == "macro" or (latin and not mention.surface[:1].isupper())
    generic = not latin and len(surface) <= 4 and cue("generic_core_zh").match(surface[:-1])
    origin = mention.kind in ("country", "region") and cue("origin").match(folded, mention.end)
    return None if unsure or generic or origin else Name(*span, False)


def _shaped(text: str, folded: str, places: KnownPlaces) -> Iterator[Name]:
    """Return words that look like a place's name and that no list knows."""
    for match in _capitalised(text, folded):
        line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
        if text.startswith("#", match.start() - len(line)) or _is_said(folded[slice(*match.span())], places):
            continue
        if _names_a_place(text, match) or ("|" not in line and _is_in_a_sentence(text, match)):
            yield Name(*match.span(), False)
    yield from _shaped_zh(folded, places)


def _capitalised(text: str, folded: str) -> Iterator[re.Match[str]]:
    """Return the runs of capitalised words, without an ordinary word that has its capital from the beginning of a
    sentence, and without single ordinary words."""
    for match in _SEQUENCE.finditer(text):
        first, _, rest = folded[match.start() : match.end()].partition(" ")
        began = rest and cue("beginning").search(text, max(0, match.start() - 8), match.start())
        if not is_ordinary(stem(first)) or (rest and not began) or first == "the":
            if len(match[0]) <= NAME_CHARS:
                yield match
        elif began and (shorter := _SEQUENCE.match(text, match.start() + len(first) + 1, match.end())):
            yield shorter


@cache
def _noun_shapes() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of a place's noun at the end of a name, at its beginning, and behind it."""
    nouns = "|".join(sorted(map(re.escape, word_list("nouns")), key=len, reverse=True))
    opening = "|".join(map(re.escape, word_list("opening_nouns")))
    ends, starts = rf"(?:^|[ -])(?:{nouns})$", rf"(?:{nouns}|{opening})\s"
    return re.compile(ends, re.IGNORECASE), re.compile(starts, re.IGNORECASE), re.compile(rf"\s(?:{nouns})s?\b")


def _names_a_place(text: str, match: re.Match[str]) -> bool:
    ends, starts, behind = _noun_shapes()
    phrase = match[0]
    if " " in phrase and (ends.search(phrase) or starts.match(phrase)):
        return True
    return behind.match(text, match.end()) is not None and len(phrase) > 2


def _is_in_a_sentence(text: str, match: re.Match[str]) -> bool:
    """Return whether a name stands in the middle of a sentence, where nothing but a name has a capital letter."""
    if len(match[0]) <= 3 or any(map(str.isdigit, match[0])):
        return False
    return cue("in_a_sentence").search(text, max(0, match.start() - 6), match.start()) is not None


def _is_said(phrase: str, places: KnownPlaces) -> bool:
    """Return whether the evidence holds every word of a folded name that says which place it is."""
    words = map(stem, re.split(r"[ /-]", phrase))
    telling = [word for word in words if len(word) > 1 and not {word, word.removesuffix("s")} & SILENT]
    if not telling and " " in phrase and cue("house").search(phrase):
        return places.says(phrase)
    return all(map(places.says, telling))


@cache
def _suffixes_zh() -> re.Pattern[str]:
    return re.compile("|".join(sorted(word_list("suffixes_zh"), key=len, reverse=True)))


def _shaped_zh(folded: str, places: KnownPlaces) -> Iterator[Name]:
    for match in _suffixes_zh().finditer(folded):
        earliest = max(folded.rfind("\n", 0, match.start()) + 1, match.start() - BEFORE_SUFFIX)
        boundaries = [found.end() for found in cue("boundary_zh").finditer(folded, earliest, match.start())]
        start, end = boundaries[-1] if boundaries else earliest, match.end()
        core = folded[start : match.start()]
        if len(core) < 2 or cue("generic_core_zh").match(core) or folded[end : end + 1] in word_list("no_end_zh"):
            continue
        said = any(places.says(folded[at:end]) for at in range(start, match.start()))
        if not (said or _is_said_zh(core, places)):
            yield Name(start, end, False)
    for match in cue("visited_zh").finditer(folded):
        group = match.lastgroup or ""
        name = match[group]
        said = places.says(name) if len(name) <= SHORT_ZH else _is_said_zh(name, places)
        if not (said or cue("generic_core_zh").match(name)):
            yield Name(*match.span(group), False)


def _is_said_zh(core: str, places: KnownPlaces) -> bool:
    """Return whether the evidence holds the telling part of a Chinese name: its first or last two characters, without
    the name of the city or region that stands before it."""
    area = next((a for a in places.areas if core.startswith(a) and len(core) - len(a) >= 2), "")
    telling = core[len(area) :]
    ends = {telling[-2:], telling[:2]} - GENERIC_ZH
    return any(map(places.says, ends)) if ends else places.says(core)
