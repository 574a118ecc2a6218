"""What still holds after all turns: each message's slots are joined to the state before it.

A greeting, a thank-you, a complaint or a command leaves the state alone. A new place takes the old one's place and
its sights go, unless it is added (再加, "also") or picked (后者, "the second one"); a new place with a new length
begins another trip, of which only what belongs to the person stays: diet, company and home. A number alone answers
what is still open.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Final

from travelagent.assistant.offline.reading.dates import When, in_month
from travelagent.assistant.offline.reading.intents import PLANS, QUESTIONS, SILENT
from travelagent.assistant.offline.reading.journey import joined_journey
from travelagent.assistant.offline.reading.lexicon import pattern
from travelagent.assistant.offline.reading.message import Message
from travelagent.assistant.offline.reading.places import Place, city_of, country_of, in_cities, lies_in, sight_of
from travelagent.assistant.offline.reading.tastes import Tastes
from travelagent.assistant.offline.values import BudgetSaid, Entities, Intent, Journey, MonthPart, Travellers
from travelagent.catalog import source
from travelagent.planning.values import MAX_DAYS

LONGEST: Final = 180
_FEW: Final = 20
# What names places of the plan without picking them.
_REARRANGE: Final = frozenset({"route_planning", "itinerary_query"})
# Where "cheap" asks of prices and says no tier.
_PRICED: Final = frozenset({"comparison", "budget_query", "season_query", "transportation", "attraction_query"})
_SEASON_MONTHS: Final = {"spring": (3, 4, 5), "summer": (6, 7, 8), "autumn": (9, 10, 11), "winter": (12, 1, 2)}


@dataclass(frozen=True, slots=True)
class State:
    """The slots that hold, and the names that have to be asked about; `undated` where the first day's month is open;
    `planned` once a plan was wished for, `weekend` where the trip is to be a weekend's, `weekday` where its first day
    is any such day of a week, `month_part` where it is in its month; `needs` of somebody in the party are
    kept whatever the trip; `journey` there and back; `currency` is the one that the person counts in."""

    slots: Entities = field(default_factory=Entities)
    unknown: tuple[str, ...] = ()
    undated: bool = False
    planned: bool = False
    weekend: bool = False
    weekday: bool = False
    month_part: MonthPart | None = None
    needs: tuple[str, ...] = ()
    journey: Journey = field(default_factory=Journey)
    currency: str | None = None

    def keeps_time(self, intent: Intent) -> bool:
        """Whether a time that such a message says is only asked about: the trip has its own."""
        return intent in QUESTIONS and (self.planned or self.slots.start_date is not None)


def _says(message: Message, cue: str) -> bool:
    return pattern("dialogue", cue).search(message.sentence.masked) is not None


def joined(state: State, message: Message, intent: Intent) -> State:
    """The state after a message."""
    money = message.money
    counted = money.told_in or money.currency or (money.budget.currency if money.budget else None)
    return replace(
        _joined(state, message, intent),
        needs=_union(state.needs, message.manner.needs),
        currency=counted or state.currency,
    )


def _joined(state: State, message: Message, intent: Intent) -> State:
    if intent in SILENT and not _says_more(message, intent):
        return state
    if intent in ("trip_management", "data_question"):
        return _named_only(state, message, intent)
    if intent == "memory":
        return replace(state, slots=_of_person(state.slots, message), undated=False)
    if _says(message, "reset") or _is_another_trip(state.slots, message):
        state = State(_person(state.slots))
    if state.keeps_time(intent):
        message = replace(message, when=When(), length=replace(message.length, weekend=False))
    if state.planned and intent in QUESTIONS:
        message = replace(message, tastes=Tastes())
    message = in_the(message.places.cities or state.slots.cities, message)
    slots = _with_places(state.slots, message, intent)
    message = in_the(slots.cities, message)
    slots = _with_time(slots, message, intent, state.undated)
    slots = _with_length(slots, message, state.slots, intent)
    slots = _with_money(slots, message)
    slots = _with_party(slots, message)
    slots = _with_manner(slots, message, intent)
    slots = _with_tastes(slots, message, intent)
    slots = _with_number(slots, message)
    asked = message.places.asked + tuple(n for n in message.unknown if not slots.cities or _goes_to(message, n))
    placed = slots.cities or message.places.goals
    undated = state.undated and slots.start_date == state.slots.start_date
    if message.when.start and not message.when.by_week:
        undated = message.when.month is None
    weekend = message.length.weekend or (state.weekend and message.days is None)
    unknown = asked or (() if placed or message.days is not None else state.unknown)
    weekday = state.weekday and slots.start_date == state.slots.start_date
    if slots.start_date == message.when.start and message.when.by_week:
        weekday = not _says(message, "certain_week")
    journey = state.journey
    if intent not in QUESTIONS or intent == "budget_query":
        journey = joined_journey(journey, message.journey, planned=state.planned)
    part = message.when.part or (state.month_part if slots.month == state.slots.month else None)
    planned = state.planned or intent in PLANS
    return State(slots, unknown, undated, planned, weekend, weekday, part, journey=journey)


def aside(state: State, message: Message, intent: Intent) -> Entities | None:
    """The slots of a recommendation that is asked for beside a plan: its own, and what belongs to the person. None
    where the message is no such thing and the plan's slots take part."""
    if intent != "city_recommendation" or not state.planned or _says(message, "replace") or _says(message, "reset"):
        return None
    return joined(State(_person(state.slots)), message, intent).slots


