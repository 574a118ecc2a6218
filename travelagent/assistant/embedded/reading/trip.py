"""The wishes of a message for the trip, from its tokens and the roles they play."""

import dataclasses
import datetime as dt
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from travelagent.assistant.embedded.reading.caps import sights_a_day
from travelagent.assistant.embedded.reading.clause_words import withdraws
from travelagent.assistant.embedded.reading.clauses import stretch_around
from travelagent.assistant.embedded.reading.edit_words import hits, rests_at_noon
from travelagent.assistant.embedded.reading.facts import (
    TripLength,
    read_budget,
    read_dates,
    read_length,
    read_night,
    read_spectacle,
)
from travelagent.assistant.embedded.reading.party import read_party
from travelagent.assistant.embedded.reading.reading import CHANGES, WISHES, Reading
from travelagent.assistant.embedded.reading.unserved import unknown_names
from travelagent.assistant.embedded.wishes import Stop, Wishes
from travelagent.assistant.lexer.places import PlaceValue, best_city_of, city_of, is_macro, lies_in
from travelagent.assistant.lexer.quantities import requested_currency
from travelagent.assistant.lexer.tokens import Token
from travelagent.briefs.values import DayReference, DayWish, Hours, Ride, Travel
from travelagent.planning.constraints.most_sights import MostSights
from travelagent.plans.values import IntercityMode, Mode

_TOWNS: Final = ("city", "town", "region", "country")
_STOPS: Final = ("stop", "daytrip")
_SEEKS: Final = frozenset({"recommend", "compare", "ask.sights"})
_BESIDE: Final = ("port", "transit", "near")
"""Parts that a stop may play as well."""
_Role: TypeAlias = tuple[str, float]
SURER: Final = 0.2
"""By so much a mention of a stop as home must be surer than the one as a stop."""
_SURE_HOME: Final = 0.5
"""A city that is less surely the home may be a stop."""
_SURE_NO_DIET: Final = 0.8
"""A word for a diet that is surer to be none of a wish is none."""
NOON: Final = 12 * 60
_HOURS: Final = ("clock", "numeral")
_LIKELY: Final = 0.4
"""An hour that is less surely that at which days begin or end is none."""
BEFORE: Final = 4
"""So many tokens before a place a word may add it."""
_TO_SEE: Final = frozenset({"must", "stop", "daytrip", "about"})
_NOT_THERE: Final = frozenset({"avoid", "near", "port", "transit"})
_OF_DAYS: Final = frozenset({"at", "begin", "finish", "rest", "set_out"})
_PLANNED: Final = frozenset({"place", "kind", "day", "part", "date", "pace"})
_DAYS: Final = frozenset({"day", "part", "date"})
_ADDS: Final = frozenset({"add", "also", "plus", "加", "再", "还", "添", "too", "another"})
_INSTEAD: Final = frozenset({"instead", "换", "改", "换成", "改成", "change", "rather", "switch", "算"})
_OUT_OF: Final = frozenset(
    {"out of", "home from", "back from", "return from", "depart from", "departing from", "leave from"}
)
_OUT_ZH: Final = frozenset("出")
_NO_EXIT: Final = frozenset({"出发", "出差", "出来", "出去", "出门", "出游", "出行"})
"""What stands beside the place from which one goes home."""
_SHORT: Final = frozenset({"hour", "minute"})
_PARTS: Final = frozenset(",.;!?，。；！？…\n")
_TRANSPORT_MODES: Final[dict[str, IntercityMode]] = {"train": "train", "flight": "flight", "car": "car"}
_MODES: Final[dict[str, Mode]] = {"taxi": "taxi", "transit": "transit", "walk": "walk", "car": "taxi"}


