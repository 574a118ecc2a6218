"""The web server: daphne on Twisted's asyncio loop, in the embedded profile with the runs and the duties beside it.

Daphne knows no lifespan, so this command owns start and stop: on SIGTERM or SIGINT no more runs are taken, what had
been emitted is committed, then the server goes down; runs at work go on from their checkpoints, at the next start or in
another process at once. Several servers may share a listening socket (`--fd`): the kernel deals the connections out.
"""

import asyncio
import logging
import signal
from argparse import ArgumentParser
from typing import Any

import daphne.server
from daphne.endpoints import build_endpoint_description_strings
from daphne.server import Server
from django.conf import settings
from django.core.management.base import CommandError
from django.utils.translation import gettext_lazy as _

from travelagent.assistant.local_models import exclude_port
from travelagent.catalog.commands import PreparedCommand, in_terminal
from travelagent.catalog.overlay import keep_fresh
from travelagent.chat import runtime
from travelagent.ops import computing, duties
from travelagent.ops.boot import boot
from travelagent.ops.server_limits import BoundedFactory, BoundedSocketFactory

log = logging.getLogger(__name__)


class Command(PreparedCommand):
    """The command `serve`."""

    help = "Serve the site, the API and the sockets, and work runs off."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=settings.HOST)
        parser.add_argument("--port", type=int, default=settings.PORT)
        parser.add_argument("--fd", type=int, help="serve an inherited listening socket instead")

    def handle(self, *args: Any, host: str, port: int, fd: int | None, **options: Any) -> None:
        from travelagent.asgi import application

        boot()
        computing.fork()
        where = {"host": host, "port": port} if fd is None else {"file_descriptor": fd}
        # The server makes its factories by these names.
        daphne.server.HTTPFactory = BoundedFactory
        daphne.server.WebSocketFactory = BoundedSocketFactory
        self._server = Server(
            application,
            endpoints=build_endpoint_description_strings(**where),
            signal_handlers=False,
            websocket_timeout=-1,
            server_name="travelagent",
            ready_callable=self._ready,
        )
        self._server.run()
        if self._server.abort_start:
            raise CommandError(in_terminal(_("cannot listen on %(address)s"), address=f"{host}:{port}"))

    def _ready(self) -> None:
        """Called on the loop's thread just before the reactor runs."""
        for host, port in self._server.listening_addresses:
            exclude_port(port)
            self.stdout.write(in_terminal(_("TravelAgent serves %(address)s"), address=f"http://{host}:{port}"))
        self.stdout.flush()
        loop = asyncio.get_event_loop_policy().get_event_loop()
        self._background = loop.create_task(self._work())
        computing.warm_planner()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._stop, loop)

    async def _work(self) -> None:
        """Work beside the serving: the embedded profile's runs and duties, else only the relay."""
        if settings.RUN_EXECUTOR == "celery":
            await runtime.follow()
            await keep_fresh()
        await runtime.start()
        await asyncio.gather(duties.keep_up(), keep_fresh())

    def _stop(self, loop: asyncio.AbstractEventLoop) -> None:
        self._stopping = loop.create_task(self._shut_down())

    async def _shut_down(self) -> None:
        try:
            self._background.cancel()
            await asyncio.wait([self._background])
            await runtime.stop()
        finally:
            await asyncio.to_thread(computing.stop)
            self._server.stop()
