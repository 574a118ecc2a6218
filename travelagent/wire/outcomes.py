"""What becomes of a plan, to JSON: differences and variants."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter

from travelagent.planning.diff import describe
from travelagent.plans.outcomes import Alternative, Difference
from travelagent.wire.change import change_to_wire

_DIFFERENCE = TypeAdapter(Difference)


def difference_to_wire(difference: Difference) -> dict[str, Any]:
    """Return the payload of a difference between two plans, with its sentences in both languages."""
    sentences = [{"en": text.en, "zh": text.zh} for text in describe(difference)]
    return {**_DIFFERENCE.dump_python(difference, mode="json"), "told": sentences}


def alternative_to_wire(alternative: Alternative) -> dict[str, Any]:
    """Return another plan in short: its kind, the edits that lead to it as a change, the difference, and each day's
    visits.
    """
    return {
        "kind": alternative.kind,
        "change": change_to_wire(alternative.edits),
        "difference": difference_to_wire(alternative.difference),
        "days": [
            [{"sight": visit.sight, "name": {"en": visit.name.en, "zh": visit.name.zh}} for visit in day.visits]
            for day in alternative.itinerary.days
        ],
        "feasible": alternative.itinerary.certificate.feasible,
        "checks": len(alternative.itinerary.certificate.checks),
    }
