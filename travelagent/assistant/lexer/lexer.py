"""One bilingual lexer: a message as typed tokens (places, dates, spans, clock times, people, money …) and plain words.

Every rule is of a closed class and linear in the text; what a token means for the trip is not decided here. Tokens do
not overlap and cover all of the text but its blanks.
"""

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Final

from travelagent.assistant.lexer.dates import find_dates, find_festivals, with_months, without_weekdays
from travelagent.assistant.lexer.places import find_places_in
from travelagent.assistant.lexer.quantities import (
    find_ages,
    find_clocks,
    find_counts,
    find_days,
    find_money,
    find_numerals,
    find_parts,
    find_spans,
)
from travelagent.assistant.lexer.sentence import prepare
from travelagent.assistant.lexer.tokens import Token
from travelagent.assistant.lexer.words import find_kinds, find_manners, find_modes, find_persons
from travelagent.catalog.derived import follows_places

_PIECE: Final = re.compile(
    r"(?P<word>[a-z]+(?:['’][a-z]+)*)|(?P<number>\d+(?:[.,]\d+)*)|(?P<han>[\u4e00-\u9fff])|(?P<mark>\S)", re.ASCII
)
_PRIORITY: Final = {
    "airport": 0, "place": 1, "date": 2, "day": 3, "age": 4, "clock": 5, "span": 6, "count": 7, "person": 7, "money": 8,
    "need": 10, "diet": 11, "mode": 12, "pace": 13, "tier": 13, "part": 15, "kind": 16, "numeral": 17,
}  # fmt: skip
"""Which type a span of text is where it could be several; of the same rank the longer one."""


@dataclass(frozen=True, slots=True)
class Lexed:
    """A message in NFC with its tokens, whose positions are those of this text."""

    text: str
    tokens: tuple[Token, ...]


@follows_places
@lru_cache(maxsize=2048)
def lexed(message: str, today: dt.date, cities: tuple[str, ...] = ()) -> Lexed:
    """Return the tokens of a message in their order.

    `cities` are those of the plan at hand, whose sights are recognized by parts of their names. Festivals are the next
    ones from today on; a place within a festival's name (Gion Matsuri) is none.
    """
    sentence = prepare(message)
    folded = sentence.folded
    named = [Token("airport", a.start, a.end, sentence.text[a.start : a.end], "airport", a) for a in sentence.airports]
    named += find_places_in(sentence, cities)
    at_hand = {*cities, *(token.value.id for token in named if token.form == "city")}
    feasts = [*find_festivals(folded, today, at_hand)]
    named = [token for token in named if not any(f.start <= token.start and token.end <= f.end for f in feasts)]
    hidden = _without(folded, named)
    dated = chain(find_dates(hidden, today), find_festivals(hidden, today, at_hand))
    dates = without_weekdays(with_months(_apart(dated)), hidden)
    kinds = [*find_kinds(hidden)]
    manners = (token for token in find_manners(hidden) if not any(_is_part(token, kind) for kind in kinds))
    others = chain(
        named, dates, find_days(hidden), find_ages(hidden), find_clocks(hidden), find_spans(hidden),
        find_counts(hidden), find_money(hidden), find_persons(hidden), find_modes(hidden), find_parts(hidden),
        manners, kinds, find_numerals(hidden),
    )  # fmt: skip
    typed = _apart(sorted(others, key=lambda token: (_PRIORITY[token.type], token.start - token.end)))
    return Lexed(sentence.text, tuple(_with_words(folded, typed)))


def _is_part(token: Token, other: Token) -> bool:
    """Whether a token is a part of a longer one: 清真 of 清真寺."""
    return other.start <= token.start and token.end <= other.end and other.text != token.text


def _without(folded: str, tokens: Iterable[Token]) -> str:
    for token in tokens:
        folded = folded[: token.start] + "\x00" * (token.end - token.start) + folded[token.end :]
    return folded


def _apart(tokens: Iterable[Token]) -> list[Token]:
    """The tokens that overlap none before them in this order, as they stand in the text."""
    taken: set[int] = set()
    kept: list[Token] = []
    for token in tokens:
        where = range(token.start, token.end)
        if token.end > token.start and taken.isdisjoint(where):
            taken.update(where)
            kept.append(token)
    return sorted(kept, key=lambda token: token.start)


def _with_words(folded: str, typed: Sequence[Token]) -> Iterator[Token]:
    at = 0
    for token in (*typed, None):
        end = token.start if token else len(folded)
        for match in _PIECE.finditer(folded, at, end):
            yield Token(match.lastgroup, *match.span(), match[0])  # type: ignore[arg-type]  # the groups are the types
        if token:
            yield token
            at = token.end
