"""Trips over REST: kept, changed, checked, undone, shared, exported; no update is lost."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import icalendar
import pytest
from django.db import connections
from django.test import Client

from tests.api.caller import Caller, as_partner, as_visitor, problem
from tests.conftest import PartnerKey, Visitor
from tests.support.places import MUSEUM
from tests.support.tables import undone
from travelagent.chat import actions as chat

pytestmark = pytest.mark.django_db


@pytest.fixture
def trip(api: Caller, plan: dict[str, Any], costs: dict[str, Any]) -> dict[str, Any]:
    """A trip as the API answers its creation."""
    body = {"title": "Kyoto", "itinerary": plan, "budget": costs, "notes": "Passport!"}
    response = api.post("trips/", body)
    assert response.status_code == 201, response.content
    created: dict[str, Any] = response.json()
    assert response["Location"] == f"/api/v1/trips/{created['id']}/"
    assert response["ETag"] == '"1"'
    return created


def ids(trip: dict[str, Any], day: int) -> list[str]:
    return [visit["id"] for visit in trip["itinerary"]["days"][day - 1]["visits"]]


def test_it_works(api: Caller, trip: dict[str, Any]) -> None:
    path = f"trips/{trip['id']}/"
    moved = next(visit for visit in ids(trip, 1) if visit != MUSEUM)
    edit = {"edits": [{"op": "move", "visit": moved, "day": 2, "position": 0}]}
    edited = api.post(f"{path}edits/", edit, If_Match='"1"')
    assert (edited.status_code, edited["ETag"]) == (200, '"2"')
    assert ids(edited.json(), 2)[0] == moved
    assert edited.json()["certificate"] == api.post(f"{path}verify/", {}).json()

    shown = api.post(f"{path}replan/", {"days": [2]}).json()
    assert api.get(path).json()["version"] == shown["base"] == 2
    kept = api("PATCH", path, {"itinerary": shown["itinerary"]}, If_Match='"2"').json()
    assert kept["certificate"]["feasible"] is True
    assert kept["budget"] == shown["budget"]
    assert [day["visits"] for day in kept["itinerary"]["days"]] == [d["visits"] for d in shown["itinerary"]["days"]]

    difference = api.get(f"{path}diff/?from=1&to=3").json()["difference"]
    assert difference["told"]
    assert api.get(f"{path}diff/?from=3&to=3").json()["difference"]["told"] == []
    undone = api.post(f"{path}undo/", If_Match='"3"').json()
    assert ids(undone, 2) == ids(edited.json(), 2)
    rows = api.get(f"{path}versions/").json()["results"]
    assert [(row["version"], row["content_of"], row["author"]) for row in rows] == [
        (4, 2, "partner"),
        (3, 3, "partner"),
        (2, 2, "partner"),
        (1, 1, "partner"),
    ]
    assert api.post(f"{path}undo/", {"version": 9}, If_Match='"4"').status_code == 400
    back = api.post(f"{path}undo/", {"version": 1}, If_Match='"4"').json()
    assert (back["version"], back["itinerary"]) == (5, trip["itinerary"])
    assert api("DELETE", path, If_Match='"5"').status_code == 204
    assert problem(api.get(path)) == (404, "not_found")


def test_what_was_made_upon_an_old_version_is_412(api: Caller, trip: dict[str, Any], subtests: pytest.Subtests) -> None:
    api.post(f"trips/{trip['id']}/edits/", {"edits": [{"op": "hours", "day": 1, "start": "09:30"}]})
    api.patch(f"trips/{trip['id']}/", {"title": "theirs"})
    for method, path, body in (
        ("PATCH", "", {"title": "mine"}),
        ("POST", "edits/", {"edits": [{"op": "hours", "day": 1, "start": "10:00"}]}),
        ("POST", "undo/", None),
        ("DELETE", "", None),
    ):
        with subtests.test(method=method, path=path):
            late = api(method, f"trips/{trip['id']}/{path}", body, If_Match='"1"')
            assert problem(late) == (412, "version_conflict")
            assert late.json()["version"] == 3
            assert [(each["version"], each["by"]["me"]) for each in late.json()["changes"]] == [(2, True), (3, True)]
            assert api.get(f"trips/{trip['id']}/").json()["title"] == "theirs"


def test_the_tag_of_a_compressed_answer_names_the_version(api: Caller, trip: dict[str, Any]) -> None:
    path = f"trips/{trip['id']}/"
    tag = api.get(path, Accept_Encoding="gzip")["ETag"]
    assert tag == 'W/"1"'

    assert api("PATCH", path, {"title": "Kyoto again"}, If_Match=tag).status_code == 200
    assert api("PATCH", path, {"title": "Too late"}, If_Match=tag).status_code == 412


def test_a_tag_that_is_none_is_refused(api: Caller, trip: dict[str, Any], subtests: pytest.Subtests) -> None:
    for tag in ("3", '"three"', "W/", '""'):
        with subtests.test(tag=tag):
            response = api("PATCH", f"trips/{trip['id']}/", {"title": "x"}, If_Match=tag)
            assert problem(response) == (400, "invalid")
            assert list(response.json()["errors"]) == ["If-Match"]


@pytest.fixture
def closing_connections() -> Iterator[None]:
    yield
    connections.close_all()


@pytest.mark.django_db(transaction=True)
def test_of_many_changes_upon_one_version_one_is_written(
    partner: PartnerKey,
    plan: dict[str, Any],
    closing_connections: None,
) -> None:
    trip = as_partner(partner).post("trips/", {"title": "Kyoto", "itinerary": plan}).json()

    def rename(number: int) -> int:
        try:
            body = {"title": f"editor {number}"}
            return int(as_partner(partner)("PATCH", f"trips/{trip['id']}/", body, If_Match='"1"').status_code)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(6) as pool:
        codes = sorted(pool.map(rename, range(6)))
    assert codes == [200, 412, 412, 412, 412, 412]
    assert as_partner(partner).get(f"trips/{trip['id']}/").json()["version"] == 2


def test_what_cannot_be_kept_names_the_clash_and_the_way_out(api: Caller, trip: dict[str, Any]) -> None:
    first = ids(trip, 1)[0]
    pins = {"pins": [{"sight": first, "day": 1, "start": "03:00"}]}
    response = api.post(f"trips/{trip['id']}/replan/", {"change": pins})

    assert problem(response) == (422, "infeasible")
    assert response.json()["clash"] == [first]
    assert response.json()["relaxation"]


def test_under_way_the_rest_of_the_day_is_planned_anew(api: Caller, trip: dict[str, Any]) -> None:
    second = trip["itinerary"]["days"][0]["visits"][1]
    situation = {"kind": "late", "day": 1, "now": second["arrive"], "minutes": 45}
    shown = api.post(f"trips/{trip['id']}/replan/", {"situation": situation}).json()

    assert shown["itinerary"]["days"][1]["visits"][0]["arrive"] == trip["itinerary"]["days"][1]["visits"][0]["arrive"]
    assert any(visit["name"]["zh"] == "耽搁" for visit in shown["itinerary"]["days"][0]["visits"])


def test_alternatives_lead_to_what_they_show(api: Caller, trip: dict[str, Any]) -> None:
    found = api.post(f"trips/{trip['id']}/alternatives/").json()
    assert found["base"] == 1
    calmer = next(other for other in found["alternatives"] if other["kind"] == "calmer")

    shown = api.post(f"trips/{trip['id']}/replan/", {"change": calmer["change"]}).json()

    assert [[v["sight"] for v in d["visits"]] for d in shown["itinerary"]["days"]] == [
        [visit["sight"] for visit in day] for day in calmer["days"]
    ]


def test_a_wrong_field_is_named(api: Caller, trip: dict[str, Any], subtests: pytest.Subtests) -> None:
    for path, body, field in (
        ("edits/", {"edits": [{"op": "fly"}]}, "edits.0"),
        ("edits/", {"edits": [{"op": "move", "visit": "kyoto/nowhere", "day": 1}]}, "visit"),
        ("replan/", {"situation": {"kind": "late", "day": 1}}, "situation.now"),
        ("replan/", {"change": {"pace": "frantic"}}, "change.pace"),
        ("replan/", {"pace": "relaxed"}, "pace"),
        ("verify/", {"itinerary": {"days": 3}}, "itinerary.cities"),
        ("share/", {"days": 1000}, "days"),
    ):
        with subtests.test(path=path, field=field):
            response = api.post(f"trips/{trip['id']}/{path}", body)
            assert problem(response) == (400, "invalid")
            assert list(response.json()["errors"]) == [field]


def test_a_travellers_trip_belongs_to_the_traveller(api: Caller, plan: dict[str, Any]) -> None:
    api.post("trips/", {"title": "Hers", "itinerary": plan, "end_user": "ann"})
    session = api.post("sessions/", {"end_user": "bob"}).json()["id"]
    api.post("trips/", {"title": "His", "itinerary": plan, "session": session})

    for name, title in (("ann", "Hers"), ("bob", "His")):
        rows = api.get(f"trips/?end_user={name}").json()["results"]
        assert [row["title"] for row in rows] == [title]


def test_a_trip_of_a_foreign_session_is_refused(api: Caller, stranger: Visitor, plan: dict[str, Any]) -> None:
    session = chat.create_session(stranger.actor).pk
    assert problem(api.post("trips/", {"title": "x", "itinerary": plan, "session": session})) == (404, "not_found")


def test_an_export_comes_as_a_file_and_comes_back_as_a_trip(api: Caller, trip: dict[str, Any]) -> None:
    path = f"trips/{trip['id']}/export/"
    ics = api.get(f"{path}?format=ics&lang=zh", Accept="text/calendar")
    assert ics["Content-Type"] == "text/calendar; charset=utf-8"
    assert 'filename="trip.ics"' in ics["Content-Disposition"]
    names = [event["summary"] for event in icalendar.Calendar.from_ical(ics.content).walk("VEVENT")]
    assert names[0] == trip["itinerary"]["days"][0]["visits"][0]["name"]["zh"]

    document = json.loads(api.get(f"{path}?format=json").content)
    again = api.post("trips/import/", document)
    assert again.status_code == 201
    same = ("title", "itinerary", "budget", "notes", "certificate")
    assert {name: again.json()[name] for name in same} == {name: trip[name] for name in same}

    assert problem(api.get(f"{path}?format=doc")) == (400, "invalid")
    assert problem(api.post("trips/import/", {**document, "format": "x"})) == (400, "invalid")
    assert problem(api.post("trips/import/", [])) == (400, "invalid")


def test_an_exported_file_of_another_format_comes_back_once(
    partner: PartnerKey, api: Caller, trip: dict[str, Any], subtests: pytest.Subtests
) -> None:
    for format, media_type in (
        ("gpx", "application/gpx+xml"),
        ("ics", "text/calendar"),
        ("geojson", "application/geo+json"),
    ):
        with subtests.test(format=format), undone():
            file = api.get(f"trips/{trip['id']}/export/?format={format}").content
            api("DELETE", f"trips/{trip['id']}/")
            path = "/api/v1/trips/import/?once=true"
            keyed = {**partner.headers, "Idempotency-Key": "k1"}
            first = Client().post(path, file, content_type=media_type, headers=keyed)
            assert first.status_code == 201, first.content
            replayed = Client().post(path, file, content_type=media_type, headers=keyed)
            assert replayed.json()["id"] == first.json()["id"]
            again = Client().post(path, file, content_type=media_type, headers=partner.headers)
            assert (again.status_code, again.json()["id"]) == (200, first.json()["id"])
            broken = Client().post(path, b"x", content_type=media_type, headers=partner.headers)
            assert (broken.status_code, list(broken.json()["errors"])) == (400, ["file"])


def test_the_pdf_takes_a_link_that_opens_the_trip_and_no_other(api: Caller, trip: dict[str, Any]) -> None:
    path = f"trips/{trip['id']}/export/?format=pdf"
    shared = api.post(f"trips/{trip['id']}/share/", {"days": 1}).json()["url"]
    token = shared.rpartition("/")[2]
    other = api.post("trips/", {"title": "Other", "itinerary": trip["itinerary"]}).json()

    assert shared.encode() in api.get(f"{path}&share={token}").content
    assert shared.encode() not in api.get(path).content
    assert problem(api.get(f"{path}&share=nothing")) == (400, "invalid")
    assert problem(api.get(f"trips/{other['id']}/export/?format=pdf&share={token}")) == (400, "invalid")


def test_with_once_a_document_makes_no_second_trip(api: Caller, trip: dict[str, Any], stranger: Visitor) -> None:
    document = json.loads(api.get(f"trips/{trip['id']}/export/?format=json").content)
    there = api.post("trips/import/?once=true", document)
    assert (there.status_code, there.json()["id"]) == (200, trip["id"])
    assert there["ETag"] == '"1"'

    for path, body in (
        ("trips/import/", document),
        ("trips/import/?once=false", document),
        ("trips/import/?once=true", {**document, "notes": "Others."}),
        ("trips/import/?once=true", {**document, "title": "Another"}),
    ):
        made = api.post(path, body)
        assert (made.status_code, made.json()["id"] != trip["id"]) == (201, True), path
    assert as_visitor(stranger).post("trips/import/?once=true", document).status_code == 201
    assert problem(api.post("trips/import/?once=maybe", document)) == (400, "invalid")
    assert problem(api.post("trips/import/?once=true", {**document, "title": None})) == (400, "invalid")


def test_a_link_is_told_once_and_opens_until_it_is_revoked(api: Caller, trip: dict[str, Any]) -> None:
    made = api.post(f"trips/{trip['id']}/share/", {"days": 3}).json()
    path = made["url"].removeprefix("http://testserver")
    page = Client().get(path)
    assert page.status_code == 200
    assert page["X-Robots-Tag"].startswith("noindex")

    (listed,) = api.get(f"trips/{trip['id']}/share/").json()["results"]
    assert listed["id"] == made["id"]
    assert "url" not in listed
    assert api("DELETE", f"trips/{trip['id']}/share/{made['id']}/").status_code == 204
    assert Client().get(path).status_code == 404


def full_trip(days: int, visits: int) -> dict[str, Any]:
    """A plan of places of one's own, as large as a trip may be."""

    def visit(day: int, n: int) -> dict[str, Any]:
        begin = 9 * 60 + n * 60
        times = {
            "arrive": f"{begin // 60:02d}:{begin % 60:02d}",
            "depart": f"{(begin + 30) // 60:02d}:{begin % 60 + 30}",
        }
        name = {"en": f"Stop {day}-{n}", "zh": f"第 {day}-{n} 站"}
        return {"id": f"fixed/{(day - 1) * visits + n + 1}", "name": name, "lat": 35.0 + n / 500, "lon": 135.7, **times}

    first = {"city": "kyoto", "start": "08:30", "end": "23:00"}
    return {
        "cities": ["kyoto"],
        "days": [
            {**first, "day": day, "date": f"2026-04-{day:02d}", "visits": [visit(day, n) for n in range(visits)]}
            for day in range(1, days + 1)
        ],
    }


def test_a_trip_of_thirty_days_and_twelve_visits_each_is_edited(api: Caller) -> None:
    created = api.post("trips/", {"title": "Long", "itinerary": full_trip(30, 12)})
    assert created.status_code == 201, created.content
    trip = created.json()
    moved = api.post(f"trips/{trip['id']}/edits/", {"edits": [{"op": "move", "visit": "fixed/1", "day": 30}]})
    assert moved.status_code == 200
    assert "fixed/1" in ids(moved.json(), 30)

    document = json.loads(api.get(f"trips/{trip['id']}/export/?format=json").content)
    assert api.post("trips/import/", document).status_code == 201
