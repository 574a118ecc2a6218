"""How a message's slots are joined to those that held before it: one function a kind of slot."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Final

from travelagent.assistant.intents import Intent
from travelagent.assistant.lexer.places import city_of, country_of
from travelagent.assistant.offline.reading.calendar import FRIDAY, THURSDAY, When
from travelagent.assistant.offline.reading.city_days import days_by_city, gives_days, shares_days
from travelagent.assistant.offline.reading.dates import in_month
from travelagent.assistant.offline.reading.intents import PLANS, QUESTIONS
from travelagent.assistant.offline.reading.lexicon import CITY, pattern
from travelagent.assistant.offline.reading.message import Message, dislikes_rides, of_a_day, refuses_cabs, says
from travelagent.assistant.offline.reading.party import Party
from travelagent.assistant.offline.reading.places import (
    Place,
    Places,
    by_road_alone,
    lies_in,
    no_nearer,
    out_of_town,
    quarters_stayed_in,
    sight_of,
)
from travelagent.assistant.offline.values import BudgetSaid, Entities, Travellers
from travelagent.briefs.lodging import spot_of_area
from travelagent.catalog import source
from travelagent.plans.values import MAX_DAYS

LONGEST: Final = 180
_FEW: Final = 20
# Who is named later is one of those who were counted, where so many adults are left without them.
_COUPLE: Final = 2
# What names places of the plan without picking them.
_REARRANGE: Final = frozenset({"route_planning", "itinerary_query"})
# Where "cheap" asks of prices and says no tier.
_PRICED: Final = frozenset({"comparison", "budget_query", "season_query", "transportation", "attraction_query"})
_SEASON_MONTHS: Final = {"spring": (3, 4, 5), "summer": (6, 7, 8), "autumn": (9, 10, 11), "winter": (12, 1, 2)}


def new_cities(slots: Entities, message: Message) -> bool:
    new = message.places.cities
    return bool(new) and not set(new) & set(slots.cities)


def with_places(slots: Entities, message: Message, intent: Intent, *, planned: bool) -> Entities:
    places = message.places
    refused = {*places.of("city", "refused"), *places.of("region", "refused"), *places.of("country", "refused")}
    cities = tuple(c for c in slots.cities if c not in refused)
    regions = tuple(r for r in slots.regions if r not in refused)
    countries = tuple(c for c in slots.countries if c not in refused)
    new = places.cities, places.of("region"), places.of("country")
    if len(cities) > 1 and not places.cities:
        cities = cities[-1:] if says(message, "pick_last") else cities
        cities = cities[:1] if says(message, "pick_first") else cities
    about = intent in QUESTIONS or intent in _REARRANGE or message.length.change != 0
    if intent not in QUESTIONS and (ordered := _at_an_end(cities, message)):
        cities = ordered
    elif any(new) and not _of_the_trip(cities, message, about=about, planned=planned):
        if swapped := _swapped(slots, message):
            cities = swapped
        elif _adds(slots, message, intent):
            cities, regions, countries = (union(a, b) for a, b in zip((cities, regions, countries), new, strict=True))
        else:
            cities, regions, countries = new if intent == "city_recommendation" else _taken(cities, new)
    within = planned and intent in QUESTIONS and places.origin in slots.cities  # asked is a way within the trip
    left = places.origin if places.origin not in places.cities else None  # an airport of the city that one goes to
    origin = slots.origin if within else left or slots.origin
    open_place = not (cities or regions or countries or places.asked)
    if places.origin and intent in QUESTIONS - {"transportation"} and open_place:
        cities, origin = (places.origin,), slots.origin
    must_see = tuple(s for s in slots.must_see if not cities or city_of(s) in cities or city_of(s) not in slots.cities)
    return replace(slots, cities=cities, regions=regions, countries=countries, origin=origin, must_see=must_see)


def _of_the_trip(cities: tuple[str, ...], message: Message, *, about: bool, planned: bool) -> bool:
    """Whether a message names nothing but cities of the trip, which stay what they are: it is `about` them, or about
    some of several that were `planned`."""
    named = set(message.places.cities)
    if not named or not named <= set(cities):
        return False
    if planned and shares_days(cities, message):
        return True
    return about or (planned and named < set(cities) and not says(message, "replace") and not says(message, "only"))


def _at_an_end(cities: tuple[str, ...], message: Message) -> tuple[str, ...]:
    """The cities of the trip with the one at which it is to start first, or that at which it is to end last, one of
    them or one more; the whole way turned round where that is its other end. () if nothing is said of it."""
    named, text = message.places.cities, message.sentence.masked
    if not cities or len(named) != 1 or cities == named:
        return ()
    others = tuple(city for city in cities if city not in named)
    if pattern("dialogue", "starts_in").search(text):
        return cities[::-1] if cities[-1:] == named else (*named, *others)
    if pattern("dialogue", "ends_in").search(text):
        return cities[::-1] if cities[:1] == named else (*others, *named)
    return ()


def _ends_elsewhere(cities: tuple[str, ...], message: Message) -> bool:
    """Whether the trip is to end in a city that is none of its own."""
    ordered = _at_an_end(cities, message)
    return ordered[-1:] == message.places.cities and len(ordered) > len(cities)


def _added_days(before: Entities, message: Message) -> int:
    """The days that a message says for one more city; as many as the nights, where that is the trip's new end."""
    in_nights = pattern("length", "of_nights").search(message.sentence.masked) is not None
    return (message.days or 0) - int(in_nights and _ends_elsewhere(before.cities, message))


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
    return (message.length.change > 0 or intent == "itinerary_query") and not says(message, "replace")


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


