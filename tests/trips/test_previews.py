"""What other sites show of a page: a title, a sentence and a picture; of a trip only while its link opens it."""

import html
import io
import re

import pytest
from django.test import Client
from PIL import Image

from travelagent.trips import actions
from travelagent.trips.models import Trip

pytestmark = pytest.mark.django_db


def tags(address: str, language: str = "en") -> dict[str, str]:
    """The page's tags of Open Graph, Twitter and its description."""
    page = Client(headers={"accept-language": language}).get(address).content.decode()
    found = re.findall(r'<meta (?:property|name)="((?:og|twitter):[\w:]+|description)" content="([^"]*)">', page)
    return {name: html.unescape(content) for name, content in found}


def picture(address: str) -> Image.Image:
    answer = Client().get(address.removeprefix("http://testserver"))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "image/png"
    return Image.open(io.BytesIO(answer.content))


@pytest.mark.parametrize(("language", "locale", "name"), [("en", "en_US", "Kyoto"), ("zh-hans", "zh_CN", "京都")])
def test_it_works(language: str, locale: str, name: str) -> None:
    meta = tags("/cities/kyoto", language)

    assert meta["og:title"] == meta["twitter:title"] == name
    assert meta["og:locale"] == locale
    assert meta["og:url"] == "http://testserver/cities/kyoto"
    assert meta["twitter:card"] == "summary_large_image"
    assert picture(meta["og:image"]).size == (1200, 630)


@pytest.mark.parametrize("address", ["/", "/explore"])
def test_pages_of_no_single_city_have_one(address: str) -> None:
    english, chinese = (tags(address, language) for language in ("en", "zh-hans"))

    assert english["og:description"] == english["description"]
    assert english["og:description"] != chinese["og:description"]
    assert picture(english["og:image"]).tobytes() != picture(chinese["og:image"]).tobytes()


def test_preview_of_a_shared_trip_has_title_dates_and_cities(person: int, trip: Trip) -> None:
    token = actions.share_trip(person, trip.pk)[1]
    meta = tags(f"/shared/{token}")

    assert meta["og:title"] == trip.title
    assert "Kyoto" in meta["og:description"]
    assert trip.itinerary["days"][0]["date"][:4] in meta["og:description"]
    assert "Passport!" not in str(meta)
    answer = Client().get(meta["og:image"].removeprefix("http://testserver"))
    assert "noindex" in answer["X-Robots-Tag"]
    assert "private" in answer["Cache-Control"]
    assert picture(meta["og:image"]).size == (1200, 630)


def test_the_picture_ends_with_the_link(person: int, trip: Trip) -> None:
    share, token = actions.share_trip(person, trip.pk)
    assert Client().get(f"/shared/{token}/picture.png").status_code == 200

    actions.revoke_share(person, trip.pk, share.pk)
    assert Client().get(f"/shared/{token}/picture.png").status_code == 404
    assert Client().get("/shared/nothing/picture.png").status_code == 404
    assert not tags(f"/shared/{token}")


def test_private_trips_have_no_preview(trip: Trip) -> None:
    assert not [name for name in tags("/trips/") if name.startswith("og:")]


def test_the_picture_changes_with_the_trip(person: int, trip: Trip) -> None:
    token = actions.share_trip(person, trip.pk)[1]
    before = Client().get(f"/shared/{token}/picture.png").content
    actions.update_trip(person, trip.pk, title="Another title")

    assert Client().get(f"/shared/{token}/picture.png").content != before