def wishes_of(reading: Reading, today: dt.date, planned: Sequence[str] | None = None) -> Wishes:
    """Return what a message requests of a trip; empty where it requests nothing.

    `planned`: the cities of the plan that stands; then what changes the order of its days is no wish, except for cities
    that it does not have yet. Without a plan, what a question states of the trip counts, too ("how much are four days
    in Rome for two?").
    """
    most, reading = sights_a_day(reading)
    wishing = WISHES if planned is None else CHANGES
    parts = [s for s in reading.segments if s.act in wishing or (planned is None and s.act.startswith("ask."))]
    withdrawn = _withdrawn(reading)
    if not parts:
        diet = tuple(each for each in _diets(reading) if each not in withdrawn)
        return Wishes(diet=diet, withdrawn=withdrawn, currency=requested_currency(reading.text.lower()))
    within = {n for segment in parts for n in range(segment.first, segment.last)}
    roles = {n: role for n, role in reading.roles.items() if n in within}
    added = False
    if planned is not None:
        edited = {n for s in parts if s.act == "edit" for n in range(s.first, s.last)}
        new = {n for n in edited if n in roles and _is_new_city(reading, n, planned)}
        refused = {n for n in edited if n in roles and _is_refused_city(reading, n, planned)}
        replaced = {reading.tokens[n].value.id for n in refused}.issuperset(planned)
        roles = {n: role for n, role in roles.items() if n not in edited or not _is_of_plan(reading, n)}
        if _days_of(reading) != ("every",):
            roles = {n: role for n, role in roles.items() if reading.tokens[n].type != "pace"}
        roles |= {n: ("stop", reading.roles[n][1]) for n in new}
        roles |= {} if replaced else {n: reading.roles[n] for n in refused}
        stays_there = any(role == "stay" for role, _ in roles.values())
        instead = any(token.text in _INSTEAD for token in reading.tokens)
        added = (bool(new) and not replaced) or (stays_there and not instead)
    reading_of_wishes = Reading(reading.text, reading.tokens, _with_stops(reading, roles, planned), reading.segments)
    places, exit_at = _places(reading_of_wishes), _exit(reading, planned)
    if (exit_at and exit_at == places.ends_at) or (exit_at == places.origin and places.stops):
        places = _with_exit(places, exit_at, reading_of_wishes)
    dates = read_dates(reading_of_wishes, today, planned=planned is not None)
    length, people = read_length(reading_of_wishes, len(places.stops)), read_party(reading_of_wishes)
    elsewhere = planned is not None and bool(places.dropped) and not set(places.dropped) & set(planned)
    if planned is not None and not places.stops:
        length = _of_trip(length, reading)
    adds = added or elsewhere or _adds(reading_of_wishes, [at for at, _ in places.stops])
    if adds and len(places.stops) and _is_beside_stop(reading_of_wishes, [at for at, _ in places.stops]):
        length = _of_added(length, reading_of_wishes, [at for at, _ in places.stops])
    layover = _layover(reading_of_wishes, length.hours)
    must, avoid = _sights(reading_of_wishes)
    kinds, no_kinds = _kinds(reading_of_wishes, _sought(reading) if planned is None else frozenset())
    return Wishes(
        stops=_with_days(places.stops, reading_of_wishes, length.stays),
        areas=places.areas,
        adds=adds and bool(places.stops),
        dropped=places.dropped,
        withdrawn=withdrawn,
        origin=places.origin,
        ends_at=exit_at or places.ends_at,
        dates=dataclasses.replace(
            dates,
            days=None,
            weekend=dates.weekend and length.days is None,
            layover=layover,
            spectacle=read_spectacle(reading_of_wishes),
        ),
        days=1 if layover else dates.days or length.days or (2 if dates.weekend else None),
        more=length.change,
        arrival=_arrival(reading_of_wishes),
        departure=_departure(reading_of_wishes),
        people=people,
        needs=tuple(each for each in _values(reading_of_wishes, "need", ("need",)) if each not in withdrawn),
        budget=read_budget(reading_of_wishes),
        night=read_night(reading_of_wishes),
        currency=requested_currency(reading.text.lower()),
        tier=next(iter(_values(reading_of_wishes, "tier", ("tier",))), None),
        pace=_pace(reading_of_wishes),
        interests=kinds,
        must_see=must,
        avoid=(*avoid, *(kind for kind in no_kinds if kind not in withdrawn)),
        diet=tuple(each for each in _diets(reading) if each not in withdrawn),
        near=next((token.text for _, token in reading_of_wishes.of("near")), ""),
        day_wishes=tuple(_of_days(reading_of_wishes)),
        travel=_travel(reading_of_wishes),
        constraints=() if most is None else (MostSights(most),),
        confidence=places.confidence,
    )


