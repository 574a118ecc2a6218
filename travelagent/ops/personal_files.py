"""All that is kept of a person with the files of their trips, as a ZIP that is written while it is sent."""

import io
import json
import logging
import zipfile
from collections.abc import AsyncIterator, Iterator, Sequence
from functools import partial
from typing import Any, Final

from asgiref.sync import sync_to_async

from travelagent.accounts.models import Person
from travelagent.attachments.contents import copied
from travelagent.attachments.models import TripFile
from travelagent.ops import personal_data

PART_BYTES: Final = 256 * 1024
ROWS, MISSING = "data.json", "missing-files.json"

log = logging.getLogger(__name__)


class _Sent(io.RawIOBase):
    """What a ZIP is written to and then taken from: it is never held whole."""

    def __init__(self) -> None:
        self._parts = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        """Take bytes; how many."""
        self._parts += data
        return len(data)

    def taken(self, at_least: int = 1) -> Iterator[bytes]:
        """What was written since, where it is as much as that."""
        if len(self._parts) >= at_least:
            yield bytes(self._parts)
            self._parts.clear()


def zipped(person: Person) -> AsyncIterator[bytes]:
    """Return the parts of a ZIP: `data.json` as `personal_data.export` has it, and `files/`, a folder a trip.

    Files that the storage does not give are listed in `missing-files.json`. The database is read before the first part.
    """
    rows = json.dumps(personal_data.export(person), ensure_ascii=False, indent=1, default=str).encode()
    return _from_a_thread(_written(rows, personal_data.files_of(person)))


def _written(rows: bytes, files: Sequence[TripFile]) -> Iterator[bytes]:
    sent, missing = _Sent(), list[dict[str, str]]()
    with zipfile.ZipFile(sent, "w") as archive:
        archive.writestr(ROWS, rows, zipfile.ZIP_DEFLATED)
        yield from sent.taken()
        for file in files:
            try:
                with copied(file.content.name or "") as (content, size):
                    entry = zipfile.ZipInfo(_path(file), file.uploaded_at.timetuple()[:6])
                    entry.file_size = size
                    with archive.open(entry, "w") as opened:
                        while part := content.read(PART_BYTES):
                            opened.write(part)
                            yield from sent.taken(PART_BYTES)
            except Exception as error:  # a bucket's client raises whatever the network does
                log.warning("a file is not in the data of a person", extra={"file": file.pk, "reason": repr(error)})
                missing.append({"id": file.pk, "trip": file.trip_id, "name": file.name})
        if missing:
            archive.writestr(MISSING, json.dumps(missing, ensure_ascii=False, indent=1))
    yield from sent.taken()


def _path(file: TripFile) -> str:
    """Return the path in the archive: the id before the name, since two files of a trip may have the same name."""
    return f"files/{file.trip_id}/{file.pk} {file.name}"


async def _from_a_thread(parts: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Read the storage beside the event loop."""
    following = sync_to_async(partial(next, parts, b""))
    while part := await following():
        yield part
