"""The packaged pieces of the ground: which there are, and what one holds.

`data/ground.zip` is made by `python -m training.ground`. It holds one piece of the whole world, pieces of regions of 10
by 10 degrees, and pieces of towns of 2 by 2 degrees around the catalogue's sights. A piece is a JSON object:

* `land`, `lakes`: polygons, each a list of rings, the outer one first, then its holes, without the last point that
  would repeat the first;
* `rivers`, `streams`, `borders`, `provinces`: lines;
* `places`: `[x, y, thousands of people, English name, Chinese name]`, the largest first; quarters of cities have 0.

A ring or line is a flat list of whole steps `x0, y0, dx1, dy1, …`: the first point from the south-western corner of the
piece, each other one from the point before it. Shapes reach MARGIN steps over the piece's edge, so that neighbours
overlap.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from math import floor
from pathlib import Path
from typing import Any, Literal
from zipfile import ZipFile

ARCHIVE = Path(__file__).parent / "data/ground.zip"
MARGIN = 4
Detail = Literal["world", "region", "town"]
Box = tuple[float, float, float, float]
"""West, south, east and north, in degrees of WGS 84."""


@dataclass(frozen=True, slots=True)
class Level:
    """A grid of pieces `size` degrees wide and high.

    `step` is the unit of their points, in degrees, and `finest` the degrees of a pixel down to which its lines look
    smooth.
    """

    name: Detail
    size: tuple[int, int]
    step: float
    finest: float

    def corners(self, box: Box) -> Iterable[tuple[int, int]]:
        """Return the south-western corners of the pieces that a box touches, past ±180 where the box is."""
        wide, high = self.size
        west, south = floor((box[0] + 180) / wide), max(floor((box[1] + 90) / high), 0)
        east, north = floor((box[2] + 180) / wide), min(floor((box[3] + 90) / high), 180 // high - 1)
        return ((x * wide - 180, y * high - 90) for y in range(south, north + 1) for x in range(west, east + 1))

    def box(self, corner: tuple[int, int]) -> tuple[int, int, int, int]:
        """Return the degrees that the piece of a south-western corner covers."""
        return (*corner, corner[0] + self.size[0], corner[1] + self.size[1])


LEVELS: Mapping[Detail, Level] = {
    "world": Level("world", (360, 180), 0.05, 0.03),
    "region": Level("region", (10, 10), 0.0025, 0.004),
    "town": Level("town", (2, 2), 0.00025, 0),
}


def detail_for(degrees_per_pixel: float) -> Detail:
    """Return the coarsest detail that looks smooth where a pixel is so many degrees of longitude wide."""
    return next(level.name for level in LEVELS.values() if degrees_per_pixel >= level.finest)


def piece_name(detail: Detail, corner: tuple[int, int]) -> str:
    """Return the name of a piece in the archive and in its address: `world`, `region/100_30`, `town/116_38`.

    A corner past ±180 names the piece a turn away.
    """
    return detail if detail == "world" else f"{detail}/{(corner[0] + 180) % 360 - 180}_{corner[1]}"


@cache
def version() -> str:
    """Return the first twelve hexadecimal digits of the archive's SHA-256, which stand in the pieces' addresses."""
    return sha256(ARCHIVE.read_bytes()).hexdigest()[:12]


@cache
def names() -> frozenset[str]:
    """Return the names of all pieces. A region without one is only sea; for a town without one its region stands in."""
    with ZipFile(ARCHIVE) as archive:
        return frozenset(name.removesuffix(".json") for name in archive.namelist())


def packed(name: str) -> bytes:
    """Return the JSON of a piece. Raises KeyError for a name that `names` does not hold."""
    with ZipFile(ARCHIVE) as archive:
        return archive.read(f"{name}.json")


@lru_cache(maxsize=64)
def piece(name: str) -> Mapping[str, Any]:
    """Return a piece as it is packed, for reading only. Raises KeyError for a name that `names` does not hold."""
    found: dict[str, Any] = json.loads(packed(name))
    return found
