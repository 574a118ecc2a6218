"""Fields of the conversation's tables."""

import json
import zlib
from typing import Any

from django.db import models

SHORT_BYTES = 200
"""What is shorter hardly becomes smaller."""
COMPRESSED = b"x"
"""How zlib's streams begin, and no JSON does."""


class CompressedJSONField(models.BinaryField[Any, Any]):
    """A JSON value, compressed unless it is short; it can be read and written, and not be queried."""

    def get_default(self) -> Any:
        return models.Field.get_default(self)  # not the bytes that a BinaryField makes of an empty text

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        return super().get_db_prep_value(packed(text), connection, prepared)

    def from_db_value(self, value: Any, *_: Any) -> Any:
        """Return the JSON value of the stored bytes, None for null."""
        return None if value is None else unpacked(bytes(value))

    def value_to_string(self, obj: models.Model) -> Any:
        return self.value_from_object(obj)

    def to_python(self, value: Any) -> Any:
        return value


def packed(text: str) -> bytes:
    """Return a JSON text as `CompressedJSONField` stores it: as it is when short, else compressed (zlib)."""
    encoded = text.encode()
    return encoded if len(encoded) < SHORT_BYTES else zlib.compress(encoded)


def unpacked(stored: bytes) -> Any:
    """Return the value that `packed` stored; null for a number that is none in JSON, as releases before 0.3 let in."""
    text = zlib.decompress(stored) if stored.startswith(COMPRESSED) else stored
    return json.loads(text, parse_constant=lambda _: None)