def with_asked_tastes(slots: Entities, message: Message) -> Entities:
    """The slots with the tastes that a question beside a plan says, which are none of the trip's."""
    return replace(slots, interests=_union(slots.interests, message.tastes.interests))


def of_a_day(message: Message) -> bool:
    """Whether the message is about a day of the plan: what it refuses then is refused on that day alone."""
    return pattern("dialogue", "on_a_day").search(message.sentence.masked) is not None


def with_refusals(slots: Entities, message: Message) -> Entities:
    """The slots with what the message refuses."""
    return replace(slots, avoid=_union(slots.avoid, message.tastes.avoid))


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
    return _says(message, "why") and (named or bool(pattern("dialogue", "why_not").search(message.sentence.text)))


def meant_place(turn: str) -> str | None:
    """The name that a message puts right: "I meant York", 我是说大理; None where it puts none right."""
    found = pattern("dialogue", "meant").search(turn.lower())
    return turn[slice(*found.span(found.lastgroup or 0))] if found else None


def asks_when(state: State, message: Message) -> bool:
    """Whether the message only asks for the day or the hour of a sight or of a way between the cities planned."""
    if not state.planned or not _says(message, "asks_when") or _says(message, "asks_hours"):
        return False
    cities = {i for place in message.places.all if place.kind == "city" for i in place.ids}
    if cities - set(state.slots.cities):
        return False
    return bool(message.places.sights) or (bool(cities) and len(state.slots.cities) > 1)


def takes_back(state: State, message: Message, before: Intent | None) -> bool:
    """Whether the message takes back the last change of the plan at hand, rather than one of a saved trip."""
    return state.planned and before != "trip_management" and _says(message, "undo")


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


def in_the(cities: tuple[str, ...], message: Message) -> Message:
    """The message as it reads once the cities are known: their sights are named by less, and are no tastes."""
    places = in_cities(message.places, message.sentence, cities, message.tastes.words)
    if places == message.places:
        return message
    sights = [place for place in places.all if place.kind == "sight"]
    words = tuple(w for w in message.tastes.words if not any(s.start < w[1] and w[0] < s.end for s in sights))
    liked = {tag for _, _, tag in words}
    interests = tuple(tag for tag in message.tastes.interests if tag in liked)
    return replace(message, places=places, tastes=replace(message.tastes, interests=interests, words=words))


def _person(slots: Entities) -> Entities:
    return Entities(diet=slots.diet, origin=slots.origin, travellers=slots.travellers)


def _named_only(state: State, message: Message, intent: Intent) -> State:
    """A saved trip's or a question's places, where no plan is at hand."""
    if state.slots != Entities() or _says(message, "named"):
        return state
    places = message.places
    return State(
        Entities(cities=places.cities, regions=places.of("region"), countries=places.of("country")), places.asked
    )


