"""Words that only seem to state something of a trip: parts of names, common words, and what is put off or explained."""

import dataclasses
import re
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Final

from travelagent.assistant.embedded.reading.clause_words import clause_words
from travelagent.assistant.embedded.reading.edit_words import hits
from travelagent.assistant.lexer.places import city_of
from travelagent.assistant.lexer.tokens import ClockValue, Token

_QUOTED: Final = re.compile(
    r"\"(?P<a>[^\"\n]{2,120})\"|“(?P<b>[^”\n]{2,120})”|「(?P<c>[^」\n]{2,60})」|『(?P<d>[^』\n]{2,60})』"
    r"|(?<![\w'])'(?P<e>[A-Z](?:[^'\n]|(?<=\w)'(?=\w)){2,120})'(?!\w)"
)
"""What stands in quotation marks."""
_SHORT_WORD: Final = 3
"""An English word of no more letters may be written small within a name."""
_MONTH_AND_VERB: Final = "may"
_BEFORE_MONTHS: Final = frozenset(
    {
        "in", "of", "during", "early", "mid", "late", "next", "this", "last", "by", "until", "till", "before", "after",
        "around", "about", "from", "to", "through", "and", "or", "since", "for", "end", "beginning", "start", "middle",
    }
)  # fmt: skip
_BEHIND_MONTHS: Final = frozenset(
    {
        "and", "or", "to", "until", "till", "through", "because", "since", "if", "when", "as", "is", "was", "would",
        "works", "with", "for", "at", "on", "in", "please", "maybe",
    }
)  # fmt: skip
"""English words before and behind the month of May, none of which stands beside the verb."""
_SENTENCE_ENDS: Final = frozenset(".;!?。；！？\n")
_REFUSING: Final = frozenset({"not", "nothing", "drop", "instead_of", "swap", "replace", "less", "lighter", "leave"})
_REASONS: Final = frozenset({"so", "because", "otherwise", "免得", "省得", "以免"})
_BOUNDS: Final = frozenset({"until", "till", "before", "unless"})
"""Words that put something off, where a clause of its own stands behind them."""
_LATIN_HOUR: Final = re.compile(r"(?P<hour>.*\d)\s*[ap]", re.IGNORECASE | re.DOTALL)
_HALF_DAY: Final = 12 * 60
_TO_PLACES: Final = frozenset(
    {"in", "to", "from", "via", "near", "around", "visit", "see", "and", "or", "of", "at", "for", "through"}
)
"""Words before a city that is written small and meant all the same."""
_BEFORE_DAY: Final = 2
_OTHER: Final = ".other"


def mere_mentions(
    text: str, tokens: Sequence[Token], played: Mapping[int, tuple[str, float]], cities: Sequence[str]
) -> dict[int, tuple[str, float]]:
    """Return the tokens that have a role and state nothing all the same, with the role of a mention; `cities` are those
    of the plan that stands."""
    found = {
        *_of_longer_names(text, tokens, cities),
        *_of_a_verb(tokens),
        *_not_refused(tokens, played),
        *_of_a_later_day(tokens, played),
        *_common_words(text, tokens),
    }
    return {n: (f"{tokens[n].type}{_OTHER}", played[n][1]) for n in found if n in played}


