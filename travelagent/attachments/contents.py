"""What the storage holds, an object at a time: read for backups and for people's own data, and put back."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import SpooledTemporaryFile
from typing import IO, Final

from django.core.files import File
from django.db import connection

from travelagent.attachments.models import TripFile, attachment_storage

IN_MEMORY_BYTES: Final = 1024 * 1024
"""A copy of more than that lies in the system's temporary folder."""
AT_ONCE: Final = 500

Spooled = SpooledTemporaryFile[bytes]


def stored_names() -> Iterator[str]:
    """Yield the names of the objects that rows speak of, of contents and previews. Holds no query open."""
    if TripFile._meta.db_table not in connection.introspection.table_names():  # an older release's database
        return
    after, columns = "", TripFile.objects.order_by("pk").values_list("pk", "content", "preview")
    while rows := list(columns.filter(pk__gt=after)[:AT_ONCE]):
        for _, *names in rows:
            yield from filter(None, names)
        after = rows[-1][0]


@contextmanager
def copied(name: str) -> Iterator[tuple[Spooled, int]]:
    """Yield a copy of an object, read to its end before, and its size in bytes.

    Raises FileNotFoundError for what the storage does not have, and whatever else its client raises.
    """
    with spooled() as copy:
        with attachment_storage().open(name, "rb") as opened:
            size = _pour(opened, copy)
        yield copy, size


def put_back(name: str, content: IO[bytes]) -> None:
    """Keep content under that very name, in place of what is there."""
    storage = attachment_storage()
    with spooled() as copy:  # clients look for its size, and may read it twice
        _pour(content, copy)
        if storage.exists(name):
            storage.delete(name)
        storage.save(name, File(copy, name))


def spooled() -> Spooled:
    """Return a temporary file that is in memory while it is small."""
    return SpooledTemporaryFile(max_size=IN_MEMORY_BYTES)


def _pour(source: IO[bytes] | File[bytes], copy: Spooled) -> int:
    """Copy to the end and go back to the begin; how many bytes there were."""
    shutil.copyfileobj(source, copy)
    size = copy.tell()
    copy.seek(0)
    return size