def _of_trip(length: TripLength, reading: Reading) -> TripLength:
    """The length where a plan stands and no stop is named: days beside another place are days there, not the trip's."""
    if unknown_names(reading, "stop", "daytrip"):
        return TripLength(hours=length.hours)
    named = any(token.type == "place" for token in reading.tokens) and not reading.of("length")
    return dataclasses.replace(length, days=None, stays=()) if named and length.stays else length


def _is_beside_stop(reading: Reading, stops: Sequence[int]) -> bool:
    """Whether a span stands right behind a stop, or right before it ("two nights in Rome")."""
    spans = [n for n, _ in reading.of("stay", "length", "more")]
    return any(0 < n - stop < BEFORE or 0 < stop - n < BEFORE - 1 for n in spans for stop in stops)


def _of_added(length: TripLength, reading: Reading, stops: Sequence[int]) -> TripLength:
    """The length where cities are added: a stay has as many days as nights, and of one city alone the length is its
    stay."""
    spans = [n for n, token in reading.of("stay", "length") if token.type == "span"]
    spans = spans or [n for n, token in reading.of("more") if token.type == "span" and len(stops) == 1]
    nights = tuple((n, max(1, round(reading.tokens[n].value.number))) for n in spans)
    if len(stops) == 1 and len(nights) == 1:
        return TripLength(stays=nights, change=length.change)
    return dataclasses.replace(length, stays=tuple(pair for pair in nights if pair[0] in dict(length.stays)))


def _is_new_city(reading: Reading, n: int, planned: Sequence[str]) -> bool:
    """Whether a token of an edit names a city that the plan does not have, and that is not refused."""
    token = reading.tokens[n]
    if token.type != "place" or token.value.kind not in ("city", "town"):
        return False
    if any(city_of(sight) in planned for sight in token.value.sights):
        return False
    return reading.roles[n][0] in ("about", "must", *_STOPS) and token.value.id not in planned


def _is_refused_city(reading: Reading, n: int, planned: Sequence[str]) -> bool:
    """Whether a token of an edit refuses a city of the plan."""
    token = reading.tokens[n]
    refused = reading.roles[n][0] == "avoid"
    return refused and token.type == "place" and token.value.kind == "city" and token.value.id in planned


def _with_stops(reading: Reading, roles: Mapping[int, _Role], planned: Sequence[str] | None) -> dict[int, _Role]:
    """The roles; of a first wish for a trip that names no city as a stop, those that it is about, or else only
    mentions, are the stops."""
    found = dict(roles)
    for each in (s for s in reading.segments if s.act == "compare"):  # one of several is no stop yet
        for n in range(each.first, each.last):
            if n in found and found[n][0] in _STOPS:
                found[n] = ("about", found[n][1])
    towns = [n for n, token in enumerate(reading.tokens) if n in found and _is_town(token)]
    if planned is not None:
        return found
    held = _cities_of_sights(reading, found)
    for n in towns:  # a city with requested sights is a stop, unless it surely is home
        role, sure = found[n]
        if reading.tokens[n].value.id in held and (role in _BESIDE or (role == "origin" and sure < _SURE_HOME)):
            found[n] = ("stop", sure)
    if any(found[n][0] in _STOPS for n in towns):
        return found
    plans = {n for s in reading.segments if s.act == "plan" for n in range(s.first, s.last)}
    for names in (("about", "must"), ("place.other",), ("origin",)):
        named = [
            n
            for n in towns
            if n in plans and found[n][0] in names and (names != ("origin",) or found[n][1] < _SURE_HOME)
        ]
        if named:
            return {**found, **{n: ("stop", found[n][1]) for n in named}}
    return found


