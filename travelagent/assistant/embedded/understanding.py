"""What a message does, as acts: where the reading of text and the brief meet.

`understand` reads one message upon the trip at hand; `understand_turns` folds a conversation without tools, so that
`manage.py understand` can be measured by labelled sets.
"""

import dataclasses
import datetime as dt
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from travelagent.assistant.embedded.dialogue import patch
from travelagent.assistant.embedded.doubts import Doubt, NamedCities, doubt_of
from travelagent.assistant.embedded.reading.choice import chosen_city
from travelagent.assistant.embedded.reading.clause_words import has_content
from travelagent.assistant.embedded.reading.edit_words import hits
from travelagent.assistant.embedded.reading.facts import with_months_of_trip
from travelagent.assistant.embedded.reading.mood import Mood, mood_of
from travelagent.assistant.embedded.reading.questions import questions_of
from travelagent.assistant.embedded.reading.ranking import Ranked, ranked
from travelagent.assistant.embedded.reading.reading import (
    CHANGES,
    Reading,
    Segment,
    is_refused_in_clause,
    read,
    stands_alone,
)
from travelagent.assistant.embedded.reading.trip import wishes_of
from travelagent.assistant.embedded.reading.unserved import (
    unknown_names,
    unread_health,
    unread_prices,
    unserved_clauses,
)
from travelagent.assistant.embedded.wishes import Stop, Wishes
from travelagent.assistant.intents import Intent
from travelagent.assistant.language import Language, language_of
from travelagent.assistant.lexer.places import PlaceValue, best_city_of, city_of, is_macro
from travelagent.assistant.trip_view import NO_TRIP, PlanAtHand, TripView
from travelagent.briefs.acts import (
    Act,
    Ask,
    AskFigures,
    Compare,
    EditPlan,
    FindPlaces,
    NotRead,
    PatchBrief,
    Remember,
    Restyle,
    SmallTalk,
    TripCommand,
    Undo,
)
from travelagent.briefs.apply import apply
from travelagent.briefs.diet import diet_of
from travelagent.briefs.values import EMPTY, TripBrief
from travelagent.compute.worker import cpu_limit
from travelagent.planning.edits.days import AddDays, KeepIndoors, RemoveDay, ReorderCities
from travelagent.planning.edits.registry import edits_from_wire
from travelagent.planning.edits.trip import Cheaper

