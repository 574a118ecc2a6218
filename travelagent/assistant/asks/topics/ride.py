"""How one gets from place to place: the legs of the plan, else the planner's estimate."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from travelagent.assistant.asks.subjects import area_name, days_of, named_sights, visits_by_sight
from travelagent.assistant.asks.values import TopicAnswer, TripContext
from travelagent.assistant.asks.wording import (
    about_money,
    compose_answer,
    day_label,
    in_locale,
    length_of_time,
    listed,
    name_of,
    say,
)
from travelagent.assistant.results.route import Day, Leg
from travelagent.briefs.acts import Ask
from travelagent.briefs.hours import arrival_minutes
from travelagent.briefs.rides import point_of, rides_between
from travelagent.catalog import source
from travelagent.catalog.adapter import city_costs, city_size, home_point
from travelagent.catalog.money import current_rates, usual_currency
from travelagent.catalog.values import Sight
from travelagent.costs.budget import fare_between
from travelagent.plans.errors import MissingRate
from travelagent.plans.values import LocalizedText, Point
from travelagent.travel.intercity import intercity_leg
from travelagent.travel.legs import INTERCITY_MODES, MODE_NAMES, EstimatedLegs
from travelagent.travel.values import Hop

AIRPORT: Final = "airport"
"""The kind that a question mentions about a ride from or to an airport."""


def answer(question: Ask, trip: TripContext) -> TopicAnswer:
    """Tell the ride that is asked about; without one those between the plan's cities, or of its days."""
    if AIRPORT in question.kinds:
        return _from_airport(question, trip)
    if sights := _sights(question):
        parts = _to_sights(sights, trip)
        texts = [*(text for text, _ in parts), say(trip, "ride.estimate")]
        return compose_answer(trip, texts, {"rides": [facts for _, facts in parts]})
    ends = question.ends or _ends(question, trip)
    if ends is not None:
        return _between(ends, question, trip)
    return _of_plan(question, trip)


def _sights(question: Ask) -> tuple[Sight, ...]:
    """The sights at the ends of the ride, else those that are named."""
    ends = tuple(source.sights()[id] for id in question.ends or () if id in source.sights())
    return ends or named_sights(question)


def _ends(question: Ask, trip: TripContext) -> tuple[str, str] | None:
    """The two ends of a ride of which one was named: from the city before it in the plan, else from home; of a way of
    travelling that the plan does not use between its cities, that from home."""
    places = [id for id in question.about if "/" not in id]
    if len(places) > 1:
        return places[0], places[1]
    stops = [city.id for city in trip.route.cities] if trip.route else list(trip.brief.places)
    if not places:
        modes = {mode for mode in INTERCITY_MODES if mode in question.kinds}
        is_of_home = bool(modes) and modes.isdisjoint(leg.mode for _, leg in _moves(trip))
        return (trip.brief.origin, stops[0]) if is_of_home and trip.brief.origin and stops else None
    before = stops[: stops.index(places[0])] if places[0] in stops else stops
    origin = before[-1] if before else trip.brief.origin
    return (origin, places[0]) if origin and origin != places[0] else None


