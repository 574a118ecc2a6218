"""Sights by a measure: the best, cheapest or nearest of a kind, all that are free, in a city or around a place."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Final

from travelagent.assistant.asks.subjects import cities_of, kinds_of_sights, named_sights
from travelagent.assistant.asks.values import TopicAnswer, TripContext
from travelagent.assistant.asks.wording import compose_answer, in_locale, listed, money, name_of, say
from travelagent.briefs.acts import FREE, LODGING, Ask
from travelagent.briefs.lodging import point_near
from travelagent.catalog import source
from travelagent.catalog.adapter import home_point
from travelagent.catalog.values import Sight
from travelagent.plans.values import LocalizedText, Point
from travelagent.plans.words import term

MOST: Final = 12
"""So many sights are shown beside the answer."""
DEFAULT: Final = "best"
NEARBY_KM, AREA_KM = 1.0, 30.0
"""How far around a place is looked where no distance is stated, and where the nearest are requested."""
UNKNOWN: Final = frozenset({"newest", "oldest"})
"""Measures of which the catalogue knows nothing."""


def answer(question: Ask, trip: TripContext) -> TopicAnswer:
    """Tell the sights that are asked for in their order, each with its figures; plainly where there are none."""
    order = question.order or DEFAULT
    if order in UNKNOWN:
        return compose_answer(trip, [say(trip, "ranking.no_years")], {"order": order}, known=False)
    around = _around(question, trip)
    kinds = tuple(kind for kind in kinds_of_sights(question) if kind != FREE)
    if around is None and LODGING in question.kinds:
        return compose_answer(trip, [say(trip, "ranking.no_hotel")], {"order": order}, known=False)
    cities = [city.id for city in cities_of(question, trip)] if around is None else []
    rows = [(sight, _km(around, sight)) for sight in _candidates(cities, around)]
    found = [row for row in rows if _fits(row, kinds, question, is_itself=row[0].id in question.about)]
    if order in ("cheapest", "dearest"):
        found = [row for row in found if row[0].price is not None]
    ranked = sorted(found, key=lambda row: _place(row, order))
    where = _where(question, trip, around, cities)
    shown = [sight for sight, _ in ranked[:MOST]]
    what = listed(trip, (in_locale(trip, term(kind)) for kind in kinds)) or say(trip, "ranking.sights")
    what = say(trip, "ranking.free", what=what) if FREE in question.kinds else what
    facts = {"order": order, "count": len(ranked), "sights": [_facts(row) for row in ranked[:MOST]]}
    if not ranked:
        return compose_answer(trip, [say(trip, "ranking.none", what=what, where=where)], facts)
    names = listed(trip, (_row_text(row, trip) for row in ranked))
    text = say(trip, f"ranking.{order}", what=what, where=where, names=names, count=len(ranked))
    return compose_answer(trip, [text], facts, sights=shown)


def _around(question: Ask, trip: TripContext) -> Point | None:
    """The place around which is asked: the sight that is named, else the hotel; of the nearest, else the centre."""
    if sights := named_sights(question):
        return _point(sights[0])
    if LODGING in question.kinds:
        lodging = trip.brief.lodging
        places = [city.id for city in trip.route.cities] if trip.route else list(trip.brief.places)
        return lodging.place or point_near(lodging.near, places)
    return home_point(cities_of(question, trip)[0]) if question.order == "nearest" else None


def _candidates(cities: Sequence[str], around: Point | None) -> list[Sight]:
    if around is None:
        return [sight for city in cities for sight in source.sights_of(city)]
    return list(source.sights().values())


def _fits(row: tuple[Sight, float | None], kinds: Sequence[str], question: Ask, *, is_itself: bool) -> bool:
    sight, km = row
    within = km is None or km <= (question.within_km or (NEARBY_KM if question.order != "nearest" else AREA_KM))
    of_kind = not kinds or any(kind in (sight.category, *sight.tags) for kind in kinds)
    free = FREE not in question.kinds or sight.price == 0
    return within and of_kind and free and not is_itself


def _place(row: tuple[Sight, float | None], order: str) -> tuple[Any, ...]:
    """What a sight is ordered by: the smaller comes first."""
    sight, km = row
    price = sight.price if sight.price is not None else Decimal(0)
    match order:
        case "nearest":
            return km or 0.0, -sight.score, sight.id
        case "cheapest":
            return price, -sight.score, sight.id
        case "dearest":
            return -price, -sight.score, sight.id
        case _:
            return -sight.score, km or 0.0, sight.id


def _where(question: Ask, trip: TripContext, around: Point | None, cities: Sequence[str]) -> str:
    if around is None:
        names = listed(trip, (name_of(trip, source.cities()[city]) for city in cities))
        return say(trip, "ranking.in", city=names)
    name = in_locale(trip, around.name)
    km = question.within_km or (None if question.order == "nearest" else NEARBY_KM)
    return say(trip, "ranking.near", name=name) if km is None else say(trip, "ranking.within", name=name, km=f"{km:g}")


def _row_text(row: tuple[Sight, float | None], trip: TripContext) -> str:
    sight, km = row
    figures = [say(trip, "ranking.score", score=sight.score)]
    if km is not None:
        figures.append(say(trip, "ranking.km", km=f"{km:.1f}"))
    if sight.price is not None:
        currency = source.cities()[sight.city].currency
        figures.append(money(trip, sight.price, currency) if sight.price else say(trip, "ranking.no_ticket"))
    return say(trip, "ranking.row", name=name_of(trip, sight), figures=say(trip, "ranking.comma").join(figures))


def _facts(row: tuple[Sight, float | None]) -> dict[str, Any]:
    sight, km = row
    return {
        "sight": sight.id, "score": sight.score, "price": sight.price,
        "currency": source.cities()[sight.city].currency, "km": None if km is None else round(km, 2),
    }  # fmt: skip


def _point(sight: Sight) -> Point:
    return Point(LocalizedText(sight.name_en, sight.name_zh), sight.lat, sight.lon)


def _km(around: Point | None, sight: Sight) -> float | None:
    return None if around is None else source.distance_km(around.lat, around.lon, sight.lat, sight.lon)
