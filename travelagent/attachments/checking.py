"""A file recognized by its content and made harmless, in a worker process: none can hold up, or blow up, who serves."""

import logging
from collections.abc import Callable
from typing import Final

from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from travelagent.attachments.documents import checked_document
from travelagent.attachments.pictures import checked_picture
from travelagent.attachments.values import FILE_BYTES, CheckedFile, FileRefused, FileTooLarge, UnreadableFile
from travelagent.catalog import planners
from travelagent.compute.pool import Terms, TimeLimitExceeded, WorkerDied
from travelagent.compute.queue import Cancelled, QueueFull
from travelagent.compute.worker import CpuLimitExceeded, Task, cpu_limit, memory_limit

log = logging.getLogger(__name__)

CPU_S: Final = 15.0
LIMIT_S: Final = 30.0
"""So long a file may be looked at, behind which the worker is killed."""
EXPECTED_S: Final = 0.5
MEMORY_BYTES: Final = 1024**3
_HEIF: Final = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1", b"heif"})

Check = Callable[[bytes], CheckedFile]


def check_file(content: bytes, owner: str = "") -> CheckedFile:
    """Return the file as it will be kept. Raises FileRefused, in the caller's language, and Busy."""
    if not content:
        raise UnreadableFile(_("The file is empty."))
    if len(content) > FILE_BYTES:
        raise FileTooLarge
    check_of(content)  # what is no such file at all needs no worker
    try:
        found: CheckedFile = planners.pool.run(
            _check, content, get_language() or "en", terms=Terms(owner, EXPECTED_S, LIMIT_S)
        )
    except (TimeLimitExceeded, CpuLimitExceeded, MemoryError, WorkerDied) as error:
        log.warning("a file could not be checked", extra={"reason": repr(error)})
        raise UnreadableFile(_("This file takes too much time or memory to read.")) from error
    except (QueueFull, Cancelled) as error:
        raise planners.Busy from error
    return found


def check_of(content: bytes) -> Check:
    """Return what checks a file of the type that its first bytes tell. Raises FileRefused for any other type."""
    if content.startswith(b"%PDF-"):
        return checked_document
    if content.startswith((b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n")) or (
        content.startswith(b"RIFF") and content[8:12] == b"WEBP"
    ):
        return checked_picture
    if content[4:8] == b"ftyp" and content[8:12] in _HEIF:
        raise FileRefused(_("HEIC pictures are not supported. Save this one as JPEG first."))
    raise FileRefused(_("Only PDF documents and JPEG, PNG or WebP pictures are taken."))


def _check(task: Task, content: bytes, language: str) -> CheckedFile:
    with override(language), cpu_limit(CPU_S), memory_limit(MEMORY_BYTES):
        try:
            return check_of(content)(content)
        except (FileRefused, CpuLimitExceeded, MemoryError):
            raise
        except Exception as error:
            log.info("a file is damaged", extra={"reason": repr(error)})
            raise UnreadableFile(_("This file is damaged or incomplete.")) from error
