"""What still holds after all turns: each message's slots are joined to the state before it.

A greeting, a thank-you, a complaint or a command leaves the state alone. A new place takes the old one's place and
its sights go, unless it is added (再加, "also") or picked (后者, "the second one"); a new place with a new length
begins another trip, of which only what belongs to the person stays: diet, company and home. A number alone answers
what is still open.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from travelagent.assistant.intents import Intent
from travelagent.assistant.offline.reading.airports import of_home
from travelagent.assistant.offline.reading.calendar import FRIDAY, THURSDAY, When
from travelagent.assistant.offline.reading.city_days import days_by_city
from travelagent.assistant.offline.reading.extra_day import is_for_kinds
from travelagent.assistant.offline.reading.hours import Hours
from travelagent.assistant.offline.reading.intents import PLANS, QUESTIONS, SILENT
from travelagent.assistant.offline.reading.journey import joined_journey, without_arrival_at_sight
from travelagent.assistant.offline.reading.length import LONG_WEEKEND, Length
from travelagent.assistant.offline.reading.lexicon import pattern
from travelagent.assistant.offline.reading.message import (
    Message,
    fares_settled,
    resets,
    says,
    tells_diet,
    wants_fewer,
    wishes_kinds,
)
from travelagent.assistant.offline.reading.places import (
    Places,
    in_cities,
    quarters_stayed_in,
    with_sights,
    without_namesakes,
)
from travelagent.assistant.offline.reading.search_wish import spectacle_named
from travelagent.assistant.offline.reading.slots import (
    new_cities,
    union,
    with_days_each,
    with_length,
    with_manner,
    with_money,
    with_number,
    with_party,
    with_places,
    with_tastes,
    with_time,
    without_days_of_the_gone,
)
from travelagent.assistant.offline.reading.tastes import Tastes
from travelagent.assistant.offline.values import DEFAULT_DAYS, Entities, Fares, Journey, MonthPart
from travelagent.briefs.first_day import SATURDAY, first_day
from travelagent.briefs.values import Dates
from travelagent.catalog import source
from travelagent.catalog.spectacles import Spectacle


@dataclass(frozen=True, slots=True)
class State:
    """The slots that hold, and the names that have to be asked about; `undated` where the first day's month is open;
    `planned` once a plan was wished for, `weekend` where the trip is to be a weekend's, `weekday` where its first day
    is any such day of a week, `begins_on` the day of the week on which it begins in its month, `month_part` where it
    is in that; `needs` of somebody in the party are
    kept whatever the trip; `journey` there and back; `currency` is the one that the person counts in;
    `days_each` are the days of each city, where they were said of all; `group` where several people go who were not
    counted, `elders` where some are of an elder generation; `spectacle` is what the trip is to see in its weeks of the
    year; `fares` tells why those there and back are not to be counted."""

    slots: Entities = field(default_factory=Entities)
    unknown: tuple[str, ...] = ()
    undated: bool = False
    planned: bool = False
    weekend: bool = False
    weekday: bool = False
    begins_on: int | None = None
    month_part: MonthPart | None = None
    needs: tuple[str, ...] = ()
    journey: Journey = field(default_factory=Journey)
    currency: str | None = None
    days_each: Mapping[str, int] = field(default_factory=dict)
    group: bool = False
    elders: bool = False
    spectacle: Spectacle | None = None
    fares: Fares | None = None

    def keeps_time(self, intent: Intent) -> bool:
        """Whether a time that such a message says is only asked about: the trip has its own."""
        return intent in QUESTIONS and (self.planned or self.slots.start_date is not None)


def joined(state: State, message: Message, intent: Intent) -> State:
    """The state after a message."""
    money = message.money
    counted = money.told_in or money.currency or (money.budget.currency if money.budget else None)
    after = _joined(state, message, intent)
    seen = None if state.keeps_time(intent) else spectacle_named(message.sentence.masked)
    return replace(
        after,
        group=(state.group or message.party.group or _tells_we(state, message)) and after.slots.travellers is None,
        elders=state.elders or message.party.elders,
        needs=union(state.needs, message.manner.needs),
        currency=counted or state.currency,
        spectacle=seen or (state.spectacle if after.slots.cities == state.slots.cities else None),
        fares=fares_settled(message) or after.fares,
    )


def _tells_we(state: State, message: Message) -> bool:
    """Whether a wish for a trip is told as that of several people: "we want three days in Rome"."""
    return not state.planned and says(message, "we")


def _joined(state: State, message: Message, intent: Intent) -> State:
    if intent in SILENT and not _says_more(message, intent):
        return state
    if intent in ("trip_management", "data_question"):
        return _named_only(state, message, intent)
    if intent == "memory":
        return replace(state, slots=_of_person(state.slots, message), undated=False)
    message = _without_what_is_of_a_day(state, _in_their_quarters(state.slots.cities, message))
    if resets(message) or _is_another_trip(state.slots, message):
        state = State(_without_former_party(of_the_person(state.slots), message))
    message = in_the(_cities_meant(state, message), _of_the_plan_alone(state, message, intent))
    slots = with_places(state.slots, message, intent, planned=state.planned)
    message = in_the(slots.cities, message)
    message = replace(message, when=_near_the_trip(state, message))
    if _dates_a_visit(state, message):
        message = replace(message, when=When())
    return _stood(state, message, intent, _filled(state, message, intent, slots))


def _without_what_is_of_a_day(state: State, message: Message) -> Message:
    """The message without what it wishes of one day of the plan alone: its kinds, its length, its pace."""
    of_plan = message.length.at_sight or (message.hours.off and message.days == 1)
    if state.planned and (is_for_kinds(message) or wishes_kinds(in_the(state.slots.cities, message))):
        message = replace(message, tastes=replace(message.tastes, interests=(), words=()))
    if state.planned and of_plan and not message.places.goals:
        message = replace(message, length=Length())
    if message.hours.off:  # one day of rest slows no other day
        message = replace(message, manner=replace(message.manner, pace=None))
    return message


def _of_the_plan_alone(state: State, message: Message, intent: Intent) -> Message:
    """The message without a time or tastes that are of the plan at hand, or only asked about."""
    if state.keeps_time(intent):
        message = replace(message, when=When(), length=replace(message.length, weekend=False))
    if state.planned and message.hours != Hours():  # the day and the hour are of the plan, not of the journey
        message = replace(message, when=When(), journey=message.journey if message.journey.tells_ride else Journey())
    if state.planned and wants_fewer(message):
        message = replace(message, tastes=replace(message.tastes, avoid=(), unwanted=(), untagged=()))
    if state.planned and intent in QUESTIONS:
        message = replace(message, tastes=Tastes())
    if not message.places.goals:
        message = replace(message, journey=of_home(message.journey, message.sentence, state.slots.cities))
    return message


def _filled(state: State, message: Message, intent: Intent, slots: Entities) -> Entities:
    """The slots with the message's time, length, money, party, manner and tastes."""
    slots = with_time(slots, message, intent, state.undated)
    slots = with_length(slots, message, state.slots, intent)
    if message.days is None:
        slots = without_days_of_the_gone(state.days_each, state.slots, slots)
    if each := days_by_city(state.days_each, message):
        slots = replace(slots, days=sum(each.values()))
    slots = with_money(slots, message)
    if not tells_diet(message) or says(message, "comes_along"):  # of whom it is told need not travel
        slots = with_party(slots, message)
    slots = with_manner(slots, message, intent)
    return with_number(with_tastes(slots, message, intent), message)