def _cities_of_sights(reading: Reading, roles: Mapping[int, _Role]) -> frozenset[str]:
    """Return the cities of the sights that are requested, or near to which the hotel is to be."""
    sights = (reading.tokens[n].value for n, (role, _) in roles.items() if role in ("must", "near"))
    return frozenset(city_of(value.id) for value in sights if isinstance(value, PlaceValue) and value.kind == "sight")


def _is_town(token: Token) -> bool:
    return token.type == "place" and token.value.kind in ("city", "town")


def _is_of_plan(reading: Reading, n: int) -> bool:
    """Whether a token of an edit is about the plan's days rather than the trip as a whole; a pace where a day is named
    beside it."""
    if reading.tokens[n].type == "pace":
        return any(token.type in _DAYS for token in reading.tokens)
    return reading.tokens[n].type in _PLANNED or reading.roles.get(n, ("",))[0] in _OF_DAYS


@dataclass(frozen=True, slots=True)
class _Part:
    """The part that a place plays: the surest one of all its mentions, and where it is named first."""

    role: str
    confidence: float
    at: int


@dataclass(frozen=True, slots=True)
class _Places:
    """The stops with the indexes of their tokens, areas without a city of theirs, places given up, home, and where the
    trip ends if elsewhere."""

    stops: Sequence[tuple[int, PlaceValue]]
    areas: tuple[str, ...]
    dropped: tuple[str, ...]
    origin: str
    ends_at: str
    confidence: Mapping[str, float]


def _places(reading: Reading) -> _Places:
    values, parts = _parts(reading)

    def playing(*roles: str) -> list[str]:
        return sorted((i for i, part in parts.items() if part.role in roles), key=lambda i: parts[i].at)

    towns = [i for i in playing(*_STOPS) if values[i].kind in ("city", "town")]
    areas = [i for i in playing(*_STOPS) if i not in towns and not any(lies_in(town, values[i]) for town in towns)]
    stops = {i: (parts[i].at, values[i]) for i in towns}
    if len(areas) + bool(towns) > 1:  # each of several areas, or one beside cities, is its best city
        chosen = {i: None if is_macro(values[i]) else best_city_of(values[i]) for i in areas}
        stops |= {i: (parts[i].at, PlaceValue("city", (city,))) for i, city in chosen.items() if city}
        areas = [i for i in areas if not chosen[i]]
    ends = [[i for i in playing(role) if values[i].kind in ("city", "town")] for role in ("origin", "return")]
    home, back = (next(iter(each), "") for each in ends)
    return _Places(
        stops=sorted(stops.values(), key=lambda stop: stop[0]),
        areas=tuple(name for i in areas for name in values[i].ids),
        dropped=tuple(playing("avoid")),
        origin=home or back,
        ends_at="" if back in ("", home) or not home else back,
        confidence={name: parts[i].confidence for name, i in (("stays", next(iter(towns), "")), ("origin", home)) if i},
    )


def _parts(reading: Reading) -> tuple[dict[str, PlaceValue], dict[str, _Part]]:
    """The towns and areas that are named, and the part that each plays. Where it is a stop once, another mention makes
    it home only if that is much surer."""
    values: dict[str, PlaceValue] = {}
    parts: dict[str, _Part] = {}
    for n, token in enumerate(reading.tokens):
        if n not in reading.roles or token.type not in ("place", "airport"):
            continue
        role, sure = reading.roles[n]
        value = token.value if token.type == "place" else PlaceValue("city", (token.value.city,))
        if value.kind not in _TOWNS or role == "near":
            continue
        values.setdefault(value.id, value)
        known = parts.get(value.id)
        if known is not None and _is_beside(known, role, token, reading):
            continue
        leaves_again = known and known.role == "stop" and role in ("origin", "return")
        stops_there = known and role == "stop" and known.role in _BESIDE
        if known is None or stops_there or sure > known.confidence + (SURER if leaves_again else 0):
            parts[value.id] = _Part(role, sure, known.at if known else n)
    return values, parts


