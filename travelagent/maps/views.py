"""Pieces of the packaged ground, and the tiles of a file on disk; both may be kept by whoever fetched them."""

import json
from functools import cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from django.views.decorators.http import require_safe

from travelagent.ground import pieces
from travelagent.maps.pmtiles import PMTiles

FOR_EVER = "public, max-age=31536000, immutable"
A_DAY = "public, max-age=86400"


@require_safe
def piece(request: HttpRequest, version: str, name: str) -> HttpResponse:
    """Serve a piece of the ground by its name; its address has the version of the data, so it never changes."""
    if version != pieces.version() or name not in pieces.names():
        return HttpResponseNotFound()
    return _kept(pieces.packed(name), "application/json", FOR_EVER)


@require_safe
def index(request: HttpRequest, version: str) -> HttpResponse:
    """Serve which regions and towns have a piece: `{"region": ["100_30", …], "town": […]}`."""
    if version != pieces.version():
        return HttpResponseNotFound()
    return _kept(_index(), "application/json", FOR_EVER)


@require_safe
def tile(request: HttpRequest, z: int, x: int, y: int) -> HttpResponse:
    """Serve a picture of the file that MAP_TILES_FILE names."""
    file = _file()
    found = file.tile(z, x, y) if file else None
    if file is None or found is None:
        return HttpResponseNotFound()
    return _kept(found, file.content_type, A_DAY)


def _kept(data: bytes, content_type: str, how_long: str) -> HttpResponse:
    return HttpResponse(data, content_type=content_type, headers={"Cache-Control": how_long})


@cache
def _index() -> bytes:
    named = sorted(name.split("/") for name in pieces.names() if "/" in name)
    listed = {level: [corner for of, corner in named if of == level] for level in ("region", "town")}
    return json.dumps(listed, separators=(",", ":")).encode()


@cache
def _file() -> PMTiles | None:
    return PMTiles(Path(settings.MAP_TILES_FILE)) if settings.MAP_TILES == "pmtiles" else None
