"""When a fact agrees with what is claimed: exactly, or within the rounding that the claim's wording allows."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from travelagent.assistant.grounding.quantity import Quantity

APPROXIMATELY: Final = 0.075
ABOUT_A_TIME: Final = 10.0


def agrees(claim: Quantity, value: float) -> bool:
    """Return whether a fact's value is what the claim says, within the rounding that its wording allows."""
    if claim.kind == "clock":
        leeway = ABOUT_A_TIME if claim.bound == "about" else claim.unit / 2
        said_twice = claim.noun == "half" and claim.value < 720
        times = [claim.value, claim.value + 720] if said_twice else [claim.value]
        return any(abs(at - value) % 1440 <= leeway for at in times)
    off, said = value - claim.value, abs(claim.value)
    rounding = claim.unit / 2 + 1e-6
    if abs(off) <= rounding or (said >= 100 and claim.unit == 1 and abs(off) < 1):
        return True
    match claim.bound:
        case "about":
            return abs(off) <= _leeway(claim)
        case "over":
            return 0 <= off <= min(claim.grain if claim.grain >= said * 0.02 else said * 0.05, said * 0.3)
        case "under":
            return 0 <= -off <= (1.0 if said <= 5 else said * 0.15)
        case "":
            return claim.grain > claim.unit and abs(off) <= min(claim.grain / 2, said * 0.01)


def _leeway(claim: Quantity) -> float:
    """Return how far a fact may be from what `about` says: half of the last stated place, within limits by kind."""
    said = abs(claim.value)
    if claim.kind == "minutes":
        return max(5.0, min(claim.grain / 2, 20.0, said * 0.15))
    if claim.kind in ("celsius", "days"):
        return max(1.0, claim.unit)
    return max(claim.unit / 2, min(claim.grain / 2, said * APPROXIMATELY))


def is_among(claim: Quantity, values: Iterable[float]) -> bool:
    """Return whether any of the values is what the claim says."""
    return any(agrees(claim, value) for value in values)


def exact(claim: Quantity) -> Quantity:
    """Return the claim with next to no leeway, for values of which there are many."""
    if claim.bound == "over":
        return claim
    grain = max(claim.unit, abs(claim.value) * 0.02) if claim.bound == "about" else claim.unit
    return replace(claim, grain=min(claim.grain, grain))
