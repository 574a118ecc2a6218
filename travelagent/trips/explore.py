"""The pages where a trip begins: all cities to choose among, and one city."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from travelagent.accounts.countries import currency_of_reader
from travelagent.catalog import source
from travelagent.catalog.labels import month_names, tag_name
from travelagent.catalog.models import is_chinese
from travelagent.catalog.money import current_rates
from travelagent.catalog.names import country_name
from travelagent.catalog.origins import provenance_of
from travelagent.catalog.sounds import sound_of
from travelagent.catalog.spoken import spoken
from travelagent.catalog.values import TAGS, City
from travelagent.pictures.addresses import city_poster
from travelagent.pictures.shown import cities_line
from travelagent.trips.previews import page_card
from travelagent.trips.views import page_config


@require_safe
@ensure_csrf_cookie
def explore(request: HttpRequest) -> HttpResponse:
    """Render every city, to be filtered by interest, month, country and what a day costs in a currency.

    The currency is the query's `currency` or the one that the visitor is used to.
    """
    currency_code = request.GET.get("currency", "")
    currency = currency_code if currency_code in current_rates() else currency_of_reader(request)
    countries = {city.country: country_name(city.country)[is_chinese()] for city in source.cities().values()}
    tags = {tag: tag_name(tag) for tag in TAGS}
    context = {
        "config": {
            **page_config(),
            "tags": {tag: {"en": name.en, "zh": name.zh} for tag, name in tags.items()},
            "currency": currency,
            "rates": current_rates().per_usd(),
        },
        "countries": sorted(countries.items(), key=lambda row: sound_of(row[1])),
        "tags": [(tag, spoken(name)) for tag, name in tags.items()],
        "months": [(month, spoken(month_names((month,)))) for month in range(1, 13)],
        "currency": currency,
        "rates_as_of": current_rates().as_of,
        "preview": page_card(request, _("Where to go"), cities_line(), reverse("page-preview", args=["explore"])),
    }
    return render(request, "trips/explore.html", context)


@require_safe
@ensure_csrf_cookie
def city_page(request: HttpRequest, city: str) -> HttpResponse:
    """Render one city: climate, costs, sights, and a form that starts a conversation about days there."""
    row = source.cities().get(city)
    if row is None:
        raise Http404
    config = {**page_config(), "city": row.id, "name": {"en": row.name_en, "zh": row.name_zh}}
    context = {"city": row, "name": _name(row), "config": config, "poster": city_poster(row.id)}
    if not (provenance := provenance_of(row.id)).checked:
        context |= {"notice": spoken(provenance.notice), "source_url": provenance.url}
    summary = row.summary_zh if is_chinese() else row.summary_en
    context["preview"] = page_card(request, _name(row), summary, reverse("city-preview", args=[row.id]))
    return render(request, "trips/city.html", context)


def _name(city: City) -> str:
    return city.name_zh if is_chinese() else city.name_en
