"""A message read: its tokens with the roles they play, and its clauses with what each of them does."""

import dataclasses
import datetime as dt
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise, takewhile
from typing import Final

from travelagent.assistant.embedded.reading.clause_words import clause_words, has_content, wishes
from travelagent.assistant.embedded.reading.clauses import Clause, clause_features, clauses
from travelagent.assistant.embedded.reading.edit_words import hits, lexicon
from travelagent.assistant.embedded.reading.mentions import mere_mentions, stretch_around, with_whole_words
from travelagent.assistant.embedded.reading.tagger import ACTS, models, roles
from travelagent.assistant.lexer.lexer import lexed
from travelagent.assistant.lexer.places import city_of
from travelagent.assistant.lexer.tokens import Token
from travelagent.catalog import source

_ASKING: Final = frozenset("?？吗哪几啥")
_TIMES: Final = frozenset({"length", "start", "end", "month"})
_KEPT: Final = frozenset({"plan", "aside", "offtopic", "remember", "figures", "compare"})
_OF_TRIP: Final = frozenset(
    {*_TIMES, "people", "adults", "children", "seniors", "goes", "child_age", "budget.total", "budget.person",
     "budget.day", "budget.person_day", "stop", "origin", "pace", "tier", "diet", "need"}
)  # fmt: skip
_NAMES_NOTHING: Final = frozenset({"greeting", "thanks", "farewell", "junk"})
_MENTIONS: Final = ".other"
_PUNCTUATION: Final = "，。；！？、：…～（）“”"
_CONTRASTED: Final = frozenset({"span", "date", "count", "money", "clock", "numeral"})
_BESIDE_PREGNANCY: Final = 3
"""So many tokens away stands how long a pregnancy has lasted."""
_CONTRAST: Final = 6
"""Values of one type within so many tokens may be set against each other."""
_DEFAULT: Final = {"span": "length", "date": "start", "count": "people", "money": "budget.total"}
_REFUSED: Final = re.compile(
    "(?:什么的|之类的|之类|那些|那种|这种|我们|我|就|都|也|一概|一律|真的|统统|全|先|这次)*"
    "(?:(?:不要|不看|别排|别安排|算了|免了|跳过|不用)(?=$|[了吧啦的呀哈啊哦])"
    "|不去|不想去|不想看|别去|不爬|不玩|不逛|不考虑|不感兴趣)"
    "(?!吗|不行|不可|可惜|会|了吗|了?太可惜)"
)
"""What refuses the place or the kind that stands right before it."""
_IN, _OUT = ("进", "落地", "入"), ("出", "飞走", "离开", "飞回")
_INSISTS: Final = ("不去不行", "不去可惜", "不去不可", "不能不去", "不去太可惜", "不去了太可惜")
_REFUSAL, _REACH = 10, 12
_SURE_MORE: Final = 0.6
_SURE_REFUSAL: Final = 0.4
_SURE_WISH: Final = 0.7
"""A place that is less surely refused, or less surely wanted behind a "not", is only spoken of."""
_VISITED: Final = frozenset({"stop", "about", "must", "daytrip", "place.other"})
"""Roles of places that a trip may lead to."""
_COMMAS: Final = frozenset({",", "，", "、"})
_LISTED: Final = 6
"""The greatest number of tokens between the last two kinds of a list."""
_LAST_OF_LIST: Final = frozenset({"or", "nor", "and"})
_JOINS: Final = frozenset({"and", "determiner"})
_LOCATES: Final = frozenset({"in", "at", "near", "around", "在"})
"""Words before a place in which something is."""
_REFUSING: Final = frozenset({"not", "nothing", "drop", "instead_of", "swap", "replace"})
"""Classes of words that refuse what stands in their clause."""
_PARTS: Final = frozenset(",.;!?，。；！？…\n")
_COUNTED: Final = 4
"""The greatest number of tokens between a number and the span for which it counts something."""
_OTHERS: Final = 4
"""So many acts behind the likeliest one are kept of a clause."""
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
class Reading:
    """`roles`: of each token that plays one, with its probability."""

    text: str
    tokens: tuple[Token, ...]
    roles: Mapping[int, tuple[str, float]]
    segments: tuple[Segment, ...]

    def of(self, *names: str) -> list[tuple[int, Token]]:
        """Return the tokens that have one of these roles, with their indexes."""
        return [(n, self.tokens[n]) for n, (role, _) in sorted(self.roles.items()) if role in names]


