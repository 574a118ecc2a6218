"""A file read into a trip's document and its preview, in a worker process: no file can hold up who serves."""

import logging
from collections.abc import Callable
from datetime import date
from typing import Final

from django.utils.module_loading import import_string
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from travelagent.catalog import planners
from travelagent.compute.pool import Terms, TimeLimitExceeded, WorkerDied
from travelagent.compute.queue import Cancelled, QueueFull
from travelagent.compute.worker import CpuLimitExceeded, Task, cpu_limit, memory_limit
from travelagent.trips.exports.document import FORMAT, FORMAT_VERSION
from travelagent.trips.imports import IMPORTS, TripFile
from travelagent.trips.imports.preview import Preview, preview_of
from travelagent.trips.imports.values import FileTrip, UnreadableFile

log = logging.getLogger(__name__)

CPU_S: Final = 15.0
LIMIT_S: Final = 30.0
"""So long a file may be read, behind which the worker is killed."""
EXPECTED_S: Final = 1.0
MEMORY_BYTES: Final = 1024**3


def read_file(file: TripFile, today: date, owner: str = "") -> Preview:
    """Return a preview of the trip in a file, in the language of the caller.

    `today`: days without a date begin two weeks after it. Raises UnreadableFile, InvalidRequest for a trip that cannot
    be laid out, and Busy.
    """
    terms = Terms(owner, EXPECTED_S, LIMIT_S)
    try:
        found: Preview = planners.pool.run(_read, file, today, get_language() or "en", terms=terms)
    except (TimeLimitExceeded, CpuLimitExceeded, MemoryError, WorkerDied) as error:
        log.warning("a file could not be read", extra={"format": file.format, "reason": repr(error)})
        raise UnreadableFile(_("This file takes too much time or memory to read.")) from error
    except (QueueFull, Cancelled) as error:
        raise planners.Busy from error
    return found


def _read(task: Task, file: TripFile, today: date, language: str) -> Preview:
    from travelagent.trips.imports.laying import laid_out
    from travelagent.trips.imports.whole import notes_of, whole_trip

    read: Callable[[bytes], FileTrip] = import_string(f"travelagent.trips.imports.{IMPORTS[file.format]}")
    with override(language), cpu_limit(CPU_S), memory_limit(MEMORY_BYTES):
        found = _parsed(file, read)
        if (whole := whole_trip(found)) is not None:
            return preview_of(whole, file.format, found.unread)
        laid = laid_out(found, today)
        head = {"format": FORMAT, "format_version": FORMAT_VERSION}
        notes = "\n".join((*found.remarks, *notes_of(found)))
        document = {**head, "title": found.title, "itinerary": laid.itinerary, "budget": None, "notes": notes}
        return preview_of(document, file.format, (*found.unread, *laid.unread))


def _parsed(file: TripFile, read: Callable[[bytes], FileTrip]) -> FileTrip:
    """Return the contents of the file. Raises UnreadableFile, also for whatever else the format's library raises."""
    try:
        return read(file.content)
    except (UnreadableFile, CpuLimitExceeded, MemoryError):
        raise
    except Exception as error:
        log.exception("a file was not read", extra={"format": file.format})
        raise UnreadableFile(_("This file cannot be read.")) from error
