"""Corrections lie over the packaged data everywhere, survive the loader, and cannot break the catalogue."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management import call_command

from travelagent.accounts.models import User
from travelagent.catalog import overlay, source
from travelagent.catalog.loader import load
from travelagent.catalog.models import City, Correction, Sight
from travelagent.catalog.sql.file import catalogue_file

pytestmark = pytest.mark.django_db
SIGHT = "beijing/forbidden-city"


@pytest.fixture(autouse=True)
def _as_packaged() -> Iterator[None]:
    yield
    source.correct({})


def correct(place: str, column: str, value: str) -> Correction:
    overlay.check(place, column, value)
    row = Correction.objects.create(place=place, column=column, value=value, reason="its own site")
    overlay.publish()
    return row


def test_it_works() -> None:
    packaged = source.sights()[SIGHT].price
    row = correct(SIGHT, "price", "75")
    assert packaged != 75
    assert source.packaged_catalogue().sights[SIGHT].price == 75
    assert Sight.objects.get(pk=SIGHT).price == 75

    row.delete()
    overlay.publish()
    assert Sight.objects.get(pk=SIGHT).price == source.sights()[SIGHT].price == packaged


def test_a_corrected_price_is_that_of_the_whole_year() -> None:
    assert source.sights()[SIGHT].season_prices
    correct(SIGHT, "price", "75")
    assert source.sights()[SIGHT].season_prices == ()


def test_it_survives_the_loader() -> None:
    correct(SIGHT, "hours", "Tu-Su 08:30-16:00")
    source.correct({})  # another process, at its start
    call_command("load_catalogue", force=True, verbosity=0)
    assert Sight.objects.get(pk=SIGHT).hours == source.sights()[SIGHT].hours == "Tu-Su 08:30-16:00"


def test_a_citys_costs_can_be_corrected() -> None:
    correct("kyoto", "meals_mid", "5200")
    assert City.objects.get(pk="kyoto").meals_mid == source.cities()["kyoto"].meals.mid == 5200


def test_the_file_for_questions_is_written_anew() -> None:
    before = catalogue_file(Path(settings.DATA_DIR))
    correct(SIGHT, "price", "75")
    assert catalogue_file(Path(settings.DATA_DIR)) != before


def test_another_process_notices_without_writing() -> None:
    Correction.objects.create(place=SIGHT, column="price", value="75", reason="")
    assert overlay.refresh()
    assert source.sights()[SIGHT].price == 75
    assert not overlay.refresh()


def test_one_that_is_not_in_force_does_nothing() -> None:
    Correction.objects.create(place=SIGHT, column="price", value="75", reason="", active=False)
    assert not overlay.refresh()


def test_a_place_that_a_release_dropped_is_passed_over() -> None:
    Correction.objects.create(place="atlantis/palace", column="price", value="75", reason="")
    Correction.objects.create(place=SIGHT, column="price", value="75", reason="")
    overlay.refresh()
    load()
    assert source.sights()[SIGHT].price == 75


@pytest.mark.parametrize(
    ("place", "column", "value"),
    [
        ("atlantis", "meals_mid", "1"),
        (SIGHT, "name_en", "The Palace"),
        (SIGHT, "hours", "whenever"),
        (SIGHT, "price", "-3"),
        (SIGHT, "price", "free"),
        (SIGHT, "score", "11"),
        (SIGHT, "lat", "91"),
        (SIGHT, "booking", "maybe"),
        ("kyoto", "transit_day", "NaN"),
    ],
)
def test_a_bad_cell_is_refused(place: str, column: str, value: str) -> None:
    with pytest.raises(ValidationError):
        overlay.check(place, column, value)


def test_the_admin_publishes_what_is_saved(client: Any, django_capture_on_commit_callbacks: Any) -> None:
    staff = User.objects.create_superuser("ada", password="x")
    client.force_login(staff)
    form = {"place": SIGHT, "column": "price", "value": "75", "reason": "its own site", "active": "on"}
    assert "-75" in client.post("/admin/catalog/correction/add/", form | {"value": "-75"}).content.decode()
    assert not Correction.objects.exists()
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post("/admin/catalog/correction/add/", form).status_code == 302
    assert Correction.objects.get().corrected_by == staff
    assert Sight.objects.get(pk=SIGHT).price == 75
