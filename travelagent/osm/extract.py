"""Reader of extracts of OpenStreetMap (`.osm.pbf`, `.osm`, `.osm.bz2`, `.o5m`) through libosmium."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

import osmium
from osmium.filter import EmptyTagFilter, KeyFilter
from osmium.osm import Area, Node, Way

from travelagent.osm.elements import Element, ElementKind
from travelagent.osm.kinds import USES, selectors

Progress = Callable[[int], None]
"""Called with the number of tagged objects read so far."""
EVERY = 10_000


class UnreadableExtract(Exception):
    """The file is no extract, or is damaged; the message is libosmium's."""


@dataclass(frozen=True, slots=True)
class Extract:
    """What of a file matters here; `as_of` is the day of its newest change, None where no object has one."""

    elements: tuple[Element, ...]
    as_of: date | None


def read_extract(path: Path, progress: Progress = lambda read: None) -> Extract:
    """Read every element with a key of `kinds` or `place`, ways and relations at the middle of their ground.

    A relation that is no area (a route) is left out. Raises UnreadableExtract.
    """
    newest: list[datetime] = []
    try:
        elements = tuple(_elements(path, newest, progress))
    except (RuntimeError, OSError, ValueError) as error:
        raise UnreadableExtract(str(error)) from error
    return Extract(elements, max(newest).date() if newest else None)


def _elements(path: Path, newest: list[datetime], progress: Progress) -> Iterator[Element]:
    keys = sorted({key for use in USES for key in selectors(use)} | {"place"})
    seen: set[tuple[ElementKind, int]] = set()
    processor = (
        osmium.FileProcessor(str(path))
        .with_locations()
        .with_areas(KeyFilter(*keys))
        .with_filter(EmptyTagFilter())
        .with_filter(KeyFilter(*keys))
    )
    latest: datetime | None = None
    for count, found in enumerate(processor, 1):
        if count % EVERY == 0:
            progress(count)
        if (
            isinstance(found, Node | Way | Area)
            and (element := _element(found))
            and (element.kind, element.id) not in seen
        ):
            seen.add((element.kind, element.id))
            if found.timestamp and (latest is None or found.timestamp > latest):
                latest = found.timestamp
            yield element
    if latest:
        newest.append(latest)


def _element(found: Node | Way | Area) -> Element | None:
    """An object at its point or at the middle of its outline; None where its outline is not in the file."""
    tags = {tag.k: tag.v for tag in found.tags}
    if isinstance(found, Node):
        return Element("node", found.id, found.location.lat, found.location.lon, tags)
    if isinstance(found, Way):
        if found.is_closed() and tags.get("area") != "no":
            return None  # comes as an area
        points = [(node.lat, node.lon) for node in found.nodes if node.location.valid()]
        kind, id = "way", found.id
    else:
        points = [(node.lat, node.lon) for ring in found.outer_rings() for node in ring]
        kind, id = ("way" if found.from_way() else "relation"), found.orig_id()
    if not points:
        return None
    lats, lons = [lat for lat, _ in points], [lon for _, lon in points]
    middle = (min(lats) + max(lats)) / 2, (min(lons) + max(lons)) / 2
    return Element("way" if kind == "way" else "relation", id, *middle, tags)
