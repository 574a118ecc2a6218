"""The questions of a message as values: one for each segment that asks, from its typed tokens and their roles.

What a segment does not name itself (a place, a day) is taken from the rest of the message, the segments before it
first: "Is the Colosseum open on Monday? Do we need tickets?" asks twice about the Colosseum.
"""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from travelagent.assistant.embedded.reading.facts import prices_of_parts, resolved
from travelagent.assistant.embedded.reading.matters import RANKING, namesakes
from travelagent.assistant.embedded.reading.reading import Reading, Segment
from travelagent.assistant.embedded.reading.superlatives import Ranking, ranking_of
from travelagent.assistant.lexer.places import PlaceValue, city_of
from travelagent.assistant.lexer.tokens import DateValue, Token
from travelagent.assistant.lexer.words import cues
from travelagent.assistant.trip_view import PlanAtHand
from travelagent.briefs.acts import FREE, LODGING, Ask
from travelagent.catalog.labels import SEASON_MONTHS

ASKS: Final = "ask."
"""What the acts begin with that are questions."""
SIGHTS, PLAN = "sights", "plan"
"""The topics that answer a question on a sight, or on a day, whose own topic is not sure."""
AIRPORT: Final = "airport"
REFUSED_WITHIN: Final = 3
"""So many tokens a word of refusal may stand before what it refuses."""
_AIRPORT: Final = frozenset({"airport", "airports"})
_AIRPORT_ZH: Final = "机场"
_MODES: Final = frozenset({"train", "flight", "bus", "car", "taxi", "transit", "walk", "ferry"})
_ENDS: Final = ("city", "town", "sight")
_WHOLE_TRIP: Final = frozenset({"plan", "tiring", "assistant", "other"})
"""Topics that are about the trip, where no place is named beside them."""
_NOT_ABOUT: Final = frozenset({"origin", "return", "transit", "avoid", "place.other"})
"""Roles of places that a question beside them is not about."""


@dataclass(frozen=True, slots=True)
class _Named:
    """What a segment names."""

    places: tuple[tuple[str, str], ...]
    """The ids of places, each with its role."""
    ends: tuple[str, ...]
    days: tuple[int, ...]
    dates: tuple[dt.date, ...]
    months: tuple[int, ...]
    kinds: tuple[str, ...]
    without: tuple[str, ...]
    """Of the kinds, and of lodging, those that are left out."""
    diets: tuple[str, ...]
    length: int | None
    amount: Decimal | None
    currency: str
    ranking: Ranking | None
    namesakes: tuple[str, ...]

    @property
    def about(self) -> tuple[str, ...]:
        if self.namesakes:
            return self.namesakes
        return tuple(dict.fromkeys(id for id, _ in self.places))

    @property
    def sights(self) -> tuple[str, ...]:
        return tuple(id for id, _ in self.places if "/" in id)

    @property
    def is_timed(self) -> bool:
        return bool(self.days or self.dates or self.months)


def questions_of(reading: Reading, plan: PlanAtHand | None, today: dt.date) -> tuple[Ask, ...]:
    """Return the questions of a message in their order; those of one topic about the same that follow one another are
    one."""
    named = [_named(reading, segment, plan, today) for segment in reading.segments]
    found: list[Ask] = []
    for n, segment in enumerate(reading.segments):
        topic = _topic(segment, named[n])
        if not topic:
            continue
        beside = [*reversed(named[:n]), *named[n + 1 :]]
        question = _question(topic, named[n], beside, plan)
        if found and (found[-1].topic, found[-1].about) == (question.topic, question.about):
            found[-1] = _joined(found[-1], question)
        else:
            found.append(question)
    return tuple(found)


def _topic(segment: Segment, own: _Named) -> str:
    """The topic of a segment; of a question whose own is not sure that of the sight or the day it names, else none."""
    if not segment.act.startswith(ASKS):
        return ""
    if not segment.unsure:
        return segment.act.removeprefix(ASKS)
    return SIGHTS if own.sights else PLAN if own.days else ""