def _is_beside(known: _Part, role: str, token: Token, reading: Reading) -> bool:
    """Return whether another mention of a stop leaves it standing: its airport, or a part of it that is refused under
    another name (Bali, not Kuta).
    """
    if known.role not in _STOPS:
        return False
    return role in _BESIDE or (role == "avoid" and token.text.lower() != reading.tokens[known.at].text.lower())


def _with_days(
    stops: Sequence[tuple[int, PlaceValue]], reading: Reading, stays: Sequence[tuple[int, int]]
) -> tuple[Stop, ...]:
    """The stops with the days of a stay that stands beside each: the nearest one behind it or, of "3 nights in Rome",
    before it, without another stop between."""
    mentions = _mentions(stops, reading)
    positions = sorted(mentions)
    each: dict[int, int] = {}
    behind_stops = _stand_behind(positions, [at for at, _ in stays])
    for at, days in stays:
        before = max((n for n in positions if n < at), default=None)
        behind = min((n for n in positions if n > at), default=None)
        words = [token.text for token in reading.tokens[at + 1 : (behind or at) + 1]]
        joined = behind is not None and behind - at < 4 and not {",", "，", ";", "、", "-", "->"} & set(words)
        owner = behind if before is None or (joined and not behind_stops) else before
        if owner is not None and mentions[owner] not in each:
            each[mentions[owner]] = days
    return tuple(
        Stop(place, each.get(n) if len(value.ids) == 1 else None)
        for n, value in stops
        for place in (value.ids if value.together else value.ids[:1])
    )


def _mentions(stops: Sequence[tuple[int, PlaceValue]], reading: Reading) -> dict[int, int]:
    """Every index at which a stop is named, with that at which it is named first."""
    first = {value.id: n for n, value in stops}
    named = ((n, token.value.id) for n, token in enumerate(reading.tokens) if token.type == "place")
    return {n: first[id] for n, id in named if id in first} | {n: n for n, _ in stops}


def _stand_behind(positions: Sequence[int], stays: Sequence[int]) -> bool:
    """Whether the stays stand behind their stops (罗马3晚 佛罗伦萨2晚) rather than before them ("3 nights Rome")."""
    behind = sum(at - 1 in positions or at - 2 in positions for at in stays)
    before = sum(not {at + 1, at + 2}.isdisjoint(positions) for at in stays)
    return behind > before


def _sights(reading: Reading) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the sights that are requested, and those refused, an area that stands for its sights with them ("no
    Vatican").

    What is refused anywhere is requested nowhere.
    """
    wanted: dict[str, None] = {}
    refused: dict[str, None] = {}
    for n, (role, _) in sorted(reading.roles.items()):
        token = reading.tokens[n]
        if token.type != "place" or token.value.kind in ("city", "town"):
            continue
        if token.value.kind != "sight":
            refused |= dict.fromkeys(token.value.sights if role == "avoid" else ())
        elif role == "avoid":
            refused[token.value.id] = None
        elif role in _TO_SEE:
            wanted[token.value.id] = None
    return tuple(sight for sight in wanted if sight not in refused), tuple(refused)


def _sought(reading: Reading) -> frozenset[int]:
    """The kinds that clauses ask about which look for places, and all those by which places are compared: they are
    liked."""
    parts = [segment for segment in reading.segments if segment.act in _SEEKS]
    about = [n for each in parts for n in range(each.first, each.last) if reading.roles.get(n, ("",))[0] == "about"]
    compared = [n for each in parts if each.act == "compare" for n in range(each.first, each.last)]
    return frozenset((*about, *(n for n in compared if reading.roles.get(n, ("",))[0] == "kind.other")))


def _kinds(reading: Reading, sought: frozenset[int]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The kinds of sights that are liked, and those that are refused."""
    liked = (n for n, (role, _) in sorted(reading.roles.items()) if n in sought or role == "like")
    likes = dict.fromkeys(reading.tokens[n].value[0] for n in liked if reading.tokens[n].type == "kind")
    dropped = [(n, token) for n, token in reading.of("avoid") if not _is_of_a_name(reading, n)]
    kinds = [(n, token) for n, token in reading.of("avoid_kind") if not _ends_refused_name(reading, n)]
    refused = (t for _, t in (*kinds, *dropped) if t.type == "kind" and t.form != "food")  # everybody eats
    no = dict.fromkeys(token.value[1] or token.value[0] for token in refused)
    return tuple(tag for tag in likes if tag not in no), tuple(no)


def _is_of_a_name(reading: Reading, n: int) -> bool:
    """Whether a word for a kind is, or may be, but a part of the name of a place beside it."""
    near = reading.tokens[max(0, n - 2) : n + 3]
    return len(reading.tokens[n].text) < 2 or any(token.type == "place" for token in near)


def _ends_refused_name(reading: Reading, n: int) -> bool:
    """Whether a word for a kind is the end of the name of a place that is refused: "skip the Vatican Museums"."""
    return n > 0 and reading.tokens[n - 1].type == "place" and reading.roles.get(n - 1, ("",))[0] == "avoid"


def _values(reading: Reading, token_type: str, names: Sequence[str]) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(token.value for _, token in reading.of(*names) if token.type == token_type))


