"""How one gets from place to place: the legs of the plan, else the planner's estimate."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from travelagent.assistant.asks.subjects import area_name, days_of, named_sights, visits_by_sight
from travelagent.assistant.asks.values import Asked, TopicAnswer
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
from travelagent.travel.legs import MODE_NAMES, WAYS, EstimatedLegs
from travelagent.travel.values import Hop

AIRPORT: Final = "airport"
"""The kind that a question mentions about a ride from or to an airport."""


def answer(question: Ask, asked: Asked) -> TopicAnswer:
    """Tell the ride that is asked about; without one those between the plan's cities, or of its days."""
    if AIRPORT in question.kinds:
        return _from_airport(question, asked)
    if sights := _sights(question):
        parts = _to_sights(sights, asked)
        texts = [*(text for text, _ in parts), say(asked, "ride.estimate")]
        return compose_answer(asked, texts, {"rides": [facts for _, facts in parts]})
    ends = question.ends or _ends(question, asked)
    if ends is not None:
        return _between(ends, question, asked)
    return _of_plan(question, asked)


def _sights(question: Ask) -> tuple[Sight, ...]:
    """The sights at the ends of the ride, else those that are named."""
    ends = tuple(source.sights()[id] for id in question.ends or () if id in source.sights())
    return ends or named_sights(question)


def _ends(question: Ask, asked: Asked) -> tuple[str, str] | None:
    """The two ends of a ride of which one was named: from the city before it in the plan, else from home; of a way of
    travelling that the plan does not use between its cities, that from home."""
    places = [id for id in question.about if "/" not in id]
    if len(places) > 1:
        return places[0], places[1]
    stops = [city.id for city in asked.route.cities] if asked.route else list(asked.brief.places)
    if not places:
        ways = {way for way in WAYS if way in question.kinds}
        is_of_home = bool(ways) and ways.isdisjoint(leg.mode for _, leg in _moves(asked))
        return (asked.brief.origin, stops[0]) if is_of_home and asked.brief.origin and stops else None
    before = stops[: stops.index(places[0])] if places[0] in stops else stops
    origin = before[-1] if before else asked.brief.origin
    return (origin, places[0]) if origin and origin != places[0] else None


def _between(ends: tuple[str, str], question: Ask, asked: Asked) -> TopicAnswer:
    """The plan's own leg between two cities, else an estimate, by the mode that is mentioned and by the usual one."""
    leg = next(((d, leg) for d, leg in _moves(asked) if (leg.origin, leg.destination) == _as_legs(ends)), None)
    points = [point_of(end) for end in ends]
    if points[0] is None or points[1] is None:
        return compose_answer(asked, [say(asked, "ride.unknown_place")], {"ends": list(ends)}, known=False)
    ways = [way for way in WAYS if way in question.kinds]
    hops = [intercity_leg(points[0], points[1], way) for way in (*ways, None)]
    kept = {hop.mode: hop for hop in hops}
    names = {"origin": area_name(ends[0], asked), "goal": area_name(ends[1], asked)}
    facts: dict[str, Any] = {"ends": list(ends), "rides": [_hop_facts(hop) for hop in kept.values()]}
    texts = [say(asked, "ride.between", **names, **_spoken(asked, hop)) for hop in kept.values()]
    if leg is not None and (not ways or leg[1].mode in ways):
        day, found = leg
        facts["planned"] = {"day": day.day, "date": day.date, **_leg_facts(found)}
        label = {"day": day_label(asked, day.day, day.date), "depart": found.depart}
        others = [hop for hop in kept.values() if hop.mode in ways and hop.mode != found.mode]
        texts = [
            *(say(asked, "ride.between", **names, **_spoken(asked, hop)) for hop in others),
            say(asked, "ride.planned", **names, **label, **_spoken(asked, found)),
        ]
    texts += _fares(ends[1], points[0], list(kept.values()), asked, facts)
    refused = [way for way in ways if way not in kept]
    lead = [say(asked, "ride.no_such_way", way=MODE_NAMES[way]) for way in refused]
    return compose_answer(asked, [*lead, *texts, say(asked, "ride.timetable")], facts)


def _fares(goal: str, origin: Point, hops: Sequence[Hop], asked: Asked, facts: dict[str, Any]) -> list[str]:
    """What the journey costs one person by each mode, where the costs of the city at its end are known."""
    city = source.cities().get(goal)
    if city is None:
        return []
    currency = asked.budget.currency if asked.budget else usual_currency(asked.locale)
    texts, fares = [], {}
    for hop in hops:
        way = next((way for way in WAYS if way == hop.mode), None)
        try:
            fare, paid_in = fare_between(origin, city_costs(city), way)
            amount = current_rates().convert(fare, paid_in, currency).amount
        except MissingRate:
            continue
        fares[hop.mode] = round(amount)
        told = "ride.fare_of_car" if hop.mode == "car" else "ride.fare"
        texts.append(say(asked, told, mode=say(asked, f"mode.{hop.mode}"), amount=about_money(asked, amount, currency)))
    facts["fares"] = {"currency": currency, **fares}
    return texts


def _as_legs(ends: tuple[str, str]) -> tuple[str, str]:
    return f"city:{ends[0]}", f"city:{ends[1]}"


