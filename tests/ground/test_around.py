"""The ground around a place: where land, sea, lakes and rivers are, and how pieces meet."""

from itertools import pairwise

import pytest

from travelagent.catalog.source import sights
from travelagent.ground import Ground, around, detail_for
from travelagent.ground.clip import Points, clip_line, clip_ring
from travelagent.ground.pieces import LEVELS, Detail, names, piece_name


def is_within(ring: Points, lon: float, lat: float) -> bool:
    """Whether a point lies in a ring: a ray to the east crosses it an odd number of times."""
    crossed = [
        one[0] + (lat - one[1]) / (other[1] - one[1]) * (other[0] - one[0]) > lon
        for one, other in pairwise((*ring, ring[0]))
        if (one[1] > lat) != (other[1] > lat)
    ]
    return sum(crossed) % 2 == 1


def is_land(ground: Ground, lon: float, lat: float) -> bool:
    return any(sum(is_within(ring, lon, lat) for ring in polygon) % 2 for polygon in ground.land)


@pytest.mark.parametrize(
    ("lon", "lat", "expected", "finest"),
    [
        (116.39, 39.91, True, "world"),  # Beijing
        (12.48, 41.89, True, "world"),  # Rome
        (121.0, 35.0, False, "world"),  # the Yellow Sea
        (12.33, 45.43, True, "town"),  # Venice
        (12.42, 45.28, False, "town"),  # the Adriatic off Venice
        (120.38, 36.07, True, "town"),  # Qingdao
        (120.25, 36.13, False, "town"),  # Jiaozhou Bay
        (109.51, 18.20, False, "town"),  # Sanya Bay
        (109.51, 18.28, True, "town"),  # Sanya
    ],
)
def test_land_and_sea_lie_where_they_are(lon: float, lat: float, expected: bool, finest: Detail) -> None:
    for detail in ("town",) if finest == "town" else LEVELS:
        assert is_land(around((lon - 0.4, lat - 0.4, lon + 0.4, lat + 0.4), detail), lon, lat) is expected, detail


def test_a_box_across_pieces_is_covered_without_gaps() -> None:
    ground = around((115.7, 37.9, 116.3, 38.1), "town")
    for lon in (115.999, 115.9999, 116.0, 116.0001):
        for lat in (37.999, 38.0, 38.001):
            assert is_land(ground, lon, lat)
    assert ground.coast == ()


def test_what_is_returned_lies_in_the_box() -> None:
    box = (119.6, 35.7, 120.9, 36.5)
    ground = around(box, "town")
    lines = [*ground.coast, *ground.rivers, *ground.borders, *(polygon[0] for polygon in ground.land)]
    assert len(ground.coast) > 10
    for lon, lat in (point for line in lines for point in line):
        assert box[0] - 0.002 <= lon <= box[2] + 0.002
        assert box[1] - 0.002 <= lat <= box[3] + 0.002


def test_a_town_that_is_not_packaged_shows_its_region() -> None:
    desert = (8.2, 22.4, 9.0, 23.0)
    assert piece_name("town", (8, 22)) not in names()
    assert is_land(around(desert, "town"), 8.6, 22.7)
    assert around(desert, "town").land == around(desert, "region").land


def test_every_sight_of_the_catalogue_has_its_towns_ground() -> None:
    level = LEVELS["town"]
    boxes = {sight.id: (sight.lon, sight.lat, sight.lon, sight.lat) for sight in sights().values()}
    missing = [name for name, box in boxes.items() if piece_name("town", next(iter(level.corners(box)))) not in names()]
    assert missing == []


def test_lakes_rivers_and_names_are_there() -> None:
    como = around((9.0, 45.7, 9.6, 46.3), "town")
    assert any(is_within(lake[0], 9.27, 45.99) for lake in como.lakes)
    beijing = around((115.7, 39.5, 117.0, 40.4), "town")
    assert beijing.rivers
    assert beijing.streams
    assert (beijing.places[0].name_en, beijing.places[0].name_zh) == ("Beijing", "北京")
    world = around((-180, -90, 180, 90), "world")
    assert {"China", "Italy", "Japan"} <= {place.name_en for place in world.places}
    assert world.borders


@pytest.mark.parametrize(("pixel", "detail"), [(0.25, "world"), (0.01, "region"), (0.0005, "town")])
def test_the_detail_follows_the_scale(pixel: float, detail: Detail) -> None:
    assert detail_for(pixel) == detail


def test_a_line_that_leaves_a_box_and_comes_back_is_two() -> None:
    zigzag = ((0.5, 0.5), (2.0, 0.5), (2.0, 0.8), (0.5, 0.8))
    assert clip_line(zigzag, (0, 0, 1, 1)) == [((0.5, 0.5), (1, 0.5)), ((1, 0.8), (0.5, 0.8))]


def test_a_ring_around_a_box_becomes_the_box() -> None:
    around_it = ((-5.0, -5.0), (5.0, -5.0), (5.0, 5.0), (-5.0, 5.0))
    assert set(clip_ring(around_it, (0, 0, 1, 1))) == {(0, 0), (1, 0), (1, 1), (0, 1)}
    assert clip_ring(((3.0, 3.0), (4.0, 3.0), (4.0, 4.0)), (0, 0, 1, 1)) == ()
