"""The API's pages, fit for a strict content security policy."""

import re

import pytest
from django.contrib.staticfiles.finders import find
from django.test import Client

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.api.urlconf")]


@pytest.fixture(autouse=True)
def _unhashed_files(settings: pytest.FixtureRequest) -> None:
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}


def test_every_file_of_the_page_is_there_and_nothing_is_inline(client: Client) -> None:
    response = client.get("/api/docs/")
    page = response.content.decode()
    assert response.status_code == 200
    files = re.findall(r'(?:src|href)="/static/([^"]+)"', page)
    assert len(files) == 4
    assert all(find(name) for name in files)
    assert len(files) == len(re.findall(r"(?:src|href)=", page))
    assert not re.findall(r"<style|style=|\son\w+=|<script>", page)


def test_the_page_shows_the_schema_that_is_served(client: Client) -> None:
    page = client.get("/api/docs/").content.decode()
    (schema,) = re.findall(r'data-schema="([^"]+)"', page)
    response = client.get(schema)
    assert response.status_code == 200
    assert b"/api/v1/sessions/{session}/runs/" in response.content
