"""The pages of trips: one's own, one of them to be worked on, and one that was shared, to be read."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.timezone import localdate
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from travelagent.accounts.actors import actor_of_site
from travelagent.catalog import source
from travelagent.catalog.models import is_chinese
from travelagent.catalog.money import current_rates
from travelagent.maps.page import map_config
from travelagent.pictures.shown import language_of
from travelagent.providers.current_rates import follow_rates
from travelagent.trips import actions
from travelagent.trips.cards import SKETCH_SIZE, trip_cards
from travelagent.trips.exports.document import FORMAT
from travelagent.trips.membership import Role, find_trip, is_shared, role_of, trips_of
from travelagent.trips.models import Trip
from travelagent.trips.posters import trip_poster
from travelagent.trips.previews import shared_card, shared_picture

HIDDEN_FROM_ROBOTS = ("/trips/", "/chat/", "/memories/", "/account/", "/api/", "/admin/")
"""Not the secret addresses: the programs that read calendars and show previews of links obey `robots.txt`, too. These
pages are kept out of search engines by their own headers, which an engine has to be able to read."""
SHARED_PLAN = ("cities", "days", "city_names")
SHARED_OF_THE_REQUEST = ("arrival", "departure")
UNSHARED_CHECKS = ("must_see", "avoid", "pinned")
UNSHARED_OF_A_VISIT = ("why", "alternates", "pinned")
"""A stranger with a link sees the days, not the wishes behind them."""

EXPORT_NAMES = {
    "ics": _("Calendar"),
    "pdf": _("Document"),
    "gpx": _("Route for GPS devices"),
    "kml": _("Map for other map programs"),
    "geojson": _("Map layer"),
    "md": _("Text"),
    "json": _("Everything, to be imported again"),
}
"""What an export's format is for."""


@require_safe
@cache_control(private=True, no_store=True)
@ensure_csrf_cookie
def trip_list(request: HttpRequest) -> HttpResponse:
    """Render the caller's trips."""
    rows = trips_of(_person(request)).order_by("-updated_at")
    context = {
        "trips": trip_cards(rows[:500]),
        "sketch": SKETCH_SIZE,
        "import_format": FORMAT,
    }
    return render(request, "trips/list.html", context)


@require_safe
@cache_control(private=True, no_store=True)
@ensure_csrf_cookie
def trip_page(request: HttpRequest, trip: str) -> HttpResponse:
    """Render one trip that the caller belongs to, to be worked on or, by a viewer, read."""
    try:
        row = find_trip(_person(request), trip)
    except actions.TripNotFound as error:
        raise Http404(str(error)) from error
    follow_rates()
    rates = current_rates().per_usd()
    role = role_of(row)
    config = {
        **page_config(),
        "trip": row.pk,
        "role": role.wire,
        "together": is_shared(row),
        "bookings": _bookings(row.itinerary),
        "rates": rates,
    }
    context = {
        "trip": row,
        "config": config | {"countries": _countries(row.itinerary)},
        "formats": EXPORT_NAMES.items(),
        "poster": trip_poster(row.itinerary),
        "under_way": _is_under_way(row.itinerary),
        "may_edit": role >= Role.EDITOR,
        "conversation": reverse("chat-session", args=[row.session]) if row.session and role is Role.OWNER else "",
    }
    return render(request, "trips/trip.html", context)


@require_safe
@cache_control(private=True, no_store=True)
def shared_trip(request: HttpRequest, token: str) -> HttpResponse:
    """Render a trip by its link, read-only; search engines are kept out, its address is sent to no other site."""
    try:
        row = actions.shared_trip(token)
    except actions.TripNotFound:
        response = render(request, "trips/shared_gone.html", status=404)
    else:
        context = {
            "title": row.title,
            "config": page_config() | _public(row),
            "verified": row.itinerary["certificate"]["feasible"],
            "broken": _broken(row.itinerary),
            "preview": shared_card(request, row, token),
            "poster": trip_poster(row.itinerary),
        }
        response = render(request, "trips/shared.html", context)
    response["X-Robots-Tag"] = "noindex, nofollow, noarchive"
    response["Referrer-Policy"] = "no-referrer"
    return response


@require_safe
@cache_control(private=True, max_age=300)
def shared_preview(request: HttpRequest, token: str) -> HttpResponse:
    """Serve the picture of a shared trip for those who show its link, for as long as the link opens it."""
    try:
        row = actions.shared_trip(token)
    except actions.TripNotFound as error:
        raise Http404 from error
    with override(language_of(request)):
        picture = shared_picture(row)
    response = HttpResponse(picture, content_type="image/png")
    response["X-Robots-Tag"] = "noindex, nofollow, noarchive"
    return response


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Serve `robots.txt`: what search engines are to leave alone."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in HIDDEN_FROM_ROBOTS)]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


def _person(request: HttpRequest) -> int:
    actor = actor_of_site(request.user, request.session)
    return (actor.person if actor else None) or 0


def page_config() -> dict[str, Any]:
    """Return the configuration of these pages' scripts: the API, the map's tiles, the language."""
    return {
        "apiBase": "/api/v1/",
        "map": map_config(),
        "locale": "zh" if is_chinese() else "en",
    }


def _public(row: Trip) -> dict[str, Any]:
    """Return the trip without its owner, its requests, its notes, its costs and its history."""
    plan = {name: row.itinerary[name] for name in SHARED_PLAN}
    request = row.itinerary["request"]
    if rides := {name: request[name] for name in SHARED_OF_THE_REQUEST if name in request}:
        plan["request"] = rides
    plan["days"] = [{**day, "visits": [_public_visit(visit) for visit in day["visits"]]} for day in plan["days"]]
    return {"title": row.title, "itinerary": plan, "bookings": _bookings(plan), "countries": _countries(plan)}


def _broken(itinerary: dict[str, Any]) -> list[str]:
    """Return the rules that the plan breaks, a sentence each; none of them discloses a wish."""
    visits = {visit["id"]: (day["day"], visit["name"]) for day in itinerary["days"] for visit in day["visits"]}
    language = "zh" if is_chinese() else "en"
    sentences = []
    for check in itinerary["certificate"]["checks"]:
        if check["status"] == "fail" and check["constraint"] not in UNSHARED_CHECKS:
            number, name = visits.get(check["visit"], (check["day"], None))
            where = [gettext("Day %(day)s") % {"day": number}] if number else []
            where += [name[language]] if name else []
            sentences.append(" · ".join([*where, check["evidence"][language]]))
    return sentences


def _public_visit(visit: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in visit.items() if name not in UNSHARED_OF_A_VISIT}


def _bookings(itinerary: dict[str, Any]) -> dict[str, str]:
    """Return which sights of the plan's cities want booking, "required" or "recommended", by their ids."""
    cities = set(itinerary["cities"])
    return {s.id: s.booking for s in source.sights().values() if s.city in cities and s.booking != "none"}


def _countries(itinerary: dict[str, Any]) -> dict[str, str]:
    """Return the countries of the plan's cities by their ids; they decide in which script a local name is written."""
    cities = source.cities()
    return {city: cities[city].country for city in itinerary["cities"] if city in cities}


def _is_under_way(itinerary: dict[str, Any]) -> bool:
    """Return whether today is within the trip, if its dates were set. The page corrects it by the reader's clock."""
    days = itinerary["days"]
    return not itinerary.get("date_assumed") and days[0]["date"] <= str(localdate()) <= days[-1]["date"]