def union(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*old, *new)))


def with_time(slots: Entities, message: Message, intent: Intent, undated: bool) -> Entities:
    when = message.when
    if slots.start_date and (last := _day_of_leaving(slots.start_date, message)):
        return replace(slots, end_date=last, days=(last - slots.start_date).days + 1)
    if intent == "itinerary_query" and when.start and not (message.places.cities or says(message, "starts")):
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
    if when.end and slots.start_date is None and slots.month is None:
        slots = replace(slots, end_date=when.end)
    elif when.end and slots.start_date and slots.start_date < when.end:
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


def with_length(slots: Entities, message: Message, before: Entities, intent: Intent) -> Entities:
    length, days = message.length, message.days
    if intent in QUESTIONS and slots.days and (days == 1 or length.change or message.places.sights):
        return slots
    if _of_one_stop(before, message) or shares_days(slots.cities, message):
        return slots
    if length.change and gives_days(message):
        return slots
    if days is not None and length.change and len(set(slots.cities) & set(message.places.cities)) > 1:
        return slots  # how many days each city shall have, which is no length of the trip
    weekday = message.when.start.weekday() if message.when.start else message.when.weekday
    if length.weekend and days is not None and weekday is not None and not message.when.days:
        days = _weekend_from(weekday, days)
    if days is not None:
        adds = _adds(before, message, intent) and new_cities(before, message)
        added = adds or _ends_elsewhere(before.cities, message)
        more = _added_days(before, message)
        days = before.days + more if added and not length.whole and before.days and slots.days else days
    elif length.change and slots.days:
        days = slots.days + length.change
    elif length.to and (slots.days or slots.cities):
        days = length.to
    return replace(slots, days=min(days, LONGEST)) if days and days > 0 else slots


def _of_one_stop(before: Entities, message: Message) -> bool:
    """Whether the days that are said are those in some of the trip's several cities: two nights in Hakone."""
    named, length = set(message.places.cities), message.length
    stays = before.days is not None and bool(named) and named < set(before.cities)
    return stays and not (length.change or length.whole or says(message, "replace") or says(message, "only"))


def _weekend_from(weekday: int, days: int) -> int:
    """The days of a weekend that begins on a Thursday or a Friday: until Sunday, the other days as they are said."""
    return 7 - weekday if weekday in (THURSDAY, FRIDAY) else days


def without_days_of_the_gone(held: Mapping[str, int], before: Entities, slots: Entities) -> Entities:
    """The slots with as many days fewer as the cities had that are given up, where the length is what it was."""
    gone = [city for city in before.cities if city not in slots.cities]
    gives_up = bool(gone) and bool(slots.cities) and set(slots.cities) < set(before.cities) and set(gone) <= set(held)
    if slots.days is None or slots.days != before.days or not gives_up:
        return slots
    return replace(slots, days=slots.days - sum(held[city] for city in gone))