def _question(topic: str, own: _Named, beside: Sequence[_Named], plan: PlanAtHand | None) -> Ask:
    """The question of a segment, completed by what is named beside it; how long a way of travelling takes is one of
    rides."""
    if topic == "how_long" and own.length is None and _MODES & set(own.kinds):
        topic = "ride"
    if topic == RANKING:
        return _ranked(own, beside)
    if LODGING in own.without and topic in _WHOLE_TRIP:
        topic = "price"
    ends = _ends(own, plan) if topic == "ride" else None
    if topic == "ride" and ends is None and plan is None and (sight := _sight_beside(own, beside)):
        return replace(Ask(topic, about=(sight,)), kinds=own.kinds)
    diets = own.diets or next((each.diets for each in beside if each.diets), ())
    question = Ask(
        topic,
        about=() if ends else own.about,
        days=own.days,
        dates=own.dates,
        months=own.months,
        ends=ends,
        kinds=(*own.kinds, *(diets if topic == "food" else own.diets)),
        length=own.length if topic == "how_long" else None,
        amount=own.amount if topic == "price" else None,
        currency=own.currency if topic == "price" else "",
        without=own.without if topic == "price" else (),
    )
    return question if ends or own.about else _completed(question, own, beside)


def _sight_beside(own: _Named, beside: Sequence[_Named]) -> str:
    """The sight to which one gets from the one city that a question names ("how far is it from Beijing?"), named beside
    it; empty for none."""
    if len(own.ends) != 1 or "/" in own.ends[0]:
        return ""
    sights = (sight for each in beside for sight in (each.namesakes or each.sights))
    return next((sight for sight in sights if city_of(sight) == own.ends[0]), "")


def _ranked(own: _Named, beside: Sequence[_Named]) -> Ask:
    """The question for sights by a measure, around the place that is named."""
    ranking = own.ranking
    question = Ask(RANKING, about=own.about, kinds=own.kinds, order=ranking.order if ranking else None)
    question = replace(question, within_km=ranking.within_km if ranking else None)
    return question if own.about or LODGING in own.kinds else _completed(question, own, beside)


def _completed(question: Ask, own: _Named, beside: Sequence[_Named]) -> Ask:
    """A question without a place with that of the nearest segment that names one, and without a time with its time."""
    if question.topic not in _WHOLE_TRIP and question.amount is None and not question.days:
        near = next((about for each in beside if (about := _about(each))), ())
        question = replace(question, about=near)
    timed = next((each for each in beside if each.is_timed), None)
    if own.is_timed or timed is None:
        return question
    return replace(question, days=timed.days, dates=timed.dates, months=timed.months)


def _about(named: _Named) -> tuple[str, ...]:
    """The places beside a question that it may be about: none that one comes from, passes, refuses or only mentions."""
    return tuple(dict.fromkeys(id for id, role in named.places if role not in _NOT_ABOUT))


def _ends(named: _Named, plan: PlanAtHand | None) -> tuple[str, str] | None:
    """The ends of a ride: two places in their order, the one that one comes from first; of that alone the way from
    there to the plan's first city."""
    origin = next((id for id, role in named.places if role == "origin" and id in named.ends), "")
    if plan is not None and len(named.ends) == 1 and "/" not in named.ends[0] and named.ends[0] not in plan.cities:
        return named.ends[0], plan.cities[0]
    if len(named.ends) != 2:
        return None
    first, second = named.ends
    return (second, first) if second == origin else (first, second)


def _joined(one: Ask, other: Ask) -> Ask:
    """Two questions of one topic about the same as one."""

    def both(name: str) -> tuple[object, ...]:
        return tuple(dict.fromkeys((*getattr(one, name), *getattr(other, name))))

    whole = {name: both(name) for name in ("days", "dates", "months", "kinds", "without")}
    return replace(
        one,
        **whole,  # type: ignore[arg-type]  # each of its own type
        ends=one.ends or other.ends,
        length=one.length if one.length is not None else other.length,
        amount=one.amount if one.amount is not None else other.amount,
        currency=one.currency or other.currency,
    )


