"""Compiles the translations with Babel, so that no gettext tools are needed to run."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    """The command `compile_translations`."""

    help = "Compile every .po file that is newer than its .mo file."

    def handle(self, *args: Any, **options: Any) -> None:
        for root in map(Path, settings.LOCALE_PATHS):
            for source in sorted(root.glob("*/LC_MESSAGES/*.po")):
                target = source.with_suffix(".mo")
                if target.exists() and target.stat().st_mtime_ns > source.stat().st_mtime_ns:
                    continue
                with source.open("rb") as read:
                    catalog = read_po(read, locale=source.parts[-3])
                with target.open("wb") as write:
                    write_mo(write, catalog)
