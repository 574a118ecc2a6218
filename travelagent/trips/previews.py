"""What other sites show of the pages of trips and cities: the tags of Open Graph, and the picture of a shared trip."""

from datetime import date
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import ngettext

from travelagent.catalog.models import is_chinese
from travelagent.catalog.spoken import spoken
from travelagent.pictures.preview import DayRoute, Map, Preview, preview
from travelagent.plans.words import calendar_day
from travelagent.trips import sketch
from travelagent.trips.models import Trip
from travelagent.trips.posters import city_names, trip_subject


class Card(NamedTuple):
    """The fields of templates/pictures/preview.html."""

    title: str
    description: str
    image: str
    url: str
    kind: str = "website"


def page_card(request: HttpRequest, title: str, description: str, image: str) -> Card:
    """Return the tags of a page whose picture is at that path, in the page's language."""
    picture = request.build_absolute_uri(f"{image}?lang={'zh' if is_chinese() else 'en'}")
    return Card(title, description, picture, request.build_absolute_uri(request.path))


def shared_card(request: HttpRequest, row: Trip, token: str) -> Card:
    """Return the tags of a shared trip: nothing but what the page itself shows."""
    card = page_card(request, row.title, " · ".join(_lines(row.itinerary)), reverse("shared-preview", args=[token]))
    return card._replace(kind="article")


def shared_picture(row: Trip) -> bytes:
    """Return the picture of a shared trip as PNG, in the active language."""
    itinerary = row.itinerary
    routes = [DayRoute(day.colour, day.stops) for day in sketch.sketch(itinerary)]
    shown = Preview(row.title, _lines(itinerary), Map(sketch.WIDTH, sketch.HEIGHT, routes))
    return preview(trip_subject(itinerary), shown)


def _lines(itinerary: dict[str, Any]) -> list[str]:
    """Return the lines of the picture: when, how long and where."""
    days = itinerary["days"]
    first, last = (date.fromisoformat(days[i]["date"]) for i in (0, -1))
    length = ngettext("%(days)s day", "%(days)s days", len(days)) % {"days": len(days)}
    cities = ("、" if is_chinese() else ", ").join(city_names(itinerary))
    return [_span(first, last), f"{length} · {cities}"]


def _span(first: date, last: date) -> str:
    """Return 12 – 14 April 2027, 2027年4月12日 – 14日: the parts that both dates share are written once."""
    if first == last:
        return spoken(calendar_day(first))
    begin, end = spoken(calendar_day(first)), spoken(calendar_day(last))
    if is_chinese():
        if first.year == last.year:
            end = f"{last.day}日" if first.month == last.month else f"{last.month}月{last.day}日"
    elif first.year == last.year:
        begin = str(first.day) if first.month == last.month else begin.removesuffix(f" {first.year}")
    return f"{begin} – {end}"