def _diets(reading: Reading) -> tuple[Any, ...]:
    """Return what somebody does not eat, whatever the clause does: a word for a diet counts unless it surely means
    none.
    """
    known = reading.of("diet") + [(n, t) for n, t in reading.of("diet.other") if reading.roles[n][1] < _SURE_NO_DIET]
    return tuple(
        dict.fromkeys(token.value for _, token in sorted(known, key=lambda pair: pair[0]) if token.type == "diet")
    )


def _withdrawn(reading: Reading) -> tuple[str, ...]:
    """The diets and needs that hold no longer ("no wheelchair", "not vegan any more"), and the kinds whose refusal is
    given up ("scratch the no museums thing")."""
    found: list[str] = []
    for n, token in enumerate(reading.tokens):
        if token.type not in ("diet", "need", "kind"):
            continue
        before = list(hits(reading.tokens, max(0, n - BEFORE), n))
        refused = any("not" in hit.classes for hit in before)
        if token.type == "kind":
            if refused and any("drop" in hit.classes for hit in before):
                found += (token.value[1] or token.value[0], token.value[0])
        elif refused and (before[-1].last == n or withdraws(reading.text)):
            found.append(token.value)
    return tuple(dict.fromkeys(found))


def _exit(reading: Reading, planned: Sequence[str] | None) -> str:
    """The stop from which one goes home: 丽江出, "flying out of Venice". Without a plan another place stands before it:
    what one flies out of first is home."""
    tokens = reading.tokens
    stops = [n for n, token in reading.of("stop", "must") if token.type == "place"]
    for n, token in reversed(reading.of("stop", "return", "place.other", "about")):
        if token.type != "place" or token.value.kind != "city":
            continue
        behind = "".join(each.text for each in tokens[n + 1 : n + 3])
        before = " ".join(each.text.lower() for each in tokens[max(0, n - 2) : n])
        leaves = (behind[:1] in _OUT_ZH and behind[:2] not in _NO_EXIT) or before in _OUT_OF
        if leaves and (planned is not None or any(at < n for at in stops)):
            return str(token.value.id)
    return ""


def _with_exit(places: _Places, exit_at: str, reading: Reading) -> _Places:
    """The places with the one from which one goes home as the last stop, where it seemed to be home itself: "landing in
    Rome and flying out of Venice"."""
    leaves = [
        (n, token.value)
        for n, token in reading.of("return")
        if token.type == "place" and token.value.id == exit_at and token.value.kind == "city"
    ]
    if not leaves or any(value.id == exit_at for _, value in places.stops):
        return places
    home = "" if places.origin == exit_at else places.origin
    return dataclasses.replace(places, stops=[*places.stops, leaves[0]], origin=home, ends_at=exit_at)


