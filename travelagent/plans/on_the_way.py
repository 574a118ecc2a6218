"""What lies on the way of a drive from city to city. Planner and verifier read this."""

from __future__ import annotations

from typing import Final

DETOUR_SHARE: Final = 0.15
DETOUR_KM: Final = 15.0
"""A sight is on the way where the drive by it is longer by no more than this share or so many kilometres, as the crow
flies."""
BESIDE_KM: Final = 15.0
"""What is nearer to either end than this is seen from there."""


def is_on_the_way(before: float, after: float, direct: float) -> bool:
    """Return whether a place lies on the way: so many kilometres from its begin, from its end, and between these."""
    return min(before, after) >= BESIDE_KM and before + after - direct <= max(DETOUR_SHARE * direct, DETOUR_KM)
