"""The files of trips in backups: each read from the storage and put into the archive by itself, and back."""

import logging
import re
import tarfile
from dataclasses import dataclass
from typing import Final

from travelagent.attachments.contents import copied, put_back, stored_names

FOLDER: Final = "files/"
_NAME: Final = re.compile(rf"{FOLDER}(\w+/\w+(?:\.\w+)+)", re.ASCII)
"""As `content_path` makes them: ids and an ending, nothing that leads elsewhere."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class FilesKept:
    """How many objects went one way or the other, and the names of those that rows speak of and that are not there."""

    count: int
    missing: tuple[str, ...] = ()


def pack(archive: tarfile.TarFile) -> FilesKept:
    """Add every object that a row speaks of. One that the storage has lost is left out; any other failure of the
    storage is raised as it came."""
    count, missing = 0, list[str]()
    for name in stored_names():
        try:
            with copied(name) as (content, size):
                entry = tarfile.TarInfo(FOLDER + name)
                entry.size = size
                archive.addfile(entry, content)
        except FileNotFoundError:
            log.warning("a file of a trip is not in the storage", extra={"object": name})
            missing.append(name)
        else:
            count += 1
    return FilesKept(count, tuple(missing))


def unpack(archive: tarfile.TarFile) -> frozenset[str]:
    """Put every object of an archive into the storage; their names."""
    names = set[str]()
    for member in archive:
        found = _NAME.fullmatch(member.name)
        content = archive.extractfile(member) if found and member.isreg() else None
        if found and content is not None:
            put_back(found[1], content)
            names.add(found[1])
    return frozenset(names)
