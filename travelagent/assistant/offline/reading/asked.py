"""What a single message asks or tells that is answered in its own way, whatever its intent."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from travelagent.assistant.intents import Intent
from travelagent.assistant.lexer.places import city_of
from travelagent.assistant.lexer.sentence import clauses
from travelagent.assistant.offline.reading.asides import wants_advice
from travelagent.assistant.offline.reading.calendar import WEEKDAYS_EN, WEEKDAYS_ZH
from travelagent.assistant.offline.reading.dates import festival_named
from travelagent.assistant.offline.reading.hours import AFTER_REST, MIDDAY, Hours
from travelagent.assistant.offline.reading.lexicon import pattern, table
from travelagent.assistant.offline.reading.message import (
    dearest_given_up,
    dislikes_rides,
    of_a_day,
    read_message,
    refuses_cabs,
    says,
    tells_diet,
)
from travelagent.assistant.offline.reading.places import sight_of
from travelagent.assistant.offline.values import Understood
from travelagent.assistant.questions.numerals import count
from travelagent.catalog.airports import find_airports
from travelagent.plans.values import Rest

MOST_RECOMMENDED: Final = 20
# A topic of which a message need not ask.
_LOST: Final = "passport_lost"
# What these look for is not told by a topic that they name: islands without a visa.
_SEARCHES: Final = frozenset({"city_recommendation", "data_question", "trip_management", "memory"})
# What is understood as a search or as something to remember, and is none beside such a topic.
_NO_SEARCHES: Final = frozenset({("everyday", "trip_management"), ("everyday", "data_question"), (_LOST, "memory")})


# Wishes that concern no plan but what one asks about.
_BESIDE: Final = frozenset({"guide", "quiet", "table"})


def journey_asked(said: str, today: date) -> tuple[str, str] | None:
    """The two cities of a question how one gets from one to the other; None where a message is no such question."""
    message = read_message(said, today)
    masked = message.sentence.masked
    if message.days is not None or not pattern("intents", "journey_asked", "ends").search(masked):
        return None
    if not pattern("intents", "journey_asked", "ride").search(masked):
        return None
    ends = [mention.ids[0] for mention in message.places.all if mention.kind == "city" and mention.part != "refused"]
    return (ends[0], ends[1]) if len(ends) == 2 else None


def asks_items(said: str, today: date) -> str | None:
    """Which kind of a budget's items a message asks for, and names no place: the tickets, the meals."""
    message = read_message(said, today)
    if message.places.all:
        return None
    kinds = table("intents")["items_asked"]
    asked = (kind for kind in kinds if pattern("intents", "items_asked", kind).search(message.sentence.masked))
    return next(asked, None)


def asks_tickets(said: str, today: date) -> bool:
    """Whether a message asks which tickets of the plan cost most or can be done without, and names no place."""
    message = read_message(said, today)
    asks = pattern("intents", "tickets_asked").search(message.sentence.masked) is not None
    return asks and not message.places.all and not dearest_given_up(message)


def gives_up_dearest(said: str, today: date) -> int:
    """How many of the dearest tickets of the plan a message gives up; 0 where it says no such thing."""
    return dearest_given_up(read_message(said, today))


def asks_rides(said: str, today: date) -> bool:
    """Whether a message asks for the time or the price of the trip's rides, and names no place."""
    message = read_message(said, today)
    masked = message.sentence.masked
    if message.places.all or message.days is not None or not pattern("intents", "rides_asked", "ride").search(masked):
        return False
    asks = pattern("intents", "question").search(masked) and pattern("intents", "rides_asked", "of").search(masked)
    return bool(asks or pattern("intents", "rides_asked", "alone").search(masked))


def asks_fares(said: str) -> bool:
    """Whether a message about the trip's rides asks for their price."""
    return pattern("intents", "rides_asked", "fares").search(said.lower()) is not None


def asks_coach_counted(said: str, today: date) -> bool:
    """Whether a message asks if the coach of the trip is counted, and names no place."""
    message = read_message(said, today)
    asks = pattern("intents", "rides_asked", "coach").search(message.sentence.masked) is not None
    return asks and not message.places.all and message.days is None


def asks_if_counted(said: str) -> bool:
    """Whether a message about the trip's rides asks if they are within the budget."""
    return pattern("intents", "rides_asked", "included").search(said.lower()) is not None


def asks_long_rides(said: str, today: date) -> bool:
    """Whether a message asks on which days of the plan the long rides are, and names no place."""
    message = read_message(said, today)
    return not message.places.all and pattern("intents", "long_rides_asked").search(message.sentence.masked) is not None


def asks_booking(said: str) -> bool:
    """Whether a message asks if something has to be booked ahead."""
    return pattern("intents", "asks_booking").search(said.lower()) is not None


