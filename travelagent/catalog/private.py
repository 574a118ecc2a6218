"""Files that only their owner may read: the database, mails, archives, the secret key."""

import os
from pathlib import Path

from django.conf import settings

OTHERS = 0o077
"""The permissions of a file's group and of everybody else."""


def keep_private() -> None:
    """Let this process write files for its user alone, and close to others what lies in the data folder."""
    os.umask(OTHERS)
    folder = Path(settings.DATA_DIR)
    for path in (folder, *folder.iterdir(), *folder.glob("mail/*")):
        mode = path.stat().st_mode
        if mode & OTHERS and path.stat().st_uid == os.geteuid():
            path.chmod(mode & ~OTHERS & 0o777)
