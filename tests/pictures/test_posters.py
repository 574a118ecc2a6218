"""Posters: the same for the same place, different for different ones, and readable under text."""

import hashlib
import io
import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations
from xml.etree import ElementTree

import pytest
import resvg_py
from PIL import Image

from travelagent.catalog import source
from travelagent.catalog.values import CATEGORIES, Sight
from travelagent.pictures.canvas import CARD, Frame
from travelagent.pictures.casting import roles_of
from travelagent.pictures.colours import INK, WHITE, contrast
from travelagent.pictures.heroes import HEROES
from travelagent.pictures.palettes import ALL, Palette
from travelagent.pictures.poster import poster
from travelagent.pictures.scenery.settings import SETTINGS
from travelagent.pictures.subjects import city_subject, own_subject, season_of, sight_subject

LARGEST_BYTES = 16_000
TYPICAL_BYTES = 6_144
LOOK_ALIKE = 40
"""Of the 256 bits of a picture's hash: fewer that differ are taken for one picture."""
BELIEVED = ("beijing", "kyoto", "rome", "london", "new-york", "bangkok")
SAMPLE = (
    "from travelagent.catalog import source\n"
    "from travelagent.pictures.poster import poster\n"
    "from travelagent.pictures.subjects import sight_subject\n"
    "for sight in source.sights_of('kyoto'): print(poster(sight_subject(sight, 11)))\n"
)


def one_of_each_kind() -> Iterator[Sight]:
    """A sight of every category in every country."""
    seen = set()
    for sight in source.sights().values():
        kind = (sight.category, source.cities()[sight.city].country)
        if kind not in seen:
            seen.add(kind)
            yield sight


def looks(svg: str) -> int:
    """The picture's difference hash: of 16 × 16 neighbours, which one is darker than the next."""
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=96))
    image = Image.open(io.BytesIO(png)).convert("L").resize((17, 16))
    pixels = image.tobytes()
    rows = [pixels[17 * y : 17 * (y + 1)] for y in range(16)]
    bits = [row[x] < row[x + 1] for row in rows for x in range(16)]
    return sum(1 << number for number, bit in enumerate(bits) if bit)


def test_it_works() -> None:
    svg = poster(sight_subject(source.sights()["beijing/forbidden-city"]))

    root = ElementTree.fromstring(svg)
    assert root.get("viewBox") == f"0 0 {CARD.width} {CARD.height}"
    assert "<text" not in svg
    assert "<image" not in svg


def test_every_process_draws_the_same() -> None:
    drawn = {
        hashlib.sha256(
            subprocess.run(
                [sys.executable, "-c", SAMPLE],
                env={"PYTHONHASHSEED": seed, "PATH": ""},
                capture_output=True,
                check=True,
            ).stdout
        ).hexdigest()
        for seed in ("1", "2")
    }
    assert len(drawn) == 1


def test_every_kind_of_sight_has_a_small_poster_that_is_its_own() -> None:
    drawn = {sight.id: poster(sight_subject(sight)) for sight in one_of_each_kind()}

    assert len(set(drawn.values())) == len(drawn)
    assert {source.sights()[id].category for id in drawn} == set(CATEGORIES)
    sizes = sorted(len(svg) for svg in drawn.values())
    assert sizes[len(sizes) // 2] <= TYPICAL_BYTES
    assert sizes[-1] <= LARGEST_BYTES
    for id, svg in drawn.items():
        assert ElementTree.fromstring(svg).tag.endswith("svg"), id


@pytest.mark.full
def test_every_sight_has_a_poster() -> None:
    drawn = {poster(sight_subject(sight)) for sight in source.sights().values()}
    assert len(drawn) == len(source.sights())


def test_every_city_has_a_poster_with_buildings_in_every_month() -> None:
    for city in source.cities().values():
        assert city_subject(city).heroes, city.id
    for month in range(1, 13):
        assert ElementTree.fromstring(poster(city_subject(source.cities()["rome"], month))) is not None
    assert len({city_subject(source.cities()["rome"], month).palette for month in (1, 4, 7, 10)}) == 4


@pytest.mark.parametrize("city", BELIEVED)
def test_no_two_sights_of_a_city_look_alike(city: str) -> None:
    best = sorted(source.sights_of(city), key=lambda sight: -sight.score)[:60]
    hashes = {sight.id: looks(poster(sight_subject(sight))) for sight in best}

    for one, other in combinations(hashes, 2):
        assert (hashes[one] ^ hashes[other]).bit_count() >= LOOK_ALIKE, (one, other)


def test_one_city_shows_many_buildings() -> None:
    heroes = [role.hero for role in roles_of("kyoto").values() if role.hero]
    assert len(set(heroes)) > len(heroes) / 2


@pytest.mark.parametrize("palette", ALL)
def test_text_can_be_read_on_the_sky_and_on_the_foreground(palette: Palette) -> None:
    text, least = (WHITE, 4.5) if palette.is_night else (INK, 7)
    assert contrast(palette.sky_high, text) >= least
    assert contrast(palette.front, WHITE) >= 4.5
    if not palette.is_night:
        assert contrast(palette.sky_low, text) >= least


def test_the_top_of_a_poster_carries_text_and_its_foot_white() -> None:
    for city in list(source.cities().values())[::16]:
        subject = city_subject(city)
        png = bytes(resvg_py.svg_to_bytes(svg_string=poster(subject), width=90))
        image = Image.open(io.BytesIO(png)).convert("RGB")
        foot = [_hex(image.getpixel((x, image.height - 2))) for x in range(0, 90, 10)]
        assert min(contrast(colour, WHITE) for colour in foot) >= 4.5, city.id


def _hex(pixel: object) -> str:
    assert isinstance(pixel, tuple)
    return "#" + "".join(f"{value:02x}" for value in pixel[:3])


def test_a_place_of_ones_own_has_one_too() -> None:
    kinds = {poster(own_subject("k", "Grandma's", kind, "rome")) for kind in ("", *CATEGORIES)}
    assert len(kinds) > len(CATEGORIES) / 2
    assert poster(own_subject("a", "A")) != poster(own_subject("b", "B"))


def test_a_frame_of_any_shape_is_filled() -> None:
    for frame in (Frame(680, 630), Frame(900, 737), Frame(1200, 400)):
        png = bytes(resvg_py.svg_to_bytes(svg_string=poster(city_subject(source.cities()["paris"]), frame), width=60))
        image = Image.open(io.BytesIO(png)).convert("RGBA")
        assert image.getextrema()[3] == (255, 255)


def test_seasons_turn_with_the_hemisphere() -> None:
    assert season_of(1, 40.0) == "winter"
    assert season_of(1, -33.0) == "summer"
    assert season_of(4, 40.0) == "spring"
    assert season_of(10, -33.0) == "spring"


def test_every_building_and_setting_is_in_use() -> None:
    roles = [role for city in source.cities() for role in roles_of(city).values()]
    assert set(HEROES.values()) == {role.hero for role in roles if role.hero}
    towns = {city_subject(city).setting for city in source.cities().values()}
    assert set(SETTINGS) == {role.setting for role in roles} | towns
