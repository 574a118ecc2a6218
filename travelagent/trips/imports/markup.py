"""XML of strangers as a tree: of bounded depth and size, without definitions of its own, as far as it is whole."""

import re
from collections.abc import Iterator
from html.entities import html5
from typing import Final
from xml.etree import ElementTree
from xml.sax.saxutils import escape

from travelagent.trips.imports.values import Unread, damaged

MOST_DEPTH: Final = 64
MOST_ELEMENTS: Final = 300_000
MOST_FAULTS: Final = 20
"""A file with more broken places is read up to the last of these."""
_QUALIFIED = r"(?:[\w.-]{1,30}:)?"
_ITEM = rf"{_QUALIFIED}(?:Placemark|wpt|rtept)\b"
_CONTAINER = rf"{_QUALIFIED}(?:kml|Document|Folder|gpx|rte)\b"
_ITEM_EDGE = re.compile(rf"<(/?){_ITEM}")
_RESUME = re.compile(rf"<(?:{_ITEM}|/?{_CONTAINER})")
_CONTAINER_TAG = re.compile(rf"<(/?)({_CONTAINER})[^<>]*?(/?)>")
_AMPERSAND = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)(\w{2,30};)?")
_CDATA = re.compile(r"<!\[CDATA\[|\]\]>")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_PREFIX = re.compile(r"[<\s/]([A-Za-z_][\w.-]{0,30}):[A-Za-z_]")
_DECLARED = re.compile(r"\sxmlns:([A-Za-z_][\w.-]{0,30})\s*=")
_FIRST_TAG = re.compile(r"<[A-Za-z_][\w.:-]*")
_NAME = re.compile(r"<(?:\w{1,30}:)?name>([^<>]{1,200})<")


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


def tree_of(text: str) -> tuple[ElementTree.Element, list[Unread]]:
    """Return the root of an XML text, with tags without their namespaces, and the places that are broken.

    A broken place is cut out with the point around it; a file that ends too early is read up to there. Raises
    ValueError.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    try:
        return _parsed(text), []
    except ElementTree.ParseError:
        text = _mended(text)
    unread: list[Unread] = []
    for _attempt in range(MOST_FAULTS):
        try:
            return _parsed(text), unread
        except ElementTree.ParseError as error:
            line, column = error.position
        begin, end = _broken_part(text, _offset(text, line, column))
        closing = "".join(f"</{tag}>" for tag in _open_containers(text[:begin])) if end == len(text) else ""
        shorter = f"{text[:begin]}{closing}" + "\n" * text.count("\n", begin, end) + text[end:]
        if shorter == text or not shorter.strip():
            break
        name = _NAME.search(text, begin, end)
        unread.append(damaged(text.count("\n", 0, begin) + 1, name[1] if name else ""))
        text = shorter
    raise ValueError("no well-formed XML")


def _parsed(text: str) -> ElementTree.Element:
    parser = ElementTree.XMLParser(target=_BoundedTree())
    parser.feed(text)
    root: ElementTree.Element = parser.close()
    return root


def _mended(text: str) -> str:
    """Return the text with what writers forget: HTML's entities, bare ampersands, undeclared prefixes, bytes before."""
    before = text[: max(text.find("<"), 0)]
    text = "\n" * before.count("\n") + text[len(before) :]
    if "<?xml" in text[len(before) : len(before) + 10]:
        text = text.lstrip("\n")
    text = "".join(_with_entities(_CONTROL.sub("", text)))
    unknown = set(_PREFIX.findall(text)) - set(_DECLARED.findall(text)) - {"xml", "xmlns"}
    declared = "".join(f' xmlns:{prefix}="urn:{prefix}"' for prefix in sorted(unknown))
    return _FIRST_TAG.sub(lambda found: found[0] + declared, text, count=1)


def _with_entities(text: str) -> Iterator[str]:
    """Yield a text in parts, with the ampersands escaped that begin no entity of XML, but for those in CDATA."""
    begin, is_text = 0, True
    for edge in _CDATA.finditer(text):
        if is_text == edge[0].startswith("<"):
            yield _AMPERSAND.sub(_entity, text[begin : edge.start()]) if is_text else text[begin : edge.start()]
            begin, is_text = edge.start(), not is_text
    yield _AMPERSAND.sub(_entity, text[begin:]) if is_text else text[begin:]


def _entity(found: re.Match[str]) -> str:
    return escape(html5.get(found[1] or "", f"&{found[1] or ''}"))


def _offset(text: str, line: int, column: int) -> int:
    """Return the index of a position of Expat's: lines from 1, columns in bytes."""
    begin = 0
    for _line in range(line - 1):
        begin = text.find("\n", begin) + 1
    end = text.find("\n", begin)
    row = text[begin : len(text) if end < 0 else end]
    return begin + len(row.encode()[:column].decode("utf-8", "ignore"))


def _broken_part(text: str, fault: int) -> tuple[int, int]:
    """Return where the broken part begins and ends: a point that another one begins in, else the point around the
    fault, up to what can be read again.
    """
    begin = fault
    for edge in _ITEM_EDGE.finditer(text, 0, fault):
        if begin < fault and not edge[1]:
            return begin, edge.start()
        begin = fault if edge[1] else edge.start()
    resumed = _RESUME.search(text, max(fault, begin + 1))
    return begin, resumed.start() if resumed else len(text)


def _open_containers(text: str) -> Iterator[str]:
    """Yield the tags that are open at the end of a text, the innermost first."""
    stack: list[str] = []
    for tag in _CONTAINER_TAG.finditer(text):
        if tag[1] and stack:
            stack.pop()
        elif not (tag[1] or tag[3]):
            stack.append(tag[2])
    yield from reversed(stack)
