"""The clauses of a wish for a trip that wish for something of which no field of the brief was filled."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import Final

from travelagent.assistant.embedded.reading.clause_words import has_content, is_of_health, wishes, withdraws
from travelagent.assistant.embedded.reading.edit_words import rests_at_noon
from travelagent.assistant.embedded.reading.facts import nightly_prices, prices_of_parts
from travelagent.assistant.embedded.reading.reading import Reading, Segment
from travelagent.assistant.lexer.tokens import Token
from travelagent.catalog.letters import is_name_like

_LONGEST: Final = 60
"""A clause of more characters is a story rather than a wish, unless it is of somebody's health."""
_LONGEST_OF_HEALTH: Final = 140
_OF_HEALTH: Final = frozenset({"need", "diet"})
_OF_HEALTH_MENTIONED: Final = frozenset({"need.other", "diet.other"})
_OF_PLACES: Final = frozenset({"no_altitude", "halal", "kosher", "no_heights", "quiet"})
"""Values whose words speak as often of a place: how high or loud it is, and who lives there."""
_SHORTEST: Final = 4
_BEFORE_PLACES: Final = frozenset({"in", "to", "visit", "around", "near", "via", "explore"})
"""What stands before the name of a place, and how many letters such a name has at least."""
_NO_NAMES: Final = re.compile(
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|north|south|east|west|central|old|new", re.ASCII
)
_BEHIND_VERB: Final = re.compile(r"(?<![不别没])[去到飞往在逛游划排](?P<name>.{3,8}?)(?=$|[玩待住呆旅游自的看吧过])")
_BEFORE_DAYS: Final = re.compile(r"(?:^|[去到飞往在逛游划排])(?P<name>[^去到飞往在逛游划排]{3,8}?)[玩待住呆]?$")
"""Where the name of a place stands in a run of Chinese characters: behind a verb, or before the length of a trip."""
_MENTIONS: Final = ".other"
_PARTS: Final = frozenset(",，、;；.。!！?？~～\n")
_EDGES: Final = ' ,，。.;；:：!！~～()（）"“”\n'


def unserved_clauses(reading: Reading) -> tuple[str, ...]:
    """Return the texts of clauses of a plan that carry no value, are more than fillers, and request something, and of
    those of somebody's health in which no need and no diet was read; mere remarks are not quoted.
    """
    return tuple(text for text, _ in _unserved(reading))


def unread_prices(reading: Reading) -> tuple[str, ...]:
    """Return the texts of the clauses that limit the price of a part of the trip other than a night."""
    prices = prices_of_parts(reading) - nightly_prices(reading)
    phrases = (phrase for segment in reading.segments for phrase in _phrases(segment, reading))
    held = [(first, last) for first, last in phrases if not prices.isdisjoint(range(first, last))]
    return tuple(reading.text[reading.tokens[i].start : reading.tokens[j - 1].end].strip(_EDGES) for i, j in held)


def unread_health(reading: Reading) -> tuple[str, ...]:
    """Return the texts of the clauses of somebody's health in which no need and no diet was read."""
    return tuple(text for text, is_health in _unserved(reading) if is_health)


def unknown_places(reading: Reading) -> tuple[str, ...]:
    """Return the names in a wish for a trip that stand where places do and are none that is known: capitalised English
    words behind a preposition of place, as many as follow one another, and Chinese characters that look like a name."""
    plans = [segment for segment in reading.segments if segment.act in ("plan", "recommend")]
    found = (name for each in plans for name in (*_english_names(each, reading), *_chinese_names(each, reading)))
    return tuple(dict.fromkeys(found))


def _chinese_names(segment: Segment, reading: Reading) -> Iterator[str]:
    """Yield the names among the characters that no token explains."""
    tokens = reading.tokens[segment.first : segment.last]
    for is_plain, group in groupby(tokens, key=lambda token: token.type == "han"):
        if not is_plain:
            continue
        run = list(group)
        text = reading.text[run[0].start : run[-1].end]
        following = next((token for token in tokens if token.start >= run[-1].end), None)
        is_before_days = following is not None and following.type == "span" and following.form == "day"
        shapes = (_BEHIND_VERB, _BEFORE_DAYS) if is_before_days else (_BEHIND_VERB,)
        yield from (m["name"] for shape in shapes for m in shape.finditer(text) if is_name_like(m["name"]))


