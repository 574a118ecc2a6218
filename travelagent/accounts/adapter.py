"""What the libraries for accounts and lockout ask of the site."""

from collections.abc import Mapping

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.http import HttpRequest


class AccountAdapter(DefaultAccountAdapter):
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Whether strangers may make an account (the setting SIGNUP_OPEN)."""
        return bool(settings.ACCOUNT_SIGNUP_OPEN)


def name_tried(request: HttpRequest, credentials: Mapping[str, str] | None = None) -> str:
    """Whom a sign-in is for, by name or address, whichever form it came from."""
    fields = credentials or request.POST
    return next((fields[name] for name in ("username", "email", "login") if fields.get(name)), "").casefold()
