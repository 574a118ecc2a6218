"""Fails when a string of the code or the pages is missing from a translation, untranslated, fuzzy or no longer used."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

SOURCES = ("agent_core", "travelagent", "templates", "static", "manage.py")
DOMAINS = ("django", "djangojs")


class Command(BaseCommand):
    help = "Check that the translations are complete and up to date (needs gettext's xgettext)."

    def handle(self, *args: Any, **options: Any) -> None:
        faults = [
            fault
            for root in map(Path, settings.LOCALE_PATHS)
            for folder in sorted(p for p in root.iterdir() if p.is_dir())
            for domain in DOMAINS
            for fault in _faults(folder, domain)
        ]
        if faults:
            raise CommandError("\n".join(["The translations are not up to date:", *faults]))
        self.stdout.write("translations are complete")


def _faults(folder: Path, domain: str) -> list[str]:
    kept = _read(folder / "LC_MESSAGES" / f"{domain}.po", folder.name)
    extracted = _extracted(folder.name, domain)
    wanted, known = _ids(extracted), _ids(kept)
    place = f"{folder.name}/{domain}"
    return [
        *(f"{place}: missing: {text}" for text in sorted(wanted - known)),
        *(f"{place}: no longer used: {text}" for text in sorted(known - wanted)),
        *(f"{place}: untranslated: {m.id}" for m in kept if m.id and (m.fuzzy or not _translated(m.string))),
    ]


def _extracted(locale: str, domain: str) -> Catalog:
    """What makemessages finds, in a copy of the sources."""
    with tempfile.TemporaryDirectory() as copy:
        for name in SOURCES:
            path = settings.BASE_DIR / name
            if path.is_dir():
                shutil.copytree(path, Path(copy) / name, ignore=shutil.ignore_patterns("__pycache__", "data"))
            else:
                shutil.copy(path, copy)
        (Path(copy) / "locale").mkdir()
        command = [sys.executable, "-m", "django", "makemessages", "-l", locale, "-d", domain, "-v", "0"]
        subprocess.run(command, cwd=copy, check=True, env=_environment())
        return _read(Path(copy) / "locale" / locale / "LC_MESSAGES" / f"{domain}.po", locale)


def _environment() -> dict[str, str]:
    """Outside the project's settings, makemessages uses ./locale."""
    return {k: v for k, v in os.environ.items() if k != "DJANGO_SETTINGS_MODULE"}


def _read(path: Path, locale: str) -> Catalog:
    if not path.exists():
        return Catalog(locale)
    with path.open("rb") as file:
        return read_po(file, locale=locale)


def _ids(catalog: Catalog) -> set[str]:
    return {m.id if isinstance(m.id, str) else m.id[0] for m in catalog if m.id}


def _translated(string: Any) -> bool:
    return all(string) if isinstance(string, list | tuple) else bool(string)