def _english_names(segment: Segment, reading: Reading) -> Iterator[str]:
    tokens = reading.tokens[segment.first : segment.last]
    for at, (before, token) in enumerate(pairwise(tokens), start=1):
        name = reading.text[token.start : token.end]
        if len(name) < _SHORTEST or not _is_capitalised(token, reading) or _NO_NAMES.fullmatch(name.lower()):
            continue
        if before.text.lower() in _BEFORE_PLACES:
            yield reading.text[token.start : _end_of_name(tokens[at:], reading)]


def names_unknown_place(reading: Reading, at: int) -> bool:
    """Return whether a preposition of place at an index stands before a capitalised word that is no known place."""
    tokens = reading.tokens[at : at + 2]
    return len(tokens) == 2 and tokens[0].text.lower() in _BEFORE_PLACES and _is_capitalised(tokens[1], reading)


def _end_of_name(tokens: Sequence[Token], reading: Reading) -> int:
    """The end of the name that begins with the first of these tokens: behind the capitalised words that follow it."""
    end = tokens[0].end
    for token in tokens[1:]:
        if not _is_capitalised(token, reading) or reading.text[end : token.start] != " ":
            break
        end = token.end
    return end


def _is_capitalised(token: Token, reading: Reading) -> bool:
    name = reading.text[token.start : token.end]
    return token.type == "word" and name[:1].isupper() and name[1:].islower()


def _unserved(reading: Reading) -> Iterator[tuple[str, bool]]:
    """Yield the clauses that carry no value, with whether each is of somebody's health."""
    prices = prices_of_parts(reading) - nightly_prices(reading)
    for segment in reading.segments:
        if segment.act not in ("plan", "edit", "aside"):
            continue
        for first, last in _phrases(segment, reading):
            tokens = reading.tokens[first:last]
            read = [n for n in range(first, last) if n in reading.roles and n not in prices]
            text = reading.text[tokens[0].start : tokens[-1].end]
            if len(text) <= _LONGEST_OF_HEALTH and _is_of_unread_health(reading, first, last):
                yield text.strip(_EDGES), True
                continue
            if segment.act != "plan":
                continue
            idle = all(reading.roles[n][0].endswith(_MENTIONS) for n in read)
            if len(text) > _LONGEST or not idle or rests_at_noon(tokens):
                continue
            if (has_content(tokens) and wishes(tokens)) or not prices.isdisjoint(range(first, last)):
                yield text.strip(_EDGES), False


def _is_of_unread_health(reading: Reading, first: int, last: int) -> bool:
    """Whether a phrase is of somebody's health, and none of its roles is a need or a diet."""
    roles = {n: reading.roles[n][0] for n in range(first, last) if n in reading.roles}
    if not _OF_HEALTH.isdisjoint(roles.values()):
        return False
    mentioned = [reading.tokens[n] for n, role in roles.items() if role in _OF_HEALTH_MENTIONED]
    named = any(token.form not in _OF_PLACES for token in mentioned)
    if named and withdraws(reading.text[reading.tokens[first].start : reading.tokens[last - 1].end]):
        return False
    return named or is_of_health(reading.tokens[first:last])


def _phrases(segment: Segment, reading: Reading) -> Iterator[tuple[int, int]]:
    """The pieces of a segment between punctuation, or between blanks of Chinese text, as (first, last)."""
    begin = segment.first
    for n in range(segment.first, segment.last):
        token, behind = reading.tokens[n], reading.tokens[n + 1] if n + 1 < segment.last else None
        if token.type == "mark" and token.text in _PARTS:
            if n > begin:
                yield begin, n
            begin = n + 1
        elif behind and behind.start > token.end and not (token.text.isascii() or behind.text.isascii()):
            yield begin, n + 1
            begin = n + 1
    if segment.last > begin:
        yield begin, segment.last