def _stood(state: State, message: Message, intent: Intent, slots: Entities) -> State:
    """What holds after the message, its slots being these."""
    asked = message.places.asked + tuple(n for n in message.unknown if not slots.cities or _goes_to(message, n))
    placed = slots.cities or message.places.goals
    undated = state.undated and slots.start_date == state.slots.start_date
    if message.when.start and not message.when.by_week:
        undated = message.when.month is None
    weekday = state.weekday and slots.start_date == state.slots.start_date
    if message.when.by_week and slots.start_date == message.when.start:
        weekday = not says(message, "certain_week")
    journey = state.journey
    if intent not in QUESTIONS or intent == "budget_query":
        journey = joined_journey(journey, message.journey, planned=state.planned, one_day=message.days == 1)
    same_trip = not state.slots.cities or bool({*slots.cities} & {*state.slots.cities})
    return State(
        slots,
        asked or (() if placed or message.days is not None else state.unknown),
        undated,
        state.planned or intent in PLANS,
        message.length.weekend or (state.weekend and (message.days or 0) <= LONG_WEEKEND),
        weekday,
        state.begins_on if message.when.weekday is None else message.when.weekday,
        message.when.part or (state.month_part if slots.month == state.slots.month else None),
        journey=journey,
        days_each=with_days_each(state.days_each, state.slots, slots, message),
        fares=state.fares if same_trip else None,
    )