def read(message: str, today: dt.date, *, planned: bool = False, cities: Sequence[str] = ()) -> Reading:
    """Return the reading of a message by itself; `planned`: a plan of these cities exists already."""
    found = lexed(message, today, tuple(cities))
    if not cities and (stops := _stops_without_sights(found.tokens, planned=planned)):
        found = lexed(message, today, stops)  # Disneyland is the one of the city that is visited
    found = dataclasses.replace(found, tokens=with_whole_words(found.text, found.tokens))
    played = _refused_behind(found.tokens, _contrasted(found.tokens, roles(found.tokens, planned=planned)))
    played |= mere_mentions(found.text, found.tokens, played, cities)
    played |= _gateways(found.tokens, played)
    played |= {n: (f"span{_MENTIONS}", sure) for n, (_, sure) in played.items() if is_rate(found.tokens, n)}
    played |= {n: (f"place{_MENTIONS}", _SURE_REFUSAL) for n in played if _is_but_a_word(found.tokens, n)}
    played |= {} if planned else _hours_of_days(found.tokens, played)
    played |= _days_each(played)
    played |= _weeks_of_pregnancy(found.tokens, played)
    parts = clauses(found.tokens, found.text)
    acts = list(_acts(found.tokens, {n: role for n, (role, _) in played.items()}, parts, planned=planned))
    segments = []
    for (act, _), group in groupby(
        zip(parts, acts, strict=True),
        key=lambda pair: (pair[1].act, _stands_alone(pair[0], pair[1], found.tokens, played)),
    ):
        each = list(group)
        others = _mean([read_as.others for _, read_as in each])
        segments.append(Segment(act, each[0][0].first, each[-1][0].last, min(a.confidence for _, a in each), others))
    return Reading(found.text, found.tokens, played, tuple(segments))


def _contrasted(tokens: Sequence[Token], played: Mapping[int, tuple[str, float]]) -> dict[int, tuple[str, float]]:
    """The roles where one value is set against another: of "not four days but three" (是三天不是四天) the value that is
    denied plays none, and the other one its part."""
    found = dict(played)
    for n in played:
        token = tokens[n]
        near = range(max(0, n - _CONTRAST), min(len(tokens), n + _CONTRAST + 1))
        others = [m for m in near if m != n and m in played and tokens[m].type == token.type and not _denied(tokens, m)]
        if token.type not in _CONTRASTED or not others or not _denied(tokens, n):
            continue
        other = min(others, key=lambda m: abs(m - n))
        role, sure = played[n]
        if played[other][0].endswith(_MENTIONS):
            found[other] = (_DEFAULT.get(token.type, role) if role.endswith(_MENTIONS) else role, sure)
        found[n] = (f"{token.type}{_MENTIONS}", sure)
    return found


def _stops_without_sights(tokens: Sequence[Token], *, planned: bool) -> tuple[str, ...]:
    """The cities that are visited, where a sight is named that lies in another one."""
    sights = [token.value for token in tokens if token.type == "place" and token.value.kind == "sight"]
    if not sights:
        return ()
    played = roles(tokens, planned=planned)
    places = (tokens[n].value for n, (role, _) in played.items() if role == "stop" and tokens[n].type == "place")
    stops = tuple(dict.fromkeys(place.id for place in places if place.kind == "city"))
    return stops if any(city_of(sight.id) not in stops for sight in sights) else ()


def _refused_behind(tokens: Sequence[Token], played: Mapping[int, tuple[str, float]]) -> dict[int, tuple[str, float]]:
    """The roles where a place or a kind is refused right before or behind its name: "no Colosseum", 迪士尼不去."""
    found = dict(played)
    refused: set[int] = set()
    for n, (role, sure) in sorted(played.items()):
        if role == "date.ask" and is_refused_in_clause(tokens, n):
            found[n] = (f"date{_MENTIONS}", sure)
        refusal = {"place": "avoid", "kind": "avoid_kind"}.get(tokens[n].type)
        if refusal is None or role in ("avoid_kind", "origin", "return"):
            continue
        if refusal == "avoid" and _behind(tokens, n).startswith(_INSISTS):
            found[n] = ("must", sure)
        elif _is_refused(tokens, n) or (n - 2 in refused and tokens[n - 1].text.lower() in clause_words().joins):
            found[n] = (refusal, sure)
            refused.add(n)
        elif refusal == "avoid_kind" and sure < _SURE_WISH and _continues_list(tokens, found, n):
            found[n] = (refusal, sure)
        elif refusal == "avoid_kind" and _behind(tokens, n).startswith(clause_words().fewer):
            found[n] = (f"kind{_MENTIONS}", sure)
        elif role == "avoid" and tokens[n].type == "place":
            found[n] = _likelier_than_refused(tokens, played, n)
        elif role in ("must", "daytrip") and sure < _SURE_WISH and _is_behind_not(tokens, n):
            found[n] = (f"place{_MENTIONS}", min(sure, _SURE_REFUSAL))
    return found


