"""Tile services that one setting chooses: where their tiles are, who is to be named, what is special about them."""

from dataclasses import dataclass, replace
from typing import Literal
from urllib.parse import quote, urlsplit

Name = Literal["", "osm", "maptiler", "amap", "pmtiles"]


@dataclass(frozen=True, slots=True)
class Tiles:
    """A tile service as a map draws it.

    `url` and `dark_url` are templates with `{z}`, `{x}`, `{y}` and perhaps `{s}`, one of the characters of
    `subdomains`; without a `dark_url` the page darkens the tiles itself. `attribution` is HTML. `datum` is that of the
    pictures: `gcj02` lies some hundred metres off WGS 84 within China. `hosts` may be asked for pictures.
    """

    url: str
    attribution: str
    max_zoom: int = 19
    dark_url: str = ""
    subdomains: str = "abc"
    datum: Literal["wgs84", "gcj02"] = "wgs84"
    hosts: tuple[str, ...] = ()


OSM_ATTRIBUTION = '© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a> contributors'
# https://operations.osmfoundation.org/policies/tiles/: this very address, a Referer, the attribution, no bulk download.
OSM = Tiles(
    "https://tile.openstreetmap.org/{z}/{x}/{y}.png", OSM_ATTRIBUTION, hosts=("https://tile.openstreetmap.org",)
)
_MAPTILER = "https://api.maptiler.com/maps/{style}/256/{{z}}/{{x}}/{{y}}.png?key={key}"
_MAPTILER_ATTRIBUTION = f'© <a href="https://www.maptiler.com/copyright/">MapTiler</a> {OSM_ATTRIBUTION}'
AMAP = Tiles(
    "https://webrd0{s}.is.autonavi.com/appmaptile?lang=zh_cn&size=1&scale=1&style=8&x={x}&y={y}&z={z}",
    '© <a href="https://www.amap.com/">高德地图 AutoNavi</a>',
    max_zoom=18,
    subdomains="1234",
    datum="gcj02",
    hosts=("https://*.is.autonavi.com",),
)
PACKAGED_URL = "/map/tiles/{z}/{x}/{y}"


def preset(name: Literal["osm", "amap"]) -> Tiles:
    """Return a service that needs nothing but its name."""
    return OSM if name == "osm" else AMAP


def maptiler(key: str) -> Tiles:
    """Return MapTiler's streets with a key, which the page shows: its account limits it to the site's own name."""
    light, dark = (
        _MAPTILER.format(style=style, key=quote(key, safe="")) for style in ("streets-v2", "streets-v2-dark")
    )
    return Tiles(light, _MAPTILER_ATTRIBUTION, 20, dark_url=dark, hosts=("https://api.maptiler.com",))


def own_file(attribution: str, max_zoom: int) -> Tiles:
    """Return the tiles of a PMTiles file, which the site itself serves."""
    return Tiles(PACKAGED_URL, attribution, max_zoom)


def template(url: str, attribution: str) -> Tiles:
    """Return a service of one's own by its template."""
    address = urlsplit(url.replace("{s}.", "*."))
    return replace(Tiles(url, attribution), hosts=(f"{address.scheme}://{address.netloc}",))
