"""The arguments of the tools' calls, from what is wanted and known by now."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from travelagent.assistant.offline import limits
from travelagent.assistant.offline.brief import NEEDS, brief_of, dates_of, first_day, rides_of, with_wishes_of_days
from travelagent.assistant.offline.known import with_memories
from travelagent.assistant.offline.reach import reach_arguments, wish_of
from travelagent.assistant.offline.reading.asked import cities_asked
from travelagent.assistant.offline.reading.message import read_message
from travelagent.assistant.offline.revision import lower_tier
from travelagent.assistant.offline.tour import planned_cities
from travelagent.assistant.offline.turn import Turn
from travelagent.assistant.offline.understanding import understand_turns
from travelagent.assistant.offline.values import DEFAULT_CITIES, DEFAULT_DAYS, Understood
from travelagent.assistant.tool_results import Found
from travelagent.briefs.compile import compile_request
from travelagent.briefs.hours import comes_before, leaves_after
from travelagent.briefs.lodging import point_near
from travelagent.briefs.party import is_counted, reduced_tickets, sharing_children
from travelagent.briefs.suitability import STRAINS
from travelagent.briefs.values import FIELDS, Dates, FieldSource, Stay, TripBrief
from travelagent.briefs.wire import brief_to_wire
from travelagent.catalog import source
from travelagent.catalog.labels import SEASON_MONTHS
from travelagent.plans.values import MAX_DAYS, DayWindow, Ride
from travelagent.plans.words import clock


def route_arguments(understood: Understood, cities: tuple[str, ...], today: date) -> dict[str, Any]:
    """What a plan of these cities is asked for by now, with all that the rules of travel make of it: the terms in which
    a plan at hand is compared with what is wanted."""
    brief = brief_of(understood, cities)
    covered = tuple(stay for stay in brief.stays if stay.place in source.cities())
    request = compile_request(replace(brief, stays=covered), (), today).request
    start = first_day(understood, today)
    return {
        "city": cities[0],
        "days": understood.entities.days or DEFAULT_DAYS,
        "cities": list(cities[1:]),
        "start_date": start.isoformat() if start else None,
        "interests": list(request.interests),
        "pace": request.pace,
        "must_see": list(request.must_see),
        "avoid": list(request.avoid),
        "travellers": request.travellers if is_counted(brief.party) else None,
        "hotel": _hotel(brief, cities),
        "day_windows": [_window(window) for window in request.day_windows],
        "way": request.way,
        "days_each": _days_each(brief),
        "arrival": _ride(request.arrival),
        "departure": _ride(request.departure),
    }


def new_plan_arguments(understood: Understood, turn: Turn, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of generate_route for a new plan, with what the conversation wishes of its days. `wanted` is what
    `route_arguments` gives, its days and sights as they are to be; too many days are the tool's to refuse."""
    cities = (str(wanted["city"]), *wanted["cities"])
    brief = brief_of(understood, cities)
    each = wanted["days_each"] or [None] * len(cities)
    brief = replace(
        brief,
        stays=tuple(Stay(city, count and min(count, MAX_DAYS)) for city, count in zip(cities, each, strict=True)),
        dates=replace(brief.dates, days=min(wanted["days"], MAX_DAYS)),
        must_see=tuple(wanted["must_see"]),
    )
    brief = with_wishes_of_days(brief, turn, wanted["pace"])
    told = brief_to_wire(brief)
    if turn.edited:
        told = _changes_since(understood_before(turn), replace(turn, said=turn.said[:-1]), brief, wanted)
    sources = _sources(understood, turn, cities)
    told["sources"] = {name: {"source": sources.get(name, "said")} for name, value in told.items() if value is not None}
    if turn.edited:
        return {"city": wanted["city"], "days": wanted["days"], "cities": wanted["cities"], "brief": told}
    return {
        "city": wanted["city"],
        "days": wanted["days"],
        "cities": wanted["cities"],
        "start_date": wanted["start_date"],
        "fresh": True,
        "brief": told,
    }


def _sources(understood: Understood, turn: Turn, cities: Sequence[str]) -> dict[str, FieldSource]:
    """Who filled the fields of the brief that no message did: a memory, or an assumption of length or cities."""
    found: dict[str, FieldSource] = {}
    if turn.memories:
        with_them, said = brief_of(understood, cities), brief_of(understand_turns(turn.said, turn.today), cities)
        found = {name: "remembered" for name in FIELDS if getattr(with_them, name) != getattr(said, name)}
    if understood.entities.days is None and dates_of(understood) == Dates(days=DEFAULT_DAYS):
        found["dates"] = "assumed"
    if not set(cities) <= set(understood.entities.cities):
        found["stays"] = "assumed"
    return found


