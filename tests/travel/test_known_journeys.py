"""Two hundred journeys between known places take about as long as they do, and none is impossible.

`data/known_journeys.csv`: the minutes aboard and from door to door by the mode that people take, general knowledge of
timetables and roads in 2026. The rows of the set `kept` were written with the others and met once, when the network was
complete.
"""

import csv
import dataclasses
from pathlib import Path
from statistics import median

import pytest

from travelagent.catalog import source
from travelagent.catalog.adapter import home_point
from travelagent.catalog.ground import land_of
from travelagent.plans.values import LocalizedText, Point
from travelagent.travel.intercity import intercity_leg
from travelagent.travel.legs import INTERCITY_MODES

FASTEST_KMH = {"train": 350, "bus": 110, "car": 130, "ferry": 80, "flight": 950}
MEDIAN_ERROR = 0.15
ROUND_THE_WATER = 2


@dataclasses.dataclass(frozen=True)
class Known:
    """A known journey: its ends, its mode, and the minutes aboard and from door to door."""

    origin: Point
    destination: Point
    mode: str
    aboard: int
    door: int
    set: str
    air_km: float

    def __str__(self) -> str:
        return f"{self.origin.name.en}-{self.destination.name.en}"


def _point(row: dict[str, str], end: str) -> Point:
    lat, lon = float(row[f"{end}_lat"]), float(row[f"{end}_lon"])
    nearest = min(source.cities().values(), key=lambda city: (city.lat - lat) ** 2 + (city.lon - lon) ** 2)
    return Point(LocalizedText(row[f"{end}_en"], row[f"{end}_zh"]), lat, lon, land_of(nearest.country, lat, lon))


def _known() -> list[Known]:
    text = (Path(__file__).parent / "data" / "known_journeys.csv").read_text(encoding="utf-8")
    found = []
    for row in csv.DictReader(text.splitlines()):
        ends = _point(row, "from"), _point(row, "to")
        km = source.distance_km(ends[0].lat, ends[0].lon, ends[1].lat, ends[1].lon)
        minutes = int(row["aboard_minutes"]), int(row["door_minutes"])
        found.append(Known(*ends, row["mode"], *minutes, row["set"], km))
    return found


KNOWN = _known()


@pytest.mark.parametrize("group", ["open", "kept"])
def test_the_median_error_of_known_journeys_is_small(group: str) -> None:
    journeys = [known for known in KNOWN if known.set == group]
    assert len(journeys) == 100
    errors = [abs(intercity_leg(k.origin, k.destination).minutes - k.door) / k.door for k in journeys]
    assert median(errors) <= MEDIAN_ERROR
    wanted = [(k, next((mode for mode in INTERCITY_MODES if mode == k.mode), None)) for k in journeys]
    errors = [abs(intercity_leg(k.origin, k.destination, mode).minutes - k.door) / k.door for k, mode in wanted]
    assert median(errors) <= MEDIAN_ERROR


@pytest.mark.parametrize("known", KNOWN, ids=str)
def test_no_known_journey_is_impossible(known: Known) -> None:
    for ends in ((known.origin, known.destination), (known.destination, known.origin)):
        for mode in (None, *INTERCITY_MODES):
            hop = intercity_leg(*ends, mode)
            assert hop.aboard >= known.air_km / FASTEST_KMH[hop.mode] * 60
            assert hop.minutes >= hop.aboard
            if hop.mode == known.mode != "flight":
                assert hop.aboard >= known.aboard * 0.55
    by_train = intercity_leg(known.origin, known.destination, "train")
    if known.mode == "ferry" and by_train.mode == "train":
        assert by_train.km > ROUND_THE_WATER * known.air_km


@pytest.mark.parametrize(
    ("one", "other", "refused"),
    [
        ("lima", "cusco", "train"),
        ("hong-kong", "macau", "train"),
        ("sanya", "beihai", "train"),
        ("xiamen", "taipei", "train"),
        ("dublin", "london", "bus"),
    ],
)
def test_no_train_and_no_coach_goes_where_none_does(one: str, other: str, refused: str) -> None:
    ends = [home_point(source.cities()[city]) for city in (one, other)]
    assert intercity_leg(ends[0], ends[1]).mode != refused
