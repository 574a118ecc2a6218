"""MCP on standard input and output, for a host that starts its servers itself.

It acts for whom the operator chooses: an account, or a partner by a key from the environment, which no process list
shows. Runs are worked off here as well, beside those of a server that uses the same data folder.
"""

import asyncio
import os
from argparse import ArgumentParser
from functools import partial
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.utils import translation
from django.utils.translation import gettext_lazy as _
from mcp.server.stdio import stdio_server

from travelagent.accounts.actors import Actor, actor_of_key
from travelagent.accounts.models import Person, User
from travelagent.catalog.commands import PreparedCommand, in_terminal
from travelagent.chat import runtime
from travelagent.gateways.mcp.callers import Caller
from travelagent.gateways.mcp.rights import keep_rights
from travelagent.gateways.mcp.server import built

KEY_VARIABLE = "TRAVELAGENT_MCP_KEY"


class Command(PreparedCommand):
    """The command `mcp`: serve the protocol on standard input and output."""

    help = f"Serve MCP on standard input and output, for an account or for the key in {KEY_VARIABLE}."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--user", default="", help="the account that it acts for, by its user name")
        parser.add_argument("--end-user", default="", help="with a key: the partner's traveller that it acts for")
        parser.add_argument("--language", choices=["en", "zh"], default="en")

    def handle(self, *args: Any, user: str, end_user: str, language: str, **options: Any) -> None:
        actor = self._actor(user)
        if end_user and actor.partner is None:
            raise CommandError(in_terminal(_("Only a partner's key has travellers of its own.")))
        asyncio.run(serve(Caller(actor, language, end_user)))

    def _actor(self, user: str) -> Actor:
        key = os.environ.get(KEY_VARIABLE, "")
        if bool(user) == bool(key):
            raise CommandError(
                in_terminal(_("Name an account by --user, or set %(variable)s to a partner's key."))
                % {"variable": KEY_VARIABLE}
            )
        if key:
            actor = actor_of_key(key)
            if actor is None:
                raise CommandError(in_terminal(_("This key is unknown, revoked or expired.")))
            return actor
        account = User.objects.filter(username=user, is_active=True).first()
        if account is None:
            raise CommandError(in_terminal(_("There is no account %(name)s."), name=user))
        return Actor(person=Person.objects.get_or_create(user=account)[0].pk)


async def serve(caller: Caller) -> None:
    """Serve until standard input ends."""
    translation.activate(settings.LANGUAGE_OF[caller.locale])
    server = built(lambda context: caller)
    server.middleware.insert(0, partial(keep_rights, caller))
    if settings.RUN_EXECUTOR == "inline":
        await runtime.start()
    else:
        await runtime.follow()
    try:
        async with stdio_server() as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())
    finally:
        await runtime.stop()
