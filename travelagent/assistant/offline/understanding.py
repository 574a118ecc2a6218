"""Reads a conversation: intent, slots and mood of its last message, after all its turns.

Deterministic and from packaged data alone. Each message is read once (reading/message.py), its intent found with
what the turns before bring (reading/intents.py), its slots joined to what still holds (reading/dialogue.py).
"""

import logging
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace
from datetime import date

from agent_core.state import Mode
from travelagent.assistant.intents import Intent
from travelagent.assistant.language import Language, language_of
from travelagent.assistant.offline.reading.ages import children_ages
from travelagent.assistant.offline.reading.asides import (
    aside,
    asks_enough,
    asks_of_a_child,
    asks_when,
    asks_why,
    at_asked_time,
    at_its_time,
    elsewhere,
    goes_there,
    meant_place,
    refers_back,
    takes_back,
    wants_advice,
    with_asked_tastes,
    with_other_cities,
    with_refusals,
)
from travelagent.assistant.offline.reading.asked import (
    asks_crowds,
    asks_day_hours,
    asks_hours,
    asks_load,
    asks_long_rides,
    asks_of_discounts,
    asks_of_holidays,
    asks_tickets,
    asks_too_long,
    booking_asked,
    festival_asked,
)
from travelagent.assistant.offline.reading.dialogue import State, in_the, joined
from travelagent.assistant.offline.reading.extra_day import extra_day
from travelagent.assistant.offline.reading.intents import (
    FOLLOWED,
    PLANS,
    QUESTIONS,
    SILENT,
    Before,
    Clue,
    by_rules,
    clue_of,
    intent_of,
    wishes_visit,
)
from travelagent.assistant.offline.reading.lexicon import pattern
from travelagent.assistant.offline.reading.message import Message, of_a_day, read_message
from travelagent.assistant.offline.reading.mood import mood_of
from travelagent.assistant.offline.reading.places import city_meant
from travelagent.assistant.offline.reading.visit_lengths import wishes_length
from travelagent.assistant.offline.values import DEFAULT_DAYS, Entities, Understood
from travelagent.briefs.first_day import with_first_day
from travelagent.briefs.values import Dates
from travelagent.compute.worker import cpu_limit

log = logging.getLogger(__name__)

TURN_S = 0.5
"""So much of the processor's time one message may take to be read."""

# What a plan wants to know, the most valuable first.
_WANTED_OF_A_PLAN = ("city", "days", "budget", "season", "travellers", "interests")
# What is asked beside a plan and wishes for nothing.
_ASIDES: tuple[Callable[[str, date], object], ...] = (
    asks_hours, asks_day_hours, asks_of_discounts, asks_tickets, asks_crowds, asks_long_rides, festival_asked,
    booking_asked, asks_too_long,
)  # fmt: skip
_NEEDS_NO_PLACE = SILENT | {"trip_management", "memory", "data_question", "city_recommendation"}


def understand_turns(turns: Sequence[str], today: date) -> Understood:
    """What the last of these messages of the user wants, the slots holding what still stands after all of them.

    `today` is the day from which 下周五 and "next month" count. No turns at all are like an empty message.
    Raises whatever the last message brings its reader to, and CpuLimitExceeded.
    """
    read = _read(turns, today)
    state, intent, sure = read.state, read.intent, read.sure
    return Understood(
        language=_language(read.language),
        intent=intent,
        entities=_dated(read.entities, read.day, weekday=state.weekday),
        sentiment=mood_of(read.last.lower()),
        confidence=sure if not state.unknown else min(sure, 0.5),
        missing=_missing(intent, state.slots),
        mode=_mode(intent),
        unknown_places=state.unknown,
        about=read.about,
        why=read.why,
        when=read.when,
        undo=read.undo,
        weekend=state.weekend,
        weekday=state.weekday,
        begins_on=state.begins_on,
        month_part=state.month_part,
        needs=state.needs,
        journey=state.journey,
        currency=state.currency,
        ages=children_ages(turns),
        days_each=state.days_each,
        group=state.group,
        elders=state.elders,
        spectacle=state.spectacle,
        fares=state.fares,
    )