def _continues_list(tokens: Sequence[Token], played: Mapping[int, tuple[str, float]], n: int) -> bool:
    """Whether a kind is the last one of a list whose kinds before it are refused ("climbing, boardwalks, or walks")."""
    before = range(max(0, n - _LISTED), n)
    last = next((m for m in reversed(before) if tokens[m].type == "kind"), None)
    if last is None or played.get(last, ("",))[0] != "avoid_kind":
        return False
    between = tokens[last + 1 : n]
    joined = any(token.text.lower() in _LAST_OF_LIST for token in between) and between[0].text in _COMMAS
    return joined and not any(hit.classes - _JOINS for hit in hits(tokens, last + 1, n))


def _likelier_than_refused(
    tokens: Sequence[Token], played: Mapping[int, tuple[str, float]], n: int
) -> tuple[str, float]:
    """The role of a place that looks refused: where a wish stands in its clause, or a town alone, and no word that
    refuses, or where it comes for what is refused (五台山不去了换大同), it is wanted."""
    sure, clause = played[n][1], _clause_around(tokens, n)
    is_town = tokens[n].value.kind in ("city", "town")
    refuses = is_refused_in_clause(tokens, n)
    before = [hit for hit in hits(tokens, max(clause.start, n - 2), n) if hit.last == n]
    comes_instead = tokens[n - 1].text == "换" or any("instead" in hit.classes for hit in before)
    chosen = is_town and stands_alone(tokens, played, n)
    if comes_instead or (not refuses and (chosen or wishes(tokens[clause.start : clause.stop]))):
        return ("stop" if is_town else "must"), sure
    return ("about" if sure < _SURE_REFUSAL else "avoid"), sure


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


def _is_behind_not(tokens: Sequence[Token], n: int) -> bool:
    """Whether a "not" stands before a token in its clause."""
    return any("not" in hit.classes for hit in hits(tokens, _clause_around(tokens, n).start, n))


def _clause_around(tokens: Sequence[Token], at: int) -> range:
    """The indexes of the tokens around one, up to the marks that part clauses."""
    return stretch_around(tokens, at, _PARTS)


def _is_refused(tokens: Sequence[Token], n: int) -> bool:
    """Whether the words right before or behind a name refuse it."""
    before = "".join(token.text.lower() for token in tokens[max(0, n - 3) : n])
    refuses = n > 0 and tokens[n - 1].text.lower() in clause_words().refuses
    return refuses or before.endswith(clause_words().dislikes) or bool(_REFUSED.match(_behind(tokens, n)))


def _behind(tokens: Sequence[Token], n: int) -> str:
    """The Chinese words behind a token."""
    return "".join(token.text for token in takewhile(_goes_on, tokens[n + 1 : n + 1 + _REFUSAL]))


def _goes_on(token: Token) -> bool:
    return not token.text.isascii() and token.text not in _PUNCTUATION


def _gateways(tokens: Sequence[Token], played: Mapping[int, tuple[str, float]]) -> dict[int, tuple[str, float]]:
    """The two places of 伦敦进巴黎出: stops, whatever else they seem to be."""
    places = [n for n in played if tokens[n].type == "place" and n + 1 < len(tokens)]
    behind = {n: "".join(token.text for token in tokens[n + 1 : n + 3]) for n in places}
    ins = [n for n in places if behind[n].startswith(_IN)]
    outs = [n for n in places if behind[n].startswith(_OUT)]
    pairs = [(one, other) for one in ins for other in outs if 0 < other - one < _REACH]
    return {n: ("stop", 1.0) for pair in pairs for n in pair}


def _hours_of_days(tokens: Sequence[Token], played: Mapping[int, tuple[str, float]]) -> dict[int, tuple[str, float]]:
    """The hours at which every day begins or ends: beside a word for each day, or behind a "never" ("never leave before
    10", "start at 10 every day")."""
    found = {}
    for n, token in enumerate(tokens):
        role = played.get(n, ("",))[0]
        if token.type not in ("clock", "numeral") or not (role == "set_out" or role.endswith(_MENTIONS)):
            continue
        clause = _clause_around(tokens, n)
        classes = _classes_in(tokens, clause)
        before = lexicon().get(tokens[n - 1].text.lower(), frozenset()) if n else frozenset()
        never = "not" in classes and (token.text.startswith("before ") or "not_before" in classes)
        daily = any(tokens[m].type == "day" and tokens[m].value == "every" for m in clause)
        of_home = role == "set_out" and "end" in classes
        if of_home or "meal" in classes or not (never or daily):
            continue
        if (token.type == "clock" or "hour" in before) and classes & {"begin", "end", "leave"}:
            found[n] = ("finish" if "end" in classes and "begin" not in classes else "begin", 1.0)
    return found