def _adds(reading: Reading, stops: Sequence[int]) -> bool:
    """Whether a word of adding, rather than one of replacing, stands before the first stop."""
    if not stops:
        return False
    before = [token.text for token in reading.tokens[max(0, min(stops) - BEFORE) : min(stops)]]
    return not _ADDS.isdisjoint(before) and _INSTEAD.isdisjoint(before)


def _pace(reading: Reading) -> Any:
    wanted = next((token.value for _, token in reading.of("pace") if token.type == "pace"), None)
    refused = next((token.value for _, token in reading.of("pace.avoid") if token.type == "pace"), "")
    return wanted or {"packed": "relaxed", "relaxed": "packed"}.get(refused)


def _layover(reading: Reading, hours: float | None) -> Hours | None:
    """The hours of a layover, by its two flights or by the first one and its length."""
    arrive, leave = _at(reading, "arrive"), _at(reading, "leave")
    if hours is None or arrive is None:
        return None
    end = leave if leave is not None and leave > arrive else min(arrive + round(60 * hours), 24 * 60 - 1)
    return Hours(arrive, end) if end > arrive else None


def _at(reading: Reading, role: str) -> int | None:
    return next((_minutes(token) for _, token in reading.of(role) if token.type == "clock"), None)


def _minutes(token: Token) -> int:
    """An hour without its half of the day is none of the night's."""
    minutes: int = token.value.minutes
    return minutes if token.value.sure or minutes >= 7 * 60 else minutes + 12 * 60


def _arrival(reading: Reading) -> Ride:
    port = next((token.text for _, token in reading.of("port")), "")
    ride = _ride_at(reading, "arrive", _mode_beside(reading, "arrive"))
    return dataclasses.replace(ride, port=port, sets_out=_at(reading, "set_out"))


def _departure(reading: Reading) -> Ride:
    return _ride_at(reading, "leave", _mode_beside(reading, "leave"))


def _mode_beside(reading: Reading, role: str) -> IntercityMode | None:
    """Return the mode of the ride at the hour that has a role.

    It is the one mentioned in its clause, an airport being that of a flight; else that of the whole journey.
    """
    for n, _ in reading.of(role, f"{role}.part"):
        within = stretch_around(reading.tokens, n, _PARTS)
        near = sorted((m for m in within if reading.tokens[m].type in ("mode", "airport")), key=lambda m: abs(m - n))
        for token in (reading.tokens[m] for m in near):
            mode = "flight" if token.type == "airport" else _TRANSPORT_MODES.get(token.value)
            if mode is not None:
                return mode
    return next(
        (_TRANSPORT_MODES.get(token.value) for _, token in reading.of("mode.arrive") if token.type == "mode"), None
    )


def _ride_at(reading: Reading, role: str, mode: IntercityMode | None) -> Ride:
    """When a ride is, by the hour or else the part of the day."""
    at = _at(reading, role)
    part = next((token.value for _, token in reading.of(f"{role}.part")), None)
    if at is None and part == "noon":
        at = NOON
    return Ride(at=at, part_of_day=part if part in ("morning", "afternoon", "evening") else None, mode=mode)


def _travel(reading: Reading) -> Travel:
    between = next(
        (_TRANSPORT_MODES.get(token.value) for _, token in reading.of("mode.between") if token.type == "mode"), None
    )
    within = next((_MODES.get(token.value) for _, token in reading.of("mode.within") if token.type == "mode"), None)
    refused = tuple(
        dict.fromkeys(_MODES[t.value] for _, t in reading.of("mode.avoid") if t.type == "mode" and t.value in _MODES)
    )
    return Travel(between=between, within=within, refuse=refused)


