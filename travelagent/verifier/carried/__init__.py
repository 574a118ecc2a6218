"""The questions of the constraints that a request carries: one module each in this folder, found by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias, TypeVar, cast

from travelagent.plans.discovery import import_all
from travelagent.plans.values import Check, Constraint
from travelagent.verifier.trip import Message, Trip

_C = TypeVar("_C", bound=Constraint)
Ask: TypeAlias = Callable[[Trip, _C], Iterator[Check]]
_QUESTIONS: dict[str, Ask[Constraint]] = {}


def question(constraint: type[_C]) -> Callable[[Ask[_C]], Ask[_C]]:
    """Register the function below as what asks whether constraints of that class are kept."""

    def register(ask: Ask[_C]) -> Ask[_C]:
        _QUESTIONS[constraint.kind] = lambda trip, held: ask(trip, cast("_C", held))
        return ask

    return register


def check(trip: Trip) -> Iterator[Check]:
    """Ask of every constraint that the request carries. One without a question fails: nothing vouches for it."""
    if trip.request.constraints:
        import_all(__name__)
    for constraint in trip.request.constraints:
        unknown = Message(constraint.kind, "nothing can verify this constraint", "没有可用于校验该约束的规则")
        ask = _QUESTIONS.get(constraint.kind)
        yield from [unknown(False)] if ask is None else ask(trip, constraint)
