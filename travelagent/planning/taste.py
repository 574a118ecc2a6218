"""What a local would do: what a sight is worth to this traveller, and at which time of day it is at its best.

Worth grows with the fourth power of the score, and what nobody should miss (a 10) counts half as much again: the Great
Wall is worth a day that several middling sights could fill. Of two such sights the one that takes half a day is worth
more than the one that leaves room for others. Interests raise it. Shows and night life belong after dusk,
short lookouts late in the day but before dark, gardens, temples and open country into the daylight. These are
preferences of the optimiser, kept only where the opening hours leave room for the visit.
"""

from __future__ import annotations

from collections.abc import Collection

from travelagent.planning.hours import Window
from travelagent.planning.search.objective import MINUTE_WORTH
from travelagent.plans.daylight import DAYLIGHT_CATEGORIES, NIGHTFALL
from travelagent.plans.fields import MIDNIGHT
from travelagent.plans.requests import QUIET_CATEGORIES
from travelagent.plans.values import DINNER_WINDOW, Sight

EVENING = 18 * 60 + 30
EARLY_EVENING = 16 * 60
DINNER_BY, AFTER_EVENING = 19 * 60 + 45, 105
"""A long evening sight ends by that minute, and so many minutes before the day does, to leave room for dinner."""
HUNGRY, EXPECTANT, SATED = 17 * 60 + 30, 30, 60
"""Where one has dinner one has looked around so many minutes before its hours end, the last figure; where it is a place
for the evening one comes neither before the first minute nor more than so many minutes before those hours begin."""
FOOD_CATEGORIES = frozenset({"street", "market"})
AT_SUNSET = 15 * 60
"""What is best begun from then on, but before the evening, is at its best when the sun goes down."""
LATE, LOOKOUT_MINUTES = 14 * 60 + 30, 90
"""A lookout of at most so many minutes is not begun before that minute, the light is better; a longer one is a hike. In
winter the light goes early, and so does one."""
MORNING = 11 * 60
"""Animals are awake in the morning: a visit to them begins by then."""
FIRST_THING = 15
"""What is best begun before the day does, or soon after, is begun within so many minutes of it."""
LEEWAY = 90
"""What cannot be begun at the hour that is best for it is begun within so many minutes of the nearest one that can."""
OLD_TOWN_UNTIL = 20 * 60
TWILIGHT = 20
"""Minutes before sunrise and after sunset that still count as daylight."""
NIGHT_CATEGORIES = frozenset({"street", "market", "square", "neighborhood", "old_town", "river", "bridge", "lake"})
LATE_CATEGORIES = frozenset({"viewpoint", "tower"})
MORNING_CATEGORIES = frozenset({"zoo"})
UNMISSABLE, UNMISSABLE_BONUS = 10, 1.5
STAY_FROM, STAY_UNTIL = 120, 240
"""What nobody should miss is worth the minutes of the visit that lie between these, too."""
MATCH, MISMATCH, MOST_MATCHES = 0.25, 0.8, 2
TIRING = 0.4
"""Rooms to be quiet in are worth this share to a family that looks for nothing of what they hold."""
NO_DETOUR, WITHOUT_CHILDREN = 8, 0.5
"""What is for children and scores so much is worth this share to those who come without."""
CHILDRENS_CATEGORIES, CHILDRENS = frozenset({"zoo", "aquarium", "theme_park"}), 1.5
"""What is there for children, or shows them how things work, is worth so many times as much to a family."""


def worth(sight: Sight, interests: Collection[str]) -> float:
    """Return the worth of a sight to these interests in points, up to 55.

    score⁴ ÷ 730 (a 9 is worth 9), half as much again for a 10 and up to four more where one stays long, a quarter more
    for each of up to two interests met, and for a family half as much again where it is for children; to all others
    what is for children and of no great fame is worth half.
    """
    base = sight.score**4 / 730
    if sight.score >= UNMISSABLE:
        base = base * UNMISSABLE_BONUS + MINUTE_WORTH * (min(max(sight.minutes, STAY_FROM), STAY_UNTIL) - STAY_FROM)
    met = len({sight.category, *sight.tags} & set(interests))
    if not met and sight.score <= NO_DETOUR and "family" in sight.tags and _is_for_children(sight):
        base *= WITHOUT_CHILDREN
    if not interests:
        return base
    if not met:
        return base * (TIRING if "family" in interests and sight.category in QUIET_CATEGORIES else MISMATCH)
    childrens = "family" in {*interests} & {*sight.tags} and _is_for_children(sight)
    return base * (1 + MATCH * min(met, MOST_MATCHES)) * (CHILDRENS if childrens else 1)


def _is_for_children(sight: Sight) -> bool:
    """Whether it is there for children, or shows how things work."""
    return sight.category in CHILDRENS_CATEGORIES or (sight.category == "museum" and "science" in sight.tags)


