"""What is costly to make and the same from run to run is kept in var/tests, under a digest of what it is made of.

CI keeps nothing: there each run makes everything anew.
"""

import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.support.isolation import ROOT

KEPT = ROOT / "var" / "tests"
KEPT_S = 7 * 24 * 3600
"""What no run has used for so long is removed."""


def kept_folder(name: str, sources: Sequence[str]) -> Path | None:
    """Return the folder of this name for these sources (patterns of files, from the root), which need not exist yet.

    None in CI.
    """
    if os.environ.get("CI") == "true":
        return None
    KEPT.mkdir(parents=True, exist_ok=True)
    folder = KEPT / f"{name}-{_digest((*sources, 'requirements.lock'))}"
    if folder.is_dir():
        os.utime(folder)
    _forget(time.time() - KEPT_S)
    return folder


def keep(made: Path, kept: Path) -> None:
    """Copy a folder that was made to where later runs look for it, unless another run was faster."""
    unfinished = Path(tempfile.mkdtemp(prefix="unfinished-", dir=KEPT))
    shutil.copytree(made, unfinished, dirs_exist_ok=True)
    try:
        unfinished.rename(kept)
    except OSError:
        if not kept.is_dir():
            raise
        shutil.rmtree(unfinished)


def _digest(sources: Sequence[str]) -> str:
    found = hashlib.sha256(sys.version.encode())
    paths = {path for pattern in sources for path in ROOT.glob(pattern) if path.is_file() and path.suffix != ".pyc"}
    for path in sorted(paths):
        found.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()[:16]


def _forget(before: float) -> None:
    for folder in KEPT.iterdir():
        try:
            unused = folder.stat().st_mtime < before
        except FileNotFoundError:
            continue
        if unused:
            shutil.rmtree(folder, ignore_errors=True)
