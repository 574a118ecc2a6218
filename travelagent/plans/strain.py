"""Strain: how hard a day is on those who go, and how hard it may be.

The unit is an hour's walk of a fit adult at a moderate pace on the flat (5 km an hour, 3.5 MET in the Compendium of
Physical Activities). A day's strain is a sum of parts, each its own quantity times a weight, times the factor of
whoever of the party it is hardest on; so more of anything, or a frailer walker, never lowers it. Which of them may be
judgement is noted where the figure stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields

from travelagent.plans.values import DayPlan, Leg, Mode, Pace, Sight, Visit, Walker
from travelagent.plans.words import REST

CLIMB_METRES = 600
"""Metres of climbing that ask as much as an hour's walk: Naismith's rule of 1892."""
LOW_METRES = 1_500
"""Below this height a body notices nothing; from it on its capacity falls by 6 % per 1,000 m (Wehrlin, Hallén 2006)."""
HIGH_METRES = 2_500
"""From this height on a body has to get used to the air (Wilderness Medical Society, guidelines of 2019)."""
ALTITUDE_HOURS = 0.5
"""Of 1,000 m of height gained for the night, and of 1,000 m that a sight leads above `HIGH_METRES`: judgement."""
EARLY = 7 * 60 + 30
"""Who sets out before this minute sleeps less; an hour of sleep that is lost counts as one of walking: judgement."""
CHANGE_HOURS = 0.1
"""Of a ride with a stop to walk to and wait at: six minutes on one's feet."""
MOVE_HOURS = 1.0
"""Of a move to another hotel: packing, checking out and in, carrying the luggage."""
SEATED_RATE = 0.25
"""Of an hour sat in a vehicle: 1.3 MET are an eighth of a walk's effort above rest; doubled, as sitting still tires."""
OWN_RATE = 0.1
"""Of an hour at a booking or place of the traveller's own, where one mostly sits."""
STROLL_RATE = 0.4
"""Of an hour of standing and strolling, as in a museum: 2.0 MET are 0.4 of a walk's effort above rest."""
RATES: Mapping[str, float] = {
    **dict.fromkeys(("show", "hot_spring", "beach", "ski"), OWN_RATE),
    **dict.fromkeys(("lake", "river", "island", "theme_park"), 0.3),
    **dict.fromkeys(("park", "garden", "street", "old_town", "neighborhood", "village", "zoo", "ruins"), 0.5),
    **dict.fromkeys(("mountain", "canyon", "forest", "national_park", "desert"), 0.6),
}
"""Of an hour at a sight of that category: what is sailed, queued and sat for asks less than a stroll, long ways on foot
more."""
HIKING_RATE = 0.8
"""Of an hour of a hike, its rests among it; its climb counts besides."""
WAITED_FOR: frozenset[Mode] = frozenset({"transit", "shuttle", "ferry", "train", "bus", "flight"})

LIMITS: Mapping[Pace, float] = {"relaxed": 6.0, "normal": 8.0, "packed": 10.0}
"""The strain that a day of that pace may have: judgement. Eight hours are a full day's walk for a fit adult."""
NEEDY: frozenset[Walker] = frozenset({"pregnant", "little_walking", "wheelchair"})
NEEDY_SHARE = 0.85
"""Of the limit that a day has with one of them: strength in reserve is what the need asks for."""
HARD_SHARE, REST_SHARE = 0.85, 0.75
"""After a day above that share of the usual limit, the next one's is this share of it."""
ARRIVAL_SHARE = 0.6
"""Of the limit on the first day that is so high up: light exercise alone in the first 24 hours (WMS 2019)."""
GAIN_METRES, SLEEP_METRES = 500, 3_000
"""From the latter height on nobody should sleep higher than the night before by more than the former (WMS 2019)."""


@dataclass(frozen=True, slots=True)
class Load:
    """What a day asks of a body, whoever it is.

    `walked`: minutes on foot from stop to stop, `km` the same; `seen`: minutes of visits, `strolled` those by the rate
    of their sights, as minutes of walking; `climbed`: metres; `thin`: metres that the sights lead above `HIGH_METRES`;
    `gained`: metres that one sleeps higher, from `LOW_METRES` on; `early`: minutes before `EARLY`; `changes` of vehicle
    and `moves` to another hotel; `seated`: minutes in vehicles.
    """

    walked: float = 0.0
    km: float = 0.0
    seen: float = 0.0
    strolled: float = 0.0
    climbed: float = 0.0
    thin: float = 0.0
    gained: float = 0.0
    early: float = 0.0
    changes: int = 0
    moves: int = 0
    seated: float = 0.0

    def __add__(self, other: Load) -> Load:
        return Load(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))


@dataclass(frozen=True, slots=True)
class Strain:
    """The parts of a strain, in hours of moderate walking."""

    walking: float = 0.0
    sights: float = 0.0
    climbing: float = 0.0
    altitude: float = 0.0
    early_start: float = 0.0
    transfers: float = 0.0
    rides: float = 0.0

    @property
    def total(self) -> float:
        """The strain: what the parts sum to."""
        return float(sum(getattr(self, each.name) for each in fields(self)))


