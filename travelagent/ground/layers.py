"""The layers of the ground around a place, in degrees, as pictures draw them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from travelagent.ground.clip import Point, Points, clip_line, clip_ring, runs
from travelagent.ground.pieces import LEVELS, MARGIN, Box, Detail, Level, names, piece, piece_name

Polygon = tuple[Points, ...]
"""The outer ring, then its holes, each without the last point that would repeat the first; fill them even-odd."""
LINES = ("rivers", "streams", "borders", "provinces")


@dataclass(frozen=True, slots=True)
class Place:
    """A city, at `world` detail a country, at `town` detail also a quarter of a city.

    Its position is in degrees, its people in thousands, none for a quarter.
    """

    lon: float
    lat: float
    thousands: int
    name_en: str
    name_zh: str


@dataclass(frozen=True, slots=True)
class Ground:
    """What lies in a box, clipped to it: all points are `(longitude, latitude)` in degrees of WGS 84.

    Paint the sea over the whole box, then `land`, `lakes`, `streams`, `rivers`, `coast`, `provinces` and `borders` in
    this order. `coast` is the shore of `land` without the edges at which pieces meet. `places` come with the largest
    first.
    """

    box: Box
    detail: Detail
    land: tuple[Polygon, ...]
    lakes: tuple[Polygon, ...]
    coast: tuple[Points, ...]
    rivers: tuple[Points, ...]
    streams: tuple[Points, ...]
    borders: tuple[Points, ...]
    provinces: tuple[Points, ...]
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class _Part:
    """A piece, and the box of degrees for which it is used."""

    level: Level
    corner: tuple[int, int]
    box: Box

    @property
    def layers(self) -> Any:
        return piece(piece_name(self.level.name, self.corner))

    def points(self, flat: Sequence[int]) -> Points:
        step = self.level.step
        lons = accumulate(flat[::2], initial=0)
        lats = accumulate(flat[1::2], initial=0)
        found = [(self.corner[0] + x * step, self.corner[1] + y * step) for x, y in zip(lons, lats, strict=True)]
        return tuple(found[1:])

    def polygons(self, layer: str) -> Iterator[Polygon]:
        """The polygons of a layer, which overlap a neighbour's by the margin, so that no seam is seen."""
        edge = MARGIN * self.level.step
        west, south, east, north = self.box
        for coded in self.layers.get(layer, ()):
            rings = [
                clip_ring(self.points(flat), (west - edge, south - edge, east + edge, north + edge)) for flat in coded
            ]
            if rings[0]:
                yield tuple(ring for ring in rings if ring)

    def lines(self, layer: str) -> Iterator[Points]:
        for flat in self.layers.get(layer, ()):
            yield from clip_line(self.points(flat), self.box)

    def coast(self) -> Iterator[Points]:
        for coded in self.layers.get("land", ()):
            for flat in coded:
                ring = self.points(flat)
                for shore in runs((*ring, ring[0]), self._is_shore):
                    yield from clip_line(shore, self.box)

    def _is_shore(self, one: Point, other: Point) -> bool:
        """Whether a segment is none of those along which a piece is cut off, or the world is at ±180°."""
        step, edge = self.level.step, (MARGIN - 0.5) * self.level.step
        west, south, east, north = self.level.box(self.corner)
        is_cut = not west - edge < one[0] < east + edge or abs(one[0] % 360 - 180) < step / 2
        vertical = abs(one[0] - other[0]) < step / 2 and is_cut
        return not vertical and not (abs(one[1] - other[1]) < step / 2 and not south - edge < one[1] < north + edge)

    def places(self) -> Iterator[Place]:
        for x, y, thousands, en, zh in self.layers.get("places", ()):
            lon, lat = self.corner[0] + x * self.level.step, self.corner[1] + y * self.level.step
            if self.box[0] <= lon <= self.box[2] and self.box[1] <= lat <= self.box[3]:
                yield Place(lon, lat, thousands, en, zh)


def around(box: Box, detail: Detail) -> Ground:
    """Return the ground within a box `(west, south, east, north)` of degrees, west of east, within ±90.

    A box over the date line goes past ±180, and so does the ground in it.
    `detail` is how fine it is (`pieces.detail_for`): `world` has shores good to about 10 km, `region` to 1 km, `town`
    to 100 m. Towns are packaged around the catalogue's sights only; elsewhere their region's shapes stand in.
    """
    parts = list(_parts(box, detail))
    layers = {name: tuple(line for part in parts for line in part.lines(name)) for name in LINES}
    return Ground(
        box,
        detail,
        land=tuple(polygon for part in parts for polygon in part.polygons("land")),
        lakes=tuple(polygon for part in parts for polygon in part.polygons("lakes")),
        coast=tuple(line for part in parts for line in part.coast()),
        places=tuple(sorted((place for part in parts for place in part.places()), key=lambda place: -place.thousands)),
        **layers,
    )


def _parts(box: Box, detail: Detail) -> Iterator[_Part]:
    level = LEVELS[detail]
    for corner in level.corners(box):
        own = _overlap(box, level.box(corner))
        if piece_name(detail, corner) in names():
            yield _Part(level, corner, own)
        elif detail == "town":
            yield from _parts(own, "region")


def _overlap(one: Box, other: Box) -> Box:
    return (max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3]))
