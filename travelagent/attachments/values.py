"""What the parts of this room hand each other, and why a file is refused."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

FILE_BYTES: Final = 15 * 1024 * 1024
TRIP_BYTES: Final = 200 * 1024 * 1024
MOST_FILES: Final = 100
"""The limits of a file and of all files of a trip."""
OWNER_BYTES: Final = 2 * 1024**3
"""Of all files of all trips that a person owns, whoever attached them."""


class FileRefused(Exception):
    """Why a file is not kept; `status` is that of HTTP, `code` stays the same in all languages."""

    status = 415
    code = "unsupported_file"


class FileTooLarge(FileRefused):
    """The file is over the limit of one file."""

    status = 413
    code = "too_large"

    def __init__(self) -> None:
        limit = FILE_BYTES // 1024**2
        super().__init__(_("The file is too large; at most %(limit)s MB are taken.") % {"limit": limit})


class TripFull(FileRefused):
    """The trip holds as many files, or as many bytes, as it may."""

    status = 409
    code = "trip_full"


class UnreadableFile(FileRefused):
    """The file claims a type that is taken, and then cannot be read or holds what is not taken."""

    status = 422
    code = "unreadable_file"


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """A file as it will be kept: pictures written anew, documents as they came. Sizes are pixels, None for documents;
    `preview` is a small WebP picture, empty where there is none."""

    media_type: str
    content: bytes
    preview: bytes = b""
    width: int | None = None
    height: int | None = None
