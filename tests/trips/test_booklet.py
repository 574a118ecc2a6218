"""The booklet: a cover, a page a day with its map, what is to be booked, and a code only for a link that opens it."""

from typing import Any

import pypdfium2
import pytest

from travelagent.catalog import source
from travelagent.trips import actions
from travelagent.trips.exports import EXPORTS
from travelagent.trips.models import Trip

pytestmark = pytest.mark.django_db

LINK = "https://travel.example/shared/token"


def sheets(trip: Trip, lang: str = "en", link: str = "") -> list[str]:
    """The texts of the pages without their spaces."""
    document = pypdfium2.PdfDocument(EXPORTS["pdf"].write(trip, lang, link))
    return ["".join(page.get_textpage().get_text_range().split()) for page in document]


@pytest.mark.parametrize(
    ("lang", "people", "glance", "first", "last"),
    [("en", "2travellers", "Ataglance", "Day1·", "Budget"), ("zh", "2人", "行程一览", "第1天·", "预算")],
)
def test_it_works(trip: Trip, lang: str, people: str, glance: str, first: str, last: str) -> None:
    pages = sheets(trip, lang)

    assert "".join(trip.title.split()) in pages[0]
    assert people in pages[0]
    assert pages[1].startswith(glance)
    assert first in pages[2]
    days = len(trip.itinerary["days"])
    assert any(last in page for page in pages[2 + days :])
    for number, page in enumerate(pages[1:], 2):
        assert f"{number}/{len(pages)}" in page
    for page, day in zip(pages[2:], trip.itinerary["days"], strict=False):
        assert first.replace("1", str(day["day"])) in page
        assert all("".join(visit["name"][lang].split()) in page for visit in day["visits"])


def test_what_is_to_be_booked_is_listed(person: int, plan: dict[str, Any]) -> None:
    kinds = ("required", "recommended", "none")
    sights = [next(sight for sight in source.sights().values() if sight.booking == kind) for kind in kinds]
    like = plan["days"][0]["visits"][0]
    visits = [
        {**like, "id": sight.id, "sight": sight.id, "name": {"en": sight.name_en, "zh": sight.name_zh}}
        for sight in sights
    ]
    days = [{**plan["days"][0], "visits": visits}, *plan["days"][1:]]
    listed = "".join(
        page for page in sheets(actions.create_trip(person, "Kyoto", {**plan, "days": days})) if "Tobook" in page
    )
    names = ["".join(sight.name_en.split()) for sight in sights]

    assert names[0] in listed
    assert names[1] in listed
    assert names[2] not in listed
    assert listed.index("mustbebooked") < listed.index("betterbooked")


@pytest.mark.sampled
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_name_stands_as_it_is_read_on_the_spot(person: int, plan: dict[str, Any], lang: str) -> None:
    trip = actions.create_trip(person, "Kyoto", plan)
    day = sheets(trip, lang)[2]
    name = trip.itinerary["days"][0]["visits"][0]["name"]

    assert "".join(name["en"].split()) in day
    assert (name["zh"] in day) is (lang == "zh")


def test_a_code_leads_to_the_shared_page(trip: Trip) -> None:
    document = pypdfium2.PdfDocument(EXPORTS["pdf"].write(trip, "en", LINK))
    assert LINK.encode() in EXPORTS["pdf"].write(trip, "en", LINK)
    assert "Scan" in document[0].get_textpage().get_text_range()
    assert "Scan" not in pypdfium2.PdfDocument(EXPORTS["pdf"].write(trip, "en"))[0].get_textpage().get_text_range()


def test_other_formats_hold_no_link(trip: Trip) -> None:
    for name, export in EXPORTS.items():
        if name != "pdf":
            assert LINK.encode() not in export.write(trip, "en", LINK), name


def test_a_trip_without_stops_or_costs_is_a_booklet(person: int, plan: dict[str, Any]) -> None:
    empty = [{**day, "visits": [], "legs": [], "meals": []} for day in plan["days"]]
    pages = sheets(actions.create_trip(person, "Nothing yet", {**plan, "days": empty}))
    assert "Nostopsplanned" in pages[2]


@pytest.mark.sampled
@pytest.mark.parametrize("title", ["T" * 120, "标题" * 60, "A very long title of a trip " * 4])
def test_a_long_title_stays_on_the_cover(person: int, plan: dict[str, Any], title: str) -> None:
    pages = sheets(actions.create_trip(person, title[:120], plan))
    assert "".join(title[:120].split()) in pages[0]
    assert pages[1].startswith("Ataglance")
