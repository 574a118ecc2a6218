"""The site's session is always held to CSRF, a key never."""

import pytest
from django.contrib.auth.hashers import make_password

from tests.api.caller import Caller, as_visitor, problem
from tests.conftest import Visitor
from travelagent.accounts.models import User

pytestmark = pytest.mark.django_db


def test_an_anonymous_visitor_without_the_token_is_refused(owner: Visitor) -> None:
    assert problem(Caller(owner.client).post("sessions/", {})) == (403, "csrf_failed")


def test_a_user_without_the_token_is_refused(owner: Visitor) -> None:
    user = User.objects.create(username="ada", password=make_password(None))
    owner.client.force_login(user)
    assert problem(Caller(owner.client).post("sessions/", {})) == (403, "csrf_failed")


def test_a_wrong_token_is_refused(owner: Visitor) -> None:
    assert problem(Caller(owner.client, {"X-CSRFToken": "a" * 32}).post("sessions/", {})) == (403, "csrf_failed")


def test_with_the_token_it_works(owner: Visitor) -> None:
    assert as_visitor(owner).post("sessions/", {}).status_code == 201


def test_reading_needs_no_token(owner: Visitor) -> None:
    assert Caller(owner.client).get("sessions/").status_code == 200


def test_a_key_needs_no_token(api: Caller) -> None:
    assert api.post("sessions/", {}).status_code == 201
