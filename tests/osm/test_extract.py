"""The real extract of the centre of Helsinki, and files that are none."""

from collections import Counter
from datetime import date
from pathlib import Path

import pytest

from tests.osm.elements import HELSINKI, node
from travelagent.catalog.source import distance_km
from travelagent.osm.extract import Extract, UnreadableExtract, read_extract
from travelagent.osm.places import ElementGrid, belonging_to, towns_of
from travelagent.osm.venues import venues_of


@pytest.fixture(scope="module")
def helsinki() -> Extract:
    return read_extract(HELSINKI)


def test_it_reads_points_buildings_and_squares(helsinki: Extract) -> None:
    named = {element.tags.get("name"): element for element in helsinki.elements}
    assert named["Ateneum"].kind == "way"
    assert named["Senaatintori"].kind == "relation"
    assert abs(named["Senaatintori"].lat - 60.1695) < 0.001
    assert helsinki.as_of == date(2019, 4, 19)
    references = Counter((element.kind, element.id) for element in helsinki.elements)
    assert max(references.values()) == 1


def test_its_venues(helsinki: Extract) -> None:
    venues = venues_of(helsinki.elements, date(2019, 4, 19))
    kinds = Counter(venue.kind for venue in venues)
    assert kinds["restaurant"] > 150
    assert kinds["hotel"] > 20
    assert sum(venue.hours is not None for venue in venues) > 150
    assert any(venue.serves("vegetarian") for venue in venues)


def test_its_town(helsinki: Extract) -> None:
    (town,) = towns_of(helsinki.elements)
    assert (town.name.zh, town.country) == ("赫尔辛基", "FI")
    assert town.population is not None
    assert town.population > 600_000
    assert "helsinki" in town.names


def test_elements_belong_to_the_nearest_town() -> None:
    left = node(46.0, 14.0, place="town", name="Left", population="9,000", ele="501 m")
    right = node(46.0, 14.1, place="town", name="Right")
    between = node(46.0, 14.04, tourism="museum", name="M")
    towns = towns_of([right, left])
    assert [(town.name.en, town.population, town.elevation_m) for town in towns] == [
        ("Left", 9000, 501),
        ("Right", None, None),
    ]
    grid = ElementGrid([between])
    assert belonging_to(towns[0], towns, grid) == [between]
    assert belonging_to(towns[1], towns, grid) == []


def test_a_bad_file_is_refused_by_name(tmp_path: Path) -> None:
    text = tmp_path / "page.osm.pbf"
    text.write_text("<html>not found</html>")
    cut = tmp_path / "cut.osm.pbf"
    cut.write_bytes(HELSINKI.read_bytes()[:40_000])
    for file in (text, cut, tmp_path / "none.osm.pbf"):
        with pytest.raises(UnreadableExtract):
            read_extract(file)


def test_the_grid_finds_what_is_around_a_point() -> None:
    elements = [
        node(46 + i / 40, 14 + j / 40, tourism="museum", name="M") for i in range(-20, 21) for j in range(-20, 21)
    ]
    grid = ElementGrid(elements)
    for lat, lon, km in ((46.0, 14.0, 12.0), (46.21, 13.87, 5.0), (-46.0, 14.0, 12.0)):
        near = {e.id for e in elements if distance_km(lat, lon, e.lat, e.lon) <= km}
        assert {e.id for e in grid.around(lat, lon, km)} == near
