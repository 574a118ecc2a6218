"""The files of a trip over REST: attached to it and to what is in it, changed, limited, and for nobody else."""

import copy
from typing import Any

import pytest

from tests.api.caller import Caller, Upload, as_visitor, problem
from tests.attachments.samples import document, picture
from tests.conftest import Visitor
from travelagent.attachments import files
from travelagent.attachments.models import TripFile

pytestmark = pytest.mark.django_db


def attach(page: Caller, path: str, name: str = "a.png", content: bytes = b"", **fields: str) -> dict[str, Any]:
    made = page.post(f"{path}files/", Upload(content or picture(), name, fields))
    assert made.status_code == 201, made.content
    found: dict[str, Any] = made.json()
    return found


def expense(page: Caller, path: str) -> str:
    payer = page.post(f"{path}travellers/", {"name": "Ann"}).json()["id"]
    spent = {"payer": payer, "amount": "12.00", "currency": "EUR", "day": "2026-12-07", "kind": "food"}
    return str(page.post(f"{path}expenses/", spent).json()["id"])


def shown(page: Caller, path: str) -> dict[str, tuple[str, str]]:
    """What each file belongs to, by name."""
    rows = page.get(f"{path}files/").json()["results"]
    return {row["name"]: (row["belongs_to"], row["target"]) for row in rows}


def test_a_file_belongs_to_something_of_the_trip(page: Caller, path: str) -> None:
    trip = page.get(path).json()
    day = trip["itinerary"]["days"][1]["date"]
    visit = trip["itinerary"]["days"][0]["visits"][0]["id"]
    spent = expense(page, path)
    targets = [("trip", ""), ("day", day), ("visit", visit), ("expense", spent), ("journal", day)]
    for kind, target in targets:
        attach(page, path, f"{kind}.png", belongs_to=kind, target=target)
    assert shown(page, path) == {f"{kind}.png": (kind, target) for kind, target in targets}

    moved = attach(page, path, "moved.png")
    where = f"{path}files/{moved['id']}/"
    for kind, target in (*targets[1:], targets[0]):
        changed = page.patch(where, {"belongs_to": kind, "target": target})
        assert changed.status_code == 200, changed.content
        assert shown(page, path)["moved.png"] == (kind, target)
    assert page.patch(where, {"name": "renamed"}).json()["name"] == "renamed.png"


@pytest.mark.parametrize(
    ("kind", "target"),
    [
        ("day", "2026-12-01"),
        ("day", "tomorrow"),
        ("day", ""),
        ("visit", "kyoto/nowhere"),
        ("expense", "exp_0000000000000000000000"),
        ("journal", "2027-01-01"),
        ("somewhere", ""),
    ],
)
def test_what_the_trip_does_not_have_is_refused(page: Caller, path: str, kind: str, target: str) -> None:
    refused = page.post(f"{path}files/", Upload(picture(), "a.png", {"belongs_to": kind, "target": target}))
    assert problem(refused) == (400, "invalid")
    made = attach(page, path)
    assert problem(page.patch(f"{path}files/{made['id']}/", {"belongs_to": kind, "target": target})) == (400, "invalid")
    assert shown(page, path) == {"a.png": ("trip", "")}


def test_an_expense_of_another_trip_is_none_of_this_one(page: Caller, path: str, plan: dict[str, Any]) -> None:
    other = f"trips/{page.post('trips/', {'title': 'Other', 'itinerary': plan}).json()['id']}/"
    sent = Upload(picture(), "a.png", {"belongs_to": "expense", "target": expense(page, other)})
    assert problem(page.post(f"{path}files/", sent)) == (400, "invalid")
    made = attach(page, other)
    assert problem(page.get(f"{path}files/{made['id']}/")) == (404, "not_found")


def test_a_receipt_outlives_its_expense(page: Caller, path: str) -> None:
    spent = expense(page, path)
    attach(page, path, belongs_to="expense", target=spent)
    assert page("DELETE", f"{path}expenses/{spent}/").status_code == 204
    assert shown(page, path) == {"a.png": ("trip", "")}