def _of_person(slots: Entities, message: Message) -> Entities:
    """What a person asks to remember: home, diet, company and preferences, no trip."""
    places = message.places
    if _says(message, "forgets"):
        return _without(slots, message)
    slots = replace(slots, origin=places.origin or slots.origin)
    slots = _with_manner(slots, message, "memory")
    if message.manner.diet:  # the food of "I eat no spicy food" is no taste
        liked = tuple(tag for tag in message.tastes.interests if tag != "food")
        message = replace(message, tastes=replace(message.tastes, interests=liked))
    if message.party.complete or not message.manner.diet:
        slots = _with_party(slots, message)
    return _with_tastes(slots, message, "memory")


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


def _new_cities(slots: Entities, message: Message) -> bool:
    new = message.places.cities
    return bool(new) and not set(new) & set(slots.cities)


def _is_another_trip(slots: Entities, message: Message) -> bool:
    """A new place with a length of its own, not named as a change of the old."""
    if _says(message, "replace") or _says(message, "append") or message.days is None or slots.days is None:
        return False
    areas = {*message.places.of("region"), *message.places.of("country")}
    new_area = bool(areas) and not areas & {*slots.regions, *slots.countries}
    return bool(slots.cities) and (_new_cities(slots, message) or new_area)


def _with_places(slots: Entities, message: Message, intent: Intent) -> Entities:
    places = message.places
    refused = {*places.of("city", "refused"), *places.of("region", "refused"), *places.of("country", "refused")}
    cities = tuple(c for c in slots.cities if c not in refused)
    regions = tuple(r for r in slots.regions if r not in refused)
    countries = tuple(c for c in slots.countries if c not in refused)
    new = places.cities, places.of("region"), places.of("country")
    if len(cities) > 1 and not places.cities:
        cities = cities[-1:] if _says(message, "pick_last") else cities
        cities = cities[:1] if _says(message, "pick_first") else cities
    about = intent in QUESTIONS or intent in _REARRANGE or message.length.change != 0
    if any(new) and not (about and set(places.cities) and set(places.cities) <= set(cities)):
        if swapped := _swapped(slots, message):
            cities = swapped
        elif _adds(slots, message, intent):
            cities, regions, countries = (_union(a, b) for a, b in zip((cities, regions, countries), new, strict=True))
        else:
            cities, regions, countries = new if intent == "city_recommendation" else _taken(cities, new)
    origin = places.origin or slots.origin
    open_place = not (cities or regions or countries or places.asked)
    if places.origin and intent in QUESTIONS - {"transportation"} and open_place:
        cities, origin = (places.origin,), slots.origin
    must_see = tuple(s for s in slots.must_see if not cities or city_of(s) in cities or city_of(s) not in slots.cities)
    return replace(slots, cities=cities, regions=regions, countries=countries, origin=origin, must_see=must_see)


def _swapped(slots: Entities, message: Message) -> tuple[str, ...]:
    """The cities with those that the message gives up replaced by its new ones, in their place; () if nothing is."""
    refused, new = message.places.of("city", "refused"), message.places.cities
    if len(slots.cities) < 2 or not new or not set(refused) & set(slots.cities):
        return ()
    first = min(slots.cities.index(city) for city in refused if city in slots.cities)
    kept = [city for city in slots.cities if city not in refused and city not in new]
    at = len([city for city in slots.cities[:first] if city in kept])
    return (*kept[:at], *new, *kept[at:])


def _adds(slots: Entities, message: Message, intent: Intent) -> bool:
    has_place = bool(slots.cities or slots.regions or slots.countries)
    if not has_place:
        return False
    if pattern("dialogue", "on_a_day").search(message.sentence.masked):
        return True
    goals = message.places.goals
    if any(pattern("dialogue", "announced").search(message.sentence.masked[: place.start]) for place in goals):
        return True
    clauses = [_clause(message, place) for place in goals]
    if any(pattern("dialogue", "append").search(clause) for clause in clauses):
        return not any(pattern("dialogue", "replace").search(clause) for clause in clauses)
    return (message.length.change > 0 or intent == "itinerary_query") and not _says(message, "replace")


def _clause(message: Message, place: Place) -> str:
    """The clause in which a place stands, its mark included."""
    sentence = message.sentence
    return sentence.before(place.start) + sentence.after(place.start, 40)


def _taken(
    cities: tuple[str, ...], new: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """New places in the old ones' place; a wider area that holds the old cities keeps them."""
    new_cities, regions, countries = new
    if new_cities:
        return new_cities, regions, countries
    areas = [("region", r) for r in regions] + [("country", c) for c in countries]
    inside = cities and all(any(lies_in(c, kind, area) for kind, area in areas) for c in cities)  # type: ignore[arg-type]
    return (cities, (), ()) if inside else ((), regions, countries)


def _union(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*old, *new)))


