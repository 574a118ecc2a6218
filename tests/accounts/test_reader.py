"""The reader that pages name: requests that name another one do nothing."""

from typing import Any

import pytest

from tests.api.caller import as_visitor, problem
from tests.conftest import Visitor

pytestmark = pytest.mark.django_db


def reader(visitor: Visitor) -> str:
    page = visitor.client.get("/trips/")
    assert f'<meta name="reader" content="{page["X-Reader"]}">' in page.content.decode()
    return page["X-Reader"]


def test_a_change_of_another_reader_is_not_made(owner: Visitor, stranger: Visitor, plan: dict[str, Any]) -> None:
    page = as_visitor(owner)
    path = f"trips/{page.post('trips/', {'title': 'Kyoto', 'itinerary': plan}).json()['id']}/"
    mine, theirs = reader(owner), reader(stranger)
    assert mine != theirs
    for other in (theirs, "nobody", ""):
        assert problem(page("PATCH", path, {"notes": "theirs"}, X_Reader=other)) == (409, "other_reader")
    assert page.get(path).json()["notes"] == ""
    assert page("PATCH", path, {"notes": "mine"}, X_Reader=mine).json()["notes"] == "mine"
