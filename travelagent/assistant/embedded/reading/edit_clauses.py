"""The pieces of an edit: each states one thing about the plan, with its values and the classes of its words."""

import dataclasses
import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final, Literal, TypeAlias

from travelagent.assistant.embedded.reading.edit_words import Hit, hits, lexicon
from travelagent.assistant.embedded.reading.facts import resolved
from travelagent.assistant.embedded.reading.reading import Reading, Segment, is_rate
from travelagent.assistant.lexer.numbers import ORDINALS
from travelagent.assistant.lexer.places import PlaceValue, city_of
from travelagent.assistant.lexer.tokens import PLAIN, DateValue, SpanValue, Token
from travelagent.assistant.trip_view import PlanAtHand
from travelagent.catalog import source
from travelagent.catalog.text import fold
from travelagent.plans.values import PartOfDay
from travelagent.plans.words import CHINESE

Slot: TypeAlias = Literal["word", "sight", "elsewhere", "city", "kind", "day", "part", "clock", "span"]
Polarity: TypeAlias = Literal["wanted", "refused", "kept"]
_MARKS: Final = frozenset(".;!?,，。；！？:：\n")
_WHEN: Final = frozenset({"day", "part", "clock"})
_THINGS: Final = frozenset({"sight", "kind", "elsewhere"})
_DOES: Final = frozenset({"move", "put", "visit", "add", "replace", "swap", "keep", "only", "instead"})
_GOVERNS: Final = _DOES | {"not", "nothing", "drop", "instead_of"}
_BEGINS: Final = frozenset(
    {"move", "put", "add", "drop", "free", "keep", "only", "swap", "begin", "end", "rest", "not"}
)
"""Words that, behind an "and", begin another change."""
_TURNS: Final = frozenset({"add", "drop", "not"})
"""Words that begin another change even without one, behind a change that has its sight."""
_ELSEWHERE: Final = frozenset({"near", "origin", "port", "transit", "return", "place.other"})
_OBJECT: Final = frozenset({"把", "将"})
"""Words that set an object before its verb."""
_OVERRULES: Final = frozenset({"replace", "still", "keep"})
"""Words beside which the role of a place does not tell that it is refused."""
_LONGEST_NAME: Final = 12
"""Greatest number of tokens of the name of a stop."""
_BY_DEGREES: Final = frozenset({"more", "less", "lighter", "later", "earlier"})
_SURE: Final = 0.6
"""The roles of places that are not what is changed, and how sure such a role, or that of a refused place, must be."""
LEAST_REST, MOST_REST = 15, 300
"""Bounds of a rest in minutes."""
PARTS: Final[dict[str, PartOfDay]] = {
    "morning": "morning", "noon": "afternoon", "afternoon": "afternoon", "evening": "evening", "night": "evening",
}  # fmt: skip
_OF_RIDES: Final = frozenset({"arrive", "leave"})
_TIMED: Final = frozenset({"begin", "end", "before", "after", "rest", "not_before"})
"""Roles of the hours of a journey, and words beside which an hour is one of the plan all the same."""
_FILL: Final = frozenset(
    {"determiner", "polite", "and", "it", "the", "one", "put", "visit", "move", "after", "hour", "others", "final"}
)
"""Words that say nothing of their own beside a point in time."""
_OF_DAYS: Final = frozenset(
    {"free", "nothing", "rest", "begin", "end", "later", "earlier", "lighter", "only", "indoors"}
)
"""Words of changes whose day may stand behind a comma."""
_ARTICLES: Final = frozenset({"determiner", "the", "one", "hour", "it"})
"""Words that may stand between a "not" and what it takes back."""
_UNKNOWN, _LATIN = 4, 2
"""So many characters that are not known a piece may hold beside a point in time, a Latin word counting as two."""
_JUST: Final = frozenset({"就", "just"})
"""Words that limit a day to the kind of sight right behind them, or behind their verb."""
_NEXT: Final = 2
_NOUN_PHRASE: Final = 3
"""The greatest number of words between an article and its noun."""
_OF_A_NAME: Final = 4
"""The number of tokens behind a sight within which a detail of it is named."""
_MORE_WORDS: Final = frozenset({"more", "extra", "another"})
_HOURS: Final = 24
_MAY_BE_HOURS: Final = frozenset({"numeral.other", "rest", "at", "begin", "finish"})
"""Roles of bare numbers that may be hours."""
_REACH_KM: Final = 300
"""A sight so far from all cities of the plan is none of it."""
_NIGHT_UNTIL: Final = 7 * 60
_WHOLE_DAY: Final = SpanValue(1, "day")


