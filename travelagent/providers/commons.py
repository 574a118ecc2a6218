"""A file of Wikimedia Commons as a thumbnail, with its author and licence."""

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from pydantic import TypeAdapter

from travelagent.providers.calls import UnusableAnswer, call, json_object
from travelagent.providers.mediawiki import MAXLAG_S, check_errors
from travelagent.providers.services import COMMONS

THUMBNAIL_PX = 960
LONGEST_AUTHOR = 80
MIME_TYPES = frozenset({"image/jpeg", "image/png", "image/webp"})
_FREE = re.compile(r"^(cc0|pd\b|public domain|cc[ -]by([ -]sa)?[ -]\d)", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")


@dataclass(frozen=True, slots=True)
class Picture:
    """A thumbnail, and to whom it is owed; addresses are https, width and height in pixels."""

    url: str
    width: int
    height: int
    author: str
    licence: str
    licence_url: str
    page_url: str


PICTURE: TypeAdapter[Picture | None] = TypeAdapter(Picture | None)


class Commons:
    """https://www.mediawiki.org/wiki/API:Imageinfo."""

    def picture(self, file: str) -> Picture | None:
        """Return the thumbnail of a file by its name without `File:`.

        None where there is no such file, it is no photograph or not under a free licence. Raises ProviderError.
        """
        params = {
            "action": "query",
            "format": "json",
            "formatversion": "2",
            "titles": f"File:{file}",
            "redirects": "1",
            "prop": "imageinfo",
            "iiprop": "url|extmetadata|size|mime",
            "iiurlwidth": str(THUMBNAIL_PX),
            "iiextmetadatafilter": "Artist|LicenseShortName|LicenseUrl|NonFree",
            "maxlag": str(MAXLAG_S),
        }
        return call(COMMONS, "", lambda body: _picture(json_object(body)), params)


def is_free(licence: str) -> bool:
    """Return whether a licence, by its short name, allows to show a work with its author named."""
    return bool(_FREE.match(licence))


def plain_text(markup: str) -> str:
    """Return the text of a snippet of HTML, on one line."""
    return " ".join(html.unescape(_TAG.sub(" ", markup)).split())


def _picture(answer: Mapping[str, Any]) -> Picture | None:
    check_errors(COMMONS, answer)
    (page,) = answer["query"]["pages"]
    if not page.get("imageinfo"):
        if "missing" in page or "invalid" in page:
            return None
        raise UnusableAnswer("a file without its data")
    info = page["imageinfo"][0]
    meta = {name: str(field.get("value", "")) for name, field in info.get("extmetadata", {}).items()}
    licence = plain_text(meta.get("LicenseShortName", ""))
    if info["mime"] not in MIME_TYPES or not is_free(licence) or meta.get("NonFree"):
        return None
    url, source, licence_url = str(info["thumburl"]), str(info["descriptionurl"]), meta.get("LicenseUrl", "")
    if urlsplit(url).scheme != "https" or urlsplit(source).scheme != "https":
        raise UnusableAnswer("an address that is no https address")
    if urlsplit(licence_url).scheme not in ("http", "https"):
        licence_url = source
    author = plain_text(meta.get("Artist", ""))[:LONGEST_AUTHOR] or "Wikimedia Commons"
    return Picture(url, int(info["thumbwidth"]), int(info["thumbheight"]), author, licence, licence_url, source)
