"""The posters by address, cacheable for long by anybody: what they show follows from the address alone."""

import hashlib
from collections.abc import Callable
from functools import lru_cache

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from travelagent.catalog import source
from travelagent.catalog.derived import follows_places
from travelagent.catalog.values import CATEGORIES
from travelagent.pictures.photographs import UnknownPlace, pictures_of
from travelagent.pictures.poster import poster
from travelagent.pictures.subjects import city_subject, own_subject, sight_subject

CACHE_CONTROL = "public, max-age=604800, stale-while-revalidate=2592000"
"""A week; after that the ETag decides, since a release may draw a place better."""
KEPT_POSTERS, MOST_PLACES = 1024, 40
LONGEST_NAME = 120


@require_safe
def sight(request: HttpRequest, city: str, slug: str) -> HttpResponse:
    """Serve the poster of a sight of the catalogue, in its city's best month or that of the query."""
    if f"{city}/{slug}" not in source.sights():
        raise Http404
    return _answer(request, _drawn_sight, f"{city}/{slug}")


@require_safe
def city(request: HttpRequest, city: str) -> HttpResponse:
    """Serve the poster of a city of the catalogue."""
    if city not in source.cities():
        raise Http404
    return _answer(request, _drawn_city, city)


@require_safe
def own(request: HttpRequest, kind: str) -> HttpResponse:
    """Serve a poster for a place that is not in the catalogue.

    `kind`: its category or `place`; the query's `name` varies it, its `city` gives the land around it.
    """
    name, near = request.GET.get("name", ""), request.GET.get("city", "")
    if kind != "place" and kind not in CATEGORIES:
        raise Http404
    if len(name) > LONGEST_NAME or len(near) > LONGEST_NAME:
        raise Http404
    return _answer(request, _drawn_own, kind, name, near)


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """Return as JSON what is known of the pictures of the query's places.

    `place=city:kyoto`, `place=sight:kyoto/kinkaku-ji`.
    """
    places = list(dict.fromkeys(request.GET.getlist("place")))
    if not 1 <= len(places) <= MOST_PLACES:
        return JsonResponse({"detail": f"Name 1 to {MOST_PLACES} places."}, status=400)
    try:
        pictures = pictures_of(places)
    except UnknownPlace as error:
        raise Http404 from error
    response = JsonResponse({"pictures": pictures})
    response["Cache-Control"] = "public, max-age=3600"
    return response


def month_of(request: HttpRequest) -> int | None:
    """Return the query's month, 1 to 12, None without one. Raises Http404 for anything else."""
    value = request.GET.get("month", "")
    if not value:
        return None
    if not value.isascii() or not value.isdigit() or not 1 <= int(value) <= 12:
        raise Http404
    return int(value)


def _answer(request: HttpRequest, draw: Callable[..., str], *what: str) -> HttpResponse:
    content = draw(*what, month_of(request)).encode()
    return cacheable(request, content, "image/svg+xml")


def cacheable(request: HttpRequest, content: bytes, media_type: str) -> HttpResponse:
    """Return a response of the content with its ETag, or 304 to a client that has it."""
    response = HttpResponse(content, content_type=media_type)
    response["ETag"] = f'"{hashlib.sha256(content).hexdigest()[:24]}"'
    response["Cache-Control"] = CACHE_CONTROL
    answer = get_conditional_response(request, etag=response["ETag"], response=response)
    if not isinstance(answer, HttpResponse):
        raise TypeError("a response was given, so one comes back")
    return answer


@follows_places
@lru_cache(KEPT_POSTERS)
def _drawn_sight(sight: str, month: int | None) -> str:
    return poster(sight_subject(source.sights()[sight], month))


@follows_places
@lru_cache(KEPT_POSTERS)
def _drawn_city(city: str, month: int | None) -> str:
    return poster(city_subject(source.cities()[city], month))


@lru_cache(KEPT_POSTERS)
def _drawn_own(kind: str, name: str, city: str, month: int | None) -> str:
    return poster(own_subject(f"{city}/{name}/{kind}", name, "" if kind == "place" else kind, city, month))
