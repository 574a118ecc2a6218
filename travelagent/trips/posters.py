"""Which picture stands for a trip: its first city's, in the month in which it begins."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from travelagent.catalog import source
from travelagent.catalog.models import is_chinese
from travelagent.pictures.addresses import city_poster, own_poster
from travelagent.pictures.subjects import Subject, city_subject, own_subject, sight_subject
from travelagent.plans.values import Visit


def trip_poster(itinerary: Mapping[str, Any]) -> str:
    """Return the address of the poster of an itinerary of the wire contract."""
    city, month = _where_and_when(itinerary)
    return city_poster(city, month) if city in source.cities() else own_poster("place", city, month=month)


def trip_subject(itinerary: Mapping[str, Any]) -> Subject:
    """Return the subject of that poster."""
    city, month = _where_and_when(itinerary)
    known = source.cities().get(city)
    return city_subject(known, month) if known else own_subject(f"/{city}/place", city, month=month)


def visit_subject(visit: Visit, month: int) -> Subject:
    """Return the subject of a stop's poster in that month: its sight's, else that of a place of the traveller's own."""
    known = source.sights().get(visit.sight or "")
    if known is not None:
        return sight_subject(known, month)
    name = visit.name.en or visit.name.zh
    return own_subject(f"{visit.city}/{name}/place", name, city=visit.city, month=month)


def _where_and_when(itinerary: Mapping[str, Any]) -> tuple[str, int]:
    first = itinerary["days"][0]
    city = next((city for city in itinerary["cities"] if city in source.cities()), str(first["city"]))
    return city, date.fromisoformat(first["date"]).month


def city_names(itinerary: Mapping[str, Any]) -> list[str]:
    """Return the names of an itinerary's cities in the active language, in its order."""
    return [_city_name(city, itinerary) for city in itinerary["cities"]]


def _city_name(city: str, itinerary: Mapping[str, Any]) -> str:
    known = source.cities().get(city)
    if known is None:
        name = itinerary["city_names"].get(city, {})
        return str(name.get("zh" if is_chinese() else "en") or city)
    return known.name_zh if is_chinese() else known.name_en
