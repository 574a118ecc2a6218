"""An evening out for those whose days end early: what is for the night, or lit up, is seen once in two days.

A family is in bed before the lights of most cities are worth seeing. Where its plan has too few of what is best after
dark, the best of these is tried within the day's hours where it is dark by then, and else on one evening that lasts
longer, after which the next day begins later.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from travelagent.planning.frame import hotel_of
from travelagent.planning.hours import light_hours, windows_of
from travelagent.planning.problem import candidates
from travelagent.planning.taste import TWILIGHT, after_dark, worth
from travelagent.planning.windows import DINNER_AFTER
from travelagent.planning.wishes import unmet, unmissable, with_demands
from travelagent.plans.daylight import NIGHTFALL
from travelagent.plans.requests import day_hours, window_of, with_pin, with_window
from travelagent.plans.values import (
    PACES,
    CityStay,
    DayPlan,
    Itinerary,
    MealKind,
    Pin,
    PlanRequest,
    Sight,
    Visit,
    Walker,
)
from travelagent.travel.legs import km_between
from travelagent.verifier import verify

EARLY_TO_BED: Final[frozenset[Walker]] = frozenset({"small_child", "child", "senior"})
LATE_END: Final = 21 * 60 + 30
"""One evening of a trip may last until then."""
DARK_MINUTES: Final = 45
"""So much of a visit lies in the dark, or all of a shorter one."""
LEAST_SCORE: Final = 8
"""A sight of a lower score is not worth a late evening."""
LONGEST: Final = 180
"""Nor is one that takes longer."""
DAYS_AN_EVENING: Final = 2
"""There is one evening out for so many days."""
LATER_START: Final = 30
"""The day after a late evening begins so many minutes later than usual."""
TRIED_SIGHTS: Final = 2
VIEW: Final = "photography"
NOON: Final = 12 * 60
NEAR_KM: Final = 2.0
"""Days whose visits are as near to the sight, to so many kilometres, are alike."""
STROLLED: Final = frozenset({"street", "square", "neighborhood", "old_town", "market", "bridge", "garden", "park"})
SHORT_STROLL, STROLL_SHARE = 60, 0.5
"""An evening stroll lasts so many minutes at least, or that share of the usual time."""
WAY_MINUTES, KM_MINUTES = 15, 3
"""The way back takes some minutes, and more for each kilometre of the straight line."""
FULL_DAY: Final = 300
"""A day with so many minutes in one place, or out of town, is full: nobody is taken out behind it."""
BEARABLE_LOSS: Final = 4.0
"""The plan may be worth so much less with the evening than without."""


@dataclass(frozen=True, slots=True)
class Evening:
    """A sight to be seen in the evening, from that minute on and for so many.

    `late`: the day that then lasts until `LATE_END`; None: any day, within its hours.
    """

    sight: Sight
    start: int
    minutes: int
    late: int | None = None

    def hours_in(self, request: PlanRequest) -> PlanRequest:
        """Return the request with the hours of days that the evening takes."""
        if self.late is None:
            return request
        request = with_window(request, dataclasses.replace(window_of(request, self.late), end=LATE_END))
        after = window_of(request, self.late + 1)
        if self.late == request.days or after.start is not None:
            return request
        return with_window(request, dataclasses.replace(after, start=PACES[request.pace].start + LATER_START))

    def applied_to(self, request: PlanRequest, wishes: Collection[str]) -> PlanRequest:
        """Return the request with the evening, and with these sights, by which wishes are kept."""
        pin = Pin(self.sight.id, self.late, self.start, by_traveller=False, minutes=self.minutes)
        return with_demands(with_pin(self.hours_in(request), pin), wishes)


def has_early_sleepers(request: PlanRequest) -> bool:
    """Return whether somebody of the party does."""
    return not EARLY_TO_BED.isdisjoint(request.walkers)


def evenings(
    plan: Itinerary, request: PlanRequest, sights: Sequence[Sight], late_days: Collection[int]
) -> Iterator[Evening]:
    """Yield the evenings out that may be tried, the best sight first and each within a day's hours before a late one.

    Nothing where the plan has enough of them. `late_days`: the days that may last until `LATE_END`.
    """
    known = {sight.id: sight for sight in sights}
    out = {visit.sight: day.day for day in plan.days for visit in _seen_in_the_dark(day, request, known)}
    if len(out) >= max(len(plan.days) // DAYS_AN_EVENING, 1):
        return
    held = {pin.sight for pin in request.pinned}
    wanted = [s for s in candidates(request, sights) if _is_worth_it(s) and s.id not in out.keys() | held]
    wanted.sort(key=lambda sight: (_rank(sight), -worth(sight, request.interests), sight.id))
    stays = {stay.id: stay for stay in request.cities}
    tried = 0
    for sight in wanted:
        free = (day for day in plan.days if day.day not in out.values() and not _is_full(day))
        days = [day for day in free if day.city == sight.city]
        days.sort(key=lambda day: (day.day == len(plan.days), _away(day, sight), day.day))
        late = [day for day in days if day.day in late_days]
        found = [Evening(sight, *times) for day in days[:1] for times in _times(sight, day, stays[day.city], request)]
        found += [
            Evening(sight, *times, day.day)
            for day in late[:1]
            for times in _times(sight, day, stays[day.city], request, end=LATE_END)
        ]
        yield from found
        tried += bool(found)
        if tried == TRIED_SIGHTS:
            return


def is_better_with(
    evening: Evening, before: Itinerary, after: Itinerary, request: PlanRequest, sights: Sequence[Sight]
) -> bool:
    """Return whether the plan has the evening in the dark, and nothing is lost by it that nobody should miss or that
    the traveller is interested in."""
    known = {sight.id: sight for sight in sights}
    seen = {visit.sight for day in after.days for visit in _seen_in_the_dark(day, request, known)}
    whole = set(unmissable(before, request, sights)) <= {visit.sight for visit in after.visits}
    whole &= set(unmet(after, request, sights)) <= set(unmet(before, request, sights))
    whole &= _meals(before) <= _meals(after) and _begun_by_noon(before) <= _begun_by_noon(after)
    return evening.sight.id in seen and whole and after.score >= before.score - BEARABLE_LOSS


def settled(
    plan: Itinerary, evening: Evening, request: PlanRequest, sights: Sequence[Sight]
) -> tuple[PlanRequest, Itinerary]:
    """Return the request with the hours of the evening, and the plan with a certificate of it: nobody asked for the
    visit, and later changes may move it."""
    own = evening.hours_in(request)
    return own, dataclasses.replace(plan, certificate=verify(plan, own, sights))


def _is_for_the_night(sight: Sight) -> bool:
    """Return whether the sight is little before the evening."""
    return after_dark(sight) or (sight.begin_from is not None and sight.begin_from >= NIGHTFALL)


def _rank(sight: Sight) -> int:
    """Return which of the sights come first: views of the night, then what is lit, then streets to stroll in."""
    return 0 if _is_for_the_night(sight) and VIEW in sight.tags else 1 if sight.lit else 2


def _is_worth_it(sight: Sight) -> bool:
    fine = _is_for_the_night(sight) or sight.lit
    return fine and sight.score >= LEAST_SCORE and sight.minutes <= LONGEST and not sight.sessions


def _seen_in_the_dark(day: DayPlan, request: PlanRequest, known: Mapping[str, Sight]) -> list[Visit]:
    """Return the day's visits of what is fine after dark that last long enough into it."""
    dark = _dark_from(day, request)
    visits = [(visit, known.get(visit.sight or "")) for visit in day.visits]
    return [
        visit
        for visit, sight in visits
        if sight is not None
        and _is_worth_it(sight)
        and visit.depart - max(visit.arrive, dark) >= min(DARK_MINUTES, visit.minutes)
    ]