@dataclass(frozen=True, slots=True)
class Item:
    """A word of the lexicon or a value, at the tokens `first` to `last` (exclusive)."""

    slot: Slot
    first: int
    last: int
    value: Any = None
    classes: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Hour:
    """Minutes since midnight; `sure` where the half of the day was written, `of_ride` for an hour of a journey."""

    minutes: int
    sure: bool
    of_ride: bool

    def late(self) -> "Hour":
        """Return the hour in the second half of the day, unless the first half was written."""
        shifted = self.minutes + 12 * 60
        return self if self.sure or self.minutes >= 12 * 60 else dataclasses.replace(self, minutes=shifted)


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing that a message states about the plan.

    `classes` of its words; `wanted`, `refused`, `kept`: ids of sights; `kinds` (`no_kinds`): categories or tags that
    are requested (refused); `cities` of the plan in their order; `days` of the plan, of this piece or, if `inherited`,
    of one before; `every` day is meant; `part` of the day; `clocks`: the hours; `span`: a length of time with its role;
    `foreign`: the piece has a place that the plan cannot hold, or a day that it does not have.
    """

    text: str
    items: tuple[Item, ...]
    classes: frozenset[str] = frozenset()
    wanted: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    no_kinds: tuple[str, ...] = ()
    cities: tuple[str, ...] = ()
    days: tuple[int, ...] = ()
    inherited: bool = False
    every: bool = False
    part: PartOfDay | None = None
    clocks: tuple[Hour, ...] = ()
    span: tuple[SpanValue, str] | None = None
    foreign: bool = False
    features: frozenset[str] = field(default=frozenset())

    @property
    def sights(self) -> tuple[str, ...]:
        """All sights in the order in which they are named."""
        return tuple(dict.fromkeys(i.value for i in self.items if i.slot == "sight"))


def pieces(reading: Reading, segment: Segment, plan: PlanAtHand, today: dt.date) -> list[Piece]:
    """Return the pieces of a segment, each with the day of one before it where it has none."""
    items = [*_items(reading, segment, plan, today)]
    parts = _merged(_parted(items, reading, segment), reading)
    found: list[Piece] = []
    days: tuple[int, ...] = ()
    for part in parts:
        piece = _piece(part, reading, plan)
        own = piece.days
        if not own and days:
            piece = dataclasses.replace(piece, days=days, inherited=True)
        found.append(_with_features(piece, plan, reading))
        days = own or days
    return found


def _items(reading: Reading, segment: Segment, plan: PlanAtHand, today: dt.date) -> Iterator[Item]:
    """The words and values of a segment as they stand in the text."""
    words = {hit.first: hit for hit in hits(reading.tokens, segment.first, segment.last)}
    at = segment.first
    while at < segment.last:
        day = _day_of_part(reading.tokens, at, plan)
        hit = words.get(at)
        stop = _stop_named(reading.tokens, at, segment.last, plan)
        if stop is not None:
            yield stop
            at = stop.last
        elif day is not None:
            yield Item("day", at, at + 1, (day,))
            at += 1
        elif hit is not None and _is_noun(reading.tokens, hit):
            at = hit.last
        elif hit is not None and not ("bit" in hit.classes and _is_exact(reading, at, words)):
            yield Item("word", hit.first, hit.last, None, hit.classes)
            yield from _part_in(reading, hit)
            at = hit.last
        else:
            yield from _value(reading, at, words, plan, today)
            at += 1


def _stop_named(tokens: Sequence[Token], at: int, last: int, plan: PlanAtHand) -> Item | None:
    """The stop of the plan whose whole name begins there, where the lexer knows no place by it: several have it."""
    if tokens[at].type == "place":
        return None
    known = source.sights()
    names = {fold(name): id for id in plan.sights if id in known for name in (known[id].name_en, known[id].name_zh)}
    words = ""
    for n in range(at, min(last, at + _LONGEST_NAME)):
        words += (" " if n > at and tokens[n].start > tokens[n - 1].end else "") + tokens[n].text
        if (id := names.get(fold(words))) is not None:
            return Item("sight", at, n + 1, id)
    return None


def _is_noun(tokens: Sequence[Token], hit: Hit) -> bool:
    """Whether a word that drops something is a noun behind its article ("a sudden temperature drop")."""
    if "drop" not in hit.classes or hit.last - hit.first > 1:
        return False
    before = tokens[max(0, hit.first - _NOUN_PHRASE) : hit.first]
    article = max((n for n, token in enumerate(before) if token.text.lower() in ("a", "an")), default=None)
    return article is not None and all(token.type == "word" for token in before[article:])


def _is_exact(reading: Reading, at: int, words: dict[int, Hit]) -> bool:
    """Whether 一点 is an hour: behind a word like 少 it is "a bit"."""
    before = next((hit for hit in words.values() if hit.last == at), None)
    return not (before and before.classes & _BY_DEGREES) and (at == 0 or reading.tokens[at - 1].type != "pace")


def _day_of_part(tokens: Sequence[Token], at: int, plan: PlanAtHand) -> int | None:
    """The day that an ordinal means before a part of the day ("the last afternoon") or another day ("the first and
    second day")."""
    behind = tokens[at + 1 : at + 3]
    if tokens[at].type not in ("word", "numeral") or not behind:
        return None
    joined = len(behind) == 2 and behind[0].text == "and" and behind[1].type == "day"
    if behind[0].type != "part" and not joined:
        return None
    text = tokens[at].text.lower()
    return len(plan.days) if text in ("last", "final") else ORDINALS.get(text)


def _part_in(reading: Reading, hit: Hit) -> Iterator[Item]:
    """The part of the day that a word of the lexicon is besides."""
    if hit.last - hit.first == 1 and reading.tokens[hit.first].type == "part":
        yield Item("part", hit.first, hit.last, PARTS.get(reading.tokens[hit.first].value))


def _value(reading: Reading, at: int, words: dict[int, Hit], plan: PlanAtHand, today: dt.date) -> Iterator[Item]:
    """The value that a token is, if it matters to a plan."""
    token, role = reading.tokens[at], reading.roles.get(at, ("", 0.0))
    match token.type:
        case "place":
            yield place_of(token, role, plan, at)
        case "kind" if not _is_name(reading, at, words):
            yield Item("kind", at, at + 1, token)
        case "day" | "date":
            days = days_of(token, plan, today)
            yield Item("span", at, at + 1, (_WHOLE_DAY, "visit")) if days is None else Item("day", at, at + 1, days)
        case "numeral" if role[0] == "day":
            yield Item("day", at, at + 1, (int(token.value),))
        case "part":
            yield Item("part", at, at + 1, PARTS.get(token.value))
        case "clock":
            hour = Hour(minutes_of(token), token.value.sure, role[0] in _OF_RIDES)
            yield Item("clock", at, at + 1, hour, _classes_within(token))
        case "numeral" if _is_hour(reading, at):
            yield Item("clock", at, at + 1, Hour(_pm(60 * int(token.value)), False, False))
        case "span" if _is_evening(token, at, words):
            weekday = round(token.value.number) - 1
            yield Item("day", at, at + 1, tuple(day.day for day in plan.days if day.date.weekday() == weekday))
            yield Item("part", at, at + 1, "evening")
        case "span" if not is_rate(reading.tokens, at):
            more = frozenset({"more_days"}) if _MORE_WORDS & set(token.text.lower().split()) else frozenset()
            yield Item("span", at, at + 1, (token.value, role[0]), more)


def _classes_within(token: Token) -> frozenset[str]:
    """The classes of the word that an hour begins with (before 11)."""
    word, _, hour = token.text.lower().partition(" ")
    return lexicon().get(word, frozenset()) & {"before", "after"} if hour else frozenset()


def _is_evening(token: Token, at: int, words: dict[int, Hit]) -> bool:
    """Whether five nights behind a word for the week are the evening of a Friday (周五晚上)."""
    before = next((hit for hit in words.values() if hit.last == at), None)
    return token.value.unit == "night" and before is not None and "week" in before.classes


def minutes_of(token: Token) -> int:
    """Return the minutes of an hour; one whose half of the day is not written is none of the night's."""
    minutes: int = token.value.minutes
    return minutes if token.value.sure else _pm(minutes)


def _pm(minutes: int) -> int:
    return minutes if minutes >= _NIGHT_UNTIL else minutes + 12 * 60


def _is_hour(reading: Reading, at: int) -> bool:
    """Whether a bare number is an hour: behind a word like from or until."""
    token, role = reading.tokens[at], reading.roles.get(at, ("", 0.0))[0]
    before = list(hits(reading.tokens, max(0, at - 1), at))
    return bool(before) and "hour" in before[0].classes and role in _MAY_BE_HOURS and 0 < token.value <= _HOURS


def place_of(token: Token, role: tuple[str, float], plan: PlanAtHand, at: int) -> Item:
    """Return a place as a sight, rather one of the plan, as a city of the plan, or as one elsewhere."""
    value: PlaceValue = token.value
    city = next((i for i in value.ids if i in plan.cities), None) if value.kind == "city" else None
    choices = (*value.ids, *value.sights) if value.kind == "sight" else value.sights
    choices = tuple(sorted(choices, key=lambda i: city_of(i) not in plan.cities))
    planned = next((i for i in choices if i in plan.sights), None)
    aside = role[0] in _ELSEWHERE and role[1] >= _SURE
    if planned is not None and city is None:
        return Item("sight", at, at + 1, planned)
    if city is not None:
        return Item("city", at, at + 1, city)
    if choices and not aside:
        near = next((i for i in choices if _is_near(i, plan)), None)
        return Item("sight", at, at + 1, near) if near else Item("elsewhere", at, at + 1)
    return Item("elsewhere", at, at + 1)


def _is_near(sight: str, plan: PlanAtHand) -> bool:
    """Whether a sight is in a city of the plan or within a day's reach of one."""
    if city_of(sight) in plan.cities:
        return True
    known = source.cities()
    there, here = known.get(city_of(sight)), [known[city] for city in plan.cities if city in known]
    return there is not None and any(
        source.distance_km(there.lat, there.lon, city.lat, city.lon) <= _REACH_KM for city in here
    )


def _is_name(reading: Reading, at: int, words: dict[int, Hit]) -> bool:
    """Whether a word for a kind of sight is but the end of a name that is not known ("the Spy Museum")."""
    if at == 0:
        return False
    before, token = reading.tokens[at - 1], reading.tokens[at]
    if before.type == "place":
        return True
    if before.type not in PLAIN or any(hit.first < at <= hit.last for hit in words.values()):
        return False
    parted = before.end < token.start and not token.text.isascii()
    return not parted and before.text.isalpha()


def days_of(token: Token, plan: PlanAtHand, today: dt.date) -> tuple[int, ...] | None:
    """Return the days of the plan that a token means; None: the whole of a day, empty: one that it does not have."""
    if token.type == "day":
        match token.value:
            case int():
                return (token.value,)
            case "last":
                return (len(plan.days),)
            case "every":
                return tuple(day.day for day in plan.days)
            case _:
                return None
    value: DateValue = token.value
    begins = plan.days[0].date if plan.days else today
    if value.form == "weekend":
        return tuple(day.day for day in plan.days if day.date.weekday() >= 5)
    if value.form == "weekday" and token.text.isascii() and token.text.endswith("days"):
        return tuple(day.day for day in plan.days if day.date.weekday() == value.weekday)
    if value.form == "day" and value.year is None:
        return tuple(d.day for d in plan.days if (d.date.month, d.date.day) == (value.month, value.day))
    day = resolved(value, today, None if value.form in ("relative", "festival") else begins)
    return tuple(each.day for each in plan.days if each.date == day)


def _parted(items: Sequence[Item], reading: Reading, segment: Segment) -> list[tuple[Item, ...]]:
    """The items of each piece: parted by marks, by an "and" before another change, and where a change begins behind one
    that has its sight."""
    marks = [
        n
        for n in range(segment.first, segment.last)
        if reading.tokens[n].type == "mark" and reading.tokens[n].text in _MARKS
    ]
    cuts = [0]
    for n in range(1, len(items)):
        left, right = items[cuts[-1] : n], items[n:]
        marked = any(items[n - 1].last <= mark < items[n].first for mark in marks)
        if marked or _is_joint(left, right) or _turns(left, right):
            cuts.append(n)
    return [tuple(items[a:b]) for a, b in pairwise([*cuts, len(items)]) if b > a]


def _is_joint(left: Sequence[Item], right: Sequence[Item]) -> bool:
    """Whether the first item joins a change behind it to one before it."""
    if "and" not in right[0].classes or len(right) < 2:
        return False
    rest = right[1:]
    begins = next(
        (item.classes for item in rest if item.classes - {"polite", "determiner"} or item.slot != "word"), None
    )
    if begins and _BEGINS & begins and any(item.slot != "word" for item in left):
        return True
    both = all(any(i.slot in _WHEN for i in side) and any(i.slot in _THINGS for i in side) for side in (left, rest))
    return both


def _turns(left: Sequence[Item], right: Sequence[Item]) -> bool:
    does = any(item.classes & (_DOES | {"drop"}) for item in left)
    if not (_TURNS & right[0].classes and does and any(item.slot == "sight" for item in left)):
        return False
    follows = next((item for item in right[1:] if not item.classes or item.slot != "word"), None)
    return follows is not None and follows.slot == "sight" and not left[-1].classes & {"not", "instead_of"}


def _holds_more(part: Sequence[Item], reading: Reading) -> bool:
    """Whether a piece holds more than some words that are not known: it may be a reason."""
    known = {n for item in part for n in range(item.first, item.last)}
    first, last = _bounds(part, reading)
    unknown = (reading.tokens[n] for n in range(first, last) if n not in known)
    weights = (1 if not token.text.isascii() else _LATIN for token in unknown if token.type in PLAIN)
    return sum(weights) > _UNKNOWN


def _merged(parts: Sequence[tuple[Item, ...]], reading: Reading) -> list[tuple[Item, ...]]:
    """Pieces that are but a point in time, or further sights of an enumeration, put to those that they belong to."""
    found: list[tuple[Item, ...]] = []
    ahead: tuple[Item, ...] = ()
    for part in parts:
        slots: set[Slot] = {item.slot for item in part if item.slot != "word"}
        does, acts = (
            bool(_around(part) - _FILL) or _holds_more(part, reading),
            bool(_around(part) & {"put", "visit", "move"}),
        )
        before: set[Slot] = {item.slot for item in found[-1]} if found else set()
        timeless = bool(before) and not before & slots and (before & _THINGS or _around(found[-1]) & _OF_DAYS)
        if slots and slots <= {*_WHEN, "span"} and not does and timeless:
            found[-1] += part
        elif slots and slots <= _WHEN and not does and not found and not ahead:
            ahead = part
        elif (not does and not acts and _enumerates(slots, before)) or _continues_route(part, slots, before):
            found[-1] += part
        else:
            found.append((*ahead, *part))
            ahead = ()
    return [*found, ahead] if ahead else found


def _enumerates(slots: set[Slot], before: set[Slot]) -> bool:
    return bool(slots and slots <= _THINGS and before & _THINGS and not before & _WHEN)


def _continues_route(part: Sequence[Item], slots: set[Slot], before: set[Slot]) -> bool:
    return slots == {"city"} and "city" in before and "sight" not in before and not _at_an_end(part)


def _at_an_end(part: Sequence[Item]) -> bool:
    return any(item.classes & {"first", "last"} for item in part)


def _piece(items: tuple[Item, ...], reading: Reading, plan: PlanAtHand) -> Piece:
    named_days = [(n, item) for n, item in enumerate(items) if item.slot == "day"]
    of_days = [item for n, item in named_days if not _is_refused_when(items, n)]
    if not of_days and any("instead_of" in item.classes for item in items):
        of_days = [item for _, item in named_days]  # a sight in place of the rest of the day
    polarities: dict[str, Polarity] = {}
    for n, item in enumerate(items):
        if item.slot == "sight" and polarities.get(item.value) != "refused":
            polarities[item.value] = _polarity(items, n, reading)
    kinds = [(item.value, _polarity(items, n, reading)) for n, item in enumerate(items) if item.slot == "kind"]
    classes = frozenset().union(*(item.classes for item in items))
    if any(
        item.slot == "kind" and _is_limit(reading.tokens[max(0, item.first - _NEXT) : item.first]) for item in items
    ):
        classes |= {"only"}
    for token, polarity in list(kinds):
        # Who refuses museums, or wants only museums, means all of them: Chinese has no plural to tell.
        of_all = not token.text.isascii() and (polarity == "refused" or "only" in classes)
        sight = None if of_all else _definite(token, reading, plan)
        if sight is not None:
            polarities.setdefault(sight, polarity)
            kinds.remove((token, polarity))
            items = (*items, Item("sight", items[-1].first, items[-1].last, sight))
    whens = [item for n, item in enumerate(items) if item.slot in ("part", "clock") and not _is_refused_when(items, n)]
    days = tuple(dict.fromkeys(day for item in of_days for day in item.value))
    cities = tuple(dict.fromkeys(item.value for item in items if item.slot == "city"))
    part = next((i.value for i in whens if i.slot == "part" and i.value), None) or _part_of(classes)
    clocks = tuple(item.value for item in whens if item.slot == "clock" and _is_of_plan(item.value, classes))
    return Piece(
        _text(items, reading),
        items,
        classes,
        wanted=tuple(i for i, polarity in polarities.items() if polarity == "wanted"),
        refused=tuple(i for i, polarity in polarities.items() if polarity == "refused"),
        kept=tuple(i for i, polarity in polarities.items() if polarity == "kept"),
        kinds=tuple(dict.fromkeys(t.value[1] or t.value[0] for t, polarity in kinds if polarity == "wanted")),
        no_kinds=tuple(dict.fromkeys(t.value[1] or t.value[0] for t, polarity in kinds if polarity == "refused")),
        cities=cities,
        days=_in_city(days, cities, plan),
        every=any(reading.tokens[item.first].value == "every" for item in of_days),
        part=part,
        clocks=tuple(hour.late() if part in ("afternoon", "evening") else hour for hour in clocks),
        span=_span_of(items),
        foreign=any(i.slot == "elsewhere" for i in items)
        or any(_is_of_a_detail(item, reading) for item in items)
        or any(not i.value for i in of_days)
        or any(not 1 <= day <= len(plan.days) for day in days),
    )


def _is_limit(tokens: Sequence[Token]) -> bool:
    """Whether a kind behind these tokens is all that a day is to hold (就喝茶, 就逛公园)."""
    return any(token.text in _JUST for token in tokens)


def _is_of_a_detail(item: Item, reading: Reading) -> bool:
    """Whether a sight is named for something of it, like its tickets, rather than for itself."""
    if item.slot != "sight":
        return False
    behind = list(hits(reading.tokens, item.last, min(item.last + _OF_A_NAME, len(reading.tokens))))
    marks = [n for n in range(item.last, len(reading.tokens)) if reading.tokens[n].text in _MARKS]
    return any("detail" in hit.classes and hit.last <= min(marks, default=hit.last) for hit in behind)


def _span_of(items: Sequence[Item]) -> tuple[SpanValue, str] | None:
    """The first length of time with its role; right behind a word like longer it is to be added."""
    at = next((n for n, item in enumerate(items) if item.slot == "span"), None)
    if at is None:
        return None
    before, (span, role) = items[at - 1 : at], items[at].value
    adds = bool(before) and "more" in before[0].classes and before[0].last == items[at].first
    return span, "more" if adds else role


def _is_of_plan(hour: Hour, classes: frozenset[str]) -> bool:
    return not hour.of_ride or bool(classes & _TIMED)


def _bounds(items: Sequence[Item], reading: Reading) -> tuple[int, int]:
    """The tokens around the items up to the marks that part them."""
    first, last = items[0].first, max(item.last for item in items)
    while first > 0 and reading.tokens[first - 1].text not in _MARKS:
        first -= 1
    while last < len(reading.tokens) and reading.tokens[last].text not in _MARKS:
        last += 1
    return first, last


def _text(items: Sequence[Item], reading: Reading) -> str:
    first, last = _bounds(items, reading)
    return reading.text[reading.tokens[first].start : reading.tokens[last - 1].end]


def _part_of(classes: frozenset[str]) -> PartOfDay | None:
    """The part of the day that a word like sunset means."""
    return next((part for part in ("morning", "evening") if part in classes), None)


def _in_city(days: tuple[int, ...], cities: tuple[str, ...], plan: PlanAtHand) -> tuple[int, ...]:
    """Days counted in the one city that is named with them, where the trip's day of that number is none of it."""
    of_city = [day.day for day in plan.days if cities == (day.city,)]
    if not of_city or any(day in of_city for day in days):
        return days
    counted = [of_city[day - 1] for day in days if 1 <= day <= len(of_city)]
    last = [of_city[-1] for day in days if day == len(plan.days) and not counted]
    return (*counted, *last) or days


def _definite(token: Token, reading: Reading, plan: PlanAtHand) -> str | None:
    """The sight of the plan that "the museum" means, if it is the only one of its kind, or whose name ends in what is
    written (植物园)."""
    generic = token.text.isascii() or token.text in CHINESE.values()
    if not generic and (called := [i for i in plan.sights if _is_called(i, token.text)]):
        return called[0] if len(called) == 1 else None
    at = next(n for n, each in enumerate(reading.tokens) if each.start == token.start)
    before = list(hits(reading.tokens, max(0, at - 2), at))
    if not before or before[-1].last != at or "the" not in before[-1].classes:
        return None
    tag, category = token.value
    known = source.sights()
    found = [i for i in sorted(plan.sights) if i in known and (known[i].category == (category or tag))]
    found = found or [i for i in sorted(plan.sights) if i in known and tag in known[i].tags and not category]
    plural = token.text.isascii() and token.text.endswith("s")
    return found[0] if len(found) == 1 and not plural else None


def _is_called(sight: str, text: str) -> bool:
    known = source.sights().get(sight)
    return known is not None and known.name_zh.partition("（")[0].endswith(text)


def _is_refused_when(items: Sequence[Item], at: int) -> bool:
    """Whether a "not" takes back the point in time at an index ("on day 3, not day 2")."""
    before = at - 1
    while before >= 0 and items[before].slot == "word" and items[before].classes <= _ARTICLES:
        before -= 1
    if before < 0 or items[at].slot not in _WHEN or not items[before].classes & {"not", "instead_of"}:
        return False
    return at + 1 == len(items) or not items[at + 1].classes & _GOVERNS


def _polarity(items: Sequence[Item], at: int, reading: Reading) -> Polarity:
    """Whether the sight or kind at an index is wanted, refused, or to stay, by the words that govern it: the nearest
    one before it, else what follows it; then by its role."""
    governing = [n for n in range(at) if items[n].classes & _GOVERNS]
    polarity: Polarity = "wanted"
    if governing and "not" in items[governing[-1]].classes and _is_left_alone(items, at, reading):
        return "kept"
    if governing:
        negated = any("not" in items[n].classes and _adjoins(items, n, governing[-1]) for n in governing[:-1])
        polarity = _governed(items[governing[-1]].classes, negated=negated)
    if polarity == "wanted":
        polarity = _followed(items, at, reading)
    role, sure = reading.roles.get(items[at].first, ("", 0.0))
    overruled = governing or _around(items) & (_OVERRULES | {"move", "put", "add", "swap"})
    if polarity == "wanted" and role in ("avoid", "avoid_kind") and sure >= _SURE and not overruled:
        return "refused"
    return polarity


def _is_left_alone(items: Sequence[Item], at: int, reading: Reading) -> bool:
    """Whether a "not" is of the verb behind a sight that is its object: 别把故宫去掉."""
    first = items[at].first
    verbs = frozenset().union(*(item.classes for item in items[at + 1 :]))
    return first > 0 and reading.tokens[first - 1].text in _OBJECT and bool(verbs & {"drop", "move", "put", "swap"})


def _around(items: Sequence[Item]) -> frozenset[str]:
    return frozenset().union(*(item.classes for item in items))


def _adjoins(items: Sequence[Item], first: int, second: int) -> bool:
    """Whether nothing but points in time and plain verbs stands between two words, and the second one replaces none."""
    if items[second].classes & {"replace", "instead"}:
        return False
    return all(item.slot in _WHEN or item.slot == "word" for item in items[first + 1 : second])


def _governed(classes: frozenset[str], *, negated: bool) -> Polarity:
    if "drop" in classes:
        return "kept" if negated else "refused"
    if classes & {"not", "nothing"} and not classes & {"keep", "drop"}:
        return "refused"
    if "instead_of" in classes and not classes & {"replace"}:
        return "refused"
    if negated:
        return "kept" if "move" in classes and "put" not in classes else "refused"
    return "wanted"


def _followed(items: Sequence[Item], at: int, reading: Reading) -> Polarity:
    """The polarity by the words behind a sight, unless they govern another thing behind them."""
    group: list[Item] = []
    behind = ""
    for item in items[at + 1 :]:
        if "others" in item.classes:
            return "wanted"
        if item.slot in _THINGS and (group or items[at].slot != item.slot):
            behind = item.slot
            break
        if item.classes & _GOVERNS:
            group.append(item)
    first = next((n for n, item in enumerate(group) if item.classes & {"not", "nothing", "drop"}), None)
    if first is None or "keep" in group[first].classes:
        return "wanted"
    turn, rest = group[first], group[first + 1 :]
    if behind and not any(item.classes & {"replace", "instead", "add"} for item in rest):
        return "wanted"
    if "drop" in turn.classes:
        return "refused"
    if rest and rest[0].first - turn.last <= 1:
        return _governed(rest[0].classes, negated=True)
    return "refused" if _ends_clause(turn, reading) else "wanted"


def _ends_clause(item: Item, reading: Reading) -> bool:
    behind = reading.tokens[item.last] if item.last < len(reading.tokens) else None
    return behind is None or behind.text in _MARKS or behind.text in ("了", "吧")


def _with_features(piece: Piece, plan: PlanAtHand, reading: Reading) -> Piece:
    """The piece with the names by which templates ask for what it holds."""
    planned = plan.sights
    known: dict[str, Any] = {
        "sight": piece.wanted, "planned": [s for s in piece.wanted if s in planned],
        "new": [s for s in piece.wanted if s not in planned], "two_sights": piece.sights[1:], "refused": piece.refused,
        "kept": piece.kept, "kind": piece.kinds, "no_kind": piece.no_kinds, "city": piece.cities,
        "two_cities": piece.cities[1:], "day": piece.days, "own_day": piece.days and not piece.inherited,
        "two_days": piece.days[1:] and not piece.inherited and not piece.every, "every": piece.every,
        "part": piece.part, "clock": piece.clocks, "span": piece.span, "foreign": piece.foreign,
        "days_span": piece.span and piece.span[0].unit in ("day", "night", "week"),
        "nights_span": piece.span and piece.span[0].unit == "night",
        "hours_span": piece.span and piece.span[0].unit in ("hour", "minute"),
    }  # fmt: skip
    when = piece.part or piece.clocks or (piece.days and not piece.inherited) or piece.classes & {"first", "last"}
    known["bare"] = not piece.classes - _FILL and not _holds_more(piece.items, reading)
    named = {name for name, value in known.items() if value} | ({"when"} if when else set())
    return dataclasses.replace(piece, features=frozenset(named | {f"w.{name}" for name in piece.classes}))