def _read(turns: Sequence[str], today: date) -> "_Reading":
    """Read turn by turn; one that cannot be read is passed over, unless it is the last. Raises what that raises."""
    read = _Reading(today)
    for number, turn in enumerate(turns, 1):
        before = copy(read)
        try:
            with cpu_limit(TURN_S):
                read.take(turn, intent_of)
        except Exception:
            if number == len(turns):
                raise
            log.exception("an earlier message cannot be read; the conversation goes on without it")
            read = before
    return read


def clues(turns: Sequence[str], today: date) -> Clue:
    """What speaks for the last message's intent, the turns before it read by the rules alone."""
    read = _Reading(today)
    for turn in turns[:-1]:
        read.take(turn, by_rules)
    return clue_of(read_message(turns[-1], today), read.before)


class _Reading:
    """A conversation read turn by turn."""

    def __init__(self, day: date) -> None:
        self.day = day
        self.state, self.before = State(), Before()
        self.entities = Entities()
        self.intent: Intent = "general_chat"
        self.sure, self.language, self.last = 0.0, "en", ""
        self.about: tuple[str, ...] = ()
        self.why = self.when = self.undo = False
        self.past: list[State] = []
        self.other: State | None = None
        self.refused: tuple[str, State, Before] | None = None
        self.stood: State | None = None

    def take(self, turn: str, decide: Callable[[Message, Before], tuple[Intent, float]]) -> None:
        self.last, self.language = turn, language_of(turn, self.language)
        turn = self._corrected(turn)
        self._settle()
        message = read_message(turn, self.day)
        if self.stood is not None:  # what was wished for in vain does not come true with the next wish
            self.state, self.stood = self.stood, None
        begun = turn, self.state, self.before
        before, known = self.state, self.state.slots.cities
        beside: Entities | None = None
        self.why = self.before.place and asks_why(message, in_the(known, message).places.named(known))
        self.when = asks_when(before, in_the(known, message))
        self.undo = takes_back(before, message, self.before.intent)
        asks = self.why or self.when or asks_enough(before, message)
        asks = not message.plans and (asks or (before.planned and self._asks_aside(turn)))
        if asks:  # wishes for nothing: what holds stays as it is
            self.intent, self.sure = "itinerary_query", FOLLOWED
        elif asks_of_a_child(before, in_the(known, message)):
            warmth = pattern("intents", "asks_warmth").search(message.sentence.masked)
            self.intent, self.sure = "season_query" if warmth else "attraction_query", FOLLOWED
        elif self.undo:
            self.intent, self.sure = "travel_planning", FOLLOWED
            self.state, self.past = (self.past[-1], self.past[:-1]) if self.past else (before, [])
        else:
            beside = self._take_wishes(message, before, decide)
        self.before = _after(self.state, self.intent, self.before)
        self.entities = beside or self.state.slots
        if self.intent in PLANS and of_a_day(message):
            self.entities = with_refusals(self.entities, in_the(known, message))
        if before.planned and self.intent in QUESTIONS:
            self.entities = with_asked_tastes(self.entities, message)
        if before.keeps_time(self.intent):  # a time that is only asked about is none of the trip's
            self.entities = at_asked_time(self.entities, message)
        cities = self.entities.cities if self.other else self.state.slots.cities
        named = in_the(cities, message).places.named(cities)
        self.about = named or (self.about if self.intent in QUESTIONS and refers_back(message) else ())
        if message.unknown and self.state.unknown:
            self.refused = begun
        if before.planned and _is_in_vain(message, self.state, known):
            self.stood = before

    def _take_wishes(
        self, message: Message, before: State, decide: Callable[[Message, Before], tuple[Intent, float]]
    ) -> Entities | None:
        """Take a message that asks nothing beside the plan; the slots that it is about where it is told by the way."""
        known = before.slots.cities
        advice = before.planned and wants_advice(in_the(known, message))
        self.intent, self.sure = ("attraction_query", FOLLOWED) if advice else decide(message, self.before)
        wishes = before.planned and not advice and self.intent not in PLANS
        if wishes and _wishes_of_a_visit(in_the(known, message)):
            self.intent, self.sure = "itinerary_query", FOLLOWED
        taken_up = self.other if goes_there(message, self.intent) else None
        if added := with_other_cities(before, self.other, message):
            taken_up, self.intent, self.sure = added, "travel_planning", FOLLOWED
        if taken_up and self.intent in SILENT:
            self.intent, self.sure = "travel_planning", FOLLOWED
        other = elsewhere(before, self.other, message, self.intent)
        beside = other.slots if other else aside(before, message, self.intent)
        held = taken_up or at_its_time(before, self.other, message, self.intent)
        self.state = before if beside else joined(held, message, self.intent)
        self.other = other if self.intent not in PLANS else None
        if before.planned and self.intent in PLANS:
            self.past = [*self.past, before]
        return beside

    def _asks_aside(self, turn: str) -> bool:
        return asks_load(turn) or asks_of_holidays(turn) or any(ask(turn, self.day) for ask in _ASIDES)

    def _settle(self) -> None:
        """The city that the plan was made for, where its name was mistyped."""
        state = self.state
        if not state.planned or not state.unknown or state.slots.cities:
            return
        if city := city_meant(state.unknown[0]):
            self.state = replace(state, slots=replace(state.slots, cities=(city,)), unknown=())
            self.before = _after(self.state, self.intent, self.before)

    def _corrected(self, turn: str) -> str:
        """The message whose place was not known, said again with the place that this one says was meant; a wish for
        that place where another was planned; this one as it is where it says no such thing."""
        name = meant_place(turn)
        if name is None or read_message(turn, self.day).places.all:
            return turn
        if self.refused is None or not self.state.unknown:
            instead = f"to {name} instead"
            return instead if read_message(instead, self.day).places.cities else turn
        said, self.state, self.before = self.refused
        (unknown, *_) = read_message(said, self.day).unknown
        return said.replace(unknown, name)


