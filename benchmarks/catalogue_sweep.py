"""Every curated city, 1 to 7 days, every pace: what in the plans a traveller would shake their head at.

`python -m benchmarks catalogue_sweep [--cities ID …] [--days N …] [--paces P …] [--start DATE] [--list KIND …]`: each
plan is made as the assistant makes it and goes through the verifier once more; then its days are held against the
limits below. Printed are, for every kind of finding, how many plans have one and the worst of them; `--list` prints all
of a kind.
"""

from __future__ import annotations

import argparse
import dataclasses
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import get_args

from benchmarks.figures import Figure, limit
from travelagent.briefs.compile import compile_request
from travelagent.briefs.plan import DirectEngine, plan_brief
from travelagent.briefs.values import Dates, Stay, TripBrief
from travelagent.catalog import source
from travelagent.catalog.adapter import planning_sights
from travelagent.planning.engine import plan
from travelagent.planning.hours import light_hours
from travelagent.planning.taste import NIGHT_CATEGORIES
from travelagent.planning.warm import warm
from travelagent.plans.day_strain import DayStrain, strained_days
from travelagent.plans.daylight import DAYLIGHT_CATEGORIES
from travelagent.plans.errors import PlanningError
from travelagent.plans.fields import clock
from travelagent.plans.meal_hours import meal_hours_of
from travelagent.plans.values import PACES, DayPlan, DayWindow, Itinerary, MealHours, Pace, PlanRequest, Sight
from travelagent.verifier import failures_text, verify

START = date(2026, 4, 14)
DAYS = (1, 2, 3, 4, 5, 6, 7)
WALKING_KM = 12.0
"""More than this on foot from stop to stop, on top of what one walks inside the sights, is too much for a day."""
TRAVEL_SHARE = 0.5
"""A day spends at most this share of its hours on the way."""
WAIT_MINUTES = 60
DUSK_MINUTES = 30
"""Outdoor daylight places are left at most this long after sunset, or after dusk on a day of little sun."""
EARLY_END = 15 * 60
"""A day whose last visit ends before this is no whole day."""
DINNER_HOURS = (17 * 60 + 30, 21 * 60)
"""Dinner lies between these, or in the hours of the place where they are others."""
LONG_DAY_END = 19 * 60
"""Whoever is out from before lunch until then has had dinner, or has it at home."""
SECONDS = 60.0


@dataclass(frozen=True)
class Finding:
    """One thing wrong with one plan: its kind, how bad it is (the more the worse), and what it is."""

    kind: str
    trip: str
    weight: float
    text: str


@dataclass(frozen=True)
class Swept:
    """What is wrong with one plan, and how hard its days are."""

    findings: list[Finding]
    strained: tuple[DayStrain, ...] = ()


KINDS = (
    "crash",
    "infeasible",
    "empty day",
    "early end",
    "walking",
    "on the way",
    "waiting",
    "after dark",
    "meals",
    "strain",
)


def brief_for(city: str, days: int, pace: Pace, start: date) -> TripBrief:
    return TripBrief(stays=(Stay(city),), dates=Dates(start=start, days=days), pace=pace)


def swept(brief: TripBrief, sights: tuple[Sight, ...]) -> Swept:
    """Make the plan and hold it against everything above."""
    trip = f"{brief.stays[0].place} {brief.days} {brief.pace}"
    compiled = compile_request(brief, sights, START)
    patient = dataclasses.replace(compiled, request=dataclasses.replace(compiled.request, deadline_seconds=SECONDS))
    try:
        planned = plan_brief(brief, patient, sights, DirectEngine())
    except PlanningError as error:
        return Swept([Finding("crash", trip, 1, error.text.en)])
    request, itinerary = planned.request, planned.itinerary
    certificate = verify(itinerary, request, sights)
    strained = tuple(strained_days(itinerary.days, request, {sight.id: sight for sight in sights}))
    found = [(kind, weight, text) for kind, weight, text in _of_days(request, sights, itinerary)]
    found += [
        ("strain", day.strain.total / day.limit, f"day {day.day}: {day.strain.total:.1f} of {day.limit:.1f}")
        for day in strained
        if day.limit is not None and day.is_over
    ]
    if not certificate.feasible:
        found.append(("infeasible", len(certificate.failures), failures_text(certificate.checks)))
    return Swept([Finding(kind, trip, weight, text) for kind, weight, text in found], strained)


