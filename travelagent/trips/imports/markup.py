"""XML of strangers as a tree: of bounded depth and size, without definitions of its own."""

import re
from html.entities import html5
from xml.etree import ElementTree

MOST_DEPTH = 64
MOST_ELEMENTS = 300_000
UNDEFINED_ENTITY = 11
"""Expat's number for it."""
_ENTITY = re.compile(r"&(?!(?:amp|lt|gt|quot|apos);)([A-Za-z][A-Za-z0-9]{1,30});")


class RefusedMarkup(ValueError):
    """XML that defines entities, or nests too deeply or is too large."""


class _BoundedTree(ElementTree.TreeBuilder):
    """Builds the tree as far as the limits allow; entities cannot be used because none can be defined."""

    def __init__(self) -> None:
        super().__init__()
        self._depth = self._elements = 0

    def start(self, tag: str, attrs: dict[str, str], /) -> ElementTree.Element:
        self._depth += 1
        self._elements += 1
        if self._depth > MOST_DEPTH or self._elements > MOST_ELEMENTS:
            raise RefusedMarkup("nested too deeply, or too many elements")
        return super().start(tag.rpartition("}")[2], attrs)

    def end(self, tag: str, /) -> ElementTree.Element:
        self._depth -= 1
        return super().end(tag.rpartition("}")[2])

    def doctype(self, name: str, pubid: str | None, system: str | None) -> None:
        raise RefusedMarkup("a document type of its own")


def tree_of(text: str) -> ElementTree.Element:
    """Return the root of an XML text; tags are without their namespaces.

    HTML's entities, which XML does not know, are read all the same. Raises ValueError.
    """
    try:
        return _parsed(text)
    except ElementTree.ParseError as error:
        if error.code != UNDEFINED_ENTITY:
            raise ValueError("no well-formed XML") from error
    try:
        return _parsed(_ENTITY.sub(lambda found: html5.get(f"{found[1]};", found[0]), text))
    except ElementTree.ParseError as error:
        raise ValueError("no well-formed XML") from error


def _parsed(text: str) -> ElementTree.Element:
    parser = ElementTree.XMLParser(target=_BoundedTree())
    parser.feed(text)
    root: ElementTree.Element = parser.close()
    return root