def _of_days(reading: Reading) -> list[DayWish]:
    """Sights that are bound to a day of the trip in their clause."""
    found: dict[str, DayWish] = {}
    by_sight: dict[int, list[int]] = defaultdict(list)
    days = [
        n for n, _ in reading.of("day") if isinstance(reading.tokens[n].value, int) or reading.tokens[n].value == "last"
    ]
    sights = [
        n
        for n, (role, _) in sorted(reading.roles.items())
        if (role in _TO_SEE or (role not in _NOT_THERE and any(0 < day - n < BEFORE for day in days)))
        and reading.tokens[n].type == "place"
        and reading.tokens[n].value.kind == "sight"
    ]
    for n in days:
        behind = [m for m in sights if m > n]
        ahead = [m for m in sights if m < n]
        owner = ahead[-1] if ahead and n - ahead[-1] < 4 else behind[0] if behind and behind[0] - n < 8 else None
        if owner is not None:
            by_sight[owner].append(n)
    for owner, numbers in by_sight.items():
        n = numbers[0]
        part = next(
            (
                reading.tokens[m].value
                for m in range(n, min(n + 4, len(reading.tokens)))
                if reading.tokens[m].type == "part"
            ),
            None,
        )
        at = next(
            (
                _minutes(reading.tokens[m])
                for m in range(n, min(n + 4, len(reading.tokens)))
                if reading.tokens[m].type == "clock"
            ),
            None,
        )
        sight = reading.tokens[owner].value.id
        found[sight] = DayWish(
            reading.tokens[n].value,
            "visit",
            value=sight,
            start=at,
            part=part if part in ("morning", "afternoon", "evening") else None,
        )
    return [*found.values(), *_rests(reading), *_hours(reading)]


def _hours(reading: Reading) -> Iterator[DayWish]:
    """When every day is to begin and to end."""
    begins, ends = (
        [token for n, token in reading.of(role) if token.type in _HOURS and reading.roles[n][1] >= _LIKELY]
        for role in ("begin", "finish")
    )
    if begins or ends:
        start = _clock_minutes(begins[0]) if begins else None
        for day in _days_of(reading):
            yield DayWish(day, "hours", start=start, end=_late(ends[0]) if ends else None)


def _late(token: Token) -> int:
    """An hour without its half of the day, as one of the second half."""
    minutes = _clock_minutes(token)
    sure = token.type == "clock" and token.value.sure
    return minutes if sure or minutes >= 12 * 60 else minutes + 12 * 60


def _clock_minutes(token: Token) -> int:
    """The minutes of an hour, or of a number that is one."""
    return int(60 * token.value if token.type == "numeral" else token.value.minutes)


def _rests(reading: Reading) -> Iterator[DayWish]:
    """A rest at the hotel, from the one hour to the other, for as long as stated, or as long as usual."""
    clocks = [_minutes(token) for _, token in reading.of("rest") if token.type == "clock"]
    if clocks:
        minutes = clocks[1] - clocks[0] if len(clocks) > 1 and clocks[1] > clocks[0] else None
        least = next(_short_spans(reading.tokens), None)
        minutes = min(minutes, least) if minutes and least else minutes
        for day in _days_of(reading):
            yield DayWish(day, "rest", start=clocks[0], minutes=minutes)
    elif (clause := next(_restful(reading), None)) is not None:
        minutes = next(_short_spans([reading.tokens[n] for n in clause]), None)
        for day in _days_of(reading):
            yield DayWish(day, "rest", minutes=minutes)


def _short_spans(tokens: Sequence[Token]) -> Iterator[int]:
    """Yield the minutes of the lengths in hours or minutes among some tokens."""
    spans = (token.value for token in tokens if token.type == "span")
    return (round(span.number * (60 if span.unit == "hour" else 1)) for span in spans if span.unit in _SHORT)


def _days_of(reading: Reading) -> tuple[DayReference, ...]:
    """The days that a message names by their numbers; every day where it names none, or all of them."""
    named = [token.value for token in reading.tokens if token.type == "day"]
    numbered = dict.fromkeys(day for day in named if isinstance(day, int) or day == "last")
    return tuple(numbered) if numbered and "every" not in named else ("every",)


def _restful(reading: Reading) -> Iterator[range]:
    """The clauses of a wish for a trip that wish for a rest at noon."""
    for segment in reading.segments:
        at = segment.first
        while segment.act == "plan" and at < segment.last:
            clause = stretch_around(reading.tokens, at, _PARTS)
            if rests_at_noon(reading.tokens[clause.start : clause.stop]):
                yield clause
            at = clause.stop + 1