def _with_time(slots: Entities, message: Message, intent: Intent, undated: bool) -> Entities:
    when = message.when
    if slots.start_date and (last := _day_of_leaving(slots.start_date, message)):
        return replace(slots, end_date=last, days=(last - slots.start_date).days + 1)
    if intent == "itinerary_query" and when.start and not (message.places.cities or _says(message, "starts")):
        return slots
    if when.month and not when.start and slots.start_date and undated:
        held = in_month(When(slots.start_date, slots.end_date), when.month, message.today)
        return replace(slots, start_date=held.start, end_date=held.end)
    if when.shift and slots.start_date:
        moved = timedelta(days=when.shift)
        end = slots.end_date + moved if slots.end_date else None
        return replace(slots, start_date=slots.start_date + moved, end_date=end)
    if when.start and when.month is None and slots.month:
        when = in_month(when, slots.month, message.today)
    if when.start:
        return replace(slots, start_date=when.start, end_date=when.end, month=None, season=when.season or slots.season)
    if when.month:
        season = when.season or slots.season
        slots = replace(slots, month=when.month, start_date=None, end_date=None, season=season)
    if when.end and slots.start_date and slots.start_date < when.end:
        slots = replace(slots, end_date=when.end, days=(when.end - slots.start_date).days + 1)
    if when.season and when.season != slots.season:
        kept = slots.month is None or slots.month in _SEASON_MONTHS[when.season] or when.month is not None
        slots = replace(slots, season=when.season, month=slots.month if kept else None)
    return slots