def _moves(asked: Asked) -> Iterator[tuple[Day, Leg]]:
    """The legs of the plan from city to city."""
    for day in asked.route.days if asked.route else ():
        yield from ((day, leg) for leg in day.legs if leg.origin.startswith("city:"))


def _spoken(asked: Asked, leg: Leg | Hop) -> dict[str, str]:
    return {
        "mode": say(asked, f"mode.{leg.mode}"),
        "time": length_of_time(asked, leg.minutes),
        "km": f"{leg.km:.1f}" if leg.km < 20 else f"{leg.km:.0f}",
    }


def _hop_facts(hop: Hop) -> dict[str, Any]:
    return {"mode": hop.mode, "minutes": hop.minutes, "km": round(hop.km, 1), "estimated": hop.estimated}


def _leg_facts(leg: Leg) -> dict[str, Any]:
    return {"mode": leg.mode, "minutes": leg.minutes, "km": leg.km, "depart": leg.depart, "estimated": leg.estimated}


def _to_sights(sights: Sequence[Sight], asked: Asked) -> list[tuple[str, dict[str, Any]]]:
    """The way to each sight: between two of them, as the plan goes, else from the centre of its city."""
    if len(sights) == 2 and sights[0].city == sights[1].city:
        one, other = sights
        return [_estimated(_point(one), name_of(asked, one), other, asked)]
    return [_as_planned(sight, asked) or _from_centre(sight, asked) for sight in sights]


def _as_planned(sight: Sight, asked: Asked) -> tuple[str, dict[str, Any]] | None:
    held = visits_by_sight(asked).get(sight.id)
    leg = next((leg for leg in held[0].legs if leg.destination == held[1].id), None) if held else None
    if held is None or leg is None:
        return None
    texts = {
        "goal": held[1].name,
        "origin": in_locale(asked, leg.origin_name),
        "day": held[0].day,
        "depart": leg.depart,
    }
    return say(asked, "ride.leg", **texts, **_spoken(asked, leg)), {
        "sight": sight.id,
        "day": held[0].day,
        **_leg_facts(leg),
    }


def _from_centre(sight: Sight, asked: Asked) -> tuple[str, dict[str, Any]]:
    city = source.cities()[sight.city]
    return _estimated(home_point(city), say(asked, "ride.centre", city=name_of(asked, city)), sight, asked)


def _estimated(origin: Point, named: str, sight: Sight, asked: Asked) -> tuple[str, dict[str, Any]]:
    hop = EstimatedLegs().matrix([origin, _point(sight)], city_size(source.cities()[sight.city])).hop(0, 1)
    text = say(asked, "ride.between", origin=named, goal=name_of(asked, sight), **_spoken(asked, hop))
    return text, {"sight": sight.id, **_hop_facts(hop)}


def _point(sight: Sight) -> Point:
    return Point(LocalizedText(sight.name_en, sight.name_zh), sight.lat, sight.lon)


def _from_airport(question: Ask, asked: Asked) -> TopicAnswer:
    """That no line from an airport is known, with the minutes that plans count between a landing and the town."""
    brief = asked.brief
    named = [id for id in question.about if id in source.cities()]
    cities = named or ([city.id for city in asked.route.cities] if asked.route else asked.brief.places)
    landing = replace(brief, arrival=replace(brief.arrival, mode="flight"))
    minutes = arrival_minutes(landing, rides_between(brief.origin, cities, "flight"))
    time = length_of_time(asked, minutes)
    return compose_answer(
        asked,
        [say(asked, "ride.airport"), say(asked, "ride.airport_minutes", time=time)],
        {"minutes": minutes},
        known=False,
    )


def _of_plan(question: Ask, asked: Asked) -> TopicAnswer:
    """The legs between the plan's cities; without one those of the named day, else the question which ride is meant."""
    days = days_of(question, asked)
    numbers = {day.day for day in days}
    legs = [(day, leg) for day in days for leg in day.legs]
    moves = [(day, leg) for day, leg in _moves(asked) if day.day in numbers]
    if not legs:
        return compose_answer(asked, [say(asked, "ride.none")], {"rides": []})
    if not moves and len(days) > 1:
        return compose_answer(asked, [say(asked, "ride.which")], {"rides": []}, known=False)
    chosen = moves or legs
    facts = {
        "rides": [{"day": d.day, "from": leg.origin, "to": leg.destination, **_leg_facts(leg)} for d, leg in chosen]
    }
    if not moves and len(days) == 1:
        steps = (
            say(asked, "ride.step", goal=in_locale(asked, leg.destination_name), **_spoken(asked, leg))
            for _, leg in legs
        )
        label = day_label(asked, days[0].day, days[0].date)
        text = [say(asked, "ride.day", day=label, steps=listed(asked, steps, 7))]
        return compose_answer(asked, [*text, say(asked, "ride.estimate")], facts)
    texts = (_planned(day, leg, asked) for day, leg in chosen)
    return compose_answer(asked, [*texts, say(asked, "ride.timetable")], facts)


def _planned(day: Day, leg: Leg, asked: Asked) -> str:
    ends = {"origin": in_locale(asked, leg.origin_name), "goal": in_locale(asked, leg.destination_name)}
    label = day_label(asked, day.day, day.date)
    return say(asked, "ride.planned", day=label, depart=leg.depart, **ends, **_spoken(asked, leg))
