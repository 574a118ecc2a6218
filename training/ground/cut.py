"""Cut shapes into the pieces of a grid, in whole steps from a piece's south-western corner."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import shapely
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from travelagent.ground.pieces import MARGIN, Level

Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Layer:
    """The shapes of one layer, simplified, with an index of where they lie."""

    shapes: Sequence[BaseGeometry]
    index: shapely.STRtree

    def within(self, box: Box, level: Level) -> list[BaseGeometry]:
        """Return the parts of the shapes that lie in a box of degrees, or within its margin."""
        west, south, east, north = box
        edge = MARGIN * level.step
        around = (west - edge, south - edge, east + edge, north + edge)
        found = [self.shapes[at] for at in sorted(self.index.query(shapely.box(*around)))]
        return [part for shape in found for part in _parts(shapely.clip_by_rect(shape, *around))]


def layer(shapes: Iterable[BaseGeometry], tolerance: float) -> Layer:
    """Return the shapes without the points less than `tolerance` degrees off, and without shapes that vanish."""
    kept = [part for shape in shapes for part in _parts(shapely.simplify(shape, tolerance))]
    kept = [part for part in kept if part.length > 3 * tolerance]
    return Layer(kept, shapely.STRtree(kept))


def _parts(shape: BaseGeometry) -> list[BaseGeometry]:
    """The polygons and lines that a shape is made of."""
    return [part for part in shapely.get_parts(shape) if isinstance(part, Polygon | LineString) and not part.is_empty]


def polygons(found: Sequence[BaseGeometry], box: Box, level: Level) -> list[list[list[int]]]:
    """Return the polygons as rings of steps: the outer one first, then its holes; without those that vanish."""
    coded = []
    for polygon in found:
        if isinstance(polygon, Polygon):
            outer = _coded(polygon.exterior.coords[:-1], box, level)
            if len(outer) >= 6:
                holes = [_coded(hole.coords[:-1], box, level) for hole in polygon.interiors]
                coded.append([outer, *(hole for hole in holes if len(hole) >= 6)])
    return coded


def lines(found: Sequence[BaseGeometry], box: Box, level: Level) -> list[list[int]]:
    """Return the lines, joined where they meet, in steps."""
    segments = [line for line in found if isinstance(line, LineString) and line.length]
    if not segments:
        return []
    merged = shapely.line_merge(shapely.MultiLineString(segments))
    coded = [_coded(part.coords, box, level) for part in _parts(merged)]
    return [line for line in coded if len(line) >= 4]


def _coded(points: Iterable[Sequence[float]], box: Box, level: Level) -> list[int]:
    """Points as steps: the first from the corner of the box, each other one from the one before it."""
    found: list[int] = []
    last = (0, 0)
    for lon, lat, *_ in points:
        here = (round((lon - box[0]) / level.step), round((lat - box[1]) / level.step))
        if not found or here != last:
            found += [here[0] - last[0], here[1] - last[1]]
        last = here
    return found
