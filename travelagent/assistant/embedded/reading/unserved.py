"""The clauses of a wish for a trip that wish for something of which no field of the brief was filled."""

from collections.abc import Iterator, Sequence
from typing import Final

from travelagent.assistant.embedded.reading.clause_words import has_content, is_of_health, wishes, withdraws
from travelagent.assistant.embedded.reading.edit_words import rests_at_noon
from travelagent.assistant.embedded.reading.facts import nightly_prices, prices_of_parts
from travelagent.assistant.embedded.reading.reading import Reading, Segment
from travelagent.assistant.encoder.tagger import ReadSpan
from travelagent.assistant.lexer.tokens import PLAIN, Token

_LONGEST: Final = 60
"""A clause of more characters is a story rather than a wish, unless it is of somebody's health."""
_LONGEST_OF_HEALTH: Final = 140
_OF_HEALTH: Final = frozenset({"need", "diet"})
_OF_HEALTH_MENTIONED: Final = frozenset({"need.other", "diet.other"})
_OF_PLACES: Final = frozenset({"no_altitude", "halal", "kosher", "no_heights", "quiet"})
"""Values whose words speak as often of a place: how high or loud it is, and who lives there."""
_SURE: Final = 0.5
"""A place that is less surely one is no name that nobody knows."""
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


def unknown_names(reading: Reading, *roles: str) -> tuple[str, ...]:
    """Return the parts of a message that play one of these roles of places and name none that is known."""
    spans = (span for span in reading.spans if span.role in roles and span.sure >= _SURE)
    names = (span.text.strip(_EDGES) for span in spans if not _is_known(span, reading.tokens))
    return tuple(dict.fromkeys(name for name in names if name))


def _is_known(span: ReadSpan, tokens: Sequence[Token]) -> bool:
    """Whether the lexer knows what words of a span mean; kinds of sights are parts of names, too ("Zorbo museum")."""
    types = {token.type for token in tokens if token.start < span.end and span.start < token.end}
    return types == {"kind"} or not types <= {*PLAIN, "kind"}


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
