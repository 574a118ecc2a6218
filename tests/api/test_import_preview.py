"""A file is shown before it is kept: nothing is written by the preview, and its document makes the trip."""

from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.conftest import PartnerKey
from tests.support.tables import undone
from travelagent.trips.models import Trip

pytestmark = pytest.mark.django_db

FILES = Path(__file__).parents[1] / "trips" / "files"
TYPES = {
    "my-maps.kml": "application/vnd.google-earth.kml+xml",
    "saved-places.json": "application/geo+json",
    "saved-list.csv": "text/csv; charset=utf-8",
    "booking.eml": "message/rfc822",
}


def send(partner: PartnerKey, path: str, body: Any, media_type: str, **more: str) -> HttpResponse:
    return Client().post(f"/api/v1/{path}", body, content_type=media_type, headers={**partner.headers, **more})


def test_a_preview_writes_nothing_and_its_document_makes_the_trip(
    partner: PartnerKey, subtests: pytest.Subtests
) -> None:
    for name in TYPES:
        with subtests.test(name=name), undone():
            content = (FILES / name).read_bytes()
            shown = send(partner, "trips/import/preview/", content, TYPES[name])
            assert shown.status_code == 200, shown.content
            assert not Trip.objects.exists()

            preview = shown.json()
            made = send(partner, "trips/import/", preview["document"], "application/json")
            assert made.status_code == 201, made.content
            visits = [visit for day in made.json()["itinerary"]["days"] for visit in day["visits"]]
            assert [visit["name"] for visit in visits] == [stop["name"] for stop in preview["stops"]]
            assert preview["counts"]["sights"] + preview["counts"]["own_places"] == len(visits)

            again = send(partner, "trips/import/?once=true", content, TYPES[name])
            assert (again.status_code, again.json()["id"]) == (200, made.json()["id"])


def test_what_is_left_out_is_named_in_the_readers_language(partner: PartnerKey, subtests: pytest.Subtests) -> None:
    for language, why in (("en", "It has no position."), ("zh", "没有坐标。")):
        with subtests.test(language=language):
            content = (FILES / "my-maps.kml").read_bytes()
            shown = send(
                partner, "trips/import/preview/", content, TYPES["my-maps.kml"], **{"Accept-Language": language}
            )

            assert shown.json()["not_read"] == [{"what": "Somewhere with an address only", "why": why}]


def test_a_document_of_our_own_is_previewed_as_it_is(partner: PartnerKey, plan: dict[str, Any]) -> None:
    head = {"format": "travelagent-trip", "format_version": 1, "title": "New", "notes": "Passport!"}
    document = {**head, "itinerary": plan, "budget": None}
    shown = send(partner, "trips/import/preview/", document, "application/json").json()

    assert (shown["format"], shown["title"], shown["notes"]) == ("json", "New", ["Passport!"])
    assert shown["document"]["itinerary"]["days"] == plan["days"]
    assert shown["counts"]["days"] == len(plan["days"])
    assert not Trip.objects.exists()
    wrong = send(partner, "trips/import/preview/", {**document, "title": 3}, "application/json")
    assert (wrong.status_code, list(wrong.json()["errors"])) == (400, ["title"])


def test_a_file_of_100_mb_is_not_read(partner: PartnerKey, subtests: pytest.Subtests) -> None:
    for media_type in ("application/vnd.google-earth.kmz", "application/pdf", "text/csv"):
        for path in ("trips/import/", "trips/import/preview/"):
            with subtests.test(media_type=media_type, path=path):
                refused = send(partner, path, b"a" * 100_000_000, media_type)

                assert (refused.status_code, refused.json()["code"]) == (413, "too_large")


def test_a_file_with_an_idempotency_key_is_kept_once(partner: PartnerKey) -> None:
    content = (FILES / "booking.eml").read_bytes()
    made = [send(partner, "trips/import/", content, TYPES["booking.eml"], **{"Idempotency-Key": "k"}) for _ in "ab"]

    assert [each.status_code for each in made] == [201, 201]
    assert made[0].json()["id"] == made[1].json()["id"]
    other = send(partner, "trips/import/", content + b"\n", TYPES["booking.eml"], **{"Idempotency-Key": "k"})
    assert other.status_code == 422