def _is_but_a_word(tokens: Sequence[Token], n: int) -> bool:
    """Whether a city that only sounds like what is written stands in its clause by itself (太远, which is no 太原)."""
    token = tokens[n]
    if token.type != "place" or token.value.kind != "city" or len(_clause_around(tokens, n)) > 1:
        return False
    city = source.cities().get(token.value.id)
    return city is not None and not token.text.isascii() and token.text not in city.name_zh


def is_rate(tokens: Sequence[Token], n: int) -> bool:
    """Return whether a span is one for which something is counted: one a day, 3 per week, 4 popular spots a day."""
    span, before = tokens[n], tokens[n - 1] if n else None
    if span.type != "span" or not span.text.lower().startswith(("a ", "per ")) or before is None:
        return False
    counted = tokens[max(0, n - _COUNTED) : n]
    plural = before.type in ("word", "kind") and before.text.lower() in clause_words().stops
    return before.type == "numeral" or (plural and any(token.type in ("numeral", "number") for token in counted))


def _days_each(played: Mapping[int, tuple[str, float]]) -> dict[int, tuple[str, float]]:
    """The lengths that hardly seem to be so many days more: before a stop, where another stop has days of its own,
    they are days there, as in "three days in Kyoto and two in Osaka"."""
    if not any(role == "stay" for role, _ in played.values()):
        return {}
    unsure = {n: sure for n, (role, sure) in played.items() if role == "more" and sure < _SURE_MORE}
    return {
        n: ("stay", sure)
        for n, sure in unsure.items()
        if any(played.get(m, ("",))[0] == "stop" for m in (n + 1, n + 2))
    }


def _weeks_of_pregnancy(
    tokens: Sequence[Token], played: Mapping[int, tuple[str, float]]
) -> dict[int, tuple[str, float]]:
    """The spans beside a pregnancy, which are no lengths of a trip (five months pregnant, 怀孕六个月, 孕20周)."""
    pregnant = [n for n, token in enumerate(tokens) if (token.type, token.form) == ("need", "pregnant")]
    return {
        n: (f"span{_MENTIONS}", sure)
        for n, (_, sure) in played.items()
        if tokens[n].type == "span"
        and tokens[n].form in ("week", "month")
        and any(abs(n - at) <= _BESIDE_PREGNANCY for at in pregnant)
    }


def _denied(tokens: Sequence[Token], n: int) -> bool:
    """Whether a "not" stands right before a value."""
    before = [token.text.lower() for token in tokens[max(0, n - 2) : n]]
    return "".join(before) == "不是" or "not" in before


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
    idle = all(played[n][0].endswith(_MENTIONS) or played[n][0] == "about" for n in within if n in played)
    lone = act.act == "plan" and asks and idle and has_content(tokens[clause.first : clause.last])
    return clause.first if lone else None


def _acts(
    tokens: Sequence[Token], played: Mapping[int, str], parts: Sequence[Clause], *, planned: bool
) -> Iterator[_ClauseAct]:
    before: list[str] = []
    for n in range(len(parts)):
        odds = models()[ACTS].probabilities(clause_features(tokens, played, parts, n, before, planned=planned))
        names = models()[ACTS].roles
        best, *next_best = (int(at) for at in odds.argsort()[::-1][: 1 + _OTHERS])
        act = _fitting(names[best], parts[n], tokens, played, planned=planned)
        act = "compare" if act == "plan" and not planned and _has_alternatives(tokens, played, parts[n]) else act
        before.append(act)
        others = tuple((names[at], float(odds[at])) for at in next_best if names[at] != act)
        yield _ClauseAct(act, float(odds[best]), others)


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
    elif act == "plan" and "day" in roles and "stop" not in roles:
        return "edit"
    elif act == "aside" and roles & _TIMES:
        return "plan"
    if act in _NAMES_NOTHING and roles & _OF_TRIP:
        return "plan"
    if act in _NAMES_NOTHING and any(tokens[n].type == "place" for n in range(clause.first, clause.last)):
        return "ask.sights"
    return act
