"""Why demands do not fit together on the one day that they are to share: its hours, how long the visits take, and when
they can be made at all."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta

from travelagent.planning.frame import first_day
from travelagent.planning.hours import hours_known, windows_of
from travelagent.plans.requests import day_hours
from travelagent.plans.values import LocalizedText, PlanRequest, Sight
from travelagent.plans.words import clock, duration


def why_not_together(request: PlanRequest, clash: Sequence[str], known: Mapping[str, Sight]) -> LocalizedText | None:
    """What speaks against all of the clash on the day to which it is pinned; None where that is not one day."""
    pinned = {pin.sight: pin.day for pin in request.pinned}
    days = {pinned.get(id) for id in clash}
    day = next(iter(days))
    if len(days) > 1 or day is None:
        return None
    window = next((window for window in request.day_windows if window.day == day), None)
    start, end = day_hours(request, window)
    takes, single = duration(sum(known[sight].minutes for sight in clash)), len(clash) == 1
    visits = "visit alone takes" if single else "visits alone take"
    reasons = [
        LocalizedText(
            f"Day {day} lasts from {clock(start)} to {clock(end)}; the {visits} {takes.en}.",
            f"第 {day} 天从 {clock(start)} 到 {clock(end)}，光参观就要 {takes.zh}。",
        ),
        *_hours(
            first_day(request, tuple(known.values())) + timedelta(days=day - 1),
            [known[sight] for sight in clash],
            start,
            end,
        ),
    ]
    return LocalizedText(" ".join(text.en for text in reasons), "".join(text.zh for text in reasons))


def _hours(on: date, sights: Sequence[Sight], start: int, end: int) -> Iterator[LocalizedText]:
    """The opening hours of the sights that are not open all of that day."""
    for sight in sights:
        windows = windows_of(sight, on) if hours_known(sight) else []
        if not windows or any(opens <= start and end <= closes for opens, closes in windows):
            continue
        hours = [f"{clock(opens)}–{clock(closes)}" for opens, closes in windows]
        yield LocalizedText(
            f"{sight.name.en} is open {', '.join(hours)}.", f"{sight.name.zh}开放时间为 {'、'.join(hours)}。"
        )
