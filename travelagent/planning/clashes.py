"""Why demands do not fit together on the one day that they are to share: its hours, how long the visits take, and when
they can be made at all."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta

from travelagent.planning.frame import first_day
from travelagent.planning.hours import hours_known, windows_of
from travelagent.planning.messages import message
from travelagent.plans.requests import day_hours, window_of
from travelagent.plans.values import LocalizedText, PlanRequest, Sight
from travelagent.plans.words import clock, duration, listed, span


def why_not_together(request: PlanRequest, clash: Sequence[str], known: Mapping[str, Sight]) -> LocalizedText | None:
    """What speaks against all of the clash on the day to which it is pinned; None where that is not one day."""
    pinned = {pin.sight: pin.day for pin in request.pinned}
    days = {pinned.get(id) for id in clash}
    day = next(iter(days))
    if len(days) > 1 or day is None:
        return None
    start, end = day_hours(request, window_of(request, day))
    takes = duration(sum(known[sight].minutes for sight in clash))
    lasts = "clash.day_lasts_one" if len(clash) == 1 else "clash.day_lasts"
    on = first_day(request, tuple(known.values())) + timedelta(days=day - 1)
    return listed(
        [
            message(lasts, day=day, start=clock(start), end=clock(end), takes=takes),
            *_hours(on, [known[sight] for sight in clash], start, end),
        ],
        " ",
        "",
    )


def _hours(on: date, sights: Sequence[Sight], start: int, end: int) -> Iterator[LocalizedText]:
    """The opening hours of the sights that are not open all of that day."""
    for sight in sights:
        windows = windows_of(sight, on) if hours_known(sight) else []
        if not windows or any(opens <= start and end <= closes for opens, closes in windows):
            continue
        yield message("clash.opening_hours", sight=sight.name, hours=listed(span(*window) for window in windows))
