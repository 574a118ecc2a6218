"""One journey, within a city or between two of them."""

from dataclasses import dataclass

from travelagent.plans.values import Mode


@dataclass(frozen=True, slots=True)
class Hop:
    """One journey: mode, whole minutes from door to door, kilometres on the ground, and whether the minutes are an
    estimate. `aboard`: of a journey between cities its whole minutes in vehicles, 0 within a city."""

    mode: Mode
    minutes: int
    km: float
    estimated: bool = True
    aboard: int = 0
