"""`manage.py backup FILE`: everything that the product keeps, in one archive; the servers may go on meanwhile."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext_lazy as _

from travelagent.catalog.commands import in_terminal, require_prepared_database
from travelagent.ops.archive import NoArchive, back_up


class Command(BaseCommand):
    """The command `backup`."""

    help = (
        "Write the database, the secret key and the files of trips into an archive. It holds people's conversations: "
        "keep it safe."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        require_prepared_database(of_any_release=True)
        try:
            files = back_up(file)
        except (NoArchive, OSError) as error:
            raise CommandError(str(error)) from error
        size = f"{file.stat().st_size:,}"
        self.stdout.write(in_terminal(_("written: %(file)s (%(size)s bytes)"), file=file, size=size))
        self.stdout.write(in_terminal(_("files of trips in it: %(count)s"), count=files.count))
        for name in files.missing:
            self.stderr.write(in_terminal(_("not in the storage: %(name)s"), name=name))