def _of_days(request: PlanRequest, sights: tuple[Sight, ...], itinerary: Itinerary) -> Iterator[tuple[str, float, str]]:
    by_id = {sight.id: sight for sight in sights}
    left = tuple(by_id[left.sight] for left in itinerary.left_out)
    for day in itinerary.days:
        where = f"day {day.day}"
        if not day.visits:
            fitting = _fitting(request, day, left, None)
            if fitting:
                yield "empty day", len(fitting), f"{where}: {', '.join(fitting)} would fit"
            continue
        yield from ((kind, weight, f"{where}: {text}") for kind, weight, text in _of_day(request, by_id, left, day))


def _of_day(
    request: PlanRequest, by_id: dict[str, Sight], left: tuple[Sight, ...], day: DayPlan
) -> Iterator[tuple[str, float, str]]:
    walked = sum(leg.km for leg in day.legs if leg.mode == "walk")
    if walked > WALKING_KM:
        yield "walking", walked, f"{walked:.1f} km on foot"
    share = sum(leg.minutes for leg in day.legs) / (day.end - day.start)
    if share > TRAVEL_SHARE:
        yield "on the way", share, f"{share:.0%} of the day on the way"
    for minutes, before in _waits(day):
        if minutes > WAIT_MINUTES:
            yield "waiting", minutes, f"{minutes} min before {before}"
    sunset = light_hours(request.cities[0].lat, request.cities[0].lon, day.date)[1]
    for visit in day.visits:
        late = visit.depart - sunset
        if late > DUSK_MINUTES and visit.sight is not None and _needs_daylight(by_id[visit.sight], sunset):
            yield "after dark", late, f"{visit.sight} until {clock(visit.depart)}, sunset {clock(sunset)}"
    done = max(visit.depart for visit in day.visits)
    if done < EARLY_END and len(day.visits) < PACES[request.pace].visits:
        fitting = _fitting(request, day, left, done)
        if fitting:
            yield "early end", EARLY_END - done, f"done at {clock(done)}, {', '.join(fitting)} would still fit"
    yield from (("meals", 1, text) for text in _odd_meals(day, meal_hours_of(request, day)))


def _fitting(request: PlanRequest, day: DayPlan, left: tuple[Sight, ...], start: int | None) -> list[str]:
    """The left-out sights that the day could hold by themselves (from that minute on)."""
    window = () if start is None else (DayWindow(1, start=start),)
    found = []
    for sight in left:
        alone = PlanRequest(request.cities, 1, start_date=day.date, pace=request.pace, day_windows=window)
        if plan(alone, [sight]).visits:
            found.append(sight.id)
    return found


def _waits(day: DayPlan) -> Iterator[tuple[int, str]]:
    """(minutes, what is waited for) of every gap, up to the last visit, in which one neither moves nor eats."""
    busy = [(leg.depart, leg.depart + leg.minutes, leg.destination) for leg in day.legs]
    busy += [(meal.start, meal.end, meal.kind) for meal in day.meals if meal.visit is None]
    busy += [(visit.arrive, visit.depart, visit.id) for visit in day.visits]
    last = max(visit.arrive for visit in day.visits)
    for (_, until, _), (begin, _, what) in pairwise(sorted(busy)):
        if begin <= last:
            yield begin - until, what


