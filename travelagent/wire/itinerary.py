"""Itineraries, their certificates and sights, to and from JSON.

Reading is lenient about what a hand-edited plan may leave out (legs, slack, reasons) and strict about what it contains.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import TypeAdapter

from travelagent.plans.values import NOTHING, NOWHERE, Certificate, DayPlan, Itinerary, LeftOut, Point, Sight, Visit
from travelagent.plans.wire import read
from travelagent.plans.words import REST
from travelagent.wire.change import change_from_wire, change_to_wire

_ITINERARY = TypeAdapter(Itinerary)
_CERTIFICATE = TypeAdapter(Certificate)
_SIGHTS = TypeAdapter(tuple[Sight, ...])


def certificate_to_wire(certificate: Certificate) -> dict[str, Any]:
    """`{"feasible", "checks"}`."""
    return {"feasible": certificate.feasible, **_CERTIFICATE.dump_python(certificate, mode="json")}


def itinerary_to_wire(itinerary: Itinerary) -> dict[str, Any]:
    """Return the payload of the `itinerary` artifact, ready for JSON."""
    payload: dict[str, Any] = _ITINERARY.dump_python(itinerary, mode="json", by_alias=True)
    for day, written in zip(itinerary.days, payload["days"], strict=True):
        written["weekday"] = day.weekday
    for left, written in zip(itinerary.left_out, payload["left_out"], strict=True):
        written["change"] = None if left.edits is None else change_to_wire(left.edits)
    payload["certificate"]["feasible"] = itinerary.certificate.feasible
    return payload


def itinerary_from_wire(payload: Mapping[str, Any]) -> Itinerary:
    """Return the value of a payload, hand-edited ones included. Raises InvalidRequest with the wrong field."""
    given = read(_ITINERARY, payload, "itinerary")
    changes = [left.get("change") for left in payload.get("left_out", ())]
    return dataclasses.replace(
        given,
        days=tuple(map(_completed, given.days)),
        left_out=tuple(map(_with_edits, given.left_out, changes)),
    )


def _with_edits(left: LeftOut, change: Mapping[str, Any] | None) -> LeftOut:
    return left if change is None else dataclasses.replace(left, edits=change_from_wire(change))


def _completed(day: DayPlan) -> DayPlan:
    """Fill in what a hand-written day leaves out: its ends (at its first visit), ids and lengths of its visits."""
    middle = Point(NOTHING, day.visits[0].lat, day.visits[0].lon) if day.visits else NOWHERE
    return dataclasses.replace(
        day,
        origin=middle if day.origin is NOWHERE else day.origin,
        destination=middle if day.destination is NOWHERE else day.destination,
        visits=tuple(_named(visit, number) for number, visit in enumerate(day.visits, 1)),
    )


def _named(visit: Visit, number: int) -> Visit:
    if visit.id and visit.minutes:
        return visit
    return dataclasses.replace(
        visit,
        id=visit.id or visit.sight or f"visit-{number}",
        minutes=visit.minutes or max(visit.depart - visit.arrive, 0),
    )


def sights_from_json(rows: Sequence[Mapping[str, Any]]) -> tuple[Sight, ...]:
    """Return sights from JSON objects with the fields of `Sight`. Raises InvalidRequest with the wrong field."""
    return read(_SIGHTS, list(rows), "sights")


def stop_count(days: Iterable[Mapping[str, Any]]) -> int:
    """Return the number of stops in the days of a plan, which are payloads or have their names in one language.

    Rests and markers do not count.
    """
    names = (REST.en, REST.zh, {"en": REST.en, "zh": REST.zh})
    visits = (visit for day in days for visit in day["visits"] if not visit.get("marker"))
    return sum(visit.get("sight") is not None or visit["name"] not in names for visit in visits)
