"""How far a city is from home: the journey there by the planner's own estimate, and whether it is near enough."""

from dataclasses import dataclass

from travelagent.catalog.adapter import home_point
from travelagent.catalog.source import distance_km
from travelagent.catalog.values import City
from travelagent.plans.values import IntercityMode, LocalizedText, Mode, Point
from travelagent.plans.words import duration
from travelagent.travel.intercity import intercity_leg
from travelagent.travel.network.flights import CRUISE_KMH

HOME_KM = 20.0
"""Nearer than this a city is home itself."""
USUAL_DAYS = 7
"""The length of a trip where none is given."""
AWAKE_MINUTES = 10 * 60
"""The hours of a day that a journey takes away from the trip."""
ABOARD: dict[Mode, LocalizedText] = {
    "train": LocalizedText("by train", "坐火车"),
    "flight": LocalizedText("in the air", "飞行"),
    "bus": LocalizedText("by coach", "坐大巴"),
    "car": LocalizedText("by car", "开车"),
    "ferry": LocalizedText("by ferry", "坐船"),
}


@dataclass(frozen=True, slots=True)
class Reach:
    """How far one goes from `home`.

    At most so many `hours` aboard the `mode`, or door to door where none is named, and so many `km` as the crow flies.
    `nearest`: of the cities that fit about as well as the best the nearest come first.
    """

    home: Point
    mode: IntercityMode | None = None
    hours: float | None = None
    km: float | None = None
    nearest: bool = False


@dataclass(frozen=True, slots=True)
class Journey:
    """The estimated way to a city: `minutes` from door to door, `aboard` of it in vehicles."""

    home: LocalizedText
    mode: Mode
    air_km: float
    minutes: int
    aboard: int


def journey_to(city: City, reach: Reach) -> Journey:
    """Return the journey from home to a city, by the requested mode where that is possible."""
    home, there = reach.home, home_point(city)
    hop = intercity_leg(home, there, reach.mode)
    air_km = distance_km(home.lat, home.lon, there.lat, there.lon)
    return Journey(home.name, hop.mode, air_km, hop.minutes, hop.aboard)


def is_reached(journey: Journey, reach: Reach) -> bool:
    """Return whether a city is not home itself and near enough.

    Hours in the air are judged by the distance, as a flight is not looked up.
    """
    if journey.air_km < HOME_KM or (reach.km is not None and journey.air_km > reach.km):
        return False
    if reach.hours is None:
        return True
    if reach.mode == "flight":
        return journey.air_km <= reach.hours * CRUISE_KMH
    if reach.mode is not None and journey.mode != reach.mode:
        return False
    return (journey.minutes if reach.mode is None else journey.aboard) <= reach.hours * 60


def journey_fit(journey: Journey, days: int | None) -> float:
    """Return how little of a trip's waking hours the journey there and back takes: 1 nothing, 0 all of them."""
    return max(0.0, 1 - 2 * journey.minutes / ((days or USUAL_DAYS) * AWAKE_MINUTES))


def journey_text(journey: Journey) -> LocalizedText:
    """Describe a journey: `From Xi'an: about 1 h 40 min by train (2 h 50 min door to door)`."""
    aboard, whole, how = duration(journey.aboard), duration(journey.minutes), ABOARD[journey.mode]
    return LocalizedText(
        f"From {journey.home.en}: about {aboard.en} {how.en} ({whole.en} door to door)",
        f"从{journey.home.zh}出发：{how.zh}约 {aboard.zh}（门到门约 {whole.zh}）",
    )