def _needs_daylight(sight: Sight, sunset: int) -> bool:
    """Whether nobody goes there in the dark: open-air nature, ruins and the like, without night life or lights. What is
    best begun so late that a visit lasts into the dark is lit."""
    if sight.begin_from is not None and sight.begin_from + sight.minutes > sunset:
        return False
    outdoor = sight.category in DAYLIGHT_CATEGORIES - NIGHT_CATEGORIES and not sight.indoor
    return outdoor and "nightlife" not in sight.tags


def _odd_meals(day: DayPlan, hours: MealHours) -> Iterator[str]:
    kinds = [meal.kind for meal in day.meals]
    if day.start <= hours.lunch[0] and day.end >= hours.lunch[1] and "lunch" not in kinds:
        yield "no lunch"
    if day.start <= hours.lunch[0] and day.end >= max(LONG_DAY_END, hours.dinner[1]) and "dinner" not in kinds:
        yield "no dinner"
    earliest, latest = min(DINNER_HOURS[0], hours.dinner[0]), max(DINNER_HOURS[1], hours.dinner[1])
    for meal in day.meals:
        if meal.kind == "dinner" and not (earliest <= meal.start and meal.end <= latest):
            yield f"dinner at {clock(meal.start)}"


def main(arguments: Sequence[str] = ()) -> list[Figure]:
    """Sweep, print the findings, and return how many plans have one."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks catalogue_sweep", description=__doc__)
    parser.add_argument(
        "--cities", nargs="+", default=sorted(source.cities()), choices=sorted(source.cities()), metavar="ID"
    )
    parser.add_argument("--days", nargs="+", type=int, default=DAYS)
    parser.add_argument("--paces", nargs="+", default=get_args(Pace), choices=get_args(Pace))
    parser.add_argument("--start", type=date.fromisoformat, default=START)
    parser.add_argument("--list", nargs="+", default=(), choices=KINDS, metavar="KIND")
    options = parser.parse_args(arguments)
    warm()
    found: list[Finding] = []
    strained: list[DayStrain] = []
    plans = 0
    for city in options.cities:
        sights = planning_sights([city])
        for days in options.days:
            for pace in options.paces:
                made = swept(brief_for(city, days, pace, options.start), sights)
                found += made.findings
                strained += made.strained
                plans += 1
    _report(plans, found)
    _report_strain(strained)
    for finding in found:
        if finding.kind in options.list:
            print(f"{finding.kind:<12} {finding.trip}: {finding.text}")
    return [
        Figure(f"plans with a finding, of {plans}", len({finding.trip for finding in found}), "plans", limit(0)),
        *(
            Figure(f"plans with the finding {kind}", len({f.trip for f in found if f.kind == kind}), "plans")
            for kind in KINDS
            if any(finding.kind == kind for finding in found)
        ),
    ]


def _report(plans: int, found: Sequence[Finding]) -> None:
    print(f"{plans} plans, {len({f.trip for f in found})} with something to find fault with")
    print(f"{'kind':<12} {'plans':>6} {'times':>6}  worst")
    for kind in KINDS:
        mine = sorted((f for f in found if f.kind == kind), key=lambda f: -f.weight)
        worst = f"{mine[0].trip}: {mine[0].text}" if mine else ""
        print(f"{kind:<12} {len({f.trip for f in mine}):>6} {len(mine):>6}  {worst}")
    print(f"{len(found)} findings")


def _report_strain(days: Sequence[DayStrain]) -> None:
    """Print how hard the days are, in hours of moderate walking and as shares of their limits."""
    shares = sorted(day.strain.total / day.limit for day in days if day.limit)
    if not shares:
        return
    median, most = statistics.median(day.strain.total for day in days), max(day.strain.total for day in days)
    light = sum(day.rests for day in days), sum(day.acclimatises for day in days)
    over = sum(day.is_over for day in days)
    print(f"strain of {len(days)} days: median {median:.1f}, most {most:.1f}, at {shares[-1]:.0%} of a limit")
    print(f"{light[0]} days of rest after a hard one, {light[1]} light ones high up, {over} over the limit")
