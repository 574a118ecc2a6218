"""The attribution page and the admin, which can look and not touch."""

from pathlib import Path

import pytest
from django.contrib.admin.sites import site
from django.contrib.auth import get_user_model
from django.test import Client, RequestFactory
from django.utils import translation
from pytest_django import Settings

from travelagent.catalog.attribution import ATTRIBUTIONS
from travelagent.catalog.loader import LoadResult
from travelagent.catalog.models import AddedCity, CatalogueVersion, City, ClimateMonth, ExchangeRate, Sight, Venue

TABLES = [City, Sight, ClimateMonth, ExchangeRate, CatalogueVersion, AddedCity, Venue]


@pytest.mark.urls("tests.catalog.urlconf")
@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_the_attribution_page_names_every_source(
    client: Client, language: str, settings: Settings, tmp_path: Path
) -> None:
    settings.STATIC_ROOT = tmp_path
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
    response = client.get("/attribution/", headers={"accept-language": language})
    page = response.content.decode()
    assert response.status_code == 200
    for entry in ATTRIBUTIONS:
        for text in (entry.title, entry.licence):
            assert (text.zh if language == "zh-hans" else text.en).replace("'", "&#x27;") in page
        assert entry.url in page
    assert "Datenbasis: Deutscher Wetterdienst, eigene Bearbeitung" in page


@pytest.mark.django_db
@pytest.mark.parametrize("table", TABLES)
def test_the_admin_lists_and_cannot_write(table: type, stored_catalogue: LoadResult) -> None:
    request = RequestFactory().get("/")
    request.user = get_user_model()(is_staff=True, is_superuser=True, is_active=True)
    page = site._registry[table]
    assert page.has_view_permission(request)
    assert not page.has_add_permission(request)
    assert not page.has_change_permission(request)
    assert not page.has_delete_permission(request)
    assert page.get_changelist_instance(request).result_count == table.objects.count()


@pytest.mark.django_db
def test_the_admin_searches_by_chinese_name(stored_catalogue: LoadResult) -> None:
    request = RequestFactory().get("/", {"q": "故宫博物院"})
    request.user = get_user_model()(is_staff=True, is_superuser=True, is_active=True)
    found = site._registry[Sight].get_changelist_instance(request).get_queryset(request)
    assert "beijing/forbidden-city" in {row.pk for row in found}


@pytest.mark.django_db
def test_names_follow_the_language(stored_catalogue: LoadResult) -> None:
    rome = City.objects.get(pk="rome")
    with translation.override("zh-hans"):
        assert str(rome) == "罗马"
    with translation.override("en"):
        assert str(rome) == "Rome"
