"""Who may do what with a trip that several travel on: every operation of a trip, for every role there is or was."""

from dataclasses import dataclass

import pytest

from tests.api.caller import Caller, as_visitor, problem
from tests.api.test_access_matrix import OWNED, Row, filled, name_of
from tests.api.world import MARK, belongings
from tests.conftest import Visitor, make_visitor
from tests.support.tables import undone
from travelagent.trips import members
from travelagent.trips.models import StopComment, StopVote, Trip, TripMember

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("public_names", "planned")]

ROWS = [row for row in OWNED if row.path.startswith("trips/{trip}/")]
ANYBODYS = {
    ("POST", "trips/{trip}/verify/"),
    ("POST", "trips/{trip}/comments/"),
    ("POST", "trips/{trip}/votes/"),
    ("POST", "trips/{trip}/calendars/"),
    ("PATCH", "trips/{trip}/reminders/"),
}
"""What a viewer may do that is no GET."""
ANOTHERS_CALENDAR = ("DELETE", "trips/{trip}/calendars/{feed}/")
OWNERS = ("members/{member}/", "invites/", "share/")
"""What is the owner's alone, reading included."""
LEAVING = ("DELETE", "trips/{trip}/members/me/")
OWN_COMMENT = ("DELETE", "trips/{trip}/comments/{comment}/")


@dataclass(frozen=True)
class Company:
    """A trip with its owner, and one caller of each role."""

    ids: dict[str, str]
    callers: dict[str, Caller]


def company() -> Company:
    owner, ids = make_visitor(), {}
    ids = belongings(owner.actor)
    callers = {"owner": as_visitor(owner), "stranger": as_visitor(make_visitor())}
    for role in ("editor", "viewer", "removed"):
        somebody = make_visitor()
        joined(owner, somebody, ids["trip"], "viewer" if role == "viewer" else "editor")
        callers[role] = as_visitor(somebody)
        if role == "removed":
            row = TripMember.objects.get(trip=ids["trip"], person=somebody.actor.person)
            members.remove_member(owner.actor.person or 0, ids["trip"], row.pk)
    return Company(ids, callers)


def joined(owner: Visitor, somebody: Visitor, trip: str, role: str) -> None:
    _, token = members.invite_to_trip(owner.actor.person or 0, trip, role)
    members.join_trip(somebody.actor.person or 0, token, f"The {role}")


def expected(row: Row, role: str) -> tuple[int, str]:
    """The status that is due to a member, and the code of the problem."""
    what = (row.method, row.path)
    if role == "removed":
        return 404, "not_found"
    if what == ANOTHERS_CALENDAR:
        return 404, "not_found"
    if what == LEAVING:
        return 204, ""
    if what == ("DELETE", "trips/{trip}/") or any(name in row.path for name in OWNERS) or what == OWN_COMMENT:
        return 403, "role_too_low"
    if role == "editor" or row.method == "GET" or what in ANYBODYS:
        return row.status, ""
    return 403, "role_too_low"


@pytest.mark.parametrize("role", ["editor", "viewer", "removed"])
def test_every_role_gets_what_is_due_to_it(role: str, subtests: pytest.Subtests) -> None:
    """Walk the operations of a trip as one of its members; owner and stranger: test_access_matrix.py.

    A removed member is stored as a stranger is, so only reading is tried.
    """
    found = company()
    before = kept(found.ids["trip"])
    for row in [row for row in ROWS if row.method == "GET"] if role == "removed" else ROWS:
        with subtests.test(row=name_of(row)), undone():
            status, code = expected(row, role)
            path, body = filled(row.path, found.ids) + row.query, filled(row.body, found.ids)
            response = found.callers[role](row.method, path, body)
            assert response.status_code == status, response.content[:300]
            if code:
                assert problem(response) == (status, code)
                assert kept(found.ids["trip"]) == before
            if status == 404:
                assert MARK.encode() not in response.content


def kept(trip: str) -> str:
    """All that members could change of a trip."""
    row = Trip.objects.get(pk=trip)
    remarks = [*StopComment.objects.filter(trip=row).values_list(), *StopVote.objects.filter(trip=row).values_list()]
    parts = [row.members, row.invites, row.shares, row.expenses, row.travellers, row.list_items, row.files, row.journal]
    return repr(
        [row.version, row.title, row.person_id, remarks, *(list(part.order_by("pk").values_list()) for part in parts)]
    )


def test_the_list_shows_whose_role_one_has() -> None:
    found = company()
    for role, count in (("owner", 1), ("editor", 1), ("viewer", 1), ("removed", 0), ("stranger", 0)):
        rows = found.callers[role].get("trips/").json()["results"]
        assert [row["role"] for row in rows] == [role] * count
        assert all(bool(row["session"]) is False for row in rows if role != "owner")


def test_an_invitation_is_shown_once_limited_in_uses_and_revocable() -> None:
    owner, found = make_visitor(), None
    ids = belongings(owner.actor)
    api = as_visitor(owner)
    made = api.post(f"trips/{ids['trip']}/invites/", {"role": "editor", "uses": 1})
    token = made.json()["url"].rpartition("/")[2]
    listed = api.get(f"trips/{ids['trip']}/invites/")
    assert token.encode() not in listed.content

    first, second = make_visitor(), make_visitor()
    for _twice in range(2):
        found = as_visitor(first).post("trips/join/", {"token": token, "name": "Ben"})
        assert (found.status_code, found.json()["role"]) == (200, "editor")
    assert problem(as_visitor(second).post("trips/join/", {"token": token})) == (404, "not_found")
    assert as_visitor(first)("DELETE", f"trips/{ids['trip']}/members/me/").status_code == 204
    assert problem(as_visitor(first).get(f"trips/{ids['trip']}/")) == (404, "not_found")
    assert problem(as_visitor(first).post("trips/join/", {"token": token})) == (404, "not_found")


def test_handing_over_swaps_owner_and_editor() -> None:
    found = company()
    path = f"trips/{found.ids['trip']}/members/"
    rows = found.callers["owner"].get(path).json()["results"]
    editor = next(row for row in rows if row["role"] == "editor")
    after = found.callers["owner"].patch(f"{path}{editor['id']}/", {"role": "owner"})
    assert (after.json()["role"], after.json()["me"]) == ("owner", False)
    assert found.callers["owner"].get(f"trips/{found.ids['trip']}/").json()["role"] == "editor"
    assert found.callers["editor"].get(f"trips/{found.ids['trip']}/").json()["role"] == "owner"
    assert problem(found.callers["owner"]("DELETE", f"trips/{found.ids['trip']}/")) == (403, "role_too_low")