def _between(ends: tuple[str, str], question: Ask, trip: TripContext) -> TopicAnswer:
    """The plan's own leg between two cities, else an estimate, by the mode that is mentioned and by the usual one."""
    leg = next(((d, leg) for d, leg in _moves(trip) if (leg.origin, leg.destination) == _as_legs(ends)), None)
    points = [point_of(end) for end in ends]
    if points[0] is None or points[1] is None:
        return compose_answer(trip, [say(trip, "ride.unknown_place")], {"ends": list(ends)}, known=False)
    modes = [mode for mode in INTERCITY_MODES if mode in question.kinds]
    hops = [intercity_leg(points[0], points[1], mode) for mode in (*modes, None)]
    kept = {hop.mode: hop for hop in hops}
    names = {"origin": area_name(ends[0], trip), "goal": area_name(ends[1], trip)}
    facts: dict[str, Any] = {"ends": list(ends), "rides": [_hop_facts(hop) for hop in kept.values()]}
    texts = [say(trip, "ride.between", **names, **_spoken(trip, hop)) for hop in kept.values()]
    if leg is not None and (not modes or leg[1].mode in modes):
        day, found = leg
        facts["planned"] = {"day": day.day, "date": day.date, **_leg_facts(found)}
        label = {"day": day_label(trip, day.day, day.date), "depart": found.depart}
        others = [hop for hop in kept.values() if hop.mode in modes and hop.mode != found.mode]
        texts = [
            *(say(trip, "ride.between", **names, **_spoken(trip, hop)) for hop in others),
            say(trip, "ride.planned", **names, **label, **_spoken(trip, found)),
        ]
    texts += _fares(ends[1], points[0], list(kept.values()), trip, facts)
    refused = [mode for mode in modes if mode not in kept]
    lead = [say(trip, "ride.no_such_way", way=MODE_NAMES[mode]) for mode in refused]
    return compose_answer(trip, [*lead, *texts, say(trip, "ride.timetable")], facts)


def _fares(goal: str, origin: Point, hops: Sequence[Hop], trip: TripContext, facts: dict[str, Any]) -> list[str]:
    """What the journey costs one person by each mode, where the costs of the city at its end are known."""
    city = source.cities().get(goal)
    if city is None:
        return []
    currency = trip.budget.currency if trip.budget else usual_currency(trip.locale)
    texts, fares = [], {}
    for hop in hops:
        mode = next((mode for mode in INTERCITY_MODES if mode == hop.mode), None)
        try:
            fare, paid_in = fare_between(origin, city_costs(city), mode)
            amount = current_rates().convert(fare, paid_in, currency).amount
        except MissingRate:
            continue
        fares[hop.mode] = round(amount)
        key = "ride.fare_of_car" if hop.mode == "car" else "ride.fare"
        texts.append(say(trip, key, mode=say(trip, f"mode.{hop.mode}"), amount=about_money(trip, amount, currency)))
    facts["fares"] = {"currency": currency, **fares}
    return texts


def _as_legs(ends: tuple[str, str]) -> tuple[str, str]:
    return f"city:{ends[0]}", f"city:{ends[1]}"


def _moves(trip: TripContext) -> Iterator[tuple[Day, Leg]]:
    """The legs of the plan from city to city."""
    for day in trip.route.days if trip.route else ():
        yield from ((day, leg) for leg in day.legs if leg.origin.startswith("city:"))


def _spoken(trip: TripContext, leg: Leg | Hop) -> dict[str, str]:
    return {
        "mode": say(trip, f"mode.{leg.mode}"),
        "time": length_of_time(trip, leg.minutes),
        "km": f"{leg.km:.1f}" if leg.km < 20 else f"{leg.km:.0f}",
    }


def _hop_facts(hop: Hop) -> dict[str, Any]:
    return {"mode": hop.mode, "minutes": hop.minutes, "km": round(hop.km, 1), "estimated": hop.estimated}


def _leg_facts(leg: Leg) -> dict[str, Any]:
    return {"mode": leg.mode, "minutes": leg.minutes, "km": leg.km, "depart": leg.depart, "estimated": leg.estimated}


def _to_sights(sights: Sequence[Sight], trip: TripContext) -> list[tuple[str, dict[str, Any]]]:
    """The way to each sight: between two of them, as the plan goes, else from the centre of its city."""
    if len(sights) == 2 and sights[0].city == sights[1].city:
        one, other = sights
        return [_estimated(_point(one), name_of(trip, one), other, trip)]
    return [_as_planned(sight, trip) or _from_centre(sight, trip) for sight in sights]


