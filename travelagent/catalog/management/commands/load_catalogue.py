"""`manage.py load_catalogue`: the packaged data and its corrections into the tables; quick where nothing changed."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext_lazy as _

from travelagent.catalog.commands import in_terminal
from travelagent.catalog.loader import load
from travelagent.catalog.overlay import refresh
from travelagent.catalog.sql.file import catalogue_file


class Command(BaseCommand):
    """Loads the packaged catalogue into the database and writes the read-only file."""

    help = "Load the packaged places, climate, costs and exchange rates into the database, and into the read-only file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--force", action="store_true", help="write all rows even when the data is unchanged")

    def handle(self, *args: Any, **options: Any) -> None:
        refresh()
        result = load(force=options["force"])
        catalogue_file(Path(settings.DATA_DIR))
        loaded, unchanged = (
            _("Catalogue %(version)s loaded: %(cities)s cities, %(sights)s sights"),
            _("Catalogue %(version)s unchanged: %(cities)s cities, %(sights)s sights"),
        )
        counts = {name: result.counts[name] for name in ("cities", "sights")}
        version = result.data_hash[:12]
        self.stdout.write(in_terminal(loaded if result.changed else unchanged, version=version, **counts))
