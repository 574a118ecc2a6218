"""The itinerary card (MCP Apps): one page that loads nothing, and shows as text what the host hands it."""

from django.template.loader import render_to_string
from django.utils.translation import gettext as _


def card(locale: str) -> str:
    """Return the page in the active language. `locale`: "en" or "zh"."""
    words = {"day": _("Day %s"), "none": _("There is no plan yet.")}
    return render_to_string("gateways/itinerary_card.html", {"locale": locale, "words": words})
