"""The previews of the catalogue's own pages: the home page, the list of cities, a city."""

from functools import lru_cache

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from travelagent.catalog import source
from travelagent.catalog.derived import follows_places
from travelagent.catalog.labels import month_names
from travelagent.catalog.models import is_chinese
from travelagent.catalog.names import country_name
from travelagent.catalog.spoken import spoken
from travelagent.pictures.preview import Preview, preview
from travelagent.pictures.subjects import city_subject
from travelagent.pictures.views import cacheable

PAGE_CITIES = {"home": "kyoto", "explore": "rome"}
"""Whose posters stand on the previews of pages that are about no single city."""
KEPT_PREVIEWS = 128


@require_safe
def page(request: HttpRequest, name: str) -> HttpResponse:
    """Serve the preview of the home page or of the list of cities, in the language of the query's `lang` or the
    reader's.
    """
    if name not in PAGE_CITIES:
        raise Http404
    return cacheable(request, _drawn_page(name, language_of(request)), "image/png")


@require_safe
def city(request: HttpRequest, city: str) -> HttpResponse:
    """Serve the preview of a city's page."""
    if city not in source.cities():
        raise Http404
    return cacheable(request, _drawn_city(city, language_of(request)), "image/png")


def language_of(request: HttpRequest) -> str:
    """Return the query's `lang`, "en" or "zh", as a language of the project; the reader's without one.

    Raises Http404.
    """
    value = request.GET.get("lang", "")
    if value and value not in settings.LANGUAGE_OF:
        raise Http404
    return settings.LANGUAGE_OF.get(value) or get_language() or "en"


def home_line() -> str:
    """Return what the home page is for, in one sentence."""
    return _("Tell it where and for how long. Opening hours, travel times and costs are checked.")


def cities_line() -> str:
    """Return what the list of cities holds."""
    return _("%(count)s cities with climate, costs and sights") % {"count": len(source.cities())}


@follows_places
@lru_cache(KEPT_PREVIEWS)
def _drawn_page(name: str, language: str) -> bytes:
    with override(language):
        if name == "home":
            title, line = _("Trips that work"), home_line()
        else:
            title, line = _("Where to go"), cities_line()
        return preview(city_subject(source.cities()[PAGE_CITIES[name]]), Preview(title, [line]))


@follows_places
@lru_cache(KEPT_PREVIEWS)
def _drawn_city(city: str, language: str) -> bytes:
    row = source.cities()[city]
    with override(language):
        chinese = is_chinese()
        where = country_name(row.country)[chinese]
        best = _("Best: %(months)s") % {"months": spoken(month_names(row.best_months))}
        lines = [where, row.summary_zh if chinese else row.summary_en, best]
        return preview(city_subject(row), Preview(row.name_zh if chinese else row.name_en, lines))
