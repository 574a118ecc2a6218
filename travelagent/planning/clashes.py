"""The explanation of demands that cannot be kept: which, why, and the cheapest change that helps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from travelagent.planning.constraints.base import Edits
from travelagent.planning.edits.apply import demand, names_of
from travelagent.planning.edits.base import Names
from travelagent.planning.edits.sights import Drop
from travelagent.planning.frame import first_day, frame, way_to_booking
from travelagent.planning.hours import hours_known, windows_of
from travelagent.planning.messages import message
from travelagent.planning.relax import Settlement
from travelagent.plans.errors import Infeasible
from travelagent.plans.fields import clock
from travelagent.plans.requests import WAY_TO_BOOKING, booking_index, day_hours, pin_of, window_of
from travelagent.plans.values import Itinerary, LocalizedText, Pin
from travelagent.plans.words import closed_day, duration, listed, pinned_time, sentence, span, week_day

DAYS_OF_A_YEAR = 366


def infeasible(
    settlement: Settlement,
    clash: tuple[str, ...],
    edits: Edits,
    lost: tuple[str, ...] = (),
    partial: Itinerary | None = None,
) -> Infeasible:
    """Return the error that names the clash, with its reason where there is one, the edits that resolve it, and the
    `partial` plan without the `lost` sights."""
    names = names_of(settlement.request, settlement.known)
    text = listed(_Explained(settlement, names).clash(clash, edits, partial), " ", "")
    relaxation = sentence(message("clash.relaxation", wish=demand(edits, names)))
    return Infeasible(text, clash, relaxation, edits, lost, partial)


class _Explained:
    """The explanation of a clash, sentence by sentence."""

    def __init__(self, settlement: Settlement, names: Names) -> None:
        self.settlement, self.names = settlement, names
        self.request, self.known, self.sights = settlement.request, settlement.known, settlement.sights

    def clash(self, clash: tuple[str, ...], edits: Edits, partial: Itinerary | None) -> Iterator[LocalizedText]:
        named, first = listed(self.names[id] for id in clash), clash[0]
        pin = pin_of(self.request, first)
        if len(clash) > 1:
            yield message("clash.together", named=named)
            reasons = list(self._on_one_day(clash)) if set(clash) <= set(self.known) else []
            yield from reasons
            yield from self._fits_if() if reasons else ()
        elif first not in self.known:
            yield self._too_far(first) or message("clash.outside_day", named=named)
        elif pin is not None and (pin.when is not None or pin.start is not None):
            yield from self._untimely(pin, named)
        else:
            yield from self._unvisitable(first, pin.day if pin else None, named)
            if pin is not None and pin.day is not None and self._is_open(first, pin.day):
                yield from self._elsewhere(first, pin.day) or self._on_one_day(clash)
            elif partial is not None:
                yield from (left.reason for left in partial.left_out if left.sight == first)
            if any(first in edit.terms for edit in edits if isinstance(edit, Drop)):
                yield from self._fits_if()

    def _too_far(self, id: str) -> LocalizedText | None:
        """That the way to a booking far out takes longer than its day allows, with the minutes that are missing; None
        where the way is not what speaks against it.
        """
        booking = self.request.fixed[booking_index(self.request, id) or 0]
        if booking.day is None:
            return None
        frames = frame(self.request, self.sights, self.settlement.legs)
        here = next(each for each in frames if each.day == booking.day)
        minutes = way_to_booking(booking, here.origin, here.stay, self.settlement.legs)
        late = here.start + minutes - booking.start
        if late <= 0 or minutes <= WAY_TO_BOOKING:
            return None
        return message(
            "clash.too_far",
            named=booking.name, lasts=duration(minutes), start=clock(here.start), arrives=clock(here.start + minutes),
            late=duration(late),
        )  # fmt: skip

    def _fits_if(self) -> Iterator[LocalizedText]:
        """The change that keeps all demands, if there is one."""
        if (cheapest_extension := self.settlement.cheapest_extension()) is not None:
            yield message("clash.fits_if", wish=demand(cheapest_extension, self.names))

    def _on_one_day(self, clash: Sequence[str]) -> Iterator[LocalizedText]:
        """What speaks against all of the clash on the day to which it is pinned: the day's hours, how long the visits
        take, and when they can be made; nothing where that is not one day."""
        pinned = {pin.sight: pin.day for pin in self.request.pinned}
        days, sights = {pinned.get(id) for id in clash}, [self.known[id] for id in clash]
        day = next(iter(days))
        if len(days) > 1 or day is None:
            return
        start, end = day_hours(self.request, window_of(self.request, day))
        takes = duration(sum(sight.minutes for sight in sights))
        lasts = "clash.day_lasts_one" if len(clash) == 1 else "clash.day_lasts"
        yield message(lasts, day=day, start=clock(start), end=clock(end), takes=takes)
        for sight in sights:
            windows = windows_of(sight, self._date_of(day)) if hours_known(sight) else ()
            if windows and not any(opens <= start and end <= closes for opens, closes in windows):
                yield message("clash.opening_hours", sight=sight.name, hours=_hours(windows))

    def _untimely(self, pin: Pin, name: LocalizedText) -> Iterator[LocalizedText]:
        """Yield that a sight cannot be visited at the requested hour, in the requested part or as the first or last
        sight of a day, with its opening hours on the day it is pinned to.
        """
        sight, at = self.known[pin.sight], pinned_time(pin)
        if pin.day is None:
            yield message("clash.untimely", name=name, at=at)
            return
        yield message("clash.untimely_on_day", name=name, at=at, day=pin.day)
        windows = windows_of(sight, self._date_of(pin.day))
        if not hours_known(sight):
            return
        if windows:
            day = week_day(self._date_of(pin.day))
            yield message("clash.open_then", day=day, hours=_hours(windows), minutes=sight.minutes)
            if (coach := sight.coach) is not None and self.request.way != "car":
                yield message("clash.coach", first=clock(coach.first + coach.minutes), last=clock(coach.last))
        else:
            yield message("clash.closed_then", day=self._closed_day(sight.id, pin.day))

    def _unvisitable(self, sight: str, day: int | None, name: LocalizedText) -> Iterator[LocalizedText]:
        """That a sight cannot be visited at all, or not on the day to which it is pinned, perhaps one when it is
        closed; when it opens next where it is shut on all days."""
        if day is not None and self._is_open(sight, day):
            yield message("clash.no_room", name=name, day=day)
            return
        if day is None:
            yield message("clash.unvisitable", name=name)
        else:
            yield message("clash.closed_on_day", name=name, day=day, on=self._closed_day(sight, day))
        days = self.request.days
        if not any(self._is_open(sight, day + 1) for day in range(days)):
            later = (day for day in range(days + 1, days + DAYS_OF_A_YEAR) if self._is_open(sight, day))
            if opens := next(later, None):
                yield message("clash.opens_next", then=week_day(self._date_of(opens)))

    def _elsewhere(self, sight: str, day: int) -> list[LocalizedText]:
        """In which city one is on a day that is not that of the sight."""
        here = frame(self.request, self.sights, self.settlement.legs)[day - 1]
        city = here.trip.city if here.trip else here.stay
        return [] if here.is_in_reach(self.known[sight]) else [message("clash.elsewhere", day=day, stay=city.name)]

    def _date_of(self, day: int) -> date:
        return first_day(self.request, self.sights) + timedelta(days=day - 1)

    def _closed_day(self, sight: str, day: int) -> LocalizedText:
        """A day of the trip on which a sight is closed, with the holiday for which it is."""
        return closed_day(week_day(self._date_of(day)), self.known[sight].closure_on(self._date_of(day)))

    def _is_open(self, sight: str, day: int) -> bool:
        """Whether a sight is open at any hour of a day of the trip."""
        return bool(windows_of(self.known[sight], self._date_of(day)))


def _hours(windows: Sequence[tuple[int, int]]) -> LocalizedText:
    return listed(span(*window) for window in windows)
