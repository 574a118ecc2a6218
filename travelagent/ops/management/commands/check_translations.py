"""Fails when a string of the code or the pages is missing from a translation, untranslated, fuzzy or no longer used.

Of the libraries' strings `locale/libraries/` holds only those that this product words itself; they are checked for
being strings of those libraries still. In every translation each variable of the original is kept.
"""

import importlib.util
import os
import re
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
LIBRARIES = ("django", "allauth", "axes")
TEXT_FILES = (".py", ".html", ".txt")
VARIABLE = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w+\}")


class Command(BaseCommand):
    """The command `check_translations`."""

    help = "Check that the translations are complete and up to date (needs gettext's xgettext)."

    def handle(self, *args: Any, **options: Any) -> None:
        own, libraries = map(Path, settings.LOCALE_PATHS)
        faults = [fault for domain in DOMAINS for fault in _faults(own / "zh_Hans", domain)]
        faults += [fault for path in libraries.glob("*/LC_MESSAGES/django.po") for fault in _library_faults(path)]
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
        *wrong(kept, place),
    ]


def _library_faults(path: Path) -> list[str]:
    place = f"{path.parts[-3]}/libraries"
    kept, present = _read(path, path.parts[-3]), _library_texts()
    return [
        *(f"{place}: in no library: {text}" for text in sorted(_ids(kept)) if _constant_part(text) not in present),
        *wrong(kept, place),
    ]


def _library_texts() -> str:
    """Return all texts of the libraries' sources in which their strings stand."""
    specs = filter(None, map(importlib.util.find_spec, LIBRARIES))
    roots = [Path(root) for spec in specs for root in spec.submodule_search_locations or ()]
    files = (path for root in roots for path in root.rglob("*") if path.suffix in TEXT_FILES)
    return " ".join(" ".join(path.read_text(encoding="utf-8", errors="replace").split()) for path in files)


def _constant_part(text: str) -> str:
    """Return the longest part of a string that is in the source as it is: no variables, line breaks or ends of
    literals.
    """
    parts = re.split(r"%\(\w+\)[sd]|%[sd]|\{\w+\}|[\n\"]", text)
    return max(parts, key=len).strip()[:25]


def wrong(catalog: Catalog, place: str) -> list[str]:
    """Messages that are not translated, or whose translation has other variables than the original."""
    messages = [message for message in catalog if message.id]
    return [
        *(f"{place}: untranslated: {m.id}" for m in messages if m.fuzzy or not _translated(m.string)),
        *(f"{place}: other variables: {m.id}" for m in messages if not _keeps_variables(m.id, m.string)),
    ]


def _keeps_variables(id: Any, string: Any) -> bool:
    """Return whether the string keeps all variables of the original.

    The last form of a plural must have them all; others may have the number in words.
    """
    forms = [texts if isinstance(texts, str) else texts[-1] for texts in (id, string)]
    return set(VARIABLE.findall(forms[0])) == set(VARIABLE.findall(forms[1]))


def _extracted(locale: str, domain: str) -> Catalog:
    """Return what makemessages finds, in a copy of the sources."""
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
