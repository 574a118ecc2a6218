"""How late one may run: the one meaning of "minutes to spare".

The slack of a step is the number of minutes by which it could begin later, everything after it moving along as far as
it must, with all of this still kept: each visit ends within the opening window it lies in and enters before its last
entry, meals lie in their windows, bookings and hours the traveller fixed stay where they are, and the day ends within
its window. Waits on the way absorb a delay. It is read backwards from the day's end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """Something that takes time: a visit, a meal or a leg. `latest`: the latest minute at which it may itself begin."""

    begin: int
    minutes: int
    latest: int


def spare_minutes(steps: Sequence[Step], day_end: int) -> list[int]:
    """Return the slack of every step, in minutes. They are given in the order of the day and do not overlap.

    That of a leg is also by how much it may take longer.
    """
    found: list[int] = []
    limit = day_end
    for step in reversed(steps):
        limit = min(step.latest, limit - step.minutes)
        found.append(limit - step.begin)
    return found[::-1]
