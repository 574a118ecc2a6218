"""JSON as programs and people really write it: with the faults that can be mended, up to where it is cut off."""

import json
import re
from typing import Any, Final

import json_repair

from travelagent.trips.imports.values import Unread, damaged

MOST_MENDED: Final = 100_000
"""Characters of a text that is mended: commas behind the last value, comments, line breaks in texts."""
_TOKEN = re.compile(r'"(?:[^"\\]|\\.?)*+(?:"|\Z)|[{}\[\]]', re.DOTALL)
_WRAPPING = re.compile(r"\s*(?:<!--|//)?\s*(?:<!\[CDATA\[)?|(?://|/\*)?\s*(?:\]\]>)?\s*(?:\*/|-->)?\s*;?\s*$")
_ITEM_DEPTHS: Final = ("[", "{[")
"""Brackets around the items of a list, or of the list of an object."""


def loaded(text: str) -> tuple[Any, list[Unread]]:
    """Return the value of a JSON text, several values in a row as a list, and where it is damaged.

    Raises ValueError, RecursionError.
    """
    try:
        return json.loads(text), []
    except ValueError as error:
        fault = error
    if values := _in_lines(text):
        return values, []
    cut = _cut_off(text)
    if cut is not None:
        whole, end = cut
        return json.loads(whole), [damaged(text.count("\n", 0, end) + 1)]
    if len(text) > MOST_MENDED:
        raise fault
    return mended(text), []


def mended(text: str) -> Any:
    """Return the value of JSON with the faults that writers make, None for none. Raises ValueError, RecursionError."""
    try:
        return json_repair.loads(unwrapped(text))
    except IndexError as error:
        raise ValueError("no JSON") from error


def unwrapped(text: str) -> str:
    """Return a script without the comments and sections that hide it from old browsers."""
    return _WRAPPING.sub("", text.strip(), count=2)


def _in_lines(text: str) -> list[Any]:
    """Return the values of a text that has one a line (RFC 8142 and newline-delimited JSON); none for any other."""
    lines = [line.strip("\x1e \t\r") for line in text.split("\n")]
    try:
        values = [json.loads(line) for line in lines if line]
    except ValueError:
        return []
    return values if len(values) > 1 and all(isinstance(value, dict) for value in values) else []


def _cut_off(text: str) -> tuple[str, int] | None:
    """Return a text that ends too early, closed behind its last whole item, and where that ends; None for any other."""
    stack: list[str] = []
    whole: tuple[str, int] | None = None
    for token in _TOKEN.finditer(text):
        if token[0] in "{[":
            stack.append(token[0])
        elif token[0] in "}]" and stack:
            stack.pop()
            if token[0] == "}" and "".join(stack[:3]) in _ITEM_DEPTHS:
                whole = "".join("}" if each == "{" else "]" for each in reversed(stack)), token.end()
    if not stack or whole is None:
        return None
    return text[: whole[1]] + whole[0], whole[1]
