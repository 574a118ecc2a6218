"""Gives each run of the tests a folder of its own, and each of its processes a data folder in it.

Two runs on one machine, and the workers of one run, therefore share no database, no static files and no data folder.
What is costly and never changes is shared: the planner's compiled code (`var/numba`), and within a run what
`shared_folder` holds.
"""

import atexit
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RUN_FOLDER = "TRAVELAGENT_TEST_FOLDER"
"""The environment variable with the run's folder, inherited by the workers."""
SERVICES = ("DATABASE_URL", "REDIS_URL", "RUN_EXECUTOR")
"""Settings that would lead the tests to services of the developer's own."""
UNCOMPILED = "PYTHONDONTWRITEBYTECODE"
"""Where it is set, as in containers, each of a hundred processes would compile the whole project anew."""


def claim_data_folder() -> None:
    """Point the settings at this process's part of the run's folder, and away from the developer's own services."""
    for name in (*SERVICES, UNCOMPILED):
        os.environ.pop(name, None)
    os.environ["TRAVELAGENT_LOCAL_MODELS"] = "off"
    os.environ["PROVIDERS"] = "off"
    os.environ.setdefault("NUMBA_CACHE_DIR", str(ROOT / "var" / "numba"))
    data = shared_folder() / os.environ.get("PYTEST_XDIST_WORKER", "main")
    data.mkdir(exist_ok=True)
    os.environ["TRAVELAGENT_DATA_DIR"] = str(data)


def shared_folder() -> Path:
    """Return the folder that all processes of this run of the tests share; its first process makes and removes it."""
    if RUN_FOLDER not in os.environ:
        folder = tempfile.mkdtemp(prefix="travelagent-tests-")
        os.environ[RUN_FOLDER] = folder
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(os.environ[RUN_FOLDER])


@contextmanager
def once(name: str) -> Iterator[Path | None]:
    """Yield the folder `name` to fill to the run's first caller, and None to those that wait for it and come after."""
    folder = shared_folder() / name
    with (shared_folder() / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if folder.exists():
            yield None
            return
        unfinished = folder.with_name(f"{name}.unfinished")
        unfinished.mkdir()
        try:
            yield unfinished
        except BaseException:
            shutil.rmtree(unfinished)
            raise
        unfinished.rename(folder)
