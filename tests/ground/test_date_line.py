"""Over ±180°: longitudes as one stretch, lines cut there, and the ground of a box past it."""

from itertools import pairwise

import pytest

from tests.ground.test_around import is_land
from travelagent.ground import Detail, Ground, around, cut_at_date_line, seam, unwrapped
from travelagent.ground.pieces import LEVELS, piece_name

MATEI, NABOUWALU, RABI = -179.88, 178.69, 179.98
"""Longitudes of places of Fiji."""


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ([MATEI, NABOUWALU, RABI], [180.12, 178.69, 179.98]),
        ([NABOUWALU, RABI], [178.69, 179.98]),
        ([-74.0, 2.3, 103.9], [-74.0, 2.3, 103.9]),  # New York, Paris, Singapore: the widest gap is the Pacific
        ([-118.2, 139.7], [241.8, 139.7]),  # Los Angeles and Tokyo
        ([-180.0, 180.0], [180.0, 180.0]),
        ([-90.0, 90.0], [-90.0, 90.0]),
        ([12.5], [12.5]),
        ([], []),
    ],
)
def test_longitudes_lie_side_by_side(given: list[float], expected: list[float]) -> None:
    start = seam(given)
    assert [unwrapped(lon, start) for lon in given] == pytest.approx(expected)


def test_a_line_over_the_date_line_is_cut_there() -> None:
    assert cut_at_date_line([(178.0, -18.0), (179.0, -17.0)]) == [[(178.0, -18.0), (179.0, -17.0)]]
    parts = cut_at_date_line([(178.0, -18.0), (-178.0, -16.0), (-179.0, -15.0), (179.0, -15.0)])
    assert parts == [
        [(178.0, -18.0), (180.0, -17.0)],
        [(-180.0, -17.0), (-178.0, -16.0), (-179.0, -15.0), (-180.0, -15.0)],
        [(180.0, -15.0), (179.0, -15.0)],
    ]
    assert cut_at_date_line([(180.0, 1.0), (-180.0, 1.0)])[0][0] == (180.0, 1.0)


def test_a_box_past_the_date_line_has_the_ground_of_both_sides() -> None:
    details: tuple[Detail, ...] = ("world", "region")
    for detail in details:
        chukotka = around((176.0, 66.0, 184.0, 69.0), detail)
        assert is_land(chukotka, 179.0, 68.0), detail
        assert is_land(chukotka, 181.0, 67.5), detail
        assert not is_land(chukotka, 177.0, 70.0), detail
        assert [step for step in steps_at(chukotka, 180.0) if step > 0.001] == [], detail
        west = around((-184.0, 66.0, -176.0, 69.0), detail)
        assert longitudes(west) == [round(lon - 360, 6) for lon in longitudes(chukotka)], detail


def steps_at(ground: Ground, lon: float) -> list[float]:
    """The lengths in degrees of what the shore goes along a meridian."""
    segments = (segment for line in ground.coast for segment in pairwise(line))
    return [abs(one[1] - other[1]) for one, other in segments if max(abs(one[0] - lon), abs(other[0] - lon)) < 1e-6]


def longitudes(ground: Ground) -> list[float]:
    return sorted(round(lon, 6) for polygon in ground.land for ring in polygon for lon, _ in ring)


def test_pieces_past_the_date_line_are_those_a_turn_away_and_none_lie_past_the_poles() -> None:
    assert piece_name("region", (180, -20)) == piece_name("region", (-180, -20)) == "region/-180_-20"
    assert piece_name("region", (-190, -20)) == "region/170_-20"
    assert list(LEVELS["world"].corners((-20.0, -95.0, 20.0, 95.0))) == [(-180, -90)]
