"""The places that a data question is about."""

import re
from dataclasses import replace
from typing import Final

from travelagent.assistant.lexer.places import PlaceValue, find_places_in, lies_in
from travelagent.assistant.lexer.sentence import Sentence, prepare
from travelagent.assistant.questions import words
from travelagent.assistant.questions.values import Area, AreaKind, Scope, UnsupportedQuestion
from travelagent.catalog import gazetteer
from travelagent.catalog.text import key
from travelagent.plans.values import LocalizedText

EXCEPTION: Final = LocalizedText("I cannot leave single places out.", "暂不支持排除某些地方。")
_AREAS: Final = ("region", "country")
_LATIN: Final = re.compile(r"[A-Za-z][\w'-]*", re.ASCII)
_HAN: Final = re.compile(r"[\u4e00-\u9fff]{2,}")
_SEVERAL: Final = LocalizedText("Several cities go by that name; say which one.", "有多个同名城市，请说明是哪一个。")
_SIGHT: Final = LocalizedText(
    "I count by city, region or country, not by a single sight.", "只能按城市、地区或国家统计，不能按单个景点。"
)
_UNCOVERED: Final = LocalizedText("The catalogue does not cover that city.", "这个城市还没有收录。")


def prepared(question: str) -> tuple[Sentence, Scope]:
    """Return the question with its places marked, and the places. Raises UnsupportedQuestion for places that are not
    covered.

    Words that locate a place (Chinese provinces), and names that are common words too, are found here: the gazetteer
    knows places by their names.
    """
    demonyms = [match[1].lower() for match in words.DEMONYM.finditer(question)]
    blanked = words.DEMONYM.sub(lambda match: " " * len(match[0]), question)
    sentence = _without_kinds(prepare(blanked))
    scope = _scope_of(sentence)
    areas = (*scope.areas, *(area for name in demonyms for area in _areas_called(words.DEMONYMS[name])))
    return sentence, Scope(scope.cities, tuple(dict.fromkeys(areas)))


def _without_kinds(sentence: Sentence) -> Sentence:
    """The sentence without the sights whose name is what a kind of sights is called: 国家公园."""
    masked, mentions = sentence.masked, []
    for mention in sentence.mentions:
        text = sentence.folded[mention.start : mention.end]
        if mention.kind == "sight" and any(pattern.fullmatch(text) for pattern in words.KINDS.values()):
            masked = masked[: mention.start] + text + masked[mention.end :]
        else:
            mentions.append(mention)
    return replace(sentence, masked=masked, mentions=tuple(mentions))


def unknown_names(sentence: Sentence, left: str, scope: Scope) -> tuple[str, ...]:
    """Return what looks like an unknown place.

    That is a capitalised word inside an English sentence that nothing explains or, where no place is known at all,
    Chinese characters that nothing explains.
    """
    latin_words = list(_LATIN.finditer(sentence.text))
    capitals = [match for match in latin_words[1:] if match[0][0].isupper()]
    if 2 * len(capitals) < len(latin_words):
        found = tuple(match[0] for match in capitals if not _explained(match, sentence))
        if found:
            return found
    if scope.count:
        return ()
    for pattern in (*words.QUESTION_WORDS, words.FILLER):
        left = pattern.sub(" ", left)
    return tuple(match[0] for match in _HAN.finditer(left))


def _explained(match: re.Match[str], sentence: Sentence) -> bool:
    """Whether a capitalised word is part of a place, of a quoted name, or one of the family's own words."""
    if sentence.masked[match.start()] != sentence.folded[match.start()] or match[0].isupper():
        return True
    if any(quoted.start() < match.start() < quoted.end() for quoted in words.NAMED.finditer(sentence.text)):
        return True
    word = match[0].lower()
    known = (*words.KINDS.values(), *words.SIGHT_TAGS.values(), *words.FIELDS.values(), *words.QUESTION_WORDS)
    months = (pattern.search(f"in {word}") for pattern in words.MONTHS)
    return any(pattern.search(word) for pattern in known) or any(months)


def _areas_called(name: str) -> list[Area]:
    readings = gazetteer.known().entries[key(name)].readings
    return [Area(r.kind, r.ids[0]) for r in readings if r.kind in ("region", "country", "macro")][:1]


def _scope_of(sentence: Sentence) -> Scope:
    places = [token for token in find_places_in(sentence) if token.value.kind != "quarter"]
    if several := [place for place in places if _is_open(place.value)]:
        raise UnsupportedQuestion(_SEVERAL, [place.text for place in several])
    if refused := [place.text for place in places if words.EXCEPT.search(sentence.before(place.start))]:
        raise UnsupportedQuestion(EXCEPTION, refused)
    if sights := [place.text for place in places if place.value.kind == "sight"]:
        raise UnsupportedQuestion(_SIGHT, sights)
    if unknown := [place.text for place in places if place.value.kind == "town"]:
        raise UnsupportedQuestion(_UNCOVERED, unknown)
    values = [place.value for place in places]
    cities = tuple(dict.fromkeys(i for value in values if value.kind == "city" for i in value.ids))
    enclosing = {value for value in values if value.kind in _AREAS and any(lies_in(city, value) for city in cities)}
    areas = [
        Area(_area_kind(value.kind, i), i)
        for value in values
        if value.kind in _AREAS and value not in enclosing
        for i in value.ids
    ]
    if words.NATIONWIDE.search(sentence.masked):
        areas.append(Area("country", "CN"))
    return Scope(cities, tuple(dict.fromkeys(areas)))


def _is_open(value: PlaceValue) -> bool:
    """Whether a name may mean one or another city."""
    return value.kind == "city" and len(value.ids) > 1 and not value.together


def _area_kind(kind: str, name: str) -> AreaKind:
    if kind == "country":
        return "country"
    return "macro" if any(row["name"] == name for row in gazetteer.rows("macros.csv")) else "region"
