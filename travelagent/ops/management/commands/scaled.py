"""The scaled profile on one machine by one command: servers behind one address, workers, and Celery's beat.

PostgreSQL and Redis are not started: `DATABASE_URL` and `REDIS_URL` say where they are. The servers share one listening
socket, and the kernel deals the connections out. What dies is started again; SIGTERM or SIGINT ends all of it, every
worker and server gracefully.
"""

import os
import signal
import socket
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext_lazy as _

from travelagent.catalog.commands import in_terminal, require_prepared_database
from travelagent.ops.processes import Processes

BACKLOG = 1024


class Command(BaseCommand):
    """The command `scaled`."""

    help = "Run servers, workers and beat of the scaled profile until they are stopped."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=settings.HOST)
        parser.add_argument("--port", type=int, default=settings.PORT)
        parser.add_argument("--servers", type=int, default=2)
        parser.add_argument("--workers", type=int, default=2)

    def handle(self, *args: Any, host: str, port: int, servers: int, workers: int, **options: Any) -> None:
        if not settings.REDIS_URL or "sqlite" in settings.DATABASES["default"]["ENGINE"]:
            raise CommandError("the scaled profile needs REDIS_URL, and a DATABASE_URL that names PostgreSQL")
        require_prepared_database()
        try:
            listener = socket.create_server((host, port), backlog=BACKLOG)
        except OSError as error:
            refused = in_terminal(_("cannot listen on %(address)s"), address=f"{host}:{port}")
            raise CommandError(f"{refused}: {error.strerror}") from error
        with listener:
            processes = Processes(
                _commands(listener.fileno(), servers, workers),
                {**os.environ, "RUN_EXECUTOR": "celery"},
                shared=[listener.fileno()],
            )
            for number in (signal.SIGTERM, signal.SIGINT):
                signal.signal(number, lambda *_: processes.stop())
            message = _("TravelAgent serves %(address)s with %(servers)s servers and %(workers)s workers")
            self.stdout.write(in_terminal(message, address=f"http://{host}:{port}", servers=servers, workers=workers))
            self.stdout.flush()
            killed = processes.run()
        if killed:
            raise CommandError(f"{killed} processes did not end in time")


def _commands(listener: int, servers: int, workers: int) -> dict[str, list[str]]:
    celery = [sys.executable, "-m", "celery", "-A", "travelagent.celery"]
    serve = [sys.executable, "manage.py", "serve", "--fd", str(listener)]
    return {
        "beat": [*celery, "beat", "--loglevel", "WARNING"],
        **{f"worker{n}": [*celery, "worker", "-n", f"worker{n}@%h", "--loglevel", "WARNING"] for n in range(workers)},
        **{f"server{n}": serve for n in range(servers)},
    }
