"""The hours of the days of a plan at hand: those wished for every day, and which evenings are late."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from travelagent.assistant.offline.reading.hours import Hours
from travelagent.assistant.offline.values import Journey
from travelagent.assistant.results.route import Window
from travelagent.briefs.hours import LAST_MINUTE
from travelagent.plans.rides import SHORTEST_DAY
from travelagent.plans.values import PACES, Pace
from travelagent.plans.wire_fields import minutes_of
from travelagent.plans.words import clock


def says_coming(journey: Journey) -> bool:
    """Whether it was said when one arrives or sets out."""
    return journey.arrives is not None or journey.sets_out is not None


def with_wished_hours(
    windows: Sequence[Mapping[str, Any]], hours: Hours, days: int, pace: Pace
) -> list[dict[str, Any]]:
    """The hours of the days with those that are wished for every day: no day begins sooner or ends later, but where its
    ride leaves no other time."""
    usual, held = PACES[pace], {window["day"]: window for window in windows}
    begins = hours.start if hours.start is not None else usual.start + hours.begins_by if hours.begins_by else None
    ends = hours.end if hours.end is not None else usual.end + hours.ends_by if hours.ends_by else None
    wished = []
    for day in range(1, days + 1):
        window = {"day": day, **held.get(day, {})}
        if begins is not None:
            window["start"] = max(clock(begins), window.get("start", ""))
        if ends is not None:
            window["end"] = min(clock(min(ends, LAST_MINUTE)), window.get("end", "24:00"))
        fits = minutes_of(window.get("end", clock(usual.end))) - minutes_of(window.get("start", clock(usual.start)))
        wished.append(window if fits >= SHORTEST_DAY else held.get(day, {"day": day}))
    return [dict(window) for window in wished if len(window) > 1]


def late_evenings(windows: Iterable[Window], bedtime: int) -> tuple[int, ...]:
    """The days of a plan with children that end after their bedtime."""
    return tuple(w.day for w in windows if (w.end or "") > clock(bedtime))
