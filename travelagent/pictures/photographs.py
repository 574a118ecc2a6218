"""The pictures of places as the pages ask for them: a photograph where one is kept or can be found, else the poster."""

import logging
import time
from collections.abc import Mapping, Sequence
from datetime import timedelta
from functools import cache
from typing import Any

from django.conf import settings
from django.utils import timezone

from travelagent.catalog import source
from travelagent.pictures.addresses import city_poster, sight_poster
from travelagent.pictures.commons import Commons, CommonsError, Sought
from travelagent.pictures.models import Photograph

log = logging.getLogger(__name__)

FOUND_FOR, NOT_FOUND_FOR = timedelta(days=30), timedelta(days=7)
"""How long an answer of the service holds."""
SECONDS_A_REQUEST, SECONDS_A_SEARCH = 4.0, 2.5
CITY_METRES, SIGHT_METRES = 15_000, 1_500
DRAWN = {"srcset": "", "author": "TravelAgent", "licence": "", "licence_url": "", "source_url": "", "generated": True}


class UnknownPlace(LookupError):
    """No city or sight of the catalogue is so called."""


def pictures_of(places: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Return the picture of each place, `city:ID` or `sight:CITY/SLUG`.

    That is its url, srcset, author, licence, licence_url, source_url and whether it is generated. Raises UnknownPlace.
    """
    posters = {place: _poster(place) for place in places}
    photographs = _photographs(places) if settings.PICTURE_PROVIDER else {}
    return {
        place: {**about, "generated": False} if (about := photographs.get(place)) else {"url": poster, **DRAWN}
        for place, poster in posters.items()
    }


def _photographs(places: Sequence[str]) -> dict[str, Mapping[str, str]]:
    """What is kept and still holds; the rest is searched for, one after the other, as far as the time goes."""
    now = timezone.now()
    kept = {row.place: row for row in Photograph.objects.filter(place__in=places)}
    found: dict[str, Mapping[str, str]] = {}
    ends = time.monotonic() + SECONDS_A_REQUEST
    for place in places:
        row = kept.get(place)
        if row is None or row.fetched_at < now - (FOUND_FOR if row.about else NOT_FOUND_FOR):
            row = _searched(place, ends) or row
        if row is not None and row.about:
            found[place] = row.about
    return found


def _searched(place: str, ends: float) -> Photograph | None:
    """Return what the service finds now, kept; None where it does not answer, or the time is over."""
    seconds = min(SECONDS_A_SEARCH, ends - time.monotonic())
    if seconds <= 0:
        return None
    try:
        answer = _service(settings.COMMONS_API_URL, settings.COMMONS_IMAGES_URL, settings.PICTURE_CONTACT).find(
            _sought(place), seconds
        )
    except CommonsError as error:
        log.warning("Commons: %s", error)
        return None
    fields = {"about": answer.as_json() if answer else None, "fetched_at": timezone.now()}
    return Photograph.objects.update_or_create(place=place, defaults=fields)[0]


@cache
def _service(api: str, images: str, contact: str) -> Commons:
    return Commons(api, images, contact)


def _poster(place: str) -> str:
    kind, _, name = place.partition(":")
    if kind == "city" and name in source.cities():
        return city_poster(name)
    if kind == "sight" and name in source.sights():
        return sight_poster(name)
    raise UnknownPlace(place)


def _sought(place: str) -> Sought:
    kind, _, name = place.partition(":")
    if kind == "city":
        city = source.cities()[name]
        return Sought(city.name_en, city.lat, city.lon, CITY_METRES)
    sight = source.sights()[name]
    return Sought(sight.name_en, sight.lat, sight.lon, SIGHT_METRES)
