"""The tag `opening_hours` as hours that the planner and the verifier can read, else the usual ones of the kind."""

import re
from datetime import datetime, timedelta
from functools import lru_cache

from opening_hours import OpeningHours, State, validate

from travelagent.osm.kinds import Tags

LONGEST = 255
WEEKS_LOOKED_AT = 53
COMMENT = re.compile(r'(?<!\s)\s*+"[^"]*"')
DAY = "(?:Mo|Tu|We|Th|Fr|Sa|Su|PH|SH)"
GAP_IN_DAYS = re.compile(rf"({DAY},)\s+(?={DAY})")
"""`Tu, Fr 10:00-18:00` as written by hand: with the gap it would be all of Tuesday, and hours on Friday."""


def tagged_hours(tags: Tags) -> str | None:
    """Return the tagged hours, in a form that can be read and in which the place opens at some time of a year.

    None without. Words in quotes (`"closed on match days"`) mean nothing to a machine and are left out; alone they are
    no hours.
    """
    hours = " ".join(COMMENT.sub("", tags.get("opening_hours", "")).split()).strip(" ;,")
    hours = GAP_IN_DAYS.sub(r"\1", hours)
    return hours if hours and len(hours) <= LONGEST and _opens(hours) else None


@lru_cache(maxsize=4096)
def _opens(hours: str) -> bool:
    if not validate(hours):
        return False
    start = datetime(2026, 1, 1)
    intervals = OpeningHours(hours).intervals(start, start + timedelta(weeks=WEEKS_LOOKED_AT))
    return any(state == State.OPEN for _, _, state, _ in intervals)