def _day_of_leaving(start: date, message: Message) -> date | None:
    """The day on which a ride is said to leave, of a trip that starts then: its last one, not another first one."""
    journey, when = message.journey, message.when
    day = when.start or when.end
    if day is None or when.days or (journey.leaves is None and journey.ride is None):
        return None
    if when.by_week and day < start:
        day += timedelta(days=7 * -((day - start).days // 7))
    return day if 0 <= (day - start).days < MAX_DAYS else None


def _with_length(slots: Entities, message: Message, before: Entities, intent: Intent) -> Entities:
    length, days = message.length, message.days
    if intent in QUESTIONS and slots.days and (days == 1 or length.change):
        return slots
    if days is not None:
        added = _adds(before, message, intent) and _new_cities(before, message)
        days = before.days + days if added and not length.whole and before.days and slots.days else days
    elif length.change and slots.days:
        days = slots.days + length.change
    elif length.to and (slots.days or slots.cities):
        days = length.to
    return replace(slots, days=min(days, LONGEST)) if days and days > 0 else slots


def _with_money(slots: Entities, message: Message) -> Entities:
    money, old = message.money, slots.budget
    if money.withdrawn:
        return replace(slots, budget=None)
    new = money.budget
    if new is None and old is not None and (money.currency or money.per):
        return replace(slots, budget=BudgetSaid(old.amount, money.currency or old.currency, money.per or old.per))
    if new is None:
        return slots
    if old is None:
        return replace(slots, budget=new)
    total = old.amount + new.amount if money.more else new.amount
    return replace(slots, budget=BudgetSaid(total, new.currency or old.currency, new.per or old.per))


def _with_party(slots: Entities, message: Message) -> Entities:
    party, old = message.party, slots.travellers
    new = party.travellers
    if new is None:
        return slots
    if old is None:
        return replace(slots, travellers=new)
    if party.complete:
        return replace(slots, travellers=_parted(new, old) if party.everybody else new)
    if party.added:
        others = (new.adults or 0) - (1 if party.speaker and new.adults else 0)
        adults = _sum(old.adults, others) if old.adults else new.adults
        more = Travellers(adults, _sum(old.children, new.children), _sum(old.seniors, new.seniors))
        return replace(slots, travellers=more)
    adults = max(old.adults or 0, new.adults or 0) or None
    if party.named:
        children, seniors = max(old.children or 0, new.children or 0), max(old.seniors or 0, new.seniors or 0)
        return replace(slots, travellers=Travellers(adults, children or None, seniors or None))
    merged = Travellers(adults, new.children or old.children, new.seniors or old.seniors)
    return replace(slots, travellers=merged)


def _parted(new: Travellers, old: Travellers) -> Travellers:
    """So many people altogether, of whom the children and seniors that were counted before are a part."""
    others = (old.children or 0) + (old.seniors or 0)
    if new.children or new.seniors or not others or (new.adults or 0) <= others:
        return new
    return Travellers((new.adults or 0) - others, old.children, old.seniors)


def _sum(old: int | None, new: int | None) -> int | None:
    return (old or 0) + (new or 0) or None


def _with_manner(slots: Entities, message: Message, intent: Intent) -> Entities:
    manner = message.manner
    return replace(
        slots,
        pace=slots.pace if of_a_day(message) else manner.pace or slots.pace,
        tier=slots.tier if manner.only_cheap and intent in _PRICED else manner.tier or slots.tier,
        diet=_union(slots.diet, manner.diet),
    )


def _with_tastes(slots: Entities, message: Message, intent: Intent) -> Entities:
    tastes, places = message.tastes, message.places
    if intent == "itinerary_query" and not _says(message, "changes"):
        return _with_sights(slots, message, intent)
    withdrawn = _says(message, "withdrawn")
    refused_sights = places.of("sight", "refused")
    dropped = [s for s in slots.must_see if s in refused_sights or source.sights()[s].category in tastes.avoid]
    held = set(tastes.untagged) & set(slots.interests) or dropped
    avoid = () if of_a_day(message) or (withdrawn and held and not tastes.interests) else tastes.avoid
    if intent in PLANS and (not dropped or _says(message, "swap")):
        avoid = _union(avoid, tuple(s for s in refused_sights if city_of(s) in slots.cities)[:1])
    interests = tuple(tag for tag in slots.interests if tag not in tastes.untagged)
    must_see = tuple(s for s in slots.must_see if s not in dropped)
    slots = replace(
        slots,
        interests=_union(interests, tastes.interests),
        avoid=tuple(a for a in _union(slots.avoid, avoid) if a not in tastes.interests),
        must_see=must_see,
    )
    return _with_sights(slots, message, intent)


def _with_sights(slots: Entities, message: Message, intent: Intent) -> Entities:
    """Sights wished for become part of the plan; without any place said, their cities are where the plan is."""
    wished: list[str] = []
    for place in message.places.sights:
        if sight := sight_of(place, slots.cities):
            if area := _stays_at(message, place):
                slots = replace(slots, hotel_area=area)
            else:
                wished.append(sight)
    if at := pattern("dialogue", "hotel_at").search(message.sentence.folded):
        slots = replace(slots, hotel_area=message.sentence.text[slice(*at.span(at.lastgroup or 0))])
    if not (slots.cities or slots.regions or slots.countries or message.places.asked):
        slots = replace(slots, cities=_cities_of(wished))
    return replace(slots, must_see=_union(slots.must_see, tuple(wished))) if intent in PLANS else slots


def _cities_of(sights: list[str]) -> tuple[str, ...]:
    """The cities of these sights, those of one country: a namesake abroad is not meant."""
    cities = tuple(dict.fromkeys(map(city_of, sights)))
    countries = [country_of(city) for city in cities]
    most = max(countries, key=countries.count, default="")
    return tuple(city for city in cities if country_of(city) == most)


def _stays_at(message: Message, place: Place) -> str | None:
    before = message.sentence.before(place.start)
    return place.surface if pattern("dialogue", "hotel_area").search(before) else None


def _goes_to(message: Message, name: str) -> bool:
    """Whether an unknown name is where the message goes, rather than a word of what it says of the plan's cities."""
    before, _, _ = message.sentence.text.partition(name.split()[0])
    if pattern("dialogue", "goes_to").search(before.lower()) is None:
        return False
    return not name.isascii() or name[0].isupper() or message.days is not None


def _with_number(slots: Entities, message: Message) -> Entities:
    """A bare number answers what is open: the days, then the people; a large one is money."""
    value = message.number
    if value is None or message.length.to or message.days:
        return slots
    if value >= 100:
        return replace(slots, budget=slots.budget or BudgetSaid(float(value)))
    if slots.days is None:
        return replace(slots, days=value)
    return replace(slots, travellers=Travellers(adults=value)) if slots.travellers is None and value <= _FEW else slots
