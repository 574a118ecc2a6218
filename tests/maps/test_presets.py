"""The tile services that the settings choose."""

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from tests.maps.test_pmtiles import written
from tests.ops.test_settings import read
from travelagent.maps.presets import Tiles


def service(monkeypatch: pytest.MonkeyPatch, folder: Path, **given: str) -> Tiles | None:
    found: Tiles | None = read(monkeypatch, folder, **given)["MAP_TILE_SERVICE"]
    return found


def test_without_a_setting_there_are_no_tiles(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert service(monkeypatch, tmp_path) is None


def test_each_preset_names_its_source_and_its_hosts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    osm = service(monkeypatch, tmp_path, MAP_TILES="osm")
    assert osm
    assert osm.hosts == ("https://tile.openstreetmap.org",)
    assert 'href="https://www.openstreetmap.org/copyright"' in osm.attribution

    amap = service(monkeypatch, tmp_path, MAP_TILES="amap")
    assert amap
    assert (amap.datum, amap.hosts) == ("gcj02", ("https://*.is.autonavi.com",))

    maptiler = service(monkeypatch, tmp_path, MAP_TILES="maptiler", MAP_TILES_KEY="a/b")
    assert maptiler
    assert maptiler.url.endswith("streets-v2/256/{z}/{x}/{y}.png?key=a%2Fb")
    assert "streets-v2-dark" in maptiler.dark_url

    own = service(monkeypatch, tmp_path, MAP_TILES="pmtiles", MAP_TILES_FILE=str(written(tmp_path)))
    assert own
    assert (own.max_zoom, own.hosts) == (2, ())


def test_a_template_of_ones_own_still_works(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    url = "https://{s}.tiles.example/{z}/{x}/{y}.png"
    own = service(monkeypatch, tmp_path, MAP_TILE_URL=url, MAP_TILE_ATTRIBUTION="me")
    assert own == Tiles(url, "me", hosts=("https://*.tiles.example",))


def test_the_policy_of_the_page_names_the_service(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    policy = read(monkeypatch, tmp_path, MAP_TILES="osm")["CONTENT_SECURITY_POLICY"]
    assert policy["DIRECTIVES"]["img-src"][-1] == "https://tile.openstreetmap.org"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"MAP_TILES": "maptiler"}, "MAP_TILES_KEY"),
        ({"MAP_TILES": "pmtiles"}, "MAP_TILES_FILE"),
        ({"MAP_TILES": "pmtiles", "MAP_TILES_FILE": __file__}, "no PMTiles file"),
        ({"MAP_TILES": "osm", "MAP_TILE_URL": "https://tiles.example/{z}/{x}/{y}.png"}, "two tile services"),
    ],
)
def test_what_is_missing_stops_the_start(
    given: dict[str, str], message: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with pytest.raises(ImproperlyConfigured, match=message):
        service(monkeypatch, tmp_path, **given)