def _wishes_of_a_visit(message: Message) -> bool:
    return wishes_visit(message) or wishes_length(message)


def _is_in_vain(message: Message, state: State, cities: Sequence[str]) -> bool:
    """Whether the plan of these cities stays as it is, as what a message wishes for is not known or not there."""
    wish = extra_day(message, cities)
    unknown = bool(message.unknown and state.unknown) and not message.places.cities
    return unknown or (wish is not None and wish.in_vain)


def _dated(said: Entities, today: date, *, weekday: bool) -> Entities:
    """The slots with the first day that a last one leaves, where that alone was said."""
    dates = Dates(start=said.start_date, end=said.end_date)
    dates = with_first_day(dates, said.days or DEFAULT_DAYS, today, weekday=weekday)
    return replace(said, start_date=dates.start, end_date=dates.end)


def _language(code: str) -> Language:
    return "zh" if code == "zh" else "en"


def _after(state: State, intent: Intent, before: Before) -> Before:
    place = bool(state.slots.cities or state.slots.regions or state.slots.countries)
    prior = state.slots != Entities() or bool(state.unknown)
    is_open = prior and not state.slots.cities
    return Before(prior, place, before.intent if intent in SILENT else intent, state.planned, is_open)


def _mode(intent: Intent) -> Mode:
    return "direct" if intent in SILENT else "react"


def _missing(intent: Intent, slots: Entities) -> tuple[str, ...]:
    """What is still open, the most valuable first: of a plan everything, of a question about a place the place."""
    placed = slots.cities or slots.regions or slots.countries
    if intent not in PLANS:
        return () if placed or intent in _NEEDS_NO_PLACE else ("city",)
    said = {
        "city": placed,
        "days": slots.days,
        "budget": slots.budget or slots.tier,
        "season": slots.start_date or slots.end_date or slots.month or slots.season,
        "travellers": slots.travellers,
        "interests": slots.interests,
    }
    return tuple(name for name in _WANTED_OF_A_PLAN if not said[name])
