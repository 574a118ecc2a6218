"""The chat page."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from travelagent.accounts.actors import NOBODY, actor_of_site
from travelagent.accounts.countries import currency_of_reader
from travelagent.assistant.local_models import PAGE_WAIT_S
from travelagent.assistant.model_registry import default_model
from travelagent.catalog.labels import category_name, tag_name
from travelagent.catalog.money import current_rates
from travelagent.catalog.values import CATEGORIES, TAGS
from travelagent.chat import actions
from travelagent.chat.first_visit import RECENT_TRIPS, first_visit, surprise_messages
from travelagent.chat.models import Mode, Style
from travelagent.chat.modelset import offered_models
from travelagent.maps.page import map_config
from travelagent.pictures.shown import home_line
from travelagent.trips.cards import SKETCH_SIZE, trip_cards
from travelagent.trips.membership import trips_of
from travelagent.trips.models import Trip
from travelagent.trips.previews import page_card


@require_safe
@cache_control(private=True, no_store=True)
@ensure_csrf_cookie
def chat(request: HttpRequest, session: str = "") -> HttpResponse:
    """Render the page of a conversation, or of a new one."""
    actor = actor_of_site(request.user, request.session) or NOBODY
    if session:
        try:
            actions.find_session(actor, session)
        except actions.NotFound as error:
            raise Http404(str(error)) from error
    trips = trips_of(actor.person) if actor.person else Trip.objects.none()
    context = _context(request, session, list(trips.values_list("pk", flat=True)))
    if not session:
        recent = trips.order_by("-updated_at")[:RECENT_TRIPS]
        context |= {"trips": trip_cards(recent), "sketch": SKETCH_SIZE}
        context["preview"] = page_card(request, "TravelAgent", home_line(), reverse("page-preview", args=["home"]))
    return render(request, "chat/chat.html", context)


def _context(request: HttpRequest, session: str, trips: list[str]) -> dict[str, Any]:
    locale = "zh" if (get_language() or "").startswith("zh") else "en"
    default = default_model().name
    offered: dict[str, Any] = {
        "models": [
            {"name": m.name, "label": str(m.label), "default": m.name == default} for m in offered_models(PAGE_WAIT_S)
        ],
        "modes": [{"value": value, "label": str(label)} for value, label in Mode.choices],
        "styles": [{"value": value, "label": str(label)} for value, label in Style.choices],
    }
    config = {
        "session": session,
        "trips": trips,
        "wsPath": "/ws/sessions/",
        "apiBase": "/api/v1/",
        "map": map_config(),
        "locale": locale,
        "currency": currency_of_reader(request),
        "rates": current_rates().per_usd(),
        "tags": {tag: {"en": (name := tag_name(tag)).en, "zh": name.zh} for tag in TAGS},
        "categories": {kind: {"en": (name := category_name(kind)).en, "zh": name.zh} for kind in CATEGORIES},
        "surprises": surprise_messages(locale),
        **offered,
    }
    return {"session_id": session, "locale": locale, **first_visit(locale), "config": config, **offered}