def _dark_from(day: DayPlan, request: PlanRequest) -> int:
    stay = next(stay for stay in request.cities if stay.id == day.city)
    return light_hours(stay.lat, stay.lon, day.date)[1] + TWILIGHT


def _meals(plan: Itinerary) -> set[tuple[int, MealKind]]:
    return {(day.day, meal.kind) for day in plan.days for meal in day.meals}


def _begun_by_noon(plan: Itinerary) -> int:
    """Return how many days have a visit that begins before noon."""
    return sum(bool(day.visits) and day.visits[0].arrive < NOON for day in plan.days)


def _is_full(day: DayPlan) -> bool:
    """Return whether a day has one long visit, or a long way to its first stop."""
    out = sum(leg.minutes for leg in day.legs if leg.origin == "start")
    return any(visit.minutes + 2 * out >= FULL_DAY for visit in day.visits)


def _away(day: DayPlan, sight: Sight) -> int:
    """Return how far the nearest visit of the day is from the sight, in steps of `NEAR_KM`."""
    if not day.visits:
        return 0
    return int(float(km_between([sight, *day.visits])[0, 1:].min()) // NEAR_KM)


def _times(
    sight: Sight, day: DayPlan, stay: CityStay, request: PlanRequest, *, end: int | None = None
) -> Iterator[tuple[int, int]]:
    """Yield the (start, minutes) of a visit in the dark that leaves time for dinner before it, or after it, on a day
    that ends at its usual hour, or at that `end` where that is later."""
    usual = day_hours(request, window_of(request, day.day))[1]
    if end is not None and usual >= end:
        return
    end, meal = end or usual, PACES[request.pace].meal_minutes
    back = WAY_MINUTES + round(float(km_between([hotel_of(stay), sight])[0, 1]) * KM_MINUTES)
    opens, closes = stay.meals.dinner
    hungry = max(opens, min(opens + DINNER_AFTER, end - 2 * meal))
    dark = _dark_from(day, request)
    for first, last in (
        (hungry + meal + back, end - back),
        (0, min(closes - meal, end - back - meal) - WAY_MINUTES),
    ):
        first = -(-first // 5) * 5
        minutes = max(min(sight.minutes, (last - first) // 5 * 5), _shortest(sight))
        latest = (last - minutes) // 5 * 5
        start = latest if sight.begin_by is None else min(latest, sight.begin_by)
        is_dark = start + minutes - max(start, dark) >= min(DARK_MINUTES, minutes)
        if start >= max(first, sight.begin_from or 0) and is_dark and _is_open(sight, day, start, minutes):
            yield start, minutes


def _shortest(sight: Sight) -> int:
    """Return how long one stays at least: where one strolls, a share of the usual time will do."""
    strolled = sight.category in STROLLED and sight.minutes > SHORT_STROLL
    return max(SHORT_STROLL, round(sight.minutes * STROLL_SHARE)) if strolled else sight.minutes


def _is_open(sight: Sight, day: DayPlan, start: int, minutes: int) -> bool:
    length = max(minutes, sight.last_entry_minutes)
    return any(opens <= start and start + length <= closes for opens, closes in windows_of(sight, day.date))