_INTENTS: Final[Mapping[str, Intent]] = {
    "plan": "travel_planning", "edit": "itinerary_query", "undo": "trip_management", "redo": "trip_management",
    "ask.why": "itinerary_query", "ask.when": "itinerary_query", "ask.plan": "itinerary_query",
    "ask.rain": "itinerary_query", "ask.tiring": "itinerary_query", "ask.hours": "attraction_query",
    "ask.tickets": "attraction_query", "ask.sights": "attraction_query", "ask.crowds": "attraction_query",
    "ask.safety": "attraction_query", "ask.how_long": "attraction_query", "ask.price": "budget_query",
    "ask.ride": "transportation", "ask.weather": "season_query", "ask.packing": "season_query", "ask.food": "food",
    "ask.hotel": "accommodation", "recommend": "city_recommendation", "compare": "comparison",
    "figures": "data_question", "trip.save": "trip_management", "trip.rename": "trip_management",
    "trip.delete": "trip_management", "trip.list": "trip_management", "trip.share": "trip_management",
    "trip.export": "trip_management", "remember": "memory", "forget": "memory", "greeting": "greeting",
    "complaint": "complaint", "offtopic": "out_of_scope",
}  # fmt: skip
"""The intent of the contract that an act is; an act that is none of these is talk."""
READING_S: Final = 2.0
"""So much of the processor's time one message may take to be read, the loading of the weights with it."""
_SURE_STEP: Final = 0.5
"""A step back that is less sure is none beside a change ("I changed my mind on where to stay. I'd rather …")."""
BROUGHT: Final = ("must", "stop", "daytrip", "edit")
"""Roles of places that a message wishes for."""
_BRINGS: Final = frozenset({"add", "put", "replace", "swap"})
"""Classes of words that bring something into a plan."""
_MANY_STAYS: Final = 3
"""A trip to so many places is first of all a way between them."""
_CHOOSES: Final = frozenset({"recommend", "accept", "compare", "edit"})
"""Acts of a clause that takes one of the cities that were offered."""
_NO_CONTENT: Final = frozenset({"greeting", "thanks", "farewell", "accept", "aside", "junk"})
_TALK: Final[Mapping[str, Literal["greeting", "thanks", "farewell", "accept", "complaint", "trouble", "offtopic",
    "aside", "other"]]] = {
    "greeting": "greeting", "thanks": "thanks", "farewell": "farewell", "accept": "accept", "complaint": "complaint",
    "trouble": "trouble", "offtopic": "offtopic", "aside": "aside", "junk": "other",
}  # fmt: skip
_ASKING: Final = frozenset("?？吗呢")
_BESIDE: Final = frozenset({"near", "port", "transit"})
"""Roles of a city that is named for something in it."""
_OF_TRIP: Final = frozenset(
    {"need", "diet", "pace", "tier", "money", "mode", "person", "count", "age", "span", "airport"}
)
_COMMANDS: Final[Mapping[str, Literal["save", "rename", "delete", "list", "share", "export"]]] = {
    "trip.save": "save", "trip.rename": "rename", "trip.delete": "delete", "trip.list": "list",
    "trip.share": "share", "trip.export": "export",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Understood:
    """The last message of a conversation: what its clauses do by name, its acts as values, and the brief after it.

    `confidence` is that of the least sure act or place; `areas` and `mentioned` are the areas and the cities that it
    names without making them part of a trip; `honeymoon`: whether the trip is one; `refused`: cities that it does not
    want; `unknown`: names that seem to be places and match none; `doubt`: what of it is asked back, and not done.
    """

    language: Language
    kinds: tuple[str, ...]
    acts: tuple[Act, ...]
    brief: TripBrief
    confidence: float = 0.0
    areas: tuple[str, ...] = ()
    mentioned: tuple[str, ...] = ()
    honeymoon: bool = False
    mood: Mood = "neutral"
    refused: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    doubt: Doubt | None = None

    @property
    def wants_plan(self) -> bool:
        """Whether a plan is requested, rather than only asked about."""
        return "plan" in self.kinds

    @property
    def intent(self) -> Intent:
        """The intent of the first act with content."""
        telling = [kind for kind in self.kinds if kind not in _NO_CONTENT] or list(self.kinds)
        found = _INTENTS.get(telling[0], "general_chat") if telling else "general_chat"
        return self._kind_of_plan if found == "travel_planning" else found

    @property
    def _kind_of_plan(self) -> Intent:
        """What of the contract's plans one is: a honeymoon, an adventure, a way through several places, or any."""
        if self.honeymoon:
            return "honeymoon_tour"
        if "adventure" in self.brief.interests[:1]:
            return "adventure_tour"
        return "route_planning" if len(self.brief.stays) >= _MANY_STAYS else "travel_planning"

    def as_wire(self) -> dict[str, Any]:
        """Return the `understanding` object of the wire contract, with the acts beside it."""
        return {
            "language": self.language,
            "intent": self.intent,
            "sentiment": self.mood,
            "missing": list(self._missing()),
            "acts": list(self.kinds),
            "confidence": round(self.confidence, 2),
            **({"choices": list(self.doubt.choices)} if self.doubt else {}),
            "entities": {name: value for name, value in self._entities() if value},
        }

    def _missing(self) -> Iterator[str]:
        """What is still open, the most valuable first: of a plan everything, of a question about a place the place."""
        brief = self.brief
        placed = brief.stays or self.areas or self.mentioned
        if not self.wants_plan:
            if not placed and any(kind.startswith("ask.") for kind in self.kinds):
                yield "city"
            return
        dated = brief.dates.start or brief.dates.end or brief.dates.month or brief.dates.season
        known = {
            "city": placed, "days": brief.days, "budget": brief.budget or brief.tier, "season": dated,
            "travellers": brief.party != EMPTY.party, "interests": brief.interests,
        }  # fmt: skip
        yield from (name for name, value in known.items() if not value)

    def _entities(self) -> Iterator[tuple[str, Any]]:
        brief = self.brief
        yield "cities", list(dict.fromkeys((*brief.places, *self.mentioned)))
        yield "regions", [area for area in self.areas if not _is_country(area)]
        yield "countries", [area for area in self.areas if _is_country(area)]
        yield "origin", brief.origin
        yield "days", brief.days
        yield "start_date", brief.dates.start and brief.dates.start.isoformat()
        yield "end_date", brief.dates.end and brief.dates.end.isoformat()
        yield "month", brief.dates.month
        yield "season", brief.dates.season
        party = {"adults": brief.party.adults, "children": len(brief.party.children), "seniors": brief.party.seniors}
        yield "travellers", {kind: number for kind, number in party.items() if number}
        if limit := brief.budget:
            currency = {"currency": limit.currency} if limit.currency else {}
            yield "budget", {"amount": float(limit.amount), "per": limit.per, **currency}
        for name in ("interests", "must_see", "avoid"):
            yield name, list(getattr(brief, name))
        yield "diet", list(map(diet_of, brief.diet))
        yield "pace", brief.pace
        yield "tier", brief.tier
        yield "hotel_area", brief.lodging.near


def _is_country(area: str) -> bool:
    return len(area) == 2 and area.isupper()


_ENDLESS = re.compile(r"[\d.,]{16,}+\s?[a-z万千百亿]{0,2}|[零〇一二两三四五六七八九十百千万亿]{13,}+")
"""Numbers that nobody means, and nothing can be computed with: no budget is told in so many digits."""


def understand(
    message: str, trip: TripView, today: dt.date, language: str = "en", *, planned: bool | None = None
) -> Understood:
    """Return what a message does to the trip at hand.

    `language` of a message that shows none, like `3`; `planned`: whether it is read as one beside a plan, where the
    trip does not decide that. Raises CpuLimitExceeded.
    """
    with cpu_limit(READING_S):
        return _understand(
            message, trip, today, language, planned=trip.plan is not None if planned is None else planned
        )


def _understand(message: str, trip: TripView, today: dt.date, language: str, *, planned: bool) -> Understood:
    message = _ENDLESS.sub(lambda digits: "?" * len(digits[0]), message)
    found = read(message, today, planned=planned, cities=trip.brief.places, before=trip.earlier)
    ranking = ranked(with_months_of_trip(found, trip.brief.dates, today, planned=planned), trip, today)
    reading = ranking.reading
    wishes = wishes_of(reading, today, trip.plan.cities if trip.plan else None)
    if trip.plan is None and not wishes.stops and wishes.must_see and any(s.act == "plan" for s in reading.segments):
        cities = dict.fromkeys(city_of(sight) for sight in wishes.must_see)
        wishes = dataclasses.replace(wishes, stops=tuple(Stop(city) for city in cities), areas=())
    if trip.plan is None and not wishes.stops and not wishes.areas:
        wishes = dataclasses.replace(wishes, stops=_place_in_question(reading, trip.brief))
    if trip.brief.dates.start and all(segment.act.startswith("ask.") for segment in reading.segments):
        wishes = dataclasses.replace(wishes, dates=EMPTY.dates, days=None)  # asked about, on the days that stand
    kinds = tuple(segment.act for segment in reading.segments)
    city = chosen_city(reading.text, reading.tokens, trip.offered)
    if trip.preferred and (wishes.days or wishes.dates.start) and not (wishes.stops or wishes.areas):
        city = city or trip.preferred
    if trip.plan is None and city:
        wishes = dataclasses.replace(wishes, stops=(Stop(city),))
        kinds = tuple("plan" if kind in _CHOOSES else kind for kind in kinds)
    wishes = _with_days_of_replaced(wishes, trip)
    acts = _without_idle(tuple(_acts(ranking, wishes, trip, today)))
    named, language = _places_in_question(reading), language_of(message, language)
    wanted = apply(trip.brief, acts, "said").brief
    is_new = "plan" in kinds and set(wanted.places).isdisjoint(trip.brief.places)
    sureness = (*(segment.confidence for segment in reading.segments), *wishes.confidence.values())
    names = _named_cities(found, wishes, acts, trip.plan)
    doubt = None if is_new else doubt_of(wanted, trip, language, min(sureness, default=0.0), names)
    if doubt is not None:
        acts = tuple(_certain(acts, doubt, reading.text))
        wanted = apply(trip.brief, acts, "said").brief
    return Understood(
        language,
        kinds,
        acts,
        wanted,
        min(sureness, default=0.0),
        tuple(dict.fromkeys((*wishes.areas, *(i for v in named if v.kind in ("region", "country") for i in v.ids)))),
        tuple(value.id for value in named if value.kind in ("city", "town")),
        any(token.type == "person" and token.value.key == "honeymooners" for token in reading.tokens),
        mood_of(message),
        wishes.dropped,
        unknown_names(reading, "stop", "daytrip") if trip.plan is None else (),
        doubt,
    )


def _with_days_of_replaced(wishes: Wishes, trip: TripView) -> Wishes:
    """The wishes with one city that comes for another for as many days as the plan spends in that one."""
    gone = [place for place in wishes.dropped if place in trip.brief.places]
    new = [stop for stop in wishes.stops if stop.place not in trip.brief.places]
    if trip.plan is None or len(gone) != 1 or new != [*wishes.stops] or len(new) != 1 or new[0].days:
        return wishes
    days = sum(day.city == gone[0] for day in trip.plan.days)
    held = len(trip.brief.stays) > 1
    return dataclasses.replace(wishes, stops=(Stop(new[0].place, days),)) if days and held else wishes


def _without_idle(acts: tuple[Act, ...]) -> tuple[Act, ...]:
    """The acts without a patch that changes nothing, where words are left that were not understood."""
    if not any(isinstance(act, NotRead) for act in acts):
        return acts
    return tuple(act for act in acts if not isinstance(act, PatchBrief) or act.ops)


def _certain(acts: Sequence[Act], doubt: Doubt, text: str) -> Iterator[Act]:
    """Yield the acts without what is asked about: the fields in doubt, and edits of the number of days."""
    for act in acts:
        match act:
            case PatchBrief(ops):
                yield dataclasses.replace(act, ops=tuple(op for op in ops if op.field not in doubt.fields))
            case EditPlan(edits):
                if kept := tuple(edit for edit in edits if not isinstance(edit, AddDays | RemoveDay)):
                    yield EditPlan(kept)
            case NotRead() if act.text == text:
                pass
            case _:
                yield act


def _named_cities(reading: Reading, wishes: Wishes, acts: Sequence[Act], plan: PlanAtHand | None) -> NamedCities:
    """The cities of the plan that a message names, and what stands beside them."""
    if plan is None:
        return NamedCities()
    named = [
        (n, token.value.id)
        for n, token in enumerate(reading.tokens)
        if token.type == "place" and token.value.id in plan.cities and reading.roles.get(n, ("",))[0] not in _BESIDE
    ]
    changes = any(segment.act in CHANGES for segment in reading.segments)
    edits = [edit for act in acts if isinstance(act, EditPlan) for edit in act.edits]
    of_cities = any(isinstance(edit, AddDays | RemoveDay | ReorderCities) for edit in edits)
    towns = {token.value.id for token in reading.tokens if token.type == "place" and token.value.kind != "sight"}
    cities = tuple(dict.fromkeys(city for _, city in named))
    refused = {city for n, city in named if is_refused_in_clause(reading.tokens, n)}
    return NamedCities(
        cities,
        alone=not of_cities
        and any(
            reading.roles.get(n, ("",))[0] == "stop" and stands_alone(reading.tokens, reading.roles, n)
            for n, _ in named
        ),
        with_days=changes and not edits and towns <= set(cities) and bool(reading.of("stay", "length")),
        unsure=tuple(city for city in cities if city in wishes.dropped and city not in refused),
    )


def understand_turns(turns: Sequence[str], today: dt.date) -> Understood:
    """Return what the last of these messages does, the brief holding what stands after all of them."""
    found, planned = Understood("en", (), (), EMPTY), False
    for earlier, turn in zip(("", *turns), turns, strict=False):
        before = found
        trip = dataclasses.replace(NO_TRIP, brief=before.brief, earlier=earlier)
        planned = bool(before.brief.stays) and (planned or before.wants_plan)
        found = understand(turn, trip, today, before.language, planned=planned)
        if not found.areas and not found.brief.stays:
            found = dataclasses.replace(found, areas=before.areas)
    return dataclasses.replace(found, mentioned=()) if found.brief.stays else found


def _acts(ranking: Ranked, wishes: Wishes, trip: TripView, today: dt.date) -> Iterator[Act]:
    """The acts of a message: first what changes the brief and the plan, then the others in their order."""
    reading = ranking.reading
    kinds = {segment.act for segment in reading.segments}
    lengthened = _lengthened(reading, wishes, trip.plan)
    if lengthened:
        yield EditPlan(lengthened)
        wishes = dataclasses.replace(wishes, more=0, stops=())
    if trip.plan is not None and wishes.tier == "budget":
        yield EditPlan((Cheaper(),))
    change = patch(trip.brief, wishes)
    rain = _for_rain(reading, wishes, trip.plan)
    idle = not rain and not lengthened and wishes == Wishes() and "plan" in kinds and kinds <= {"plan", "undo"}
    if trip.plan is not None and wishes.must_see and not change.ops and trip.plan.sights.issuperset(wishes.must_see):
        yield Ask("when", wishes.must_see)
    elif change.ops or wishes != Wishes():
        yield change
    if rain:
        yield EditPlan(rain)
    elif trip.plan is not None:
        if edits := [edit for edit in ranking.editing.edits if not (lengthened and edit["op"] == "add_days")]:
            yield EditPlan(edits_from_wire(edits))
        if ranking.editing.withheld:
            yield NotRead(reading.text)
        unread = () if lengthened or ranking.editing.withheld else ranking.unread
        unread = tuple(text for text in unread if not (change.ops and _concerns_trip(text, reading)))
        yield from (_unread(text, reading, trip.plan) for text in unread)
        yield from map(NotRead, _not_linked(reading, (*unread, reading.text if idle else ranking.editing.withheld)))
    yield from questions_of(reading, trip.plan, today)
    for segment in reading.segments:
        asks = segment.unsure and has_content(reading.tokens[segment.first : segment.last])
        if asks and not _names_subject(segment, reading):
            yield NotRead(_text(segment, reading), asks=True)
    others = [act for segment in reading.segments if (act := _other_act(segment, reading, wishes, trip.brief))]
    yield from _with_one_step(others, changes=bool(change.ops))
    if trip.plan is None:
        unserved = unserved_clauses(reading) if change.ops else ()
        names = unknown_names(reading, "must") if change.ops else ()
        yield from map(NotRead, (*unserved, *(name for name in names if not any(name in each for each in unserved))))
    elif idle:
        yield NotRead(reading.text)
    else:
        yield from map(NotRead, unread_health(reading))


def _not_linked(reading: Reading, unread: Sequence[str]) -> Iterator[str]:
    """Yield what a message that changes a trip holds of names that are not known and of prices of single parts, beside
    what is not read of it anyway."""
    changes = any(segment.act in CHANGES for segment in reading.segments)
    brings = any(hit.classes & _BRINGS for hit in hits(reading.tokens, 0, len(reading.tokens)))
    names = unknown_names(reading, *BROUGHT) if changes or brings else ()
    for text in dict.fromkeys((*names, *(unread_prices(reading) if changes else ()))):
        if not any(text in each for each in unread):
            yield text


def _with_one_step(acts: Sequence[Act], *, changes: bool) -> Iterator[Act]:
    """Yield the acts with one step back or forth at most: back and forth again is nothing, and whoever changes the trip
    and has it redone wants the plan made anew."""
    steps = [act for act in acts if isinstance(act, Undo) and not (act.forth and changes)]
    step = next((act for act in steps if not act.forth), next(iter(steps), None))
    yield from (act for act in acts if act is step or not isinstance(act, Undo))


def _for_rain(reading: Reading, wishes: Wishes, plan: PlanAtHand | None) -> tuple[KeepIndoors, ...]:
    """All days indoors, where a message wishes for a plan for rain and for nothing else."""
    if plan is None or wishes != Wishes() or not {s.act for s in reading.segments} <= {"plan", "edit"}:
        return ()
    named = any(token.type in ("day", "date", "place") for token in reading.tokens)
    for_rain = any("rain" in hit.classes for hit in hits(reading.tokens, 0, len(reading.tokens)))
    return tuple(KeepIndoors(day.day) for day in plan.days) if for_rain and not named else ()


def _lengthened(reading: Reading, wishes: Wishes, plan: PlanAtHand | None) -> tuple[AddDays, ...]:
    """The days more, or fewer, in the one city of the plan that a message names; of two the second one gets what the
    first one gives."""
    if plan is None or not wishes.more or len(plan.cities) == 1:
        return ()
    values = (token.value for token in reading.tokens if token.type == "place")
    named = tuple(dict.fromkeys(value.id for value in values if value.kind == "city"))
    if not named or not set(named) <= set(plan.cities):
        return ()
    if len(named) == 2 and wishes.more < 0:
        return AddDays(wishes.more, named[0]), AddDays(-wishes.more, named[1])
    return (AddDays(wishes.more, named[0]),) if len(named) == 1 else ()


def _unread(text: str, reading: Reading, plan: PlanAtHand) -> Act:
    """What a piece is that seemed to be an edit and is none: a question on a sight, the wish for one that stands in the
    plan already, or not to have one that does not, else nothing that was read."""
    begins = reading.text.find(text)
    tokens = [n for n, token in enumerate(reading.tokens) if begins <= token.start < begins + len(text)]
    places = [reading.tokens[n].value for n in tokens if reading.tokens[n].type == "place"]
    sights = tuple(dict.fromkeys(value.id for value in places if value.kind == "sight"))
    asks = tokens and any("asks" in hit.classes for hit in hits(reading.tokens, tokens[0], tokens[-1] + 1))
    if asks or not _ASKING.isdisjoint(reading.tokens[n].text for n in tokens[-2:]):
        return Ask("sights" if sights else "other", sights)
    refused = any(reading.roles.get(n, ("",))[0] == "avoid" for n in tokens)
    by_night = any(reading.tokens[n].type == "span" and reading.tokens[n].value.unit == "night" for n in tokens)
    exchanges = tokens and any(
        hit.classes & {"replace", "swap"} for hit in hits(reading.tokens, tokens[0], tokens[-1] + 1)
    )
    if (
        sights
        and not (by_night or exchanges)
        and (plan.sights.isdisjoint(sights) if refused else plan.sights.issuperset(sights))
    ):
        return Ask("when", sights)
    return NotRead(text)


def _place_in_question(reading: Reading, brief: TripBrief) -> tuple[Stop, ...]:
    """The one place that a message before any plan asks about: what follows is about it, too."""
    questions = [s for s in reading.segments if s.act.startswith("ask.") or s.act == "compare"]
    tokens = (reading.tokens[n] for s in questions for n in range(s.first, s.last))
    named = dict.fromkeys(_town_of(token.value) for token in tokens if token.type == "place")
    return (Stop(next(iter(named))),) if len(named) == 1 and not set(named) & {"", *brief.places} else ()


def _town_of(value: PlaceValue, *, best: bool = False) -> str:
    """The city or town of a place; of an area none, or the best one."""
    if value.kind == "sight":
        return city_of(value.id)
    if best and value.kind in ("region", "country"):
        return "" if is_macro(value) else best_city_of(value) or ""
    return value.id if value.kind in ("city", "town") else ""


def _concerns_trip(text: str, reading: Reading) -> bool:
    """Whether a piece that is no edit of the plan names something of the trip as a whole."""
    begins = reading.text.find(text)
    within = (token for token in reading.tokens if begins <= token.start < begins + len(text))
    return any(token.type in _OF_TRIP or (token.type == "place" and token.value.kind == "city") for token in within)


def _names_subject(segment: Segment, reading: Reading) -> bool:
    """Whether a question names a sight or a day of the plan: there is something to tell of it."""
    tokens = reading.tokens[segment.first : segment.last]
    sights = any(token.type == "place" and token.value.kind == "sight" for token in tokens)
    return sights or any(token.type == "day" and isinstance(token.value, int) for token in tokens)


def _other_act(segment: Segment, reading: Reading, wishes: Wishes, brief: TripBrief) -> Act | None:
    """The act of a segment that neither changes the trip nor asks; None of one that does."""
    kind = segment.act
    if kind in _TALK:
        return SmallTalk(_TALK[kind])
    if kind in _COMMANDS:
        return TripCommand(_COMMANDS[kind], _title(segment, reading) if kind == "trip.rename" else "")
    match kind:
        case "undo" | "redo":
            goes_on = any(each.act in CHANGES for each in reading.segments)
            return None if goes_on and segment.confidence < _SURE_STEP else Undo(forth=kind == "redo")
        case "shorter" | "detailed":
            return Restyle(detailed=kind == "detailed")
        case "remember" | "forget":
            return Remember(_text(segment, reading), forget=kind == "forget")
        case "figures":
            return AskFigures(reading.text)
        case "recommend":
            return FindPlaces(wishes.areas)
        case "compare":
            home = {n for n, _ in reading.of("origin", "return", "transit")}
            named = [token.value for n, token in enumerate(reading.tokens) if token.type == "place" and n not in home]
            sights = tuple(dict.fromkeys(value.id for value in named if value.kind == "sight"))
            if len(sights) > 1:
                return Ask("choice", sights)
            places = tuple(dict.fromkeys(place for value in named if (place := _town_of(value, best=True))))
            spoken_of = brief.places[:1] if len(places) == 1 and places[0] not in brief.places else ()
            return Compare((*spoken_of, *places))
        case _:
            return None


def _text(segment: Segment, reading: Reading) -> str:
    return reading.text[reading.tokens[segment.first].start : reading.tokens[segment.last - 1].end]


def _title(segment: Segment, reading: Reading) -> str:
    """The name that a saved trip is to have: what stands in quotation marks."""
    text = _text(segment, reading)
    for opens, closes in ("“”", "「」", '""', "《》", "‘’", "''"):
        _, found, behind = text.partition(opens)
        title, ends, _ = behind.partition(closes)
        if found and ends and title.strip():
            return title.strip()
    return ""


def _places_in_question(reading: Reading) -> list[PlaceValue]:
    """The places that a message asks about."""
    return [token.value for _, token in reading.of("about", "stop") if token.type == "place"]
