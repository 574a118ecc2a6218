"""Visas: not in the data, so whom to ask, and which borders the trip crosses."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from travelagent.assistant.asks.subjects import area_name, named_cities, named_sights
from travelagent.assistant.asks.values import TopicAnswer, TripContext
from travelagent.assistant.asks.wording import compose_answer, listed, say
from travelagent.briefs.acts import Ask
from travelagent.briefs.rides import country_of
from travelagent.catalog import source

SCHENGEN: Final = frozenset({
    "AT", "BE", "BG", "CH", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU", "IS",
    "IT", "LI", "LT", "LU", "LV", "MT", "NL", "NO", "PL", "PT", "RO", "SE", "SI", "SK",
})  # fmt: skip
"""Countries for which one visa is applied for where one stays longest (EU Visa Code, article 5); who lives in one of
them needs none for the others."""


def answer(question: Ask, trip: TripContext) -> TopicAnswer:
    """Tell that visa rules are not known and whom to ask; of a trip within the home country, that it crosses none."""
    countries = _countries(question, trip)
    home = country_of(trip.brief.origin) if trip.brief.origin else ""
    facts = {"countries": list(countries), "home": home or None}
    if countries and home and set(countries) == {home}:
        return compose_answer(trip, [say(trip, "visa.domestic", country=area_name(home, trip))], facts)
    if not countries:
        return compose_answer(trip, [say(trip, "visa.unknown")], facts, known=False)
    schengen = [country for country in countries if country in SCHENGEN and home not in SCHENGEN]
    lead = [say(trip, "visa.schengen", country=area_name(_longest(schengen, trip), trip))] if schengen else []
    names = listed(trip, (area_name(country, trip) for country in countries))
    return compose_answer(
        trip,
        [*lead, say(trip, "visa.ask", countries=names), say(trip, "visa.depends")],
        facts,
        known=bool(lead),
    )


def _longest(countries: Sequence[str], trip: TripContext) -> str:
    """The country of the longest stay, the first of several that are as long."""
    days = trip.route.days if trip.route else ()
    stays = Counter(source.cities()[day.city].country for day in days if day.city in source.cities())
    return max(countries, key=lambda country: stays[country])


def _countries(question: Ask, trip: TripContext) -> tuple[str, ...]:
    """The countries that are named, else those of the named places, of the plan, of the brief."""
    codes = [id for id in question.about if len(id) == 2 and id.isupper()]
    named = [city.id for city in named_cities(question)] + [sight.city for sight in named_sights(question)]
    towns = [id for id in question.about if id.startswith("geonames:")]
    planned = [city.id for city in trip.route.cities] if trip.route else list(trip.brief.places)
    places = [*named, *towns] or ([] if codes else planned)
    known = [country_of(place) for place in places if place in source.cities() or place in towns]
    return tuple(dict.fromkeys(code for code in (*codes, *known) if code))
