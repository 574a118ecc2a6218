"""Makes a partner's API key and prints it once, alone on the last line."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext_lazy as _

from travelagent.accounts.keys import UnknownScope, create_key
from travelagent.accounts.models import Scope
from travelagent.catalog.commands import PreparedCommand, in_terminal


class Command(PreparedCommand):
    """The command `create_api_key`: the key's description goes to stderr, the secret alone to stdout."""

    help = "Create an API key of a partner; without --scope it has all scopes."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the partner")
        parser.add_argument("--scope", action="append", default=[], help=", ".join(Scope.values))

    def handle(self, *args: Any, name: str, scope: list[str], **options: Any) -> None:
        try:
            key, secret = create_key(name, scope)
        except UnknownScope as error:
            raise CommandError(str(error)) from error
        message = _("%(key)s of %(partner)s: %(scopes)s. Keep it; it is not shown again.")
        self.stderr.write(in_terminal(message, key=key.pk, partner=key.partner, scopes=", ".join(key.scopes)))
        self.stdout.write(secret)
