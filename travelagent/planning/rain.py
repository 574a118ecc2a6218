"""Which sights are under a roof, and which of the others may stay on a day that turns out rainy."""

from __future__ import annotations

from travelagent.plans.values import Sight

ROOMED = frozenset({"castle", "cave", "palace", "temple"})
"""Categories of which a visit is largely under a roof, though not all of it."""
SHOWER_MINUTES = 60
"""A sight in the open where one is no longer than this may stay on a day that turns out rainy."""
COME_FOR = 9.0
"""From this score on a sight may, too, however long one is there."""


def in_the_open(sight: Sight) -> bool:
    """Return whether a visit is spent without a roof."""
    return not sight.indoor and sight.category not in ROOMED
