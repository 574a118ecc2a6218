"""`manage.py import_places` on the real extract of the centre of Helsinki: stored, planned, suggested, removed."""

from collections.abc import Callable, Iterator
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from benchmarks.catalogue_sweep import brief_for
from tests.osm.elements import HELSINKI
from travelagent.briefs.compile import compile_request
from travelagent.briefs.plan import DirectEngine, plan_brief
from travelagent.catalog import additions, source
from travelagent.catalog.adapter import planning_sights
from travelagent.catalog.models import AddedCity
from travelagent.catalog.models import Venue as VenueRow
from travelagent.catalog.origins import notices_of, provenance_of
from travelagent.catalog.source import distance_km
from travelagent.ops.management.commands import import_places
from travelagent.osm.extract import Extract, read_extract
from travelagent.verifier import verify

pytestmark = pytest.mark.django_db
DAY = date(2026, 6, 9)
FOUND_KM = 0.15


@pytest.fixture(autouse=True)
def _as_packaged(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("LANGUAGE", "en")
    yield
    source.add_places({})


@pytest.fixture(scope="module")
def extract() -> Extract:
    return read_extract(HELSINKI)


@pytest.fixture
def _read_before(extract: Extract, monkeypatch: pytest.MonkeyPatch) -> None:
    """The extract of Helsinki is not read again; other files are."""

    def read(file: Path, progress: Callable[[int], None]) -> Extract:
        return extract if file == HELSINKI else read_extract(file, progress)

    monkeypatch.setattr(import_places, "read_extract", read)


def run(capsys: Any, *args: str | Path) -> str:
    call_command("import_places", *map(str, args))
    return str(capsys.readouterr().out)


def test_import_helsinki_under_its_own_id(capsys: Any) -> None:
    output = run(capsys, HELSINKI, "--place", "赫尔辛基", "--as", "helsinki-osm")
    assert "Helsinki (helsinki-osm)" in output
    assert "restaurant" in output
    city, packaged = source.cities()["helsinki-osm"], source.cities()["helsinki"]
    assert (city.country, city.currency, city.timezone, city.name_zh) == ("FI", "EUR", "Europe/Helsinki", "赫尔辛基")
    assert (city.lodging, city.region_en) == (packaged.lodging, packaged.region_en)

    mine = source.sights_of("helsinki-osm")
    inside = [s for s in source.sights_of("helsinki") if 60.1642 < s.lat < 60.1791 and 24.9352 < s.lon < 24.9534]
    found = [s for s in inside if any(distance_km(s.lat, s.lon, m.lat, m.lon) < FOUND_KM for m in mine)]
    assert len(inside) >= 7
    assert len(found) == len(inside)
    assert provenance_of("helsinki-osm/ateneum").as_of == "2019-04-19"

    sights = planning_sights(["helsinki-osm"])
    brief = brief_for("helsinki-osm", 2, "normal", DAY)
    planned = plan_brief(brief, compile_request(brief, sights, DAY), sights, DirectEngine())
    certificate = verify(planned.itinerary, planned.request, sights)
    assert certificate.feasible, certificate.failures
    (notice,) = notices_of(planned.itinerary.cities)
    assert planned.itinerary.assumptions[0] == notice
    assert "ODbL 1.0" in notice.en
    assert "2019-04-19" in notice.zh
    assert all(len(day.visits) >= 3 for day in planned.itinerary.days)

    last = planned.itinerary.days[0].visits[-1]
    stop = source.sights()[str(last.sight)]
    evening = datetime(2026, 6, 9, 19)
    dinners = additions.venues_near("restaurant", stop.lat, stop.lon, 800, open_at=evening, diet="vegetarian")
    assert dinners
    assert all(near.venue.serves("vegetarian") and near.metres <= 800 for near in dinners)
    assert dinners[0].is_open
    assert additions.venues_near("hotel", stop.lat, stop.lon, 1000)
    vienna = source.cities()["vienna"]
    assert additions.venues_near("restaurant", vienna.lat, vienna.lon, 5000) == ()

    assert "removed" in run(capsys, "--remove", "--place", "helsinki-osm")
    assert not AddedCity.objects.exists()
    assert not VenueRow.objects.exists()
    assert "helsinki-osm" not in source.cities()


@pytest.mark.usefixtures("_read_before")
def test_a_packaged_city_keeps_its_sights_and_gets_venues(capsys: Any) -> None:
    before = source.sights_of("helsinki")
    assert "is packaged" in run(capsys, HELSINKI, "--all-towns")
    assert source.sights_of("helsinki") == before
    assert not AddedCity.objects.exists()
    assert set(VenueRow.objects.values_list("place", flat=True)) == {"helsinki"}


@pytest.mark.usefixtures("_read_before")
def test_a_dry_run_and_too_small_a_town_store_nothing(capsys: Any) -> None:
    assert "sights" in run(capsys, HELSINKI, "--place", "Helsinki", "--as", "helsinki-osm", "--dry-run")
    run(capsys, HELSINKI, "--all-towns", "--min-population", "1000000")
    assert not AddedCity.objects.exists()
    assert not VenueRow.objects.exists()


REFUSED: tuple[tuple[tuple[str | Path, ...], str], ...] = (
    ((HELSINKI, "--place", "Atlantis"), "no town called Atlantis"),
    ((HELSINKI, "--place", "Helsinki", "--as", "helsinki"), "packaged"),
    ((HELSINKI, "--place", "Helsinki", "--as", "Hel sinki"), "--as takes"),
    ((Path(__file__), "--all-towns"), "cannot be read"),
    (("nowhere.osm.pbf", "--all-towns"), "There is no file"),
    (("--all-towns",), "Name the file"),
)
"""Arguments, and what is said of them."""


@pytest.mark.usefixtures("_read_before")
def test_a_clear_word_for_what_cannot_be_done(subtests: pytest.Subtests) -> None:
    for args, message in REFUSED:
        with subtests.test(message=message):
            with pytest.raises(CommandError, match=message):
                call_command("import_places", *map(str, args))
            assert not AddedCity.objects.exists()
