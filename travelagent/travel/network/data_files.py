"""The network's data: `stops.csv`, `lines.csv`, `airports.csv` beside this file.

Minutes and kilometres are general knowledge of timetables and roads, state of 2026; coordinates of airports are from
the airportsdata package (MIT).
"""

import csv
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import cast

from travelagent.travel.network.values import Airport, Line, LineMode, Place, Stop


def _rows(name: str) -> Iterator[dict[str, str]]:
    text = (files(__package__) / "data" / name).read_text(encoding="utf-8")
    yield from csv.DictReader(text.splitlines())


@cache
def stops() -> dict[str, Stop]:
    """Return the stops by their ids."""
    return {row["id"]: Stop(row["id"], _place(row), row["country"], bool(row["island"])) for row in _rows("stops.csv")}


@cache
def lines() -> tuple[Line, ...]:
    """Return all lines, each once."""
    return tuple(
        Line(
            cast("LineMode", row["mode"]),
            row["family"],
            (row["from"], row["to"]),
            int(row["minutes"]),
            float(row["km"]),
        )
        for row in _rows("lines.csv")
    )


@cache
def airports() -> tuple[Airport, ...]:
    """Return all airports."""
    return tuple(
        Airport(row["iata"], _place(row), row["country"], int(row["minutes"]), int(row["size"]))
        for row in _rows("airports.csv")
    )


def _place(row: dict[str, str]) -> Place:
    return Place(float(row["lat"]), float(row["lon"]))