def booking_asked(said: str, today: date) -> bool:
    """Whether a message is a question if something has to be booked ahead, or how long; a table is none such thing."""
    asks = asks_booking(said) and pattern("intents", "question").search(said.lower()) is not None
    return asks and "table" not in unheard(said, today)


def refuses_taxis(said: str, intent: Intent, today: date) -> bool:
    """Whether a message wants no taxi, and nothing else of the plan."""
    message = read_message(said, today)
    return refuses_cabs(message) and (intent == "transportation" or not message.places.all)


def hours_of_every_day(said: Sequence[str], today: date) -> Hours | None:
    """The hours that the newest of these messages to speak of it wishes for every day of a plan, none of them for a
    named one; an hour of the clock only where it is said of every day or of a single one, or beside a plan. Half a day
    that is left free is none of every day."""
    for number, text in reversed(list(enumerate(said))):
        message = read_message(text, today)
        daily = pattern("journey", "cue", "daily").search(message.sentence.masked) is not None
        beside_plan = number > 0 and message.hours.end != MIDDAY and message.hours.start != AFTER_REST
        of_all = daily or message.days == 1 or beside_plan
        hours = message.hours if of_all else replace(message.hours, start=None, end=None)
        wished = replace(hours, off=False, rest=None, restless=False)
        if wished != Hours() and not of_a_day(message):
            return wished
    return None


def rest_wished(said: Sequence[str], today: date) -> Rest | None:
    """The rest amid the day that the newest of these messages to speak of one wishes for."""
    for message in (read_message(text, today) for text in reversed(said)):
        if message.hours.rest or (message.hours.restless and not of_a_day(message)):
            return message.hours.rest
    return None


def begins_tonight(said: Sequence[str]) -> bool:
    """Whether one of these messages lets the trip begin this evening."""
    return any(pattern("hours", "tonight").search(text.lower()) for text in said)


def asks_load(said: str) -> bool:
    """Whether a message asks how far one has to walk, or whether a day holds too much."""
    return asks_too_much(said) or pattern("intents", "asks_load").search(said.lower()) is not None


def asks_too_much(said: str) -> bool:
    """Whether a message asks if a day of the plan, or all of it, holds too much."""
    return pattern("intents", "asks_too_much").search(said.lower()) is not None


def asks_too_long(said: str, today: date) -> bool:
    """Whether a message asks if the visit of a sight that it names takes too long."""
    message = read_message(said, today)
    asks = pattern("intents", "asks_too_long").search(message.sentence.masked) is not None
    return asks and bool(message.places.sights)


def asks_crowds(said: str, today: date) -> bool:
    """Whether a message asks how full of people it will be, of no single sight and no public holiday."""
    message = read_message(said, today)
    asks = pattern("intents", "crowds_asked").search(message.sentence.masked) is not None
    return asks and not (message.places.sights or _plans_a_trip(said, today) or asks_of_holidays(said))


def asked_needs(said: str, today: date) -> tuple[str, ...]:
    """The needs of access that a message asks about, of no place of its own; one that a clause tells of somebody is
    told and not asked."""
    message = read_message(said, today)
    if message.places.all or message.days is not None:
        return ()
    asking = (part for part in clauses(said) if pattern("intents", "question").search(part.lower()))
    asked = {need for part in asking for need in read_message(part, today).manner.needs}
    return tuple(need for need in message.manner.needs if need in asked)


def only_tells_diet(said: str, today: date) -> bool:
    """Whether a message tells what somebody does not eat, and nothing else that would change a plan."""
    return tells_diet(read_message(said, today))


def names_somebody(said: str, today: date) -> bool:
    """Whether a message names somebody without a word that they travel as well."""
    message = read_message(said, today)
    return message.party.travellers is not None and not says(message, "comes_along")


def asks_altitude(understood: Understood, said: str, today: date) -> bool:
    """Whether a message is about the height of a place and how one bears it."""
    told = pattern("intents", "asks_altitude").search(said.lower()) is not None
    return told and understood.intent not in _SEARCHES and not _plans_a_trip(said, today)


def asks_altitude_beside(said: str, today: date) -> bool:
    """Whether a message asks of the height of the places of the trip that it plans."""
    cues = ("question", "asks_altitude")
    return all(pattern("intents", cue).search(said.lower()) for cue in cues) and _plans_a_trip(said, today)


def asks_of_holidays(said: str) -> bool:
    """Whether a message asks how a place is on public holidays: how full, how dear, what is shut."""
    return _topic(said) == "holidays"


def asks_of_discounts(said: str, today: date) -> bool:
    """Whether a message asks what somebody pays who pays less: students, children, seniors."""
    return _topic(said) == "discounts" and not _plans_a_trip(said, today)


