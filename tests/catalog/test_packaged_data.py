"""The packaged rows keep the rules that everything else relies on."""

import csv
import gzip
import json
import re
import subprocess
import sys
from collections import Counter
from datetime import timedelta
from typing import cast
from zoneinfo import ZoneInfo

import pytest
from opening_hours import OpeningHours

from travelagent.catalog import source
from travelagent.catalog.attribution import ATTRIBUTIONS
from travelagent.catalog.climate import climate_stations
from travelagent.catalog.files import DATA, csv_rows
from travelagent.catalog.open_data import heritage_sites, per_diems, rate_rows, scenic_areas, world_cities
from travelagent.catalog.quarters import quarters_of
from travelagent.catalog.spectacles import SPECTACLES, Spectacle, usual_days
from travelagent.catalog.text import key
from travelagent.catalog.values import CATEGORIES, TAGS, City, Sight
from travelagent.ground.pieces import names
from travelagent.pictures.typesetting import FACES
from travelagent.travel.network.data_files import airports, stops
from travelagent.travel.network.data_files import lines as lines_between_stops

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
HAN = re.compile(r"[\u4e00-\u9fff]")
CITIES = list(source.cities().values())
SIGHTS = list(source.sights().values())


def lines(pattern: str) -> int:
    """Data rows of the files that match, read without the project's reader."""
    total = 0
    for path in DATA.glob(pattern):
        raw = path.read_bytes()
        text = (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode("utf-8")
        total += sum(1 for row in csv.reader(text.splitlines()) if row) - 1
    return total


def test_it_reads_every_curated_row() -> None:
    assert (len(CITIES), len(SIGHTS)) == (406, 5382)
    assert (lines("curated/cities/*.csv"), lines("curated/sights/*.csv")) == (406, 5382)


@pytest.mark.parametrize(
    ("rows", "read"),
    [
        (34006, world_cities),
        (1198, heritage_sites),
        (301, scenic_areas),
        (1079, per_diems),
        (2939, climate_stations),
        (59, rate_rows),
    ],
)
def test_open_data_has_its_rows(rows: int, read) -> None:
    assert len(read()) == rows


def test_attribution_counts_the_rows_of_its_files() -> None:
    counted = {entry.key: sum(lines(file) for file in entry.files if "names" not in file) for entry in ATTRIBUTIONS}
    beside = sum(
        lines(f"curated/{name}.csv")
        for name in (
            "airports",
            "alternatives",
            "elevations",
            "tickets",
            "bases",
            "best_hours",
            "climbs",
            "closures",
            "concession_places",
            "concessions",
            "dishes",
            "exits",
            "lit",
            "mealtimes",
            "onward",
            "reviewed",
            "roofs",
            "routes",
            "season_prices",
            "sessions",
            "spectacles",
            "strains",
        )
    )
    rows = {entry.key: entry.rows for entry in ATTRIBUTIONS}
    levels = Counter(name.split("/")[0] for name in names())
    counted |= {"map_world": levels["world"] + levels["region"], "map_towns": levels["town"]}
    counted |= {"fonts": len(FACES) - 1, "font_cjk": 1, "encoder": 1}
    counted |= {"network": len(stops()) + len(lines_between_stops()) + len(airports())}
    assert counted == {**rows, "curated": rows["curated"] + beside, "ecb": 1}


def test_every_packaged_file_is_attributed() -> None:
    named = {path for entry in ATTRIBUTIONS for file in entry.files for path in DATA.glob(file)}
    assert {path for path in DATA.rglob("*") if path.is_file()} == named


def test_ids_are_slugs_and_unique() -> None:
    assert all(SLUG.fullmatch(city.id) for city in CITIES)
    assert all(SLUG.fullmatch(sight.slug) for sight in SIGHTS)
    repeated = [name for name, count in Counter(city.id for city in CITIES).items() if count > 1]
    assert repeated == []
    assert lines("curated/sights/*.csv") == len({sight.id for sight in SIGHTS})


def test_quarters_lie_in_their_cities_and_go_by_one_name_each() -> None:
    cities = Counter(row["city"] for row in csv_rows(DATA / "curated/quarters.csv"))
    assert len(cities) >= 40
    assert min(cities.values()) >= 8
    for city in cities:
        centre, quarters = source.cities()[city], quarters_of(city)
        away = [source.distance_km(centre.lat, centre.lon, quarter.lat, quarter.lon) for quarter in quarters]
        names = [key(name) for quarter in quarters for name in quarter.names]
        assert max(away) <= 15, city
        assert len(names) == len(set(names)), city
        assert all(HAN.search(quarter.names[1]) for quarter in quarters), city


def city_faults(city: City) -> list[str]:
    checks = {
        "position": -90 <= city.lat <= 90 and -180 <= city.lon <= 180,
        "country": bool(re.fullmatch("[A-Z]{2}", city.country)),
        "currency": bool(re.fullmatch("[A-Z]{3}", city.currency)),
        "Chinese text": bool(HAN.search(city.name_zh) and HAN.search(city.summary_zh)),
        "timezone": ZoneInfo(city.timezone).key == city.timezone,
        "tags": 3 <= len(city.tags) <= 8 and set(city.tags) <= set(TAGS),
        "best months": bool(city.best_months) and set(city.best_months) <= set(range(1, 13)),
        "days": 1 <= city.days_min <= city.days_max <= 14,
        "summary": len(city.summary_en) <= 160 and len(city.summary_zh) <= 160,
        "food": len(city.food_en) == len(city.food_zh) >= 2,
        "lodging": 0 < city.lodging.budget < city.lodging.mid < city.lodging.luxury,
        "meals": 0 < city.meals.budget < city.meals.mid < city.meals.luxury,
        "transit": city.transit_day >= 0,
    }
    return [f"{city.id}: {rule}" for rule, kept in checks.items() if not kept]


def sight_faults(sight: Sight) -> list[str]:
    city = source.cities()[sight.city]
    checks = {
        "distance": source.distance_km(sight.lat, sight.lon, city.lat, city.lon) <= 150,
        "names": bool(sight.name_en and HAN.search(sight.name_zh)),
        "category": sight.category in CATEGORIES,
        "tags": 1 <= len(sight.tags) <= 4 and set(sight.tags) <= set(TAGS),
        "minutes": 15 <= sight.minutes <= 780,
        "score": 1 <= sight.score <= 10,
        "price": sight.price >= 0,
        "booking": sight.booking in ("none", "recommended", "required"),
        "notes": len(sight.note_en) <= 120 and len(sight.note_zh) <= 120,
        "last entry": sight.last_entry_minutes in (0, 30, 60),
    }
    return [f"{sight.id}: {rule}" for rule, kept in checks.items() if not kept]


def test_cities_keep_the_schema() -> None:
    assert [fault for city in CITIES for fault in city_faults(city)] == []


def test_sights_keep_the_schema() -> None:
    assert [fault for sight in SIGHTS for fault in sight_faults(sight)] == []


def test_opening_hours_parse() -> None:
    for hours in {sight.hours for sight in SIGHTS}:
        assert OpeningHours(hours)


def test_each_city_has_sights_and_few_tens() -> None:
    for city in CITIES:
        scores = [sight.score for sight in source.sights_of(city.id)]
        assert len(scores) >= 8, city.id
        assert scores.count(10) <= 3, city.id


def test_every_local_currency_has_a_rate() -> None:
    assert {city.currency for city in CITIES} <= {row.currency for row in rate_rows()}


def test_elevations_belong_to_cities() -> None:
    with (DATA / "curated/elevations.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["city"] for row in rows} <= set(source.cities())
    assert all(100 <= int(row["metres"]) < 4000 for row in rows)


def test_last_entry_follows_the_kind_of_place() -> None:
    sights = source.sights()
    assert sights["beijing/forbidden-city"].last_entry_minutes == 60
    assert sights["florence/uffizi-gallery"].last_entry_minutes == 30
    assert sights["shanghai/the-bund"].last_entry_minutes == 0
    assert (sights["florence/uffizi-gallery"].indoor, sights["shanghai/the-bund"].indoor) == ("fully", "none")


def test_reading_needs_no_django() -> None:
    program = (
        "import json, sys\n"
        "from travelagent.catalog import names, search, source, money, adapter\n"
        "found = names.resolve_city('京都')\n"
        "print(json.dumps([found.id, len(source.cities()), any(m.split('.')[0] == 'django' for m in sys.modules)]))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == ["kyoto", 406, False]


def test_every_airport_serves_a_covered_city() -> None:
    rows = csv_rows(DATA / "curated/airports.csv")
    assert {row["city"] for row in rows} <= set(source.cities())
    names = [name for row in rows for name in row["names"].split("|")]
    assert len(names) == len(set(names))


def test_spectacles_are_of_known_cities_and_last_for_weeks() -> None:
    rows = list(csv_rows(DATA / "curated/spectacles.csv"))
    assert len({(row["city"], row["spectacle"]) for row in rows}) == len(rows)
    for row in rows:
        assert row["city"] in source.cities()
        assert row["spectacle"] in SPECTACLES
        usual = usual_days(row["city"], cast("Spectacle", row["spectacle"]))
        assert usual is not None
        first, last = usual.in_year(2027)
        assert timedelta(days=8) <= last - first <= timedelta(days=40), row