def after_dark(sight: Sight) -> bool:
    """Return whether the sight is one for the evening."""
    return sight.category == "show" or ("nightlife" in sight.tags and sight.category in NIGHT_CATEGORIES)


def has_dinner(sight: Sight) -> bool:
    """Return whether it is a street of food or a night market: one goes there hungry, not after dinner."""
    return "food" in sight.tags and (sight.category in FOOD_CATEGORIES or after_dark(sight))


def _needs_light(sight: Sight) -> bool:
    """Whether it is in the open and nothing of the night; a beach is of the day whatever there is beside it."""
    of_the_day = sight.category in {"viewpoint", *DAYLIGHT_CATEGORIES} or "hiking" in sight.tags
    of_the_night = "nightlife" in sight.tags and sight.category != "beach"
    return of_the_day and not sight.indoor and not of_the_night


def preferred(
    sight: Sight,
    windows: tuple[Window, ...],
    sun: Window,
    day: Window,
    minutes: int | None = None,
    dinner: Window = DINNER_WINDOW,
) -> tuple[Window, ...]:
    """Return the part of the windows in which the sight is at its best.

    Where that leaves no room for the visit, the part that is nearest to a known hour from which, or by which, it is
    best begun, and all of them where there is no such hour. `sun`: when it is light; `day`: the begin and the end of
    the traveller's day; `minutes`: how long the visit is with a meal in it, None without one; `dinner`: the hours
    within which people there have it. What is best begun from a known hour on keeps the end that sights of its kind
    have only where that leaves room for it: some are lit at dusk. One session is as good as the other.
    """
    if sight.sessions and sight.begin_from is None and sight.begin_by is None:
        return windows
    if sight.begin_by is not None:
        earliest, latest = 0, max(sight.begin_by, day[0] + FIRST_THING) + (minutes or sight.minutes)
    else:
        earliest, latest = _best_of_its_kind(sight, sun, day[1], dinner)
    if sight.begin_from is not None:
        earliest = _begun_by(sight, sight.begin_from, sun[1], day[1])
        latest = latest if latest - earliest >= sight.minutes else MIDNIGHT
    cut = tuple((max(opens, earliest), min(closes, latest)) for opens, closes in windows)
    roomy = tuple((opens, closes) for opens, closes in cut if closes - opens >= sight.minutes)
    return roomy or _nearest_to_its_best(sight, windows)


def _nearest_to_its_best(sight: Sight, windows: tuple[Window, ...]) -> tuple[Window, ...]:
    """The end of the last window that has room for what is best late, the begin of the first one for what is best
    early, all windows for anything else."""
    roomy = [(opens, closes) for opens, closes in windows if closes - opens >= sight.minutes]
    if not roomy or (sight.begin_from is None and sight.begin_by is None):
        return windows
    if sight.begin_from is not None:
        opens, closes = roomy[-1]
        return ((max(opens, closes - sight.minutes - LEEWAY), closes),)
    opens, closes = roomy[0]
    return ((opens, min(closes, opens + sight.minutes + LEEWAY)),)


def _begun_by(sight: Sight, begin_from: int, sunset: int, day_end: int) -> int:
    """From when on a visit that is best begun late may begin: so that one sees the sun go down where it is for that,
    and earlier where the day leaves no dinner after it, unless it is for the night."""
    if begin_from >= NIGHTFALL:
        return begin_from
    dusk = -(-(sunset + TWILIGHT - sight.minutes) // 5) * 5 if begin_from >= AT_SUNSET else 0
    return min(max(begin_from, dusk), max(min(DINNER_BY, day_end - AFTER_EVENING) - sight.minutes, 0))


def _best_of_its_kind(sight: Sight, sun: Window, day_end: int, dinner: Window) -> Window:
    """The hours, begin and end, within which sights of its kind are at their best."""
    earliest, latest = 0, MIDNIGHT
    if after_dark(sight):
        earliest = max(EARLY_EVENING, min(EVENING, min(DINNER_BY, day_end - AFTER_EVENING) - sight.minutes))
        if has_dinner(sight):
            latest = dinner[1] - SATED
            hungry = max(HUNGRY, dinner[0] - EXPECTANT)
            earliest = max(EARLY_EVENING, min(hungry, min(latest, day_end) - sight.minutes))
    elif has_dinner(sight):
        latest = dinner[1] - SATED
    elif sight.category in MORNING_CATEGORIES and not sight.indoor:
        latest = MORNING + sight.minutes
    elif sight.category == "old_town" and "nightlife" not in sight.tags:
        latest = OLD_TOWN_UNTIL
    elif sight.category in LATE_CATEGORIES and sight.minutes <= LOOKOUT_MINUTES:
        earliest = min(LATE, sun[1] - LOOKOUT_MINUTES)
        latest = sun[1] + sight.minutes if _needs_light(sight) else latest
    elif _needs_light(sight):
        earliest, latest = max(sun[0] - TWILIGHT, 0), sun[1] + TWILIGHT
    return earliest, latest
