"""The pictures by address: cacheable by anybody, honest about what there is not."""

import pytest
from django.test import Client

from travelagent.pictures.addresses import city_poster, own_poster, sight_poster

pytestmark = pytest.mark.django_db

KINKAKU = "kyoto/kinkaku-ji"


@pytest.mark.parametrize(
    "address",
    [
        sight_poster(KINKAKU),
        city_poster("kyoto", 4),
        own_poster("museum", "Aunt's house", "rome", 12),
        own_poster("", "Somewhere"),
        "/pictures/own/place.svg",
    ],
)
def test_it_works(address: str) -> None:
    client = Client()
    answer = client.get(address)

    assert answer.status_code == 200
    assert answer["Content-Type"] == "image/svg+xml"
    assert answer.content.startswith(b"<svg")
    assert "public" in answer["Cache-Control"]
    assert not client.cookies
    again = client.get(address, headers={"if-none-match": answer["ETag"]})
    assert again.status_code == 304
    assert again.content == b""


@pytest.mark.parametrize(
    "address",
    [
        "/pictures/city/atlantis.svg",
        "/pictures/sight/kyoto/atlantis.svg",
        "/pictures/sight/atlantis/kinkaku-ji.svg",
        "/pictures/own/spaceship.svg",
        "/pictures/city/kyoto.svg?month=13",
        "/pictures/city/kyoto.svg?month=0",
        "/pictures/city/kyoto.svg?month=May",
        "/pictures/city/kyoto.svg?month=٣",
        f"/pictures/own/place.svg?name={'x' * 200}",
        "/pictures/city/atlantis.png",
        "/pictures/page/admin.png",
        "/pictures/city/kyoto.png?lang=fr",
        "/pictures/about.json?place=city:atlantis",
    ],
)
def test_what_there_is_not_is_404(address: str) -> None:
    assert Client().get(address).status_code == 404


def test_months_differ_and_ones_own_places_do() -> None:
    client = Client()
    assert client.get(city_poster("rome", 1))["ETag"] != client.get(city_poster("rome", 7))["ETag"]
    assert client.get(own_poster("", "A"))["ETag"] != client.get(own_poster("", "B"))["ETag"]


def test_they_are_only_read() -> None:
    assert Client().post(city_poster("rome")).status_code == 405


def test_pictures_are_described_without_asking_anybody() -> None:
    answer = Client().get("/pictures/about.json", {"place": ["city:kyoto", f"sight:{KINKAKU}"]}).json()["pictures"]

    assert answer["city:kyoto"]["url"] == city_poster("kyoto")
    assert answer[f"sight:{KINKAKU}"]["generated"] is True


def test_too_many_at_once_are_refused() -> None:
    assert Client().get("/pictures/about.json").status_code == 400
    assert Client().get("/pictures/about.json", {"place": [f"city:{n}" for n in range(41)]}).status_code == 400