def _as_planned(sight: Sight, trip: TripContext) -> tuple[str, dict[str, Any]] | None:
    held = visits_by_sight(trip).get(sight.id)
    leg = next((leg for leg in held[0].legs if leg.destination == held[1].id), None) if held else None
    if held is None or leg is None:
        return None
    texts = {
        "goal": held[1].name,
        "origin": in_locale(trip, leg.origin_name),
        "day": held[0].day,
        "depart": leg.depart,
    }
    return say(trip, "ride.leg", **texts, **_spoken(trip, leg)), {
        "sight": sight.id,
        "day": held[0].day,
        **_leg_facts(leg),
    }


def _from_centre(sight: Sight, trip: TripContext) -> tuple[str, dict[str, Any]]:
    city = source.cities()[sight.city]
    return _estimated(home_point(city), say(trip, "ride.centre", city=name_of(trip, city)), sight, trip)


def _estimated(origin: Point, named: str, sight: Sight, trip: TripContext) -> tuple[str, dict[str, Any]]:
    hop = EstimatedLegs().matrix([origin, _point(sight)], city_size(source.cities()[sight.city])).hop(0, 1)
    text = say(trip, "ride.between", origin=named, goal=name_of(trip, sight), **_spoken(trip, hop))
    return text, {"sight": sight.id, **_hop_facts(hop)}


def _point(sight: Sight) -> Point:
    return Point(LocalizedText(sight.name_en, sight.name_zh), sight.lat, sight.lon)


def _from_airport(question: Ask, trip: TripContext) -> TopicAnswer:
    """That no line from an airport is known, with the minutes that plans count between a landing and the town."""
    brief = trip.brief
    named = [id for id in question.about if id in source.cities()]
    cities = named or ([city.id for city in trip.route.cities] if trip.route else trip.brief.places)
    landing = replace(brief, arrival=replace(brief.arrival, mode="flight"))
    minutes = arrival_minutes(landing, rides_between(brief.origin, cities, "flight"))
    time = length_of_time(trip, minutes)
    return compose_answer(
        trip,
        [say(trip, "ride.airport"), say(trip, "ride.airport_minutes", time=time)],
        {"minutes": minutes},
        known=False,
    )


def _of_plan(question: Ask, trip: TripContext) -> TopicAnswer:
    """The legs between the plan's cities; without one those of the named day, else the question which ride is meant."""
    days = days_of(question, trip)
    numbers = {day.day for day in days}
    legs = [(day, leg) for day in days for leg in day.legs]
    moves = [(day, leg) for day, leg in _moves(trip) if day.day in numbers]
    if not legs:
        return compose_answer(trip, [say(trip, "ride.none")], {"rides": []})
    if not moves and len(days) > 1:
        return compose_answer(trip, [say(trip, "ride.which")], {"rides": []}, known=False)
    chosen = moves or legs
    facts = {
        "rides": [{"day": d.day, "from": leg.origin, "to": leg.destination, **_leg_facts(leg)} for d, leg in chosen]
    }
    if not moves and len(days) == 1:
        steps = (
            say(trip, "ride.step", goal=in_locale(trip, leg.destination_name), **_spoken(trip, leg)) for _, leg in legs
        )
        label = day_label(trip, days[0].day, days[0].date)
        text = [say(trip, "ride.day", day=label, steps=listed(trip, steps, 7))]
        return compose_answer(trip, [*text, say(trip, "ride.estimate")], facts)
    texts = (_planned(day, leg, trip) for day, leg in chosen)
    return compose_answer(trip, [*texts, say(trip, "ride.timetable")], facts)


def _planned(day: Day, leg: Leg, trip: TripContext) -> str:
    ends = {"origin": in_locale(trip, leg.origin_name), "goal": in_locale(trip, leg.destination_name)}
    label = day_label(trip, day.day, day.date)
    return say(trip, "ride.planned", day=label, depart=leg.depart, **ends, **_spoken(trip, leg))
