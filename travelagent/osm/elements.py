"""An element of OpenStreetMap, wherever it was read from."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

ElementKind = Literal["node", "way", "relation"]


@dataclass(frozen=True, slots=True)
class Element:
    """A tagged element at its centre, in degrees; `id` is OpenStreetMap's, unique within its kind."""

    kind: ElementKind
    id: int
    lat: float
    lon: float
    tags: Mapping[str, str]
