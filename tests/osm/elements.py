"""Elements for tests, by their tags alone."""

from itertools import count
from pathlib import Path

from travelagent.osm.elements import Element

HELSINKI = Path(__file__).parent / "data/helsinki-centre.osm.pbf"
_ids = count(1)


def node(lat: float = 46.05, lon: float = 14.5, **tags: str) -> Element:
    """A node with these tags; a double underscore stands for a colon."""
    return Element("node", next(_ids), lat, lon, {key.replace("__", ":"): value for key, value in tags.items()})


def mapped_way(lat: float = 46.05, lon: float = 14.5, **tags: str) -> Element:
    """A way, at its middle."""
    made = node(lat, lon, **tags)
    return Element("way", made.id, lat, lon, made.tags)
