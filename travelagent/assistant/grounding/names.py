"""The places that a text names, and whether the evidence knows them.

The surer reader first: the catalogue, the places that tools returned (`places`), and words in the shape of a place's
name, which find what no list holds: `Moonlight Pavilion`, a capital within a sentence, 云顶寺, 去三里屯逛逛.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from travelagent.assistant.grounding.lexicon import cue, is_ordinary, word_list
from travelagent.assistant.grounding.places import GENERIC_ZH, SILENT, KnownPlaces, Name, stem
from travelagent.assistant.quantities.values import apart
from travelagent.catalog.matches import Mention
from travelagent.catalog.names import find_places
from travelagent.catalog.text import fold

SURE: Final = 0.6
SHORT_ZH: Final = 3  # a Chinese name of up to three characters has no part that identifies the place
BEFORE_SUFFIX: Final = 7
NAME_CHARS: Final = 80  # what is longer in capital letters is no name
_UPPER: Final = r"[A-ZÀ-ÖØ-ÞŞÇİŌŪ][\w’'.-]{0,30}\w|[A-Z]"
_SEQUENCE: Final = re.compile(
    rf"(?<![\w’'])(?:{_UPPER})(?:[ ](?:(?:of|the|de|del|della|di|da|do|la|le|du|des|el|al)[ ])*(?:{_UPPER}))*"
)
_SMALL_WORD: Final = re.compile(r"\s([a-z]+)\b")
_DIGIT: Final = re.compile(r"\d")
_SUFFIX_ZH: Final = re.compile("|".join(sorted(word_list("suffixes_zh"), key=len, reverse=True)))


def names(text: str, places: KnownPlaces) -> list[Name]:
    """Return every place that the text names, in order, without overlaps."""
    folded = fold(text)
    listed = [name for mention in _mentions(text) if (name := _listed(mention, folded, places))]
    shaped = [*_shaped(text, folded, places), *_shaped_zh(folded, places)]
    known = [*(name for name in listed if name.known), *places.names(folded, text)]
    longest = apart(sorted(known, key=lambda name: name.start - name.end))
    found = [name for name in longest if not any(map(name.is_part_of, shaped))]
    return apart([*found, *shaped, *(name for name in listed if not name.known)])


def _mentions(text: str) -> Iterator[Mention]:
    """Return the names of the catalogue and the world, line by line: the search looks at a whole text for each name."""
    start = 0
    for line in text.splitlines(keepends=True):
        for mention in find_places(line, mend=False):
            yield replace(mention, start=mention.start + start, end=mention.end + start)
        start += len(line)


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
    if places.contains(surface):
        return Name(*span, True, places.called(surface))
    latin = surface.isascii()
    unsure = mention.confidence < SURE or mention.kind == "macro" or (latin and not mention.surface[:1].isupper())
    generic = not latin and len(surface) <= 4 and cue("generic_core_zh").match(surface[:-1])
    origin = mention.kind in ("country", "region") and cue("origin").match(folded, mention.end)
    return None if unsure or generic or origin else Name(*span, False)


def _shaped(text: str, folded: str, places: KnownPlaces) -> Iterator[Name]:
    """Return capitalised words that look like a place's name and that no list knows."""
    for start, end in _capitalised(text, folded):
        line = text[text.rfind("\n", 0, start) + 1 : start]
        if text.startswith("#", start - len(line)) or _traced(folded[start:end], places):
            continue
        within = "|" not in line and cue("in_a_sentence").search(text, max(0, start - 6), start)
        if _has_a_noun(text, folded, start, end) or (
            within and end - start > 3 and not _DIGIT.search(text, start, end)
        ):
            yield Name(start, end, False)


def _capitalised(text: str, folded: str) -> Iterator[tuple[int, int]]:
    """Return the runs of capitalised words, without an ordinary one that begins a sentence, and without single ones."""
    for match in _SEQUENCE.finditer(text):
        first, _, rest = folded[match.start() : match.end()].partition(" ")
        began = rest and cue("beginning").search(text, max(0, match.start() - 8), match.start())
        if not is_ordinary(stem(first)) or (rest and not began) or first == "the":
            if len(match[0]) <= NAME_CHARS:
                yield match.span()
        elif began and (shorter := _SEQUENCE.match(text, match.start() + len(first) + 1, match.end())):
            yield shorter.span()


def _has_a_noun(text: str, folded: str, start: int, end: int) -> bool:
    """Return whether a name begins or ends in a place's noun, or has one in small letters behind it."""
    nouns, words = word_list("nouns"), folded[start:end].replace("-", " ").split(" ")
    if len(words) > 1 and (words[0] in nouns | word_list("opening_nouns") or {words[-1], " ".join(words[-2:])} & nouns):
        return True
    behind = _SMALL_WORD.match(text, end)
    return end - start > 2 and behind is not None and not nouns.isdisjoint((behind[1], behind[1].removesuffix("s")))


def _traced(phrase: str, places: KnownPlaces) -> bool:
    """Return whether the evidence holds every word of a folded name that identifies the place."""
    words = map(stem, re.split(r"[ /-]", phrase))
    telling = [word for word in words if len(word) > 1 and not {word, word.removesuffix("s")} & SILENT]
    if not telling and " " in phrase and cue("house").search(phrase):
        return places.contains(phrase)
    return all(map(places.contains, telling))


def _shaped_zh(folded: str, places: KnownPlaces) -> Iterator[Name]:
    """Return Chinese runs that end as places do, or are where one goes for a stroll."""
    for match in _SUFFIX_ZH.finditer(folded):
        earliest, end = max(folded.rfind("\n", 0, match.start()) + 1, match.start() - BEFORE_SUFFIX), match.end()
        boundaries = [found.end() for found in cue("boundary_zh").finditer(folded, earliest, match.start())]
        start = boundaries[-1] if boundaries else earliest
        core = folded[start : match.start()]
        if len(core) < 2 or cue("generic_core_zh").match(core) or folded[end : end + 1] in word_list("no_end_zh"):
            continue
        if not (any(places.contains(folded[at:end]) for at in range(start, match.start())) or _traced_zh(core, places)):
            yield Name(start, end, False)
    for match in cue("visited_zh").finditer(folded):
        group = match.lastgroup or ""
        is_traced = places.contains(match[group]) if len(match[group]) <= SHORT_ZH else _traced_zh(match[group], places)
        if not (is_traced or cue("generic_core_zh").match(match[group])):
            yield Name(*match.span(group), False)


def _traced_zh(core: str, places: KnownPlaces) -> bool:
    """Return whether the evidence holds the first or last two characters of a Chinese name, without its city's."""
    area = next((a for a in places.areas if core.startswith(a) and len(core) - len(a) >= 2), "")
    telling = core[len(area) :]
    ends = {telling[-2:], telling[:2]} - GENERIC_ZH
    return any(map(places.contains, ends)) if ends else places.contains(core)
