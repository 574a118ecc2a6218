"""What the rides that bring one to a trip and take one home leave of its first and of its last day.

A ride is given by its hour and by the minutes between it and the town. The length of a day is its window; a window that
a traveller asked for goes before the one that a ride leaves.
"""

from __future__ import annotations

import dataclasses

from travelagent.plans.fields import MIDNIGHT
from travelagent.plans.requests import window_of, with_window
from travelagent.plans.values import PACES, DayWindow, FixedVisit, PlanRequest

SHORTEST_DAY = 30
"""Minutes of a day on which nothing but the ride has room."""


def ride_window(request: PlanRequest, day: int) -> DayWindow:
    """Return when the rides let a day begin and end; None: as usual."""
    usual, start, end = PACES[request.pace], None, None
    if request.arrival is not None and day == 1:
        start = min(request.arrival.at + request.arrival.minutes, MIDNIGHT - SHORTEST_DAY)
    if request.departure is not None and day == request.days:
        end = min(max(request.departure.at - request.departure.minutes, SHORTEST_DAY), usual.end)
    if start is not None and start + SHORTEST_DAY > (usual.end if end is None else end):
        end = start + SHORTEST_DAY
    if end is not None and end - SHORTEST_DAY < (usual.start if start is None else start):
        start = end - SHORTEST_DAY
    return DayWindow(day, start, end)


def with_ride_windows(request: PlanRequest) -> PlanRequest:
    """Return the request with the windows that its rides leave, where no other hours are asked for."""
    windows = {window.day: window for window in request.day_windows}
    for day in dict.fromkeys((1, request.days)):
        left = ride_window(request, day)
        if left != DayWindow(day):
            windows[day] = overlay_window(left, windows.get(day, DayWindow(day)))
    return dataclasses.replace(request, day_windows=tuple(windows[day] for day in sorted(windows)))


def overlay_window(window: DayWindow, change: DayWindow) -> DayWindow:
    """Return the window with all that the change sets."""
    return DayWindow(
        window.day,
        window.start if change.start is None else change.start,
        window.end if change.end is None else change.end,
        change.origin or window.origin,
        change.destination or window.destination,
    )


def with_day_open_for(request: PlanRequest, booking: FixedVisit) -> PlanRequest:
    """Return the request whose day of that booking is as long as it needs, whatever hours were asked for before; those
    that a ride leaves stay, and so does a day that is left free."""
    if booking.day is None:
        return request
    window, left = window_of(request, booking.day), ride_window(request, booking.day)
    if window.start is not None and window.end is not None and window.end - window.start <= SHORTEST_DAY:
        return request
    start = left.start if booking.start < (window.start or 0) else window.start
    end = left.end if booking.start + booking.minutes > (window.end or MIDNIGHT) else window.end
    opened = dataclasses.replace(window, start=start, end=end)
    return request if opened == window else with_window(request, opened)