def beyond(understood: Understood, said: str, today: date) -> tuple[str, ...]:
    """What of a journey a message asks that no catalogue tells, clause by clause: visa, health, insurance, safety and
    the like."""
    first = None if _plans_a_trip(said, today) else _topic(said)
    if first is None or (understood.intent in _SEARCHES and (first, understood.intent) not in _NO_SEARCHES):
        return ()
    return tuple(dict.fromkeys((*filter(None, map(_topic, clauses(said.lower()))), first)))


@dataclass(frozen=True, slots=True)
class FestivalAsked:
    """A question when a festival is; `begins` is its next first day, None where that is not known."""

    begins: date | None


def festival_asked(said: str, today: date) -> FestivalAsked | None:
    """The festival of which a message asks when it is; None where it asks no such thing, or plans a trip."""
    message = read_message(said, today)
    text = message.sentence.folded
    if not pattern("intents", "festival_asked", "when").search(text) or _plans_a_trip(said, today):
        return None
    begins = festival_named(text, today, message.places.cities)
    named = begins is not None or pattern("intents", "festival_asked", "festival").search(text)
    never = pattern("intents", "festival_asked", "never").search(text)
    return FestivalAsked(begins) if named and not never else None


@dataclass(frozen=True, slots=True)
class WayAsked:
    """A question of the way to these sights, by their ids; `in_time`: whether there is time for them."""

    sights: tuple[str, ...]
    in_time: bool


def way_asked(said: str, planned: Sequence[str], today: date) -> WayAsked | None:
    """The sights to which a message asks for the way, how long it is or whether there is time for it, beside a plan of
    the cities `planned`; None where it asks no such thing."""
    message = read_message(said, today)
    masked = message.sentence.masked
    in_time = pattern("intents", "way_to", "in_time").search(masked) is not None
    how = pattern("intents", "way_to", "how").search(masked) is not None
    asks = in_time or how or all(pattern("intents", "way_to", cue).search(masked) for cue in ("long", "ride"))
    if not asks or message.days is not None or pattern("intents", "way_to", "never").search(masked):
        return None
    named = [sight_of(place, planned) for place in message.places.sights]
    named += [sight for place in message.places.all for sight in place.sights]
    sights = tuple(dict.fromkeys(sight for sight in named if sight))
    return WayAsked(sights, in_time) if sights else None


def orders_booking(said: str, today: date) -> bool:
    """Whether a message orders something to be booked or bought, and plans no trip."""
    orders = pattern("intents", "books_for_me").search(said.lower().strip()) is not None
    return orders and not _plans_a_trip(said, today)


def beyond_beside(said: str, today: date) -> str | None:
    """What no catalogue tells and a message asks beside the trip that it plans."""
    return _topic(said) if _plans_a_trip(said, today) else None


def unheard(said: str, today: date) -> tuple[str, ...]:
    """The wishes of a message that no plan can take up, for want of data or of a way to."""
    message = read_message(said, today)
    wishes = [wish for wish in table("intents")["unheard"] if pattern("intents", "unheard", wish).search(said.lower())]
    heard = {"allergy"} if message.manner.diet else set()
    heard |= {"table"} if message.places.sights else set()  # it is the sight that is booked
    return tuple(wish for wish in wishes if wish not in heard)


def unheard_beside(said: str, today: date) -> tuple[str, ...]:
    """The wishes beside a question that its answer does not take up: a guide, a quiet place, a table."""
    return tuple(wish for wish in unheard(said, today) if wish in _BESIDE)


def asks_for_guide(said: str, today: date) -> bool:
    """Whether a message is about a guide, and names no place."""
    return "guide" in unheard(said, today) and not read_message(said, today).places.all


def _plans_a_trip(said: str, today: date) -> bool:
    orders = pattern("intents", "orders_plan").search(said.lower()) is not None
    return orders or read_message(said, today).days is not None


def _topic(said: str) -> str | None:
    parts = (said.lower(), *clauses(said.lower()))
    if pattern("intents", "beyond", _LOST).search(said.lower()):
        return _LOST
    if not any(pattern("intents", "question").search(part) for part in parts):
        return None
    topics = (topic for topic in table("intents")["beyond"] if topic != "forecast")
    text = _airports_by_kind(said.lower())
    return next((topic for topic in topics if pattern("intents", "beyond", topic).search(text)), None)


def _airports_by_kind(said: str) -> str:
    """A text with `airport` for the name of one."""
    for airport in reversed(find_airports(said)):
        said = f"{said[: airport.start]}airport{said[airport.end :]}"
    return said


@dataclass(frozen=True, slots=True)
class Enough:
    """So many days for these sights or, where none is named, for these cities, by their ids."""

    days: int
    sights: tuple[str, ...]
    cities: tuple[str, ...]


