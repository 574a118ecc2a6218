"""A frozen trip as numbers, read from its file (frozen/README.md states the problem)."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

FOLDER = Path(__file__).parent / "frozen"

Routes: TypeAlias = tuple[tuple[int, ...], ...]
"""The sights of every day in their order, numbered from 0."""


@dataclass(frozen=True)
class Day:
    """Minutes since midnight between which one is away from the hotel, and how many sights there may be."""

    start: int
    end: int
    cap: int


@dataclass(frozen=True)
class Trip:
    """N sights, D days. `starts[d][i]` are the windows (first, last) in which a visit may begin; place 0 of the (N + 1,
    N + 1) matrices is the hotel, place i + 1 sight i."""

    name: str
    days: tuple[Day, ...]
    profit: tuple[int, ...]
    minutes: tuple[int, ...]
    starts: tuple[tuple[tuple[tuple[int, int], ...], ...], ...]
    travel: npt.NDArray[np.int64]
    price: npt.NDArray[np.int64]


def path_of(name: str, folder: Path = FOLDER) -> Path:
    return folder / "trips" / f"{name}.json"


def names_in(folder: Path = FOLDER) -> list[str]:
    return sorted(path.stem for path in (folder / "trips").glob("*.json"))


def read_trip(path: Path) -> Trip:
    model = json.loads(path.read_text(encoding="utf-8"))["model"]
    return Trip(
        name=path.stem,
        days=tuple(Day(day["start"], day["end"], day["cap"]) for day in model["days"]),
        profit=tuple(model["profit"]),
        minutes=tuple(model["minutes"]),
        starts=tuple(
            tuple(tuple((first, last) for first, last in windows) for windows in row) for row in model["starts"]
        ),
        travel=np.array(model["travel"], dtype=np.int64),
        price=np.array(model["priced_minutes"], dtype=np.int64) * model["minute_price"],
    )
