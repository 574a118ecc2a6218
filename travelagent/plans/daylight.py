"""Which sights are seen by daylight alone, and how much of a visit may lie in the dark. Planner and verifier read this;
when it is light they find out for themselves."""

from __future__ import annotations

from typing import Final

from travelagent.plans.values import PlanRequest, Sight

DAYLIGHT_CATEGORIES: Final = frozenset({
    "palace", "temple", "church", "mosque", "shrine", "park", "garden", "mountain", "lake", "river", "beach",
    "island", "waterfall", "canyon", "desert", "grassland", "glacier", "zoo", "castle", "fortress", "ruins",
    "cemetery", "village", "forest", "national_park", "university",
})  # fmt: skip
"""What is at its best by day where it is in the open."""
WATERSIDE: Final = frozenset({"lake", "river"})
"""Of these, where one strolls in the evening, too, unless one hikes there."""
WILD: Final = frozenset({"nature", "hiking"})
"""A lookout with one of these tags shows a landscape, which needs light; any other may show a city at night."""
NIGHTFALL: Final = 17 * 60 + 30
"""What is best begun from then on is for the evening."""
DUSK: Final = 18 * 60
"""A visit best begun so late that it ends later than this is of the lights or of the sunset's last colours."""
SEEN_MINUTES: Final = 240
"""So many minutes of a longer visit are in the light: its way and its meals may begin before dawn or end after dusk."""


def needs_daylight(sight: Sight) -> bool:
    """Return whether nobody goes there in the dark: open country, ruins, villages and the like, without lights, night
    life or sessions."""
    if sight.indoor or sight.lit or sight.sessions or "nightlife" in sight.tags:
        return False
    begin = sight.begin_from
    if begin is not None and (begin >= NIGHTFALL or begin + sight.minutes > DUSK):
        return False
    if "hiking" in sight.tags:
        return True
    if sight.category == "viewpoint":
        return not WILD.isdisjoint(sight.tags)
    return sight.category in DAYLIGHT_CATEGORIES - WATERSIDE


def begins_by_daylight(minutes: int, light: tuple[int, int]) -> tuple[int, int]:
    """Return the first and the last minute at which a visit of that length may begin, the last one before the first
    where the light is too short. `light`: the minutes from dawn to dusk."""
    edge = max(minutes - SEEN_MINUTES, 0) // 2
    return light[0] - edge, light[1] + edge - minutes


def wanted_in_the_dark(request: PlanRequest, sight: str) -> bool:
    """Return whether the traveller asked for the visit at an hour or in the evening, whatever light there is."""
    pins = (pin for pin in request.pinned if pin.by_traveller and pin.sight == sight)
    return any(pin.start is not None or pin.when == "evening" for pin in pins)
