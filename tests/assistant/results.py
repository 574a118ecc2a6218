"""Results of the tools as tests need them: the given fields, the others with usual values."""

from typing import Any


def visit(sight: str | None, **fields: Any) -> dict[str, Any]:
    usual = {"id": f"visit-{sight}", "arrive": "10:00", "depart": "11:00", "minutes": 60, "name": str(sight)}
    return {**usual, "sight": sight, **fields}


def day(number: int, **fields: Any) -> dict[str, Any]:
    usual = {"city": "kyoto", "date": f"2026-12-{7 + number:02d}", "start": "09:00", "end": "20:00", "visits": []}
    return {**usual, "day": number, **fields}


def budget(**fields: Any) -> dict[str, Any]:
    amounts = dict.fromkeys(("total", "low", "high", "per_person_day"), "300")
    return {"currency": "USD", "travellers": 1, "days": 3, "tier": "mid", **amounts, "items": [], **fields}


def city(**fields: Any) -> dict[str, Any]:
    prices = {"budget": "65", "mid": "150", "luxury": "400"}
    costs = {"currency": "CNY", "lodging": prices, "meals": prices, "transit_day": "10", "daily": prices}
    place = {"region": "", "country": "CN", "lat": 30.6, "lon": 104.1, "timezone": "Asia/Shanghai"}
    stay = {"summary": "", "tags": [], "best_months": [4, 5], "days_min": 2, "days_max": 4, "food": []}
    station = {"name": "Chengdu", "distance_km": 12}
    return {"id": "chengdu", **place, **stay, "costs": costs, "climate": [], "climate_station": station, **fields}


def sight(name: str, **fields: Any) -> dict[str, Any]:
    usual = {"id": f"chengdu/{name}", "category": "food", "score": 8, "minutes": 60, "hours": "24/7", "note": ""}
    return {**usual, "price": "0", "currency": "CNY", "name": name, **fields}