def enough_asked(said: str, planned: Sequence[str], today: date) -> Enough | None:
    """What a message asks so many days to be enough for, its sights beside the cities `planned`; None where it asks no
    such thing."""
    message = read_message(said, today)
    found = pattern("intents", "enough").search(message.sentence.masked)
    if found is None:
        return None
    word = next(filter(None, found.groups()))
    named = [sight_of(place, planned) for place in message.places.sights]
    sights = tuple(sight for sight in named if sight)
    cities = tuple(dict.fromkeys(map(city_of, sights))) or message.places.cities
    if not message.places.all:
        cities = tuple(planned)
    days = 1 if word == "a" else count(word)
    return Enough(days, sights, cities) if days and cities else None


@dataclass(frozen=True, slots=True)
class Advice:
    """The cities of which a message asks whether they shall be part of the trip, or how many days they take, by their
    ids; the areas beside them, each as it is written and as its id; and the names that are not known."""

    cities: tuple[str, ...]
    areas: tuple[tuple[str, str], ...]
    unknown: tuple[str, ...]


def advice_asked(said: str, today: date) -> Advice | None:
    """What a message asks advice about; None where it asks for none, or of sights."""
    message = read_message(said, today)
    if message.places.sights or not wants_advice(message):
        return None
    areas = tuple(
        (place.surface, place.ids[0]) for place in message.places.goals if place.kind in ("region", "country")
    )
    return Advice(message.places.cities, areas, message.unknown)


def asks_day_hours(said: str, today: date) -> bool:
    """Whether a message asks when days of the plan begin or end, and names no other hour and no place."""
    message = read_message(said, today)
    if message.places.all or message.hours != Hours():
        return False
    return pattern("intents", "asks_day_hours").search(message.sentence.masked) is not None


def asks_hours(said: str, today: date) -> bool:
    """Whether a message asks when the stops of the plan, or of a day of it, open or close."""
    message = read_message(said, today)
    text = message.sentence.masked
    if message.places.all or pattern("intents", "asks_hours").search(text) is None:
        return False
    return of_a_day(message) or pattern("intents", "of_stops").search(text) is not None


@dataclass(frozen=True, slots=True)
class OpenOn:
    """A question whether something is open on a day of the week (Monday 0), or shut."""

    weekday: int
    shut: bool


def holiday_asked(said: str, near: date) -> date | None:
    """The date of the holiday that a message names, the next one from a day on; None where it names none that is
    known."""
    message = read_message(said, near)
    return festival_named(message.sentence.folded, near, message.places.cities)


def open_asked(said: str) -> OpenOn | None:
    """Of which day of the week a message asks whether something is open; None where it asks no such thing."""
    text = said.lower()
    day = pattern("intents", "open_on", "weekday").search(text)
    if day is None or not pattern("intents", "open_on", "asks").search(text):
        return None
    weekday = WEEKDAYS_ZH[day["zh"]] if day["zh"] else WEEKDAYS_EN.index(day["en"])
    return OpenOn(weekday, pattern("intents", "open_on", "shut").search(text) is not None)


def shuns_rides(said: str, today: date) -> bool:
    """Whether a message wants few or short rides beside a plan, and names no place."""
    message = read_message(said, today)
    return dislikes_rides(message) and not message.places.all and not _plans_a_trip(said, today)


def allergens(said: Sequence[str]) -> tuple[str, ...]:
    """What these messages tell somebody to be allergic to, as manner.toml names it."""
    told = [
        part for text in said for part in clauses(text.lower()) if pattern("intents", "unheard", "allergy").search(part)
    ]
    kinds = table("manner")["allergen"]
    return tuple(
        kind for kind in kinds if any(pattern("manner", "allergen", kind, "say").search(part) for part in told)
    )


def wants_short_ways(said: Sequence[str]) -> bool:
    """Whether messages tell of somebody on whom long ways are hard: who gets sick in a car, or a small child."""
    rules = pattern("intents", "dislikes_rides"), pattern("party", "small_child")
    return any(rule.search(each.lower()) for each in said for rule in rules)


def asks_share(said: str, today: date) -> bool:
    """Whether a message asks what the trip comes to for each traveller."""
    return pattern("intents", "share_asked").search(said.lower()) is not None and not _plans_a_trip(said, today)


def asks_about(said: str, today: date) -> bool:
    """Whether a message asks for a city as a whole."""
    return pattern("intents", "asks_about").search(read_message(said, today).sentence.masked) is not None


def takes_along(said: str) -> bool:
    """Whether the plan shall be printed, shared or taken along as a file."""
    return pattern("intents", "takes_along").search(said.lower().strip()) is not None


def cities_asked(said: str) -> int | None:
    """How many cities a recommendation shall name, as many as can be had at most; None where it was not said."""
    found = pattern("intents", "cities_counted").search(said.lower())
    number = count(next(filter(None, found.groups()))) if found else None
    return min(number, MOST_RECOMMENDED) if number else None