def test_a_document_is_no_picture_of_the_journal(page: Caller, path: str) -> None:
    sent = Upload(document(), "a.pdf", {"belongs_to": "journal", "target": "2026-12-07"})
    assert problem(page.post(f"{path}files/", sent)) == (400, "invalid")
    assert page.get(f"{path}journal/").json()["results"] == []


def test_a_trip_holds_so_many_files_and_bytes(page: Caller, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_FILES", 2)
    for _ in range(2):
        attach(page, path)
    refused = page.post(f"{path}files/", Upload(picture()))
    assert problem(refused) == (409, "trip_full")
    monkeypatch.setattr(files, "MOST_FILES", 100)
    monkeypatch.setattr(files, "TRIP_BYTES", sum(row.bytes for row in TripFile.objects.all()) + 100)
    assert problem(page.post(f"{path}files/", Upload(picture()))) == (409, "trip_full")
    assert TripFile.objects.count() == 2


def test_an_owner_has_room_for_so_many_bytes_in_all_trips(
    page: Caller, path: str, plan: dict[str, Any], stranger: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, theirs = (
        f"trips/{caller.post('trips/', {'title': 'Other', 'itinerary': plan}).json()['id']}/"
        for caller in (page, as_visitor(stranger))
    )
    monkeypatch.setattr(files, "OWNER_BYTES", attach(page, path)["bytes"] + 100)
    assert problem(page.post(f"{other}files/", Upload(picture()))) == (409, "trip_full")
    attach(as_visitor(stranger), theirs)


def test_a_stop_with_a_long_name_takes_files(page: Caller, plan: dict[str, Any]) -> None:
    plan = copy.deepcopy(plan)
    visit = plan["days"][0]["visits"][0]
    visit["id"] = "own/" + "a-place-with-a-long-name-" * 7
    path = f"trips/{page.post('trips/', {'title': 'Long', 'itinerary': plan}).json()['id']}/"
    attach(page, path, belongs_to="visit", target=visit["id"])
    assert shown(page, path) == {"a.png": ("visit", visit["id"])}


def test_a_form_that_is_none_is_refused(page: Caller, path: str) -> None:
    assert problem(page.post(f"{path}files/", {"file": "text"})) == (415, "unsupported_media_type")
    without = Upload(picture())
    body = without.body.replace(b'name="file"', b'name="other"')
    form = "multipart/form-data; boundary=9f2b7c41"
    answer = page.client.generic("POST", f"/api/v1/{path}files/", body, form, headers=page.headers)
    assert problem(answer) == (400, "invalid")
    head = b'--9f2b7c41\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n'
    endless = head + b"X: " + b"y" * 20_000 + b"\r\n\r\n--9f2b7c41--\r\n"
    answer = page.client.generic("POST", f"/api/v1/{path}files/", endless, form, headers=page.headers)
    assert problem(answer) == (400, "parse_error")
    wide = Upload(picture(), fields={"name": "x" * 3_000_000})
    assert problem(page.post(f"{path}files/", wide)) == (413, "too_large")


def test_the_same_key_attaches_once(page: Caller, path: str) -> None:
    first, again = (page.post(f"{path}files/", Upload(picture()), Idempotency_Key="once") for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json()["id"] == again.json()["id"]
    assert problem(page.post(f"{path}files/", Upload(document()), Idempotency_Key="once"))[0] == 422
    assert TripFile.objects.count() == 1


def test_a_share_link_shows_no_file_and_opens_none(page: Caller, path: str, stranger: Visitor) -> None:
    made = attach(page, path, "passport.png")
    link = page.post(f"{path}share/", {}).json()["url"]
    seen = stranger.client.get(link.partition("testserver")[2])
    assert seen.status_code == 200
    assert made["id"] not in seen.content.decode()
    assert "passport" not in seen.content.decode()
    for where in (f"{path}files/", f"{path}files/{made['id']}/", f"{path}files/{made['id']}/preview/"):
        assert problem(as_visitor(stranger).get(where)) == (404, "not_found")
    for address in (f"/static/attachments/{path.split('/')[1]}", f"/attachments/{path.split('/')[1]}/{made['id']}.png"):
        assert stranger.client.get(address).status_code == 404
