"""Photographs of Wikimedia Commons: one search by a place's name near its coordinates, the first of use is taken.

Of use is a landscape photograph under a free licence, large enough for a card. Whatever the service does, the poster is
there: a failure is an error of this module's own, and the service is then left alone for a while.
"""

import json
import logging
import re
import threading
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import urlsplit

from travelagent.provider_settings import DEFAULT_ADDRESSES
from travelagent.providers.commons import MIME_TYPES, is_free, plain_text
from travelagent.providers.failures import ProviderError
from travelagent.providers.http import Limits, Request, fetch
from travelagent.providers.services import COMMONS

log = logging.getLogger(__name__)

THUMBNAIL_PX = 960
OTHER_WIDTHS_PX = (500, 1280)
"""Widths at which Commons keeps thumbnails ready."""
LEAST_WIDTH_PX, LEAST_RATIO = 960, 1.2
LONGEST_AUTHOR = 80
ATTEMPTS_SEARCHED = 20
LARGEST_ANSWER = 2_000_000
"""Bytes."""
LEFT_ALONE_SECONDS = 60.0


class CommonsError(Exception):
    """The service gave no usable answer."""


@dataclass(frozen=True, slots=True)
class Found:
    """A photograph and to whom it is owed; addresses are https."""

    url: str
    srcset: str
    author: str
    licence: str
    licence_url: str
    source_url: str

    def as_json(self) -> dict[str, str]:
        """Return the photograph as JSON values."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Sought:
    """What is searched for: a name near a point, within so many metres."""

    name: str
    lat: float
    lon: float
    metres: int


class Commons:
    """A client of one service. May be shared between threads.

    `api`: the address of its api.php; `images`: the origin of its pictures, others are refused; `contact`: how its
    operators reach whoever runs this site, as their policy asks.
    """

    def __init__(self, api: str, images: str, contact: str) -> None:
        self._api = api
        self._is_own = api.rstrip("/") != DEFAULT_ADDRESSES[COMMONS.key]
        self._images = urlsplit(images)
        self._agent = f"TravelAgent/1.0 ({contact})"
        self._alone_until = 0.0
        self._lock = threading.Lock()

    def find(self, sought: Sought, seconds: float) -> Found | None:
        """Return a photograph, None where there is none. Raises CommonsError: no answer within that time, or no use."""
        with self._lock:
            if time.monotonic() < self._alone_until:
                raise CommonsError("it failed a moment ago")
        try:
            return self._chosen(self._search(sought, seconds))
        except (ProviderError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            with self._lock:
                self._alone_until = time.monotonic() + LEFT_ALONE_SECONDS
            raise CommonsError(f"{type(error).__name__}: {error}") from error

    def _search(self, sought: Sought, seconds: float) -> list[Mapping[str, Any]]:
        words = re.sub(r'[":()]', " ", sought.name)
        parameters = {
            "action": "query",
            "format": "json",
            "formatversion": "2",
            "generator": "search",
            "gsrnamespace": "6",
            "gsrlimit": str(ATTEMPTS_SEARCHED),
            "gsrsearch": f"{words} filetype:bitmap nearcoord:{sought.metres}m,{sought.lat:.5f},{sought.lon:.5f}",
            "prop": "imageinfo",
            "iiprop": "url|extmetadata|size|mime",
            "iiurlwidth": str(THUMBNAIL_PX),
            "iiextmetadatafilter": "Artist|LicenseShortName|LicenseUrl|NonFree",
            "maxlag": "5",
        }
        request = Request(self._api, parameters, agent=self._agent, is_own=self._is_own)
        body = json.loads(fetch(COMMONS.title, request, Limits(seconds, LARGEST_ANSWER)))
        if "error" in body:
            raise ValueError(str(body["error"].get("code", "error")))
        return sorted(body.get("query", {}).get("pages", []), key=lambda page: int(page["index"]))

    def _chosen(self, pages: list[Mapping[str, Any]]) -> Found | None:
        for page in pages:
            for info in page.get("imageinfo", []):
                if (found := self._found(info)) is not None:
                    return found
        return None

    def _found(self, info: Mapping[str, Any]) -> Found | None:
        """The photograph, None where it is of no use here."""
        width, height = int(info["width"]), int(info["height"])
        meta = {name: str(field.get("value", "")) for name, field in info.get("extmetadata", {}).items()}
        licence = plain_text(meta.get("LicenseShortName", ""))
        if info.get("mime") not in MIME_TYPES or width < LEAST_WIDTH_PX or width < height * LEAST_RATIO:
            return None
        if not is_free(licence) or meta.get("NonFree"):
            return None
        url, source = str(info["thumburl"]), str(info["descriptionurl"])
        if not self._is_served(url) or urlsplit(source).scheme not in ("http", "https"):
            return None
        author = plain_text(meta.get("Artist", ""))[:LONGEST_AUTHOR] or "Wikimedia Commons"
        licence_url = meta.get("LicenseUrl", "")
        if urlsplit(licence_url).scheme not in ("http", "https"):
            licence_url = source
        return Found(url, _srcset(url, width), author, licence, licence_url, source)

    def _is_served(self, url: str) -> bool:
        """Whether the picture comes from where the pages may load pictures from."""
        parts = urlsplit(url)
        return (parts.scheme, parts.netloc) == (self._images.scheme, self._images.netloc)


def _srcset(url: str, width: int) -> str:
    """The thumbnail in the widths that Commons has of it."""
    named = f"/{THUMBNAIL_PX}px-"
    if named not in url:
        return f"{url} {THUMBNAIL_PX}w"
    widths = sorted({THUMBNAIL_PX, *(each for each in OTHER_WIDTHS_PX if each <= width)})
    return ", ".join(f"{url.replace(named, f'/{each}px-')} {each}w" for each in widths)
