"""A small town with all that planning has to cope with, and helpers to spoil its plan in one way at a time."""

from __future__ import annotations

import dataclasses
from datetime import date
from decimal import Decimal
from typing import Any

from travelagent.costs.values import CityCosts
from travelagent.plans.values import CityStay, Edit, Itinerary, LocalizedText, PlanRequest, Sight
from travelagent.wire.change import change_from_wire

MONDAY = date(2026, 4, 13)
TUESDAY = date(2026, 4, 14)


def text(name: str) -> LocalizedText:
    return LocalizedText(name, f"{name}（中）")


def sight(slug: str, lat: float, lon: float, **changes: Any) -> Sight:
    values: dict[str, Any] = {
        "category": "park",
        "minutes": 60,
        "score": 7.0,
        "hours": "09:00-18:00",
        "price": Decimal("12.50"),
        "currency": "EUR",
    }
    return Sight(f"town/{slug}", "town", text(slug.title()), lat, lon, **{**values, **changes})


TOWN = CityStay("town", text("Town"), 48.0, 11.0)
SIGHTS = (
    sight("museum", 48.002, 11.003, category="museum", tags=("art", "history"), minutes=120, score=9.0,
          hours="Tu-Su 10:00-17:00; Mo off", indoor=True, last_entry_minutes=45),
    sight("garden", 48.006, 11.010, category="garden", tags=("nature",), minutes=75, hours="08:00-19:00",
          price=Decimal(0)),
    sight("castle", 48.030, 11.060, category="castle", minutes=180, score=10.0, hours="09:00-12:30,13:30-18:00"),
    sight("tower", 48.001, 11.001, category="tower", minutes=45, hours="10:00-22:00"),
    sight("market", 48.004, 10.996, category="market", tags=("food", "nightlife"), minutes=60, hours="24/7"),
    sight("church", 47.998, 11.004, category="church", minutes=30, score=5.0, hours=None, price=None, currency=None),
    sight("zoo", 47.970, 10.950, category="zoo", tags=("family",), minutes=210, score=6.0),
    sight("bridge", 48.003, 11.007, category="bridge", minutes=20, score=6.0, hours="24/7", price=Decimal(0)),
)  # fmt: skip
COSTS = CityCosts(
    "town", text("Town"), 48.0, 11.0, "EUR",
    lodging={"budget": Decimal("60"), "mid": Decimal("110.50"), "luxury": Decimal("260")},
    meals={"budget": Decimal("20"), "mid": Decimal("40.10"), "luxury": Decimal("110")},
    transit_day=Decimal("8.33"), source="survey", as_of="2025",
)  # fmt: skip


def request(**changes: Any) -> PlanRequest:
    values: dict[str, Any] = {"cities": (TOWN,), "days": 2, "start_date": TUESDAY, "iterations": 400}
    return PlanRequest(**{**values, **changes})


def with_visit(itinerary: Itinerary, sight_id: str, **changes: Any) -> Itinerary:
    """The itinerary with one visit changed by hand."""
    return dataclasses.replace(
        itinerary,
        days=tuple(
            dataclasses.replace(
                day,
                visits=tuple(
                    dataclasses.replace(visit, **changes) if visit.sight == sight_id else visit for visit in day.visits
                ),
            )
            for day in itinerary.days
        ),
    )


def with_day(itinerary: Itinerary, number: int, **changes: Any) -> Itinerary:
    """The itinerary with one day changed by hand."""
    return dataclasses.replace(
        itinerary,
        days=tuple(dataclasses.replace(day, **changes) if day.day == number else day for day in itinerary.days),
    )


def edits_of(**fields: Any) -> tuple[Edit, ...]:
    """Edits by the fields of the change that they make: `edits_of(insist=("town/zoo",), extra_days=1)`."""
    return change_from_wire({"day_windows": fields.pop("windows", ()), **fields})
