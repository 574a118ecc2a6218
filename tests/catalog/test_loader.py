"""The loader brings the tables to the packaged data, once, and mends what drifted."""

from decimal import Decimal
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import translation

from travelagent.catalog import models, source
from travelagent.catalog.loader import LoadResult, load
from travelagent.catalog.models import CatalogueVersion, City, ClimateMonth, ExchangeRate, Sight

pytestmark = pytest.mark.django_db


def counts() -> tuple[int, ...]:
    return tuple(table.objects.count() for table in (City, Sight, ClimateMonth, ExchangeRate, CatalogueVersion))


def test_it_works(stored_catalogue: LoadResult) -> None:
    assert counts() == (406, 5382, 406 * 12, 59, 1)
    assert CatalogueVersion.objects.get().data_hash == source.data_hash()


def test_a_second_load_writes_nothing(stored_catalogue: LoadResult) -> None:
    loaded_at = CatalogueVersion.objects.get().loaded_at
    assert load().changed is False
    assert CatalogueVersion.objects.get().loaded_at == loaded_at


def test_changed_rows_are_mended_and_foreign_rows_vanish(stored_catalogue: LoadResult) -> None:
    City.objects.filter(pk="beijing").update(name_en="Pekin", lodging_mid=Decimal(1))
    Sight.objects.filter(pk="paris/louvre-museum").delete()
    stray = City.objects.get(pk="rome")
    stray.pk = "atlantis"
    stray.save(force_insert=True)
    assert load(force=True).changed
    beijing = City.objects.get(pk="beijing")
    assert (beijing.name_en, beijing.lodging_mid) == ("Beijing", source.cities()["beijing"].lodging.mid)
    assert Sight.objects.filter(pk="paris/louvre-museum").exists()
    assert not City.objects.filter(pk="atlantis").exists()
    assert counts() == (406, 5382, 406 * 12, 59, 1)


def test_a_changed_hash_loads_again(stored_catalogue: LoadResult) -> None:
    CatalogueVersion.objects.update(data_hash="0" * 64)
    Sight.objects.filter(pk="beijing/forbidden-city").update(minutes=1)
    assert load().changed
    assert Sight.objects.get(pk="beijing/forbidden-city").minutes == 240


def test_rows_turn_back_into_the_packaged_values(stored_catalogue: LoadResult) -> None:
    stored = models.stored_catalogue()
    assert stored.cities == dict(source.cities())
    assert stored.sights == dict(source.sights())


def test_the_command_tells_the_counts(stored_catalogue: LoadResult) -> None:
    out = StringIO()
    call_command("load_catalogue", stdout=out)
    assert "unchanged: 406 cities, 5382 sights" in out.getvalue()


def test_the_command_tells_the_counts_in_chinese(stored_catalogue: LoadResult) -> None:
    out = StringIO()
    with translation.override("zh-hans"):
        call_command("load_catalogue", stdout=out)
    assert "406" in out.getvalue()
    assert "5382" in out.getvalue()
