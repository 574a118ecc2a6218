"""A message read: its tokens with the roles they play, and its clauses with what each of them does."""

import dataclasses
import datetime as dt
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from typing import Final

from travelagent.assistant.embedded.reading.clause_words import clause_words, has_content
from travelagent.assistant.embedded.reading.clauses import Clause, stretch_around
from travelagent.assistant.embedded.reading.edit_words import hits
from travelagent.assistant.encoder.tagger import MENTION, ReadClause, ReadSpan, Tags, tagger
from travelagent.assistant.lexer.lexer import Lexed, lexed
from travelagent.assistant.lexer.places import city_of
from travelagent.assistant.lexer.sentence import in_mandarin
from travelagent.assistant.lexer.tokens import ClockValue, Token

_ASKING: Final = frozenset("?？吗哪几啥")
_TIMES: Final = frozenset({"length", "start", "end", "month"})
_KEPT: Final = frozenset({"plan", "aside", "offtopic", "remember", "figures", "compare"})
_OF_TRIP: Final = frozenset(
    {*_TIMES, "people", "adults", "children", "seniors", "goes", "child_age", "budget.total", "budget.person",
     "budget.day", "budget.person_day", "stop", "origin", "pace", "tier", "diet", "need"}
)  # fmt: skip
_NAMES_NOTHING: Final = frozenset({"greeting", "thanks", "farewell", "junk"})
_SURE_NUMERAL: Final = 0.5
_VISITED: Final = frozenset({"stop", "about", "must", "daytrip", "place.other"})
"""Roles of places that a trip may lead to."""
_COMMAS: Final = frozenset({",", "，", "、"})
_LOCATES: Final = frozenset({"in", "at", "near", "around", "在"})
"""Words before a place in which something is."""
_REFUSING: Final = frozenset({"not", "nothing", "drop", "instead_of", "swap", "replace"})
"""Classes of words that refuse what stands in their clause."""
_PARTS: Final = frozenset(",.;!?，。；！？…\n")
_COUNTED: Final = 4
"""The greatest number of tokens between a number and the span for which it counts something."""
_OTHERS: Final = 4
"""So many acts behind the likeliest one are kept of a clause."""
_ABOUT: Final = frozenset({"ask", "compare", "edit", "kind.ask", "only"})
"""Roles of what a message is about in one way or another: the act of its clause tells the way."""
_OF_DAYS: Final = frozenset({"since", "till", "day.from"})
_OF_FRAMES: Final = frozenset({"joins", "leaves", "whose", "most", "hotel", "own", "tier.rooms", "tier.meals"})
"""Roles that nothing is made of yet."""
_LATIN_HOUR: Final = re.compile(r"(?P<hour>.*\d)\s*[ap]", re.IGNORECASE | re.DOTALL)
_HALF_DAY: Final = 12 * 60
WISHES = frozenset({"plan", "edit", "recommend", "compare"})
"""Acts that state facts of a trip; what the others mention is asked about, or a remark."""
CHANGES = frozenset({"plan", "edit"})
"""Those that do once a plan stands: a search or a comparison changes nothing of it."""


@dataclass(frozen=True, slots=True)
class Segment:
    """Clauses that follow one another and do the same; `first` to `last` (exclusive) are indexes of tokens; `others`:
    the acts that it may do as well with their probabilities, the likeliest first; `unsure`: it is a question of which
    no topic is likely enough to be answered."""

    act: str
    first: int
    last: int
    confidence: float
    others: tuple[tuple[str, float], ...] = ()
    unsure: bool = False


@dataclass(frozen=True, slots=True)
class _ClauseAct:
    """What a clause does, how sure that is, and what it may do instead, the likeliest first."""

    act: str
    confidence: float
    others: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """A change of the plan: which one, at the tokens `first` to `last` (exclusive), and how sure that is."""

    act: str
    first: int
    last: int
    sure: float


