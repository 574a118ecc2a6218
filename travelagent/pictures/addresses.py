"""Where the pictures of places are: addresses that stay the same, for pages, documents and the API alike."""

from urllib.parse import urlencode

from django.urls import reverse

from travelagent.pictures.canvas import CARD


def sight_poster(sight: str, month: int | None = None) -> str:
    """Return the address of a sight's poster, by its id `city/slug`."""
    city, _, slug = sight.partition("/")
    return _with(reverse("sight-poster", args=[city, slug]), month=month)


def city_poster(city: str, month: int | None = None) -> str:
    """Return the address of a city's poster."""
    return _with(reverse("city-poster", args=[city]), month=month)


def own_poster(kind: str, name: str, city: str = "", month: int | None = None) -> str:
    """Return the address of a poster for a traveller's own place, of a category of the catalogue or `place`."""
    return _with(reverse("own-poster", args=[kind or "place"]), name=name, city=city, month=month)


def _with(address: str, **query: str | int | None) -> str:
    encoded = urlencode({name: value for name, value in query.items() if value})
    return f"{address}?{encoded}" if encoded else address


SIZE = (CARD.width, CARD.height)
"""Of a poster, in CSS pixels; only the ratio matters."""
