"""Places to eat and to sleep over REST: what was imported near a point, and nothing else."""

from datetime import date
from typing import Any

import pytest

from tests.api.caller import Caller, problem
from tests.support.added import place
from travelagent.catalog import additions, source
from travelagent.catalog.venues import Venue
from travelagent.plans.values import LocalizedText

pytestmark = pytest.mark.django_db

POINT = "lat=46.37&lon=14.1"


@pytest.fixture(autouse=True)
def venues() -> Any:
    def venue(reference: str, kind: Any, lon: float, hours: str | None, **tagged: Any) -> Venue:
        name = LocalizedText(f"{reference} en", f"{reference} zh")
        return Venue(kind, reference, name, 46.37, lon, date(2026, 11, 1), hours, **tagged)

    rows = [
        venue("node/1", "restaurant", 14.1001, None, cuisine=("slovenian",)),
        venue("node/2", "cafe", 14.101, "11:00-22:00", diet={"vegan": "yes", "halal": "no"}),
        venue("node/3", "restaurant", 14.1, "11:00-15:00"),
        venue("way/4", "hotel", 14.1, None, stars=4.0),
        venue("node/5", "restaurant", 14.2, "24/7"),
    ]
    additions.add(place(), rows)
    yield
    source.add_places({})


def found(api: Caller, query: str) -> list[str]:
    return [row["url"].rpartition("/")[2] for row in api.get(f"venues/?{POINT}&{query}").json()["venues"]]


def test_they_are_near_and_the_nearest_come_first(api: Caller) -> None:
    assert found(api, "") == ["3", "1", "2"]
    assert found(api, "radius_m=20") == ["3", "1"]
    assert found(api, "limit=1") == ["3"]
    assert found(api, "purpose=sleep") == ["4"]
    assert found(api, "diet=vegan") == ["2"]


def test_those_closed_then_are_left_out_and_those_not_known_come_last(api: Caller) -> None:
    assert found(api, "at=2026-11-03T19:00") == ["2", "1"]
    rows = api.get(f"venues/?{POINT}&at=2026-11-03T19:00").json()["venues"]
    assert [row["open"] for row in rows] == [True, None]


def test_a_place_says_what_is_tagged_and_whose_data_it_is(api: Caller) -> None:
    answer = api.get(f"venues/?{POINT}&diet=vegan").json()
    assert answer["licence"] == "ODbL 1.0"
    assert answer["pending"] is False
    assert answer["attribution"]["zh"] == "OpenStreetMap 贡献者"
    assert answer["venues"] == [
        {
            **{"name": {"en": "node/2 en", "zh": "node/2 zh"}, "kind": "cafe", "lat": 46.37, "lon": 14.101},
            **{"metres": 77, "open": None, "hours": "11:00-22:00", "cuisine": [], "serves": ["vegan"], "stars": None},
            **{"address": "", "url": "https://www.openstreetmap.org/node/2", "as_of": "2026-11-01"},
        }
    ]


def test_nothing_is_there_without_data(api: Caller) -> None:
    assert api.get("venues/?lat=48.2&lon=16.4&radius_m=3000").json()["venues"] == []


def test_a_bad_query_names_its_fault(api: Caller, subtests: pytest.Subtests) -> None:
    for query in ("", "lat=91&lon=0", "lat=1", f"{POINT}&at=9999-12-31T23:59:59", f"{POINT}&purpose=pray"):
        with subtests.test(query=query):
            assert problem(api.get(f"venues/?{query}"))[0] == 400