def _near_the_trip(state: State, message: Message) -> When:
    """When, a mere weekday being the next one from the first day of the trip on where that was said; of a weekend's
    trip a Thursday or Friday is the one before."""
    when = message.when
    if when.start is None or not when.by_week or state.weekday or says(message, "certain_week"):
        return when
    first = _first_day(state, message.today, SATURDAY if state.weekend else None)
    if first is None:
        return when
    days = (when.start.weekday() - first.weekday()) % 7
    if days and state.weekend and when.start.weekday() in (THURSDAY, FRIDAY):
        days -= 7
    start = first + timedelta(days=days)
    return replace(
        when, start=start, end=when.end and when.end + (start - when.start), month=start.month, by_week=False
    )


def _first_day(state: State, today: date, weekday: int | None = None) -> date | None:
    """The first day of a trip whose date, month, season or spectacle was said, on this day of the week where none was
    said; None without."""
    slots = state.slots
    dates = Dates(
        start=slots.start_date,
        month=slots.month,
        season=slots.season,
        part=state.month_part,
        weekday=weekday if state.begins_on is None else state.begins_on,
        spectacle=state.spectacle,
    )
    return first_day(dates, slots.cities, slots.days or DEFAULT_DAYS, today)


def _dates_a_visit(state: State, message: Message) -> bool:
    """Whether a message names a sight and a single day of the trip: that of the visit, not its first."""
    day, days = message.when.start, state.slots.days
    if not state.planned or day is None or days is None or message.when.end or message.days is not None:
        return False
    first = _first_day(state, message.today)
    if first is None or not message.places.sights or says(message, "starts"):
        return False
    return first <= day < first + timedelta(days=days)


def _says_more(message: Message, intent: Intent) -> bool:
    """Whether small talk or a complaint changes the trip as well: too dear, 5,000 at most."""
    changed = message.money.budget or message.length.to or message.length.change
    if message.manner.diet:
        return True
    if intent == "general_chat":
        return bool(
            changed or message.days or message.places.cities or message.places.origin or message.journey != Journey()
        )
    return intent == "complaint" and bool(changed)


def _cities_meant(state: State, message: Message) -> tuple[str, ...]:
    """The cities whose sights a message may name by less: its own, else those of the trip."""
    covered = tuple(city for city in message.places.cities if city in source.cities())
    return covered or state.slots.cities or message.places.cities


def _in_their_quarters(cities: tuple[str, ...], message: Message) -> Message:
    """The message without a city elsewhere that is called as the quarter of the trip's cities where one stays."""
    places = without_namesakes(message.places.all, quarters_stayed_in(message.sentence, cities))
    return replace(message, places=replace(message.places, all=tuple(places)))


