"""The configuration of a page's maps."""

from dataclasses import asdict
from typing import Any

from django.conf import settings

from travelagent.ground.pieces import version
from travelagent.maps.presets import Tiles


def map_config() -> dict[str, Any]:
    """Return `{ground, tiles}`: where the pieces of the ground are, and the tile service (`presets.Tiles`) or None."""
    tiles: Tiles | None = settings.MAP_TILE_SERVICE
    named = {_camel(name): value for name, value in asdict(tiles).items() if name != "hosts"} if tiles else None
    return {"ground": f"/map/ground/{version()}/", "tiles": named}


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.title() for part in rest)
