"""What the libraries for accounts and lockout ask of the site."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context as current
from django.conf import settings
from django.http import HttpRequest

from travelagent.accounts.address import counted_by
from travelagent.accounts.models import User


@dataclass(frozen=True, slots=True)
class Site:
    """Who writes the mails."""

    name: str
    domain: str


class AccountAdapter(DefaultAccountAdapter):
    """Accounts of django-allauth: mail, addresses for limits, sign-up."""

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail in the name of this product, not of the host that it runs on."""
        site = Site("TravelAgent", current.request.get_host())
        super().send_mail(template_prefix, email, {**context, "current_site": site})

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the network by which the library counts sign-ups and resets."""
        return counted_by(request)

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Return whether strangers may make an account (the setting SIGNUP_OPEN)."""
        return bool(settings.ACCOUNT_SIGNUP_OPEN)


def sign_in_name(request: HttpRequest, credentials: Mapping[str, str] | None = None) -> str:
    """Return the name that a sign-in is for, whichever form it came from: an e-mail address counts for its user."""
    fields = credentials or request.POST
    given = next((fields[name] for name in ("username", "email", "login") if fields.get(name)), "")
    if "@" in given:
        given = User.objects.filter(email__iexact=given).values_list("username", flat=True).first() or given
    return given.casefold()
