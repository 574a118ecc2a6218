"""The arguments of the tools' calls, from what is wanted and known by now."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from travelagent.assistant.offline import limits
from travelagent.assistant.offline.base import hotel_of
from travelagent.assistant.offline.first_day import first_day
from travelagent.assistant.offline.journey import comes_before, day_windows, leaves_after, ride_arguments
from travelagent.assistant.offline.reach import reach_arguments, wish_of
from travelagent.assistant.offline.reading.asked import cities_asked
from travelagent.assistant.offline.reading.message import read_message
from travelagent.assistant.offline.reading.places import of_refused_names
from travelagent.assistant.offline.revision import lower_tier
from travelagent.assistant.offline.rides import rides_of
from travelagent.assistant.offline.tour import planned_cities
from travelagent.assistant.offline.turn import Found, Turn
from travelagent.assistant.offline.values import DEFAULT_CITIES, DEFAULT_DAYS, Travellers, Understood
from travelagent.catalog import source
from travelagent.catalog.labels import SEASON_MONTHS
from travelagent.planning.values import Strain

STRAINS: Mapping[str, tuple[Strain, ...]] = {
    "wheelchair": ("stairs", "climb"),
    "walking": ("stairs", "climb"),
    "altitude": ("altitude",),
}
"""What nobody is led to who has these needs."""
NOT_FOR_CHILDREN: tuple[Strain, ...] = ("atrocity", "adult")


def route_arguments(understood: Understood, cities: tuple[str, ...]) -> dict[str, Any]:
    """The arguments of generate_route for what is wanted by now."""
    e = understood.entities
    start = first_day(understood, date.today())
    return {
        "city": cities[0],
        "days": e.days or DEFAULT_DAYS,
        "cities": list(cities[1:]),
        "start_date": start.isoformat() if start else None,
        "interests": list(limits.interests_of(understood)),
        "pace": limits.pace_of(understood),
        "must_see": list(e.must_see),
        "avoid": list(dict.fromkeys((*e.avoid, *_named_so(understood, cities), *_strains(understood, cities)))),
        "travellers": limits.people(understood) if e.travellers or understood.group else None,
        "hotel": hotel_of(understood, cities),
        "day_windows": day_windows(
            understood.journey,
            e.days or DEFAULT_DAYS,
            limits.pace_of(understood) or "normal",
            children=limits.with_children(understood),
            rides=rides_of(understood, cities),
        ),
        "way": understood.journey.way if len(cities) > 1 else None,
        "sparing": limits.sparing(understood) or None,
        "days_each": days_each(understood, cities),
        **ride_arguments(understood.journey),
    }


def _named_so(understood: Understood, cities: Sequence[str]) -> tuple[str, ...]:
    """The sights that are of a refused kind by their names, without those that were wished for."""
    e = understood.entities
    return tuple(sight for sight in of_refused_names(e.avoid, cities) if sight not in e.must_see)


def _strains(understood: Understood, cities: Sequence[str]) -> tuple[Strain, ...]:
    """What the party is to be spared: its bodies by its needs, a climb where it wants no hills, and the children
    what these cities have that is not for them."""
    spared = [strain for need in understood.needs for strain in STRAINS.get(need, ())]
    there = [source.strains_of(sight) for sight in source.sights().values() if sight.city in cities]
    if "mountain" in understood.entities.avoid:
        spared.append("climb")
    if limits.with_children(understood):
        spared += [strain for strain in NOT_FOR_CHILDREN if any(strain in strains for strains in there)]
    return tuple(dict.fromkeys(spared))


def days_each(understood: Understood, cities: Sequence[str]) -> list[int]:
    """The days of each of these cities; empty where they were not said of all."""
    each = understood.days_each
    return [each[city] for city in cities] if len(cities) > 1 and set(each) == set(cities) else []


def budget_arguments(understood: Understood, turn: Turn, city: str) -> dict[str, Any]:
    e = understood.entities
    route = turn.route or _standing(turn, city)
    rows = route.value["days"] if route else None
    people, journey = e.travellers or Travellers(), understood.journey
    rides = rides_of(understood, list(dict.fromkeys(row["city"] for row in rows)) if rows else [city])
    return {
        "city": city,
        "days": len(rows) if rows else e.days or DEFAULT_DAYS,
        "travellers": limits.people(understood),
        "reduced": ((people.children or 0) + (people.seniors or 0)) or None,
        "children": people.children,
        "tier": lower_tier(turn) or e.tier or _held_tier(turn, city),
        "origin": e.origin,
        "way": journey.way,
        "way_back": journey.way_back,
        "night_before": comes_before(journey, rides) or None,
        "night_after": leaves_after(journey, rides) or None,
        "fares_paid": understood.fares == "paid" or None,
        "fares_left_out": understood.fares == "left_out" or None,
        "currency": limits.currency_of(understood, turn.counted_in),
        "itinerary": {"days": [_visits(row) for row in rows]} if rows else None,
    }


def _held_tier(turn: Turn, city: str) -> str | None:
    """The tier that the plan at hand was last calculated with, unless the message says what it may cost."""
    before = turn.newest_before("calculate_budget")
    if before is None or _standing(turn, city) is None or before.call.args["city"] != city:
        return None
    said = read_message(turn.said[-1], date.today()).money
    return None if said.budget or said.withdrawn else str(before.value["tier"])


def _standing(turn: Turn, city: str) -> Found | None:
    """The plan at hand, where it begins in that city."""
    return turn.standing_route if planned_cities(turn)[:1] == (city,) else None


def _visits(row: Mapping[str, Any]) -> dict[str, Any]:
    """What a budget needs of a day: where and when, which sights, which legs by taxi or train."""
    within = [leg for leg in row["legs"] if not leg["from"].startswith("city:")]
    rides = [{"mode": leg["mode"], "km": leg["km"]} for leg in within if leg["mode"] in {"taxi", "train"}]
    sights = [{"sight": visit["sight"]} for visit in row["visits"] if visit["sight"]]
    return {"city": row["city"], "date": row["date"], "visits": sights, "legs": rides}


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
        "avoid": [strain for need in understood.needs for strain in STRAINS.get(need, ())],
        "limit": cities_asked(turn.said[-1]) or DEFAULT_CITIES,
    }


def month_of(understood: Understood) -> int | None:
    """The month that was said, of a date or a season too: a season's middle one."""
    e = understood.entities
    if e.month or e.start_date:
        return e.month or (e.start_date.month if e.start_date else None)
    return SEASON_MONTHS[e.season][1] if e.season else None