FACTORS: Mapping[Walker, Strain] = {
    "adult": Strain(1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0),
    "teenager": Strain(1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0),
    "child": Strain(1.1, 1.1, 1.1, 1.1, 1.25, 1.0, 1.1),
    "small_child": Strain(1.3, 1.2, 1.5, 1.5, 1.5, 1.25, 1.3),
    "senior": Strain(1.3, 1.25, 1.5, 1.25, 1.25, 1.25, 1.25),
    "pregnant": Strain(1.3, 1.25, 1.5, 1.5, 1.25, 1.25, 1.3),
    "little_walking": Strain(1.6, 1.25, 2.0, 1.25, 1.0, 1.5, 1.0),
    "wheelchair": Strain(1.3, 1.1, 3.0, 1.25, 1.25, 2.0, 1.25),
}
"""By how much a part is harder on somebody than on a fit adult. A senior's capacity at 70 is about three quarters of
that at 40 (10 % a decade), hence the third more for walking, and a half where it is used up, on climbs; those of
children go by their shorter legs and longer sleep; the others are judgement. None is below 1."""


def strain_of(load: Load, walkers: Iterable[Walker]) -> Strain:
    """Return the parts of what that load is for this party; without walkers, for a fit adult."""
    factors = [FACTORS["adult"], *(FACTORS[walker] for walker in walkers)]
    hours = Strain(
        walking=load.walked / 60,
        sights=load.strolled / 60,
        climbing=load.climbed / CLIMB_METRES,
        altitude=(load.thin + load.gained) / 1000 * ALTITUDE_HOURS,
        early_start=load.early / 60,
        transfers=load.changes * CHANGE_HOURS + load.moves * MOVE_HOURS,
        rides=load.seated / 60 * SEATED_RATE,
    )
    names = [each.name for each in fields(hours)]
    return Strain(*(getattr(hours, name) * max(getattr(factor, name) for factor in factors) for name in names))


def usual_limit(pace: Pace, walkers: Sequence[Walker]) -> float:
    """Return the strain that an ordinary day of the trip may have."""
    return LIMITS[pace] * (NEEDY_SHARE if NEEDY.intersection(walkers) else 1.0)


def has_to_acclimatise(altitude: int, before: int) -> bool:
    """Return whether the first day at that height, coming from the other one, is to be light. Heights in metres."""
    return altitude >= HIGH_METRES and altitude - max(before, LOW_METRES) >= GAIN_METRES


def sleeps_too_high(altitude: int, before: int) -> bool:
    """Return whether a night at that height comes too soon after one at the other. Heights in metres."""
    return altitude >= SLEEP_METRES and altitude - max(before, LOW_METRES) > GAIN_METRES


def load_of_sight(sight: Sight, minutes: float) -> Load:
    """Return what a visit of that length asks for."""
    rate = HIKING_RATE if "hiking" in sight.tags else RATES.get(sight.category, STROLL_RATE)
    thin = max(sight.altitude - HIGH_METRES, 0)
    return Load(seen=minutes, strolled=rate * minutes, climbed=sight.climb, thin=thin)


def load_of_way(mode: Mode, minutes: float, km: float) -> Load:
    """Return what a leg from stop to stop asks for."""
    if mode == "walk":
        return Load(walked=minutes, km=km)
    return Load(seated=minutes, changes=int(mode in WAITED_FOR))


def load_of_begin(leaves: int, moves: int, altitude: int, before: int) -> Load:
    """Return what a day asks for by the minute at which one sets out, the moves to another hotel, and the heights at
    which one sleeps after and slept before it."""
    return Load(early=max(EARLY - leaves, 0), moves=moves, gained=max(altitude - max(before, LOW_METRES), 0))


def load_of_day(day: DayPlan, known: Mapping[str, Sight], altitude: int, before: int) -> Load:
    """Return what a written day asks for, one sleeping at these heights after and before it."""
    move = any(leg.is_move for leg in day.legs)
    load = load_of_begin(day.start, int(move), altitude, before)
    for leg in day.legs:
        load += _of_leg(leg)
    for visit in day.visits:
        load += _of_visit(visit, day, known)
    return load


def _of_leg(leg: Leg) -> Load:
    return load_of_way(leg.mode, leg.minutes, leg.km)


def _of_visit(visit: Visit, day: DayPlan, known: Mapping[str, Sight]) -> Load:
    """What a visit asks for without the meal taken in it; a rest, or where one is under way, asks for nothing."""
    eaten = sum(meal.end - meal.start for meal in day.meals if meal.visit == visit.id)
    minutes, sight = max(visit.depart - visit.arrive - eaten, 0), known.get(visit.sight or "")
    if sight is not None:
        return load_of_sight(sight, minutes)
    return Load() if visit.marker or visit.name == REST else load_of_own(minutes)


def load_of_own(minutes: float) -> Load:
    """Return what so many minutes at a place of the traveller's own ask for."""
    return Load(seen=minutes, strolled=OWN_RATE * minutes)
