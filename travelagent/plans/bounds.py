"""The most that a value from outside may hold, checked in one walk before anything is read or computed from it.

Lists whose length multiplies work have bounds of their own in their values (fields.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from travelagent.plans.errors import InvalidRequest
from travelagent.plans.fields import NUMBER
from travelagent.plans.values import LocalizedText

TEXT_CHARS: Final = 2_000
ITEMS: Final = 20_000
"""Of a list or an object: a certificate of thirty full days has some thousand checks."""
DEPTH: Final = 20


def check_bounds(payload: object, field: str) -> None:
    """Raise InvalidRequest, which names `field`, for a text, a number, a list or a depth over its bound."""
    waiting: list[tuple[object, int]] = [(payload, 0)]
    while waiting:
        value, depth = waiting.pop()
        if isinstance(value, str):
            if len(value) > TEXT_CHARS:
                raise _refused(field, f"a text has at most {TEXT_CHARS} characters", f"文字最多 {TEXT_CHARS} 个字符")
        elif isinstance(value, int | float):
            if not abs(value) <= NUMBER:  # nor is NaN
                raise _refused(field, "a number is too large", "数字过大")
        elif isinstance(value, Mapping | list | tuple):
            if len(value) > ITEMS:
                raise _refused(field, f"a list has at most {ITEMS} items", f"列表最多 {ITEMS} 项")
            if depth == DEPTH:
                raise _refused(field, f"more than {DEPTH} levels", f"嵌套超过 {DEPTH} 层")
            inner = (*value.keys(), *value.values()) if isinstance(value, Mapping) else value
            waiting.extend((each, depth + 1) for each in inner)


def _refused(field: str, en: str, zh: str) -> InvalidRequest:
    return InvalidRequest(field, LocalizedText(f"{field}: {en}", f"{field}：{zh}"))
