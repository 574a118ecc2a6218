"""Pictures out of a PMTiles file: which tile is which, what is refused, and how the site serves them."""

import gzip
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

from travelagent.maps import views
from travelagent.maps.pmtiles import GZIP, HEADER, PLAIN, PMTiles, UnreadableTiles, tile_id

PNG, VECTOR = 2, 1


def number(value: int) -> bytes:
    """A number as the format's directories have it."""
    found = bytearray()
    while value > 0x7F:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*found, value])


def directory(entries: list[tuple[int, int, int, int]]) -> bytes:
    """Entries `(tile, offset, length, run)` as a packed directory."""
    tiles = [entry[0] for entry in entries]
    steps = [tile - before for tile, before in zip(tiles, [0, *tiles], strict=False)]
    columns = [steps, [e[3] for e in entries], [e[2] for e in entries], [e[1] + 1 for e in entries]]
    return gzip.compress(b"".join(map(number, [len(entries), *(value for column in columns for value in column)])))


def written(folder: Path, *, kind: int = PNG, version: int = 3) -> Path:
    """A file of three pictures on zooms 0 to 2: one for the world, one for four tiles in a row, one behind a leaf."""
    pictures = [b"world", b"quarters", b"leaf"]
    leaf = directory([(tile_id(2, 3, 1), len(pictures[0] + pictures[1]), len(pictures[2]), 1)])
    root = directory([(0, 0, 5, 1), (1, 5, 8, 4), (tile_id(2, 0, 0), 0, len(leaf), 0)])
    at_leaf = HEADER.size + len(root)
    at_tiles = at_leaf + len(leaf)
    sizes = (HEADER.size, len(root), 0, 0, at_leaf, len(leaf), at_tiles, len(b"".join(pictures)), 6, 3, 3)
    header = HEADER.pack(b"PMTiles", version, *sizes, 1, GZIP, PLAIN, kind, 0, 2, 0, 0, 0, 0, 0, 0, 0)
    path = folder / "own.pmtiles"
    path.write_bytes(header + root + leaf + b"".join(pictures))
    return path


def test_every_tile_is_found_where_the_file_has_it(tmp_path: Path) -> None:
    file = PMTiles(written(tmp_path))
    assert (file.content_type, file.min_zoom, file.max_zoom) == ("image/png", 0, 2)
    assert file.tile(0, 0, 0) == b"world"
    assert [file.tile(1, x, y) for x in (0, 1) for y in (0, 1)] == [b"quarters"] * 4
    assert file.tile(2, 3, 1) == b"leaf"
    assert file.tile(2, 0, 0) is None
    assert [file.tile(*tile) for tile in ((3, 0, 0), (1, 2, 0), (1, 0, 2))] == [None] * 3


@pytest.mark.parametrize(
    ("tile", "expected"),
    [
        ((0, 0, 0), 0),
        ((1, 0, 0), 1),
        ((1, 0, 1), 2),
        ((1, 1, 1), 3),
        ((1, 1, 0), 4),
        ((2, 0, 0), 5),
        ((12, 3423, 1763), 19078479),
    ],
)
def test_tiles_are_numbered_as_the_format_says(tile: tuple[int, int, int], expected: int) -> None:
    assert tile_id(*tile) == expected


@pytest.mark.parametrize("how", [{"kind": VECTOR}, {"version": 2}])
def test_other_files_are_refused(tmp_path: Path, how: dict[str, int]) -> None:
    with pytest.raises(UnreadableTiles):
        PMTiles(written(tmp_path, **how))


def test_the_site_serves_the_file(tmp_path: Path, settings: Settings, client: Client) -> None:
    settings.MAP_TILES, settings.MAP_TILES_FILE = "pmtiles", str(written(tmp_path))
    views._file.cache_clear()
    answer = client.get("/map/tiles/2/3/1")
    assert (answer.status_code, answer["Content-Type"], answer.content) == (200, "image/png", b"leaf")
    assert client.get("/map/tiles/2/0/0").status_code == 404
    settings.MAP_TILES = ""
    views._file.cache_clear()
    assert client.get("/map/tiles/2/3/1").status_code == 404
