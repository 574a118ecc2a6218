"""The API's page, fit for a strict content security policy, in both languages."""

import re
from typing import Any

import pytest
from django.contrib.staticfiles.finders import find
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _unhashed_files(settings: Any) -> None:
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}


def test_every_file_of_the_page_is_served_here_and_nothing_is_inline(client: Client) -> None:
    response = client.get("/api/docs/")
    page = response.content.decode()
    assert response.status_code == 200
    files = re.findall(r'<(?:script|link|img)[^>]*(?:src|href)="([^"]+)"', page)
    assert [name for name in files if not name.startswith("/static/")] == ["/manifest.webmanifest"]
    assert all(find(name.removeprefix("/static/")) for name in files if name.startswith("/static/"))
    assert not re.findall(r"<style|style=|\son\w+=|<script>", page)


def test_the_page_shows_the_schema_that_is_served(client: Client) -> None:
    page = client.get("/api/docs/").content.decode()
    (schema,) = re.findall(r'data-schema="([^"]+)"', page)
    response = client.get(schema)
    assert response.status_code == 200
    assert b"/api/v1/sessions/{session}/runs/" in response.content


def test_each_entry_of_the_contents_leads_to_a_part_of_the_page(client: Client) -> None:
    page = client.get("/api/docs/").content.decode()
    parts = re.findall(r'<a href="#([a-z]+)">', page)
    assert len(parts) > 3
    assert [part for part in parts if f'id="{part}"' not in page] == []


def test_the_limits_are_those_of_the_settings(client: Client, settings: Any) -> None:
    settings.THROTTLE_READS, settings.THROTTLE_WRITES, settings.THROTTLE_RUNS = 7, 8, 9
    page = client.get("/api/docs/").content.decode()
    assert "read 7 times, write 8 times and start 9 runs" in page
