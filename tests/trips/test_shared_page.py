"""What a link shows: the plan, and nothing that is private; to be read, not changed, and not to be found by search."""

from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape

from travelagent.trips import actions
from travelagent.trips.models import Trip

pytestmark = pytest.mark.django_db


@pytest.fixture
def token(person: int, trip: Trip) -> str:
    return actions.share_trip(person, trip.pk)[1]


def test_it_works(token: str, trip: Trip) -> None:
    page = Client().get(f"/shared/{token}")

    assert page.status_code == 200
    for day in trip.itinerary["days"]:
        for visit in day["visits"]:
            assert visit["sight"] in page.content.decode()


def test_nothing_private_is_in_it(person: int, token: str, trip: Trip) -> None:
    actions.edit_trip(person, trip.pk, [{"op": "remove", "visit": trip.itinerary["days"][0]["visits"][0]["id"]}])
    text = Client().get(f"/shared/{token}").content.decode()

    for private in ("Passport!", trip.pk, trip.session or "ses_", '"request"', '"budget"', "left_out", "took it out"):
        assert private not in text
    assert "csrfmiddlewaretoken" not in text.partition("<main")[2]


def test_search_engines_are_kept_out(token: str) -> None:
    page = Client().get(f"/shared/{token}")

    assert "noindex" in page["X-Robots-Tag"]
    assert '<meta name="robots" content="noindex' in page.content.decode()
    assert page["Referrer-Policy"] == "no-referrer"
    assert "no-store" in page["Cache-Control"]
    assert "/shared/" not in Client().get("/robots.txt").content.decode()


def test_it_makes_no_visitor_known(token: str) -> None:
    client = Client()
    client.get(f"/shared/{token}")
    assert "sessionid" not in client.cookies


def test_a_link_that_has_ended_says_so_without_naming_the_trip(person: int, trip: Trip) -> None:
    share, token = actions.share_trip(person, trip.pk)
    actions.revoke_share(person, trip.pk, share.pk)
    page = Client().get(f"/shared/{token}")

    assert page.status_code == 404
    assert "noindex" in page["X-Robots-Tag"]
    assert trip.title not in page.content.decode()


def test_a_page_of_ones_own_trip_is_nobody_elses(trip: Trip) -> None:
    assert Client().get(f"/trips/{trip.pk}").status_code == 404


@pytest.mark.parametrize(
    ("language", "count"), [("en", "This plan breaks {} rule"), ("zh-hans", "这份行程有 {} 处不成立")]
)
def test_it_says_which_rules_a_plan_breaks(person: int, token: str, trip: Trip, language: str, count: str) -> None:
    whole = Client(headers={"accept-language": language}).get(f"/shared/{token}").content.decode()
    assert "shared-broken" not in whole
    assert "shared-verified" in whole

    visit = trip.itinerary["days"][0]["visits"][0]["id"]
    broken = actions.edit_trip(person, trip.pk, [{"op": "minutes", "visit": visit, "minutes": 1200}])
    failed = [c for c in broken.itinerary["certificate"]["checks"] if c["status"] == "fail"]
    page = Client(headers={"accept-language": language}).get(f"/shared/{token}").content.decode()
    assert failed
    assert count.format(len(failed)) in page
    assert "shared-verified" not in page
    for check in failed:
        assert escape(check["evidence"]["zh" if language == "zh-hans" else "en"]) in page


def test_the_hours_of_arriving_and_leaving_are_shown(person: int, plan: dict[str, Any]) -> None:
    rides = {"arrival": {"at": "08:15"}, "departure": {"at": "21:35", "minutes": 90, "way": "train"}}
    trip = actions.create_trip(person, "Kyoto", {**plan, "request": {**plan["request"], **rides}})
    text = Client().get(f"/shared/{actions.share_trip(person, trip.pk)[1]}").content.decode()

    for shown in ('"at": "08:15"', '"at": "21:35"'):
        assert shown in text
    assert '"must_see"' not in text