@dataclass(frozen=True, slots=True)
class Reading:
    """`roles`: of each token that plays one, with its probability; `parts`: the roles that they play in `frames`, where
    these are others; `spans`: the parts of the text that play one, whether the lexer knows them or not."""

    text: str
    tokens: tuple[Token, ...]
    roles: Mapping[int, tuple[str, float]]
    segments: tuple[Segment, ...]
    parts: Mapping[int, str] = field(default_factory=dict)
    frames: tuple[Frame, ...] = ()
    spans: tuple[ReadSpan, ...] = ()

    def alone(self, segment: Segment) -> "Reading":
        """Return the reading of a segment by itself."""
        first, last = segment.first, segment.last
        within = [each for each in self.frames if first <= each.first and each.last <= last]
        return Reading(
            self.text,
            self.tokens[first:last],
            {n - first: self.roles[n] for n in range(first, last) if n in self.roles},
            (dataclasses.replace(segment, first=0, last=last - first),),
            {n - first: self.parts[n] for n in range(first, last) if n in self.parts},
            tuple(dataclasses.replace(each, first=each.first - first, last=each.last - first) for each in within),
            self.spans_within(first, last),
        )

    def spans_within(self, first: int, last: int) -> tuple[ReadSpan, ...]:
        """Return the spans that begin within the tokens `first` to `last` (exclusive)."""
        start, end = (self.tokens[first].start, self.tokens[last - 1].end) if first < last else (0, 0)
        return tuple(span for span in self.spans if start <= span.start < end)

    def of(self, *names: str) -> list[tuple[int, Token]]:
        """Return the tokens that have one of these roles, with their indexes."""
        return [(n, self.tokens[n]) for n, (role, _) in sorted(self.roles.items()) if role in names]


def read(
    message: str, today: dt.date, *, planned: bool = False, cities: Sequence[str] = (), before: str = ""
) -> Reading:
    """Return the reading of a message; `planned`: a plan of these cities exists already; `before`: the message of the
    traveller before it."""
    found = lexed(message, today, tuple(cities))
    tags = _tags(found, planned=planned, before=before)
    if not cities and (stops := _stops_without_sights(found.tokens, tags)):
        found = lexed(message, today, stops)  # Disneyland is the one of the city that is visited
        tags = _tags(found, planned=planned, before=before)
    found = dataclasses.replace(found, tokens=with_whole_words(found.text, found.tokens))
    played = roles_of(found.tokens, tags)
    parts = list(_parts(found.tokens, tags.clauses))
    acts = list(_acts(found.tokens, {n: role for n, (role, _) in played.items()}, parts, planned=planned))
    segments = []
    for (act, _), group in groupby(
        zip(parts, acts, strict=True),
        key=lambda pair: (pair[1].act, _stands_alone(pair[0][0], pair[1], found.tokens, played)),
    ):
        each = list(group)
        others = _mean([read_as.others for _, read_as in each])
        first, last = each[0][0][0].first, each[-1][0][0].last
        segments.append(Segment(act, first, last, min(a.confidence for _, a in each), others))
    fine = {n: role for n, (role, _) in tags.roles.items() if played[n][0] != role}
    return Reading(found.text, found.tokens, played, tuple(segments), fine, tuple(_frames(parts)), tags.spans)


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


def _tags(found: Lexed, *, planned: bool, before: str) -> Tags:
    return tagger().tags(in_mandarin(found.text), found.tokens, planned=planned, before=before)


def _frames(parts: Sequence[tuple[Clause, ReadClause]]) -> Iterator[Frame]:
    """Yield the clauses that change a plan."""
    for clause, each in parts:
        if each.act.startswith("edit."):
            yield Frame(each.act, clause.first, clause.last, each.acts[0][1])


