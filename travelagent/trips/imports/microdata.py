"""Microdata (HTML, 5): the things that a page marks up with `itemscope`, in the shape of JSON-LD.

The page is put in order first, by the parser of browsers, so that what is not closed, or closed twice, does no harm.
"""

from html.parser import HTMLParser
from typing import Any, Final

import nh3

MOST_CHARS: Final = 1_000_000
MOST_ITEMS: Final = 2000
MOST_DEPTH: Final = 200
"""Text deeper than this is no part of what is around it."""
_VALUES: Final = {
    "meta": "content", "link": "href", "a": "href", "area": "href", "img": "src", "time": "datetime", "data": "value",
    "meter": "value",
}  # fmt: skip
"""The attributes that hold the values of elements (HTML, 5.2.3); of all others it is their text."""
_VOID: Final = frozenset({"meta", "link", "area", "img", "br", "hr", "wbr"})
_ATTRIBUTES: Final = {"*": {"itemscope", "itemtype", "itemprop", "content", *_VALUES.values()}}


def items_in(page: str) -> list[dict[str, Any]]:
    """Return the outermost items of a page, each a JSON-LD node."""
    if len(page) > MOST_CHARS or not 0 < page.lower().count("itemscope") <= MOST_ITEMS:
        return []
    tags = nh3.ALLOWED_TAGS | _VALUES.keys() | {"body", "main", "section", "article", "header", "footer", "font"}
    ordered = nh3.clean(page, tags=tags, attributes=_ATTRIBUTES, link_rel=None, url_schemes={"http", "https"})
    reader = _Items()
    reader.feed(ordered)
    reader.close()
    return reader.found


class _Items(HTMLParser):
    """Collects items; `_open` has for each open element its item and its property without a value of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[dict[str, Any]] = []
        self._items: list[dict[str, Any]] = []
        self._open: list[tuple[bool, str, list[str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        name, value = given.get("itemprop", "").strip(), given.get("content") or given.get(_VALUES.get(tag, ""))
        is_item = "itemscope" in given
        if is_item:
            item: dict[str, Any] = {"@type": given.get("itemtype", "").split(" ")[0]}
            self._put(name, item)
            if not (name and self._items):
                self.found.append(item)
            self._items.append(item)
        elif value is not None:
            self._put(name, value)
        if tag not in _VOID:
            self._open.append((is_item, "" if is_item or value is not None else name, []))

    def handle_endtag(self, tag: str) -> None:
        if not self._open:
            return
        is_item, name, texts = self._open.pop()
        if is_item:
            self._items.pop()
        text = "".join(texts)
        if name:
            self._put(name, " ".join(text.split()))
        if 0 < len(self._open) < MOST_DEPTH:
            self._open[-1][2].append(text)

    def handle_data(self, data: str) -> None:
        if self._open:
            self._open[-1][2].append(data)

    def _put(self, names: str, value: object) -> None:
        if self._items:
            for name in names.split():
                self._items[-1].setdefault(name, []).append(value)
