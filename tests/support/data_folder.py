"""A data folder as `manage.py prepare` leaves it: made once a run, then given to every process and every server.

It is kept for later runs (kept.py).
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.support.isolation import ROOT, once, shared_folder
from tests.support.kept import keep, kept_folder

NAME = "prepared"
DATABASE = "db.sqlite3"
KEY = "secret_key"
SOURCES = (
    "static/**/*",
    "travelagent/*/static/**/*",
    "locale/**/*.po",
    "travelagent/catalog/**/*",
    "travelagent/*/migrations/*.py",
    "travelagent/settings.py",
    "travelagent/ops/management/commands/prepare.py",
)
"""What the prepared database, catalogue and static files are made of."""


def prepared_folder() -> Path:
    """Return the prepared folder, which nobody writes into; the run's first caller makes it."""
    with once(NAME) as folder:
        if folder is not None:
            kept = kept_folder(NAME, SOURCES)
            if kept is not None and kept.is_dir():
                shutil.copytree(kept, folder, dirs_exist_ok=True)
            else:
                _prepare(folder)
                if kept is not None:
                    keep(folder, kept)
    return shared_folder() / NAME


def prepare_data_folder(target: Path) -> None:
    """Bring the prepared database, catalogue and static files into that folder; the static files are shared."""
    for path in prepared_folder().iterdir():
        place = target / path.name
        if path.is_dir():
            if place.is_dir() and not place.is_symlink():
                shutil.rmtree(place)
            place.symlink_to(path, target_is_directory=True)
        else:
            shutil.copy2(path, place)


def _prepare(folder: Path) -> None:
    own = {"TRAVELAGENT_DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "travelagent.settings"}
    command = [sys.executable, "manage.py", "prepare"]
    subprocess.run(command, cwd=ROOT, env={**os.environ, **own}, check=True, stdout=subprocess.DEVNULL)
    (folder / KEY).unlink(missing_ok=True)  # each data folder has one of its own