def understood_before(turn: Turn) -> Understood:
    """What was understood before the last message."""
    return with_memories(understand_turns(turn.said[:-1], turn.today), turn.memories, turn.today)


def _changes_since(before: Understood, turn: Turn, brief: TripBrief, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a brief that are other than what was understood of an earlier turn, None for those unsaid now."""
    old = brief_to_wire(with_wishes_of_days(brief_of(before, brief.places), turn, wanted["pace"]))
    new = brief_to_wire(brief)
    return {name: new.get(name) for name in dict.fromkeys([*old, *new]) if old.get(name) != new.get(name)}


def _hotel(brief: TripBrief, cities: Sequence[str]) -> dict[str, Any] | None:
    """The place of the hotel that was said, where the catalogue knows it."""
    spot = point_near(brief.lodging.near, cities)
    return {"name": brief.lodging.near, "lat": spot.lat, "lon": spot.lon} if spot else None


def _window(window: DayWindow) -> dict[str, Any]:
    hours = {"start": window.start, "end": window.end}
    return {"day": window.day, **{name: clock(at) for name, at in hours.items() if at is not None}}


def _ride(ride: Ride | None) -> dict[str, Any] | None:
    if ride is None:
        return None
    return {"at": clock(ride.at), "minutes": ride.minutes, **({"way": ride.way} if ride.way else {})}


def _days_each(brief: TripBrief) -> list[int]:
    """The days of each city; empty where they were not said of all."""
    each = [stay.days for stay in brief.stays]
    return [] if None in each else [days for days in each if days]


def budget_arguments(understood: Understood, turn: Turn, city: str) -> dict[str, Any]:
    e = understood.entities
    route = turn.route or _standing(turn, city)
    rows = route.itinerary.days if route else None
    journey = understood.journey
    cities = tuple(dict.fromkeys(row.city for row in rows)) if rows else (city,)
    brief, rides = brief_of(understood, cities), rides_of(understood, cities)
    return {
        "city": city,
        "days": len(rows) if rows else e.days or DEFAULT_DAYS,
        "travellers": limits.people(understood),
        "reduced": reduced_tickets(brief.party) or None,
        "children": sharing_children(brief.party) or None,
        "tier": lower_tier(turn) or e.tier or _held_tier(turn, city),
        "origin": e.origin,
        "way": journey.way,
        "way_back": journey.way_back,
        "night_before": comes_before(brief, rides) or None,
        "night_after": leaves_after(brief, rides) or None,
        "fares_paid": understood.fares == "paid" or None,
        "fares_left_out": understood.fares == "left_out" or None,
        "currency": limits.currency_of(understood, turn.counted_in),
        "itinerary": route.artifact("itinerary") if route else None,
    }


def _held_tier(turn: Turn, city: str) -> str | None:
    """The tier that the plan at hand was last calculated with, unless the message says what it may cost."""
    before = turn.newest_before("calculate_budget")
    if before is None or _standing(turn, city) is None or before.call.args["city"] != city:
        return None
    said = read_message(turn.said[-1], turn.today).money
    return None if said.budget or said.withdrawn else before.budget.tier


def _standing(turn: Turn, city: str) -> Found | None:
    """The plan at hand, where it begins in that city."""
    return turn.standing_route if planned_cities(turn)[:1] == (city,) else None


def search_arguments(understood: Understood, turn: Turn) -> dict[str, Any]:
    e, wish = understood.entities, wish_of(turn)
    return {
        "interests": list(e.interests),
        "budget_max": limits.person_day_limit(understood),
        "currency": limits.currency_of(understood, turn.counted_in),
        "season": e.season if not e.month else None,
        "month": e.month or (e.start_date.month if e.start_date else None),
        "country": e.countries[0] if e.countries else None,
        "region": e.regions[0] if e.regions else None,
        "days": e.days,
        **reach_arguments(understood, turn),
        "weather": wish.weather,
        "cheap": (wish.cheap or e.tier == "budget") or None,
        "spicy": (wish.spicy and "no_spicy" not in e.diet) or None,
        "spectacle": wish.spectacle,
        "avoid": [strain for need in understood.needs if need in NEEDS for strain in STRAINS.get(NEEDS[need], ())],
        "limit": cities_asked(turn.said[-1]) or DEFAULT_CITIES,
    }


def month_of(understood: Understood) -> int | None:
    """The month that was said, of a date or a season too: a season's middle one."""
    e = understood.entities
    if e.month or e.start_date:
        return e.month or (e.start_date.month if e.start_date else None)
    return SEASON_MONTHS[e.season][1] if e.season else None