def roles_of(tokens: Sequence[Token], tags: Tags) -> dict[int, tuple[str, float]]:
    """Return the roles of the tokens by the names that the trip is read by."""
    found = {}
    for n, (role, sure) in tags.roles.items():
        kind = tokens[n].type
        if role in _ABOUT:
            role = "about"
        elif role == "seen":
            role = "avoid_kind" if kind == "kind" else "avoid"
        elif role in _OF_DAYS:
            role = "day"
        elif role == "event":
            role = "start"  # of a date: the festival's
        elif role in _OF_FRAMES or (kind == "date" and role == "length"):
            role = f"{kind}{MENTION}"
        elif kind == "numeral" and sure < _SURE_NUMERAL:
            role = f"numeral{MENTION}"  # a bare number mostly counts something else
        found[n] = role, sure
    return found


def _parts(tokens: Sequence[Token], read: Sequence[ReadClause]) -> Iterator[tuple[Clause, ReadClause]]:
    """Yield the clauses that were read, with the tokens that begin in them."""
    at = 0
    for number, each in enumerate(read):
        last = at
        while last < len(tokens) and (tokens[last].start < each.end or number == len(read) - 1):
            last += 1
        if last > at:
            yield Clause(at, last), each
        at = last


def _stops_without_sights(tokens: Sequence[Token], tags: Tags) -> tuple[str, ...]:
    """The cities that are visited, where a sight is named that lies in another one."""
    sights = [token.value for token in tokens if token.type == "place" and token.value.kind == "sight"]
    if not sights:
        return ()
    places = (tokens[n].value for n, (role, _) in tags.roles.items() if role == "stop" and tokens[n].type == "place")
    stops = tuple(dict.fromkeys(place.id for place in places if place.kind == "city"))
    return stops if any(city_of(sight.id) not in stops for sight in sights) else ()


def is_refused_in_clause(tokens: Sequence[Token], n: int) -> bool:
    """Return whether the clause of a token has a word that refuses something, or the next one, which names nothing,
    one that drops it ("we've been to Rome, skip it")."""
    clause = _clause_around(tokens, n)
    words = [token.text.lower() for token in tokens[clause.start : clause.stop]]
    classes = _classes_in(tokens, clause)
    listed = clause_words().dislikes, clause_words().withdraws, clause_words().known
    dislikes = any(word in "".join(words) for words_of in listed for word in words_of)
    refuses = bool(classes & _REFUSING) or {"leave", "out"} <= classes or not clause_words().refuses.isdisjoint(words)
    behind = _clause_around(tokens, clause.stop + 1) if clause.stop + 1 < len(tokens) else range(0)
    names = any(tokens[m].type in ("place", "kind") for m in behind)
    return refuses or dislikes or (not names and "drop" in _classes_in(tokens, behind))


def _classes_in(tokens: Sequence[Token], within: range) -> frozenset[str]:
    """The classes of the words of changes among some tokens."""
    return frozenset[str]().union(*(hit.classes for hit in hits(tokens, within.start, within.stop)))


def stands_alone(tokens: Sequence[Token], played: Mapping[int, tuple[str, float]], n: int) -> bool:
    """Return whether a place is all that its clause names ("ok Bali then"), not where something is ("in Bali")."""
    clause = _clause_around(tokens, n)
    others = [tokens[m] for m in clause if m != n]
    located = n > 0 and tokens[n - 1].text.lower() in _LOCATES
    return not (located or has_content(others) or any(m in played for m in clause if m != n))


def _clause_around(tokens: Sequence[Token], at: int) -> range:
    """The indexes of the tokens around one, up to the marks that part clauses."""
    return stretch_around(tokens, at, _PARTS)


def is_rate(tokens: Sequence[Token], n: int) -> bool:
    """Return whether a span is one for which something is counted: one a day, 3 per week, 4 popular spots a day."""
    span, before = tokens[n], tokens[n - 1] if n else None
    if span.type != "span" or not span.text.lower().startswith(("a ", "per ")) or before is None:
        return False
    counted = tokens[max(0, n - _COUNTED) : n]
    plural = before.type in ("word", "kind") and before.text.lower() in clause_words().stops
    return before.type == "numeral" or (plural and any(token.type in ("numeral", "number") for token in counted))


