"""API keys: the secret opens, its digest is kept, and what is revoked or expired opens nothing."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from travelagent.accounts.keys import UnknownScope, create_key, digest, find_key
from travelagent.accounts.models import ApiKey, Partner, Scope

pytestmark = pytest.mark.django_db


def test_it_works() -> None:
    key, secret = create_key("acme", ["tools"])
    assert find_key(secret) == key
    assert (key.partner.name, key.scopes) == ("acme", ["tools"])
    assert key.pk.startswith("key_")


def test_without_scopes_a_key_has_all() -> None:
    assert create_key("acme")[0].scopes == Scope.values


def test_the_table_keeps_no_secret() -> None:
    key, secret = create_key("acme")
    assert key.digest == digest(secret)
    assert secret.startswith(key.hint)
    assert len(key.hint) <= 8
    assert secret not in str(ApiKey.objects.values().get())


def test_an_unknown_scope_makes_nothing() -> None:
    with pytest.raises(UnknownScope, match="flights"):
        create_key("acme", ["tools", "flights"])
    assert not Partner.objects.exists()


@pytest.mark.parametrize("secret", ["", "tk_", "tk_x", "京", "Bearer tk_x"])
def test_what_was_never_made_opens_nothing(secret: str) -> None:
    create_key("acme")
    assert find_key(secret) is None


def test_a_digest_is_no_secret() -> None:
    assert find_key(create_key("acme")[0].digest) is None


def test_a_revoked_key_opens_nothing() -> None:
    key, secret = create_key("acme")
    key.revoked_at = timezone.now()
    key.save()
    assert find_key(secret) is None


def test_a_key_opens_until_it_expires() -> None:
    key, secret = create_key("acme")
    key.expires_at = timezone.now() + timedelta(hours=1)
    key.save()
    assert find_key(secret) == key
    with time_machine.travel(key.expires_at, tick=False):
        assert find_key(secret) is None


def test_keys_of_one_name_are_of_one_partner() -> None:
    (first, one), (second, two) = create_key("acme"), create_key("acme")
    assert first.partner == second.partner
    assert one != two
    assert create_key("other")[0].partner != first.partner
