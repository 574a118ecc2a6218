"""`manage.py load_catalogue`: the packaged data and its corrections into the tables; quick where nothing changed."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from travelagent.catalog.loader import load
from travelagent.catalog.overlay import refresh
from travelagent.catalog.sql.file import catalogue_file


class Command(BaseCommand):
    help = "Load the packaged places, climate, costs and exchange rates into the database, and into the read-only file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--force", action="store_true", help="write all rows even when the data is unchanged")

    def handle(self, *args: Any, **options: Any) -> None:
        refresh()
        result = load(force=options["force"])
        state = "loaded" if result.changed else "unchanged"
        counts = ", ".join(f"{count} {name}" for name, count in result.counts.items())
        catalogue_file(Path(settings.DATA_DIR))
        self.stdout.write(f"Catalogue {result.data_hash[:12]} {state}: {counts}")
