"""API keys: made, read, revoked. The secret `tk_…` is shown once; the table keeps its SHA-256 only."""

import hashlib
import secrets
from collections.abc import Sequence

from django.db.models import Q, QuerySet
from django.utils import timezone

from travelagent.accounts.models import ApiKey, Partner, Scope

PREFIX = "tk_"


class UnknownScope(ValueError):
    """A scope that is none of `Scope`."""


def digest(secret: str) -> str:
    """Return the SHA-256 digest under which a secret is stored."""
    return hashlib.sha256(secret.encode()).hexdigest()


def create_key(partner_name: str, scopes: Sequence[str] = ()) -> tuple[ApiKey, str]:
    """Create a key of the named partner (made if new); return it and its secret. Without scopes it has all.

    Raises UnknownScope.
    """
    if unknown := sorted(set(scopes) - set(Scope.values)):
        raise UnknownScope(f"unknown scope {', '.join(unknown)}; known: {', '.join(Scope.values)}")
    partner, _created = Partner.objects.get_or_create(name=partner_name)
    secret = PREFIX + secrets.token_urlsafe(32)
    key = ApiKey.objects.create(
        partner=partner, hint=secret[:8], digest=digest(secret), scopes=list(scopes) or list(Scope.values)
    )
    return key, secret


def find_key(secret: str) -> ApiKey | None:
    """Return the usable key of a secret, None without one."""
    if not secret.startswith(PREFIX):
        return None
    return usable_keys().select_related("partner").filter(digest=digest(secret)).first()


def usable_keys() -> QuerySet[ApiKey]:
    """Return the keys that are neither revoked nor expired."""
    unexpired = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
    return ApiKey.objects.filter(unexpired, revoked_at=None)
