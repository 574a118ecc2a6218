"""The arguments of a call, as models write them: JSON, and JSON with faults.

A fault is mended only where the text is whole: a comma too many, single quotes, Python's words, a fence around it, an
object inside a string. What breaks off in the middle of a string is nobody's guess and stays broken.
"""

import json
from collections.abc import Mapping
from typing import Any

import json_repair


def parse_arguments(text: str) -> Mapping[str, Any] | None:
    """Parse the arguments of a tool call; return None where the text holds no JSON object.

    Text that is no JSON is repaired once, unless it breaks off.
    """
    parsed = _loads(text.strip() or "{}")
    if isinstance(parsed, str):
        parsed = _loads(parsed)
    if parsed is None and not _breaks_off(text):
        parsed = json_repair.loads(text, skip_json_loads=True)
    return parsed if isinstance(parsed, dict) else None


def _loads(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return None


def _breaks_off(text: str) -> bool:
    """Whether the text ends inside a double-quoted string, or holds no object at all."""
    inside = escaped = False
    for char in text:
        if escaped:
            escaped = False
        elif char == "\\":
            escaped = inside
        elif char == '"':
            inside = not inside
    return inside or "{" not in text
