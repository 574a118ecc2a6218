"""The command that makes a partner's key."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from tests.api.caller import Caller, problem
from travelagent.accounts.models import ApiKey, Partner, Scope

pytestmark = pytest.mark.django_db


def create(*args: str) -> Caller:
    """Who calls with the key that the command printed on the last line."""
    out, err = StringIO(), StringIO()
    call_command("create_api_key", *args, stdout=out, stderr=err)
    secret = out.getvalue().splitlines()[-1]
    assert secret.startswith("tk_")
    assert secret not in err.getvalue()
    return Caller(Client(), {"Authorization": f"Bearer {secret}"})


def test_it_works() -> None:
    assert create("acme").get("sessions/").status_code == 200
    assert ApiKey.objects.get().scopes == Scope.values


def test_the_secret_is_printed_alone_and_kept_nowhere() -> None:
    out = StringIO()
    call_command("create_api_key", "acme", stdout=out, stderr=StringIO())
    (secret,) = out.getvalue().split()
    assert secret not in str(ApiKey.objects.values().get())


def test_scopes_bound_the_key() -> None:
    caller = create("acme", "--scope", "tools", "--scope", "catalog")
    assert caller.get("tools/").status_code == caller.get("cities/").status_code == 200
    assert problem(caller.get("sessions/")) == (403, "missing_scope")


def test_an_unknown_scope_makes_no_key() -> None:
    with pytest.raises(CommandError, match="unknown scope everything"):
        create("acme", "--scope", "everything")
    assert not ApiKey.objects.exists()
    assert not Partner.objects.exists()


def test_a_second_key_is_the_same_partners() -> None:
    session = create("acme").post("sessions/", {}).json()["id"]
    assert create("acme").get(f"sessions/{session}/").status_code == 200
    assert problem(create("other").get(f"sessions/{session}/")) == (404, "not_found")
