"""`manage.py restore FILE --replace`: an archive in place of what is there; stop the servers and workers first."""

import fcntl
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext_lazy as _

from travelagent.catalog.commands import in_terminal
from travelagent.catalog.private import keep_private
from travelagent.ops.archive import NoArchive, is_empty, restore


class Command(BaseCommand):
    """The command `restore`."""

    help = "Put an archive in place of the present database, then bring it to this release."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--replace", action="store_true", help="yes, what is there now may go; an empty database needs no such word"
        )

    def handle(self, *args: Any, file: Path, replace: bool, **options: Any) -> None:
        keep_private()
        if not replace and not is_empty():
            raise CommandError(in_terminal(_("this replaces everything that is there; pass --replace to confirm")))
        with (Path(settings.DATA_DIR) / "server.lock").open("w") as guard:
            try:
                fcntl.flock(guard, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise CommandError(in_terminal(_("a server uses this data folder; stop it first"))) from None
            try:
                manifest, files = restore(file)
            except NoArchive as error:
                raise CommandError(str(error)) from error
        call_command("migrate", verbosity=0, interactive=False)
        call_command("load_catalogue", verbosity=0)
        self.stdout.write(in_terminal(_("restored what was backed up at %(moment)s"), moment=manifest["made_at"]))
        self.stdout.write(in_terminal(_("files of trips put back: %(count)s"), count=files.count))
        for name in files.missing:
            self.stderr.write(in_terminal(_("not in the storage: %(name)s"), name=name))
