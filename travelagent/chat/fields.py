"""Fields of the conversation's tables."""

import json
import zlib
from typing import Any

from django.db import models

FAST = 1
"""Compressing is part of every step of a run; a better level gains a tenth and takes several times as long."""


class CompressedJSONField(models.BinaryField[Any, Any]):
    """A JSON value, compressed; it can be read and written, and not be queried."""

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        return super().get_db_prep_value(zlib.compress(text.encode(), FAST), connection, prepared)

    def from_db_value(self, value: Any, *_: Any) -> Any:
        return None if value is None else json.loads(zlib.decompress(bytes(value)))

    def value_to_string(self, obj: models.Model) -> str:
        return json.dumps(self.value_from_object(obj))

    def to_python(self, value: Any) -> Any:
        return json.loads(value) if isinstance(value, str) else value
