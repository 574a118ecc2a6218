"""What a message does besides changing the slots: it asks beside the plan, why or when, or takes a change back."""

from collections.abc import Sequence
from dataclasses import replace

from travelagent.assistant.intents import Intent
from travelagent.assistant.offline.reading.dialogue import State, joined, of_the_person
from travelagent.assistant.offline.reading.hours import Hours
from travelagent.assistant.offline.reading.intents import PLANS, QUESTIONS, SILENT
from travelagent.assistant.offline.reading.lexicon import CITY, pattern
from travelagent.assistant.offline.reading.message import Message, of_a_day, resets, says
from travelagent.assistant.offline.reading.search_wish import wants_nearer
from travelagent.assistant.offline.reading.slots import union
from travelagent.assistant.offline.values import Entities


def aside(state: State, message: Message, intent: Intent) -> Entities | None:
    """The slots of a recommendation that is asked for beside a plan: its own, and what belongs to the person; all but
    the plan's place where it is only to be nearer. None where the message is no such thing and the plan's slots take
    part."""
    if intent != "city_recommendation" or not state.planned or says(message, "replace") or resets(message):
        return None
    if wants_nearer(message):
        return joined(replace(state, slots=without_place(state.slots), planned=False), message, intent).slots
    return joined(State(of_the_person(state.slots)), message, intent).slots


def without_place(slots: Entities) -> Entities:
    """The slots of a trip whose place is open again."""
    return replace(slots, cities=(), regions=(), countries=(), must_see=(), hotel_area=None)


def elsewhere(state: State, other: State | None, message: Message, intent: Intent) -> State | None:
    """The state as a question about other cities than the plan's sees it; `other` is that of the question before, which
    one without a place goes on with. None where the message asks of the plan, or wishes for something."""
    if not state.planned or intent not in QUESTIONS:
        return None
    named = message.places.cities
    if set(named) - set(state.slots.cities):
        asked = joined(state, message, intent)
    elif other and not message.places.all:
        asked = joined(other, message, intent)
    else:
        return None
    return replace(asked, slots=at_asked_time(asked.slots, message))


def goes_there(message: Message, intent: Intent) -> bool:
    """Whether the message takes up the cities of the question before it: "let's go there instead", 就选后者."""
    picks = says(message, "picked") or says(message, "there")
    return intent in PLANS | SILENT and picks and not message.places.all


def at_its_time(state: State, other: State | None, message: Message, intent: Intent) -> State:
    """The state that a wish for a plan goes on from: that of the question before it (`other`), where that was asked for
    a time of its own and the wish is for one of its cities in place of the trip's."""
    named = set(message.places.cities)
    if other is None or intent not in PLANS or not named or says(message, "append"):
        return state
    if not named <= set(other.slots.cities) or named & set(state.slots.cities) or _time(other) == _time(state):
        return state
    return replace(other, slots=replace(other.slots, cities=message.places.cities), planned=False)


def _time(state: State) -> tuple[object, ...]:
    slots = state.slots
    return slots.start_date, slots.end_date, slots.month, slots.season


def with_other_cities(state: State, other: State | None, message: Message) -> State | None:
    """The state with the cities of the question before it added, where the message says so: "ok, add it", 加上吧."""
    if other is None or message.places.all or not says(message, "adds_it"):
        return None
    return replace(state, slots=replace(state.slots, cities=union(state.slots.cities, other.slots.cities)))


def with_asked_tastes(slots: Entities, message: Message) -> Entities:
    """The slots with the tastes that a question beside a plan says, which are none of the trip's."""
    return replace(slots, interests=union(slots.interests, message.tastes.interests))


def with_refusals(slots: Entities, message: Message) -> Entities:
    """The slots with what the message refuses."""
    return replace(slots, avoid=union(slots.avoid, message.tastes.avoid))


def at_asked_time(slots: Entities, message: Message) -> Entities:
    """The slots with the time that the message asks about in place of the trip's; as they are where it says none."""
    when = message.when
    if not when.says_time:
        return slots
    month = None if when.start else when.month
    return replace(slots, start_date=when.start, end_date=when.end, month=month, season=when.season)


def asks_why(message: Message, about: Sequence[str]) -> bool:
    """Whether the message asks why a day is as it is, or why a place is, or is not, in the plan."""
    named = any("/" in place for place in about) or of_a_day(message)
    return says(message, "why") and (named or bool(pattern("dialogue", "why_not").search(message.sentence.text)))


def asks_of_a_child(state: State, message: Message) -> bool:
    """Whether the message only asks, beside a plan, if something suits a child: nobody more goes along for it."""
    cues = ("question", "asks_for_children", "suits_a_child")
    asks = all(pattern("intents", cue).search(message.sentence.masked) for cue in cues)
    wishes = says(message, "replace") or message.places.of("sight", "refused") or message.hours != Hours()
    return state.planned and asks and message.days is None and not wishes


def refers_back(message: Message) -> bool:
    """Whether a question names nothing but what was spoken of before: "is it open on Sunday?", 那儿要预约吗."""
    return says(message, "it") and not message.places.all


def meant_place(turn: str) -> str | None:
    """The name that a message puts right: "I meant York", 我是说大理; None where it puts none right."""
    found = pattern("dialogue", "meant").search(turn.lower())
    return turn[slice(*found.span(found.lastgroup or 0))] if found else None


def asks_when(state: State, message: Message) -> bool:
    """Whether the message only asks for the day or the hour of a sight or of a way between the cities planned."""
    if not state.planned or not says(message, "asks_when") or says(message, "asks_hours"):
        return False
    cities = {i for place in message.places.all if place.kind == "city" for i in place.ids}
    if cities - set(state.slots.cities):
        return False
    return bool(message.places.sights) or (bool(cities) and len(state.slots.cities) > 1)


def wants_advice(message: Message) -> bool:
    """Whether a message asks if a place, known or not, shall be part of the trip, or for how long."""
    if message.days is not None or not (message.places.goals or message.places.sights or message.unknown):
        return False
    text = message.sentence.masked
    for name in message.unknown:
        start = message.sentence.text.find(name)
        text = text[:start] + CITY * len(name) + text[start + len(name) :]
    return pattern("intents", "asks_advice").search(text) is not None


def asks_enough(state: State, message: Message) -> bool:
    """Whether the message only asks if so many days are enough, beside a plan that has its own."""
    return state.planned and pattern("intents", "enough").search(message.sentence.masked) is not None


def takes_back(state: State, message: Message, before: Intent | None) -> bool:
    """Whether the message takes back the last change of the plan at hand, rather than one of a saved trip."""
    return state.planned and before != "trip_management" and says(message, "undo")