def _named(reading: Reading, segment: Segment, plan: PlanAtHand | None, today: dt.date) -> _Named:
    tokens = [(n, reading.tokens[n]) for n in range(segment.first, segment.last)]
    values = [token.value for _, token in tokens if token.type == "date"]
    dates = tuple(dict.fromkeys(on for value in values if (on := _date(value, plan, today))))
    other = prices_of_parts(reading)
    money = next((token.value for n, token in tokens if token.type == "money" and n not in other), None)
    spans = [token.value for _, token in tokens if token.type == "span"]
    without = tuple(dict.fromkeys(_left_out(reading.tokens[segment.first : segment.last])))
    kinds = [kind for _, token in tokens for kind in _kinds(token) if kind not in without]
    within = reading.tokens[segment.first : segment.last]
    text = reading.text[within[0].start : within[-1].end]
    ranking = ranking_of(text, within, planned=True) if segment.act == f"{ASKS}{RANKING}" else None
    if (ranking is not None or segment.act == f"{ASKS}price") and LODGING not in without:
        kinds += [LODGING] if any("hotel" in each for each in cues(within)) else []
    if ranking is not None:
        kinds += [FREE] if ranking.is_free else []
    if _mentions_airport([token for _, token in tokens]):
        kinds.append(AIRPORT)
    return _Named(
        places=tuple((id, reading.roles.get(n, ("", 0.0))[0]) for n, token in tokens for id in _places(token)),
        ends=tuple(dict.fromkeys(id for _, token in tokens for id in _end(token))),
        days=tuple(dict.fromkeys(day for _, token in tokens for day in _days(token, plan))),
        dates=dates,
        months=tuple(dict.fromkeys(month for value in values for month in _months(value))),
        kinds=tuple(dict.fromkeys(kinds)),
        without=without,
        diets=tuple(dict.fromkeys(token.value for _, token in tokens if token.type == "diet")),
        length=next((span.days for span in spans if span.unit not in ("hour", "minute")), None),
        amount=Decimal(str(money.amount)) if money else None,
        currency=(money.currency or "") if money else "",
        ranking=ranking,
        namesakes=namesakes(within),
    )


def _places(token: Token) -> Iterator[str]:
    """The ids of a place: all of a name that stands for several, else the likeliest one."""
    if token.type == "airport":
        yield token.value.city
    elif token.type == "place":
        value: PlaceValue = token.value
        yield from value.ids if value.together else value.ids[:1]


def _end(token: Token) -> Iterator[str]:
    """The id of a place that may be an end of a ride."""
    if token.type == "place" and token.value.kind in _ENDS:
        yield token.value.id


def _days(token: Token, plan: PlanAtHand | None) -> Iterator[int]:
    """The number of a day of the plan."""
    if token.type != "day":
        return
    if isinstance(token.value, int):
        yield token.value
    elif token.value == "last" and plan is not None and plan.days:
        yield plan.days[-1].day


def _date(value: DateValue, plan: PlanAtHand | None, today: dt.date) -> dt.date | None:
    """The day that a date means: one of the plan's where it can, else the next one from today."""
    if plan is not None and plan.days:
        on = resolved(value, today, plan.days[0].date)
        if on in {day.date for day in plan.days}:
            return on
    return resolved(value, today)


def _months(value: DateValue) -> Iterator[int]:
    if value.form == "month" and value.month:
        yield value.month
    elif value.season:
        yield from SEASON_MONTHS[value.season]


def _kinds(token: Token) -> Iterator[str]:
    """The kind of sight (the nearer category where there is one), need or mode that a token mentions."""
    if token.type == "kind":
        yield token.value[1] or token.value[0]
    elif token.type in ("need", "mode"):
        yield token.value
    elif token.type == "airport":
        yield AIRPORT


def _left_out(tokens: Sequence[Token]) -> Iterator[str]:
    """The kinds that stand behind a word of refusal, or before one of exception: "without the hotel", 住宿除外."""
    classes = cues(tokens)
    for at, token in enumerate(tokens):
        kinds = [LODGING] if "hotel" in classes[at] else list(_kinds(token))
        before = frozenset().union(*classes[max(0, at - REFUSED_WITHIN) : at])
        after = frozenset().union(*classes[at + 1 : at + 1 + REFUSED_WITHIN])
        if before & {"not", "except"} or "except" in after:
            yield from kinds


def _mentions_airport(tokens: Sequence[Token]) -> bool:
    """Whether an airport is spoken of without its name."""
    return any(token.text in _AIRPORT for token in tokens) or _AIRPORT_ZH in "".join(token.text for token in tokens)