def with_whole_words(text: str, tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Return the tokens with hours that end inside a word ("12:30 and") without the half of the day."""
    return tuple(_without_part_of_word(text, token) for token in tokens)


def _without_part_of_word(text: str, token: Token) -> Token:
    written = _LATIN_HOUR.fullmatch(token.text) if token.type == "clock" else None
    if written is None or not text[token.end : token.end + 1].isalpha():
        return token
    hour = written["hour"]
    minutes = token.value.minutes % _HALF_DAY if hour.startswith("12") else token.value.minutes
    minutes += _HALF_DAY if hour.startswith("12") else 0
    return dataclasses.replace(
        token, text=hour, end=token.start + len(hour), value=ClockValue(minutes, hour.startswith("12"))
    )


def _of_longer_names(text: str, tokens: Sequence[Token], cities: Sequence[str]) -> Iterator[int]:
    """Yield the tokens that are but parts of a name in quotation marks; a sight may be what the name means, where it is
    most of it or lies in one of these cities."""
    for first, last, within in _quoted_names(text, tokens):
        for n in within:
            token = tokens[n]
            is_most = 2 * (token.end - token.start) >= last - first
            is_sight = token.type == "place" and token.value.kind == "sight"
            if (token.start, token.end) != (first, last) and not (
                is_sight and (is_most or not cities or city_of(token.value.id) in cities)
            ):
                yield n


def unknown_names(text: str, tokens: Sequence[Token], played: Mapping[int, tuple[str, float]]) -> Iterator[str]:
    """Yield the names in quotation marks that are no place that is known."""
    for first, last, within in _quoted_names(text, tokens):
        if not any(tokens[n].type == "place" and played.get(n, ("",))[0] != f"place{_OTHER}" for n in within):
            yield text[first:last]


def _quoted_names(text: str, tokens: Sequence[Token]) -> Iterator[tuple[int, int, Sequence[int]]]:
    """Yield where each name in quotation marks begins and ends, with the indexes of its tokens."""
    for match in _QUOTED.finditer(text):
        first, last = match.span(match.lastgroup or 0)
        within = [n for n, token in enumerate(tokens) if first <= token.start and token.end <= last]
        if _is_name(text[first:last], [tokens[n] for n in within]):
            yield first, last, within


def _is_name(quoted: str, tokens: Sequence[Token]) -> bool:
    """Whether a text in quotation marks is a name: its words begin with capitals, or its last one is a kind of
    place."""
    if any(token.type == "han" for token in tokens) or not quoted[:1].isascii():
        return bool(tokens) and tokens[-1].type in ("kind", "place")
    words = re.findall(r"[A-Za-z]+(?:'[a-z]+)?", quoted)
    return bool(words) and quoted[:1].isupper() and all(w[0].isupper() for w in words if len(w) > _SHORT_WORD)


def _of_a_verb(tokens: Sequence[Token]) -> Iterator[int]:
    """Yield each "may" that is the verb: written small, between somebody and what they may do."""
    for n, token in enumerate(tokens[:-1]):
        if (token.type, token.form, token.text) != ("date", "month", _MONTH_AND_VERB) or not n:
            continue
        before, behind = tokens[n - 1], tokens[n + 1]
        is_dated = before.text.lower() in _BEFORE_MONTHS or behind.text.lower() in _BEHIND_MONTHS
        if behind.type == "word" and not is_dated:
            yield n


def _not_refused(tokens: Sequence[Token], played: Mapping[int, tuple[str, float]]) -> Iterator[int]:
    """Yield the kinds that only look refused: no word of their sentence refuses anything, they are put off until
    something is known, or they are the food that somebody does not eat."""
    for n, (role, _) in played.items():
        if tokens[n].type != "kind" or role not in ("avoid_kind", "avoid"):
            continue
        sentence = stretch_around(tokens, n, _SENTENCE_ENDS)
        is_of_diet = tokens[n].form == "food" and any(role == "diet" for role, _ in played.values())
        if is_of_diet or not _refuses(tokens, _without_purpose(tokens, sentence, n)) or _is_put_off(tokens, n):
            yield n


def _of_a_later_day(tokens: Sequence[Token], played: Mapping[int, tuple[str, float]]) -> Iterator[int]:
    """Yield the hours that seem to be those of the arrival and stand right before another day than the first."""
    for n, (role, _) in played.items():
        behind = tokens[n + 1 : n + 1 + _BEFORE_DAY]
        if role == "arrive" and any(token.type == "day" and token.value not in (1, "every") for token in behind):
            yield n


def _common_words(text: str, tokens: Sequence[Token]) -> Iterator[int]:
    """Yield the cities that are common words, in a message with capitals: written small, behind no preposition of place
    ("the booking page")."""
    if not text[:1].isupper():
        return
    for n, token in enumerate(tokens):
        is_city = token.type == "place" and token.value.kind in ("city", "town") and token.text.isascii()
        written = text[token.start : token.end]
        before = tokens[n - 1] if n else None
        is_word = before is not None and before.type == "word" and before.text.lower() not in _TO_PLACES
        if is_city and written.islower() and is_word:
            yield n


def _refuses(tokens: Sequence[Token], within: range) -> bool:
    """Whether some tokens have a word that refuses something."""
    words = [tokens[n].text.lower() for n in within]
    joined = "".join(words)
    lists = clause_words().dislikes, clause_words().withdraws, clause_words().known, clause_words().fewer
    listed = any(word in joined for each in lists for word in each) or not clause_words().refuses.isdisjoint(words)
    return listed or any(hit.classes & _REFUSING for hit in hits(tokens, within.start, within.stop))


def _without_purpose(tokens: Sequence[Token], sentence: range, n: int) -> range:
    """A sentence up to what it gives, behind a token, as its purpose or reason ("so we don't have to …")."""
    reason = next((m for m in range(n + 1, sentence.stop) if tokens[m].text.lower() in _REASONS), sentence.stop)
    return range(sentence.start, reason)


def _is_put_off(tokens: Sequence[Token], n: int) -> bool:
    """Whether behind a kind its sentence goes on with what has to come before."""
    behind = takewhile(lambda token: token.text not in _SENTENCE_ENDS, tokens[n + 1 :])
    words = list(behind)
    at = next((at for at, token in enumerate(words) if token.text.lower() in _BOUNDS), None)
    return at is not None and any(token.type == "word" for token in words[at + 1 :])


def stretch_around(tokens: Sequence[Token], at: int, marks: Container[str]) -> range:
    """Return the indexes of the tokens around one, up to the nearest of these marks on either side."""
    first, last = at, at + 1
    while first > 0 and tokens[first - 1].text not in marks:
        first -= 1
    while last < len(tokens) and tokens[last].text not in marks:
        last += 1
    return range(first, last)