def _mean(rankings: Sequence[tuple[tuple[str, float], ...]]) -> tuple[tuple[str, float], ...]:
    """The alternatives of several clauses that do the same, with their mean probabilities, the likeliest first."""
    shares: dict[str, float] = {}
    for ranking in rankings:
        for act, share in ranking:
            shares[act] = shares.get(act, 0) + share / len(rankings)
    return tuple(sorted(shares.items(), key=lambda pair: -pair[1])[:_OTHERS])


def _stands_alone(
    clause: Clause, act: _ClauseAct, tokens: Sequence[Token], played: Mapping[int, tuple[str, float]]
) -> int | None:
    """The index of a question among wishes that names nothing of the trip: it is none of them; else None."""
    within = range(clause.first, clause.last)
    asks = any(token.text in "?？" for token in tokens[clause.last - 2 : clause.last])
    idle = all(played[n][0].endswith(MENTION) or played[n][0] == "about" for n in within if n in played)
    lone = act.act == "plan" and asks and idle and has_content(tokens[clause.first : clause.last])
    return clause.first if lone else None


def _acts(
    tokens: Sequence[Token],
    played: Mapping[int, str],
    parts: Sequence[tuple[Clause, ReadClause]],
    *,
    planned: bool,
) -> Iterator[_ClauseAct]:
    for clause, read_as in parts:
        shares: dict[str, float] = {}
        for name, share in read_as.acts:
            shares[_coarse(name)] = shares.get(_coarse(name), 0.0) + share
        best, *next_best = sorted(shares, key=lambda name: -shares[name])
        act = _fitting(best, clause, tokens, played, planned=planned)
        act = "compare" if act == "plan" and not planned and _has_alternatives(tokens, played, clause) else act
        yield _ClauseAct(act, shares[best], tuple((name, shares[name]) for name in next_best if name != act))


def _coarse(act: str) -> str:
    """An act by the name that it is ranked by: all operations upon a plan are edits."""
    if act == "ask.if":
        return "ask.plan"
    return "edit" if act.startswith("edit.") else act


def _has_alternatives(tokens: Sequence[Token], played: Mapping[int, str], clause: Clause) -> bool:
    """Whether the only places of a message are set against each other in a clause, with or without their days: they are
    no route."""
    towns = [
        n
        for n, token in enumerate(tokens)
        if token.type == "place" and token.value.kind != "sight" and played.get(n) in _VISITED
    ]
    between = [
        "".join(token.text.lower() for token in tokens[one + 1 : other] if token.type != "span")
        for one, other in pairwise(towns)
    ]
    apart = [text in clause_words().alternatives for text in between]
    listed = all(is_apart or text in _COMMAS for is_apart, text in zip(apart, between, strict=True))
    return any(apart) and listed and all(clause.first <= n < clause.last for n in towns)


def _fitting(act: str, clause: Clause, tokens: Sequence[Token], played: Mapping[int, str], *, planned: bool) -> str:
    """The act of a clause as what it names and what stands already allow: a stop with its time is a wish for a trip,
    a day of the plan that stands is one to edit, a remark on the trip's time changes it ("my boss gave me only three
    days"), and who greets names no place.
    """
    roles = {played[n] for n in range(clause.first, clause.last) if n in played}
    if not planned:
        asks = any(token.text in _ASKING for token in tokens[clause.first : clause.last])
        if "stop" in roles and roles & _TIMES and not asks and act not in _KEPT:
            return "plan"
        if act == "redo":
            return "plan"  # nothing stands that could be made again
    elif act == "plan" and "day" in roles and "stop" not in roles:
        return "edit"
    elif act == "aside" and roles & _TIMES:
        return "plan"
    if act in _NAMES_NOTHING and roles & _OF_TRIP:
        return "plan"
    if act in _NAMES_NOTHING and any(tokens[n].type == "place" for n in range(clause.first, clause.last)):
        return "ask.sights"
    return act