def with_days_each(held: Mapping[str, int], before: Entities, slots: Entities, message: Message) -> Mapping[str, int]:
    """The days of each city, by its id: said of all, or those of one changed or added; empty where they do not make up
    the trip."""
    named, length = message.places.cities, message.length
    held = {city: days for city, days in held.items() if city in slots.cities}
    if not held and len(before.cities) == 1 and before.days:
        held = {before.cities[0]: before.days}
    if not held and gives_days(message) and before.days and any(city not in source.cities() for city in before.cities):
        held = {city: before.days // len(before.cities) for city in before.cities}  # of a part no plan could be made
        held[before.cities[0]] += before.days % len(before.cities)
    told = [place for place in message.places.goals if place.kind == "city"]
    if each := days_by_city(held, message):
        held = each
    elif length.stops and len(length.stops) == len(named) == len(told):
        held = dict(zip(named, length.stops, strict=True))
    elif len(named) == 1 and (more := length.change or (0 if named[0] in held else _added_days(before, message))):
        held = {**held, named[0]: held.get(named[0], 0) + more}
    fits = set(held) == set(slots.cities) and sum(held.values()) == slots.days and min(held.values(), default=0) > 0
    return held if fits else {}


def with_money(slots: Entities, message: Message) -> Entities:
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


def with_party(slots: Entities, message: Message) -> Entities:
    party, old = message.party, slots.travellers
    new = party.travellers
    if new is None:
        return slots
    if old is None:
        return replace(_of_a_head(slots, message), travellers=new)
    if party.complete:
        return replace(slots, travellers=_parted(new, old) if party.everybody else _with_the_others(party, new, old))
    if party.added:
        others = (new.adults or 0) - (1 if party.speaker and new.adults else 0)
        adults = _sum(old.adults, others) if old.adults else new.adults
        more = Travellers(adults, _sum(old.children, new.children), _sum(old.seniors, new.seniors))
        return replace(slots, travellers=more)
    adults = max(old.adults or 0, new.adults or 0) or None
    if party.named and not old.adults and new.count <= old.count:
        return slots
    if party.named:
        children, seniors = max(old.children or 0, new.children or 0), max(old.seniors or 0, new.seniors or 0)
        among = (0 if old.children else children) + (0 if old.seniors else seniors)
        if among and (old.adults or 0) - among >= _COUPLE:
            adults = (old.adults or 0) - among
        return replace(slots, travellers=Travellers(adults, children or None, seniors or None))
    merged = Travellers(adults, new.children or old.children, new.seniors or old.seniors)
    return replace(slots, travellers=merged)


def _of_a_head(slots: Entities, message: Message) -> Entities:
    """The slots with a day's budget that was said before anybody was counted as that of each person."""
    budget = slots.budget
    if budget is None or budget.per != "day" or message.money.budget or message.money.per:
        return slots
    return replace(slots, budget=replace(budget, per="person_day"))


def _parted(new: Travellers, old: Travellers) -> Travellers:
    """So many people altogether, of whom the children and seniors that were counted before are a part."""
    others = (old.children or 0) + (old.seniors or 0)
    if new.children or new.seniors or not others or (new.adults or 0) <= others:
        return new
    return Travellers((new.adults or 0) - others, old.children, old.seniors)


def _with_the_others(party: Party, new: Travellers, old: Travellers) -> Travellers:
    """The people counted with those of before who are not told to stay: the children and elders beside so many adults,
    and the other children beside the one that is spoken of."""
    if party.one_child and new.children == 1 and old.children:
        return replace(new, children=old.children)
    if party.grown and not new.children and not new.seniors:
        return replace(new, children=old.children, seniors=old.seniors)
    return new


def _sum(old: int | None, new: int | None) -> int | None:
    return (old or 0) + (new or 0) or None


def with_manner(slots: Entities, message: Message, intent: Intent) -> Entities:
    manner = message.manner
    return replace(
        slots,
        pace=slots.pace if of_a_day(message) else manner.pace or slots.pace,
        tier=slots.tier if manner.only_cheap and intent in _PRICED else manner.tier or slots.tier,
        diet=union(slots.diet, manner.diet),
    )


def _too_far(message: Message, cities: Sequence[str]) -> tuple[str, ...]:
    """The sights of these cities that a message finds too far off."""
    if says(message, "in_town") or dislikes_rides(message):
        return out_of_town(cities)
    refused = message.places.of("sight", "refused") if says(message, "too_far") else ()
    return (*no_nearer(refused, cities), *(by_road_alone(cities) if refuses_cabs(message) else ()))


def with_tastes(slots: Entities, message: Message, intent: Intent) -> Entities:
    tastes, places = message.tastes, message.places
    refused_sights = places.of("sight", "refused")
    if intent == "itinerary_query" and not refused_sights and not says(message, "changes"):
        return _with_sights(slots, message, intent)
    withdrawn = says(message, "withdrawn")
    dropped = [s for s in slots.must_see if s in refused_sights or source.sights()[s].category in tastes.avoid]
    held = set(tastes.untagged) & set(slots.interests) or dropped
    avoid = () if of_a_day(message) or (withdrawn and held and not tastes.interests) else tastes.avoid
    if intent in PLANS and (not dropped or says(message, "swap")):
        avoid = union(avoid, tuple(_refused_here(places, slots.cities)))
    if intent in PLANS:
        far = _too_far(message, slots.cities)
        dropped += [sight for sight in slots.must_see if sight in far and says(message, "in_town")]
        avoid = union(avoid, tuple(sight for sight in far if sight in dropped or sight not in slots.must_see))
    interests = tuple(tag for tag in slots.interests if tag not in tastes.untagged)
    must_see = tuple(s for s in slots.must_see if s not in dropped)
    slots = replace(
        slots,
        interests=union(interests, tastes.interests),
        avoid=tuple(a for a in union(slots.avoid, avoid) if a not in tastes.interests),
        must_see=must_see,
    )
    return _with_sights(slots, message, intent)


def _refused_here(places: Places, cities: tuple[str, ...]) -> Iterator[str]:
    """The sights in these cities that are refused, of a name of several rows the first one."""
    for place in places.all:
        if place.kind == "sight" and place.part == "refused":
            yield from [sight for sight in place.ids if city_of(sight) in cities][:1]


def _with_sights(slots: Entities, message: Message, intent: Intent) -> Entities:
    """Sights wished for become part of the plan; without any place said, their cities are where the plan is."""
    if says(message, "exchange"):
        return slots
    wished: list[str] = []
    for place in message.places.sights:
        if sight := sight_of(place, slots.cities):
            if area := _stays_at(message, place):
                slots = replace(slots, hotel_area=area)
            else:
                wished.append(sight)
    for place in message.places.all:  # a quarter that the gazetteer knows as its city
        if place.kind == "city" and (area := _stays_at(message, place)) and _is_quarter(area, place.ids):
            slots = replace(slots, hotel_area=area)
    at = pattern("dialogue", "hotel_at").search(message.sentence.folded)
    if at and set(message.sentence.masked[slice(*at.span(at.lastgroup or 0))]) != {CITY}:
        slots = replace(slots, hotel_area=message.sentence.text[slice(*at.span(at.lastgroup or 0))])
    if quarter := message.near or _quarter_stayed_in(message, slots.cities):
        slots = replace(slots, hotel_area=quarter)
    if not (slots.cities or slots.regions or slots.countries or message.places.asked):
        slots = replace(slots, cities=_cities_of(wished))
    if intent not in PLANS:
        return slots
    avoid = tuple(term for term in slots.avoid if term not in wished)
    return replace(slots, must_see=union(slots.must_see, tuple(wished)), avoid=avoid)


def _cities_of(sights: list[str]) -> tuple[str, ...]:
    """The cities of these sights, those of one country: a namesake abroad is not meant."""
    cities = tuple(dict.fromkeys(map(city_of, sights)))
    countries = [country_of(city) for city in cities]
    most = max(countries, key=countries.count, default="")
    return tuple(city for city in cities if country_of(city) == most)


def _is_quarter(area: str, cities: tuple[str, ...]) -> bool:
    """Whether a name by which a city goes is that of a part of it that can be placed, and not the city's own."""
    names = {name for city in cities if (row := source.cities().get(city)) for name in (row.name_en, row.name_zh)}
    return area not in names and spot_of_area(area, cities) is not None


def _quarter_stayed_in(message: Message, cities: tuple[str, ...]) -> str | None:
    """The quarter of these cities in which one stays, as it is written."""
    quarters = quarters_stayed_in(message.sentence, cities)
    return next((message.sentence.text[quarter.start : quarter.end] for quarter in quarters), None)


def _stays_at(message: Message, place: Place) -> str | None:
    before = message.sentence.before(place.start)
    return place.surface if pattern("dialogue", "hotel_area").search(before) else None


def with_number(slots: Entities, message: Message) -> Entities:
    """A bare number answers what is open: the days, then the people; a large one is money."""
    value = message.number
    if value is None or message.length.to or message.days:
        return slots
    if value >= 100:
        return replace(slots, budget=slots.budget or BudgetSaid(float(value)))
    if slots.days is None:
        return replace(slots, days=value)
    return replace(slots, travellers=Travellers(adults=value)) if slots.travellers is None and value <= _FEW else slots