def in_the(cities: tuple[str, ...], message: Message) -> Message:
    """The message as it reads once the cities are known: their sights are named by less, and are no tastes."""
    places = in_cities(message.places, message.sentence, cities, message.tastes.words)
    if places == message.places:
        return message
    sentence = with_sights(message.sentence, places.all)
    return replace(
        message,
        sentence=sentence,
        places=places,
        tastes=_beside_sights(message.tastes, places),
        journey=without_arrival_at_sight(message.journey, sentence.masked),
    )


def _beside_sights(tastes: Tastes, places: Places) -> Tastes:
    """The tastes without those whose words are part of a sight's name."""
    sights = [place for place in places.all if place.kind == "sight"]

    def beside(spans: tuple[tuple[int, int, str], ...]) -> tuple[tuple[int, int, str], ...]:
        return tuple(w for w in spans if not any(s.start < w[1] and w[0] < s.end for s in sights))

    words, unwanted = beside(tastes.words), beside(tastes.unwanted)
    liked, refused = ({tag for _, _, tag in spans} for spans in (words, unwanted))
    return replace(
        tastes,
        interests=tuple(tag for tag in tastes.interests if tag in liked),
        avoid=tuple(term for term in tastes.avoid if term in refused),
        words=words,
        unwanted=unwanted,
    )


def of_the_person(slots: Entities) -> Entities:
    return Entities(diet=slots.diet, origin=slots.origin, travellers=slots.travellers)


def _without_former_party(slots: Entities, message: Message) -> Entities:
    """The slots of a new trip: its own party, where it tells one, takes the former one's place."""
    own = message.party.travellers is not None and not message.party.added
    return replace(slots, travellers=None) if own else slots


def _named_only(state: State, message: Message, intent: Intent) -> State:
    """A saved trip's or a question's places, where no plan is at hand."""
    if state.slots != Entities() or says(message, "named"):
        return state
    places = message.places
    return State(
        Entities(cities=places.cities, regions=places.of("region"), countries=places.of("country")), places.asked
    )


def _of_person(slots: Entities, message: Message) -> Entities:
    """What a person asks to remember: home, diet, company and preferences, no trip."""
    places = message.places
    if says(message, "forgets"):
        return _without(slots, message)
    slots = replace(slots, origin=places.origin or slots.origin)
    slots = with_manner(slots, message, "memory")
    if message.manner.diet:  # the food of "I eat no spicy food" is no taste
        liked = tuple(tag for tag in message.tastes.interests if tag != "food")
        message = replace(message, tastes=replace(message.tastes, interests=liked))
    if message.party.complete or not message.manner.diet:
        slots = with_party(slots, message)
    return with_tastes(slots, message, "memory")


def _without(slots: Entities, message: Message) -> Entities:
    """Without what a message asks to be forgotten."""
    manner, tastes = message.manner, message.tastes
    return replace(
        slots,
        origin=None if message.places.origin == slots.origin else slots.origin,
        diet=tuple(d for d in slots.diet if d not in manner.diet),
        interests=tuple(tag for tag in slots.interests if tag not in tastes.interests),
        avoid=tuple(a for a in slots.avoid if a not in tastes.avoid),
    )


def _is_another_trip(slots: Entities, message: Message) -> bool:
    """A new place with a length of its own, not named as a change of the old."""
    if message.days is None or slots.days is None:
        return False
    if any(says(message, cue) for cue in ("replace", "append", "ends_in")):
        return False
    areas = {*message.places.of("region"), *message.places.of("country")}
    new_area = bool(areas) and not areas & {*slots.regions, *slots.countries}
    return bool(slots.cities) and (new_cities(slots, message) or new_area)


def _goes_to(message: Message, name: str) -> bool:
    """Whether an unknown name is where the message goes, rather than a word of what it says of the plan's cities."""
    before, _, _ = message.sentence.text.partition(name.split()[0])
    if pattern("dialogue", "goes_to").search(before.lower()) is None:
        return False
    return not name.isascii() or name[0].isupper() or message.days is not None
