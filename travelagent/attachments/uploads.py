"""Uploads while they come in: cut off at the limit, never more of them in memory or on disk."""

from typing import Any, Final

from django.core.files.uploadhandler import TemporaryFileUploadHandler

from travelagent.attachments.values import FILE_BYTES, FileTooLarge

FORM_BYTES: Final = 64 * 1024
"""What the other fields of a form and its own marks take at most."""
UPLOAD_BYTES: Final = FILE_BYTES + FORM_BYTES


class BoundedUpload(TemporaryFileUploadHandler):
    """A file in the system's temporary folder. Raises FileTooLarge as soon as it is known to be."""

    _received = 0

    def handle_raw_input(
        self, input_data: Any, META: Any, content_length: int, boundary: str, encoding: str | None = None
    ) -> None:
        if content_length > UPLOAD_BYTES:
            raise FileTooLarge

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        self._received += len(raw_data)
        if self._received > FILE_BYTES:
            self.file.close()
            raise FileTooLarge
        super().receive_data_chunk(raw_data, start)
