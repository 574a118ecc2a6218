"""Visas: not in the data, so whom to ask, and which borders the trip crosses."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from travelagent.assistant.asks.subjects import area_name, named_cities, named_sights
from travelagent.assistant.asks.values import Asked, TopicAnswer
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


def answer(question: Ask, asked: Asked) -> TopicAnswer:
    """Tell that visa rules are not known and whom to ask; of a trip within the home country, that it crosses none."""
    countries = _countries(question, asked)
    home = country_of(asked.brief.origin) if asked.brief.origin else ""
    facts = {"countries": list(countries), "home": home or None}
    if countries and home and set(countries) == {home}:
        return compose_answer(asked, [say(asked, "visa.domestic", country=area_name(home, asked))], facts)
    if not countries:
        return compose_answer(asked, [say(asked, "visa.unknown")], facts, known=False)
    schengen = [country for country in countries if country in SCHENGEN and home not in SCHENGEN]
    lead = [say(asked, "visa.schengen", country=area_name(_longest(schengen, asked), asked))] if schengen else []
    names = listed(asked, (area_name(country, asked) for country in countries))
    return compose_answer(
        asked, [*lead, say(asked, "visa.ask", countries=names), say(asked, "visa.depends")], facts, known=bool(lead)
    )


def _longest(countries: Sequence[str], asked: Asked) -> str:
    """The country of the longest stay, the first of several that are as long."""
    days = asked.route.days if asked.route else ()
    stays = Counter(source.cities()[day.city].country for day in days if day.city in source.cities())
    return max(countries, key=lambda country: stays[country])


def _countries(question: Ask, asked: Asked) -> tuple[str, ...]:
    """The countries that are named, else those of the named places, of the plan, of the brief."""
    codes = [id for id in question.about if len(id) == 2 and id.isupper()]
    named = [city.id for city in named_cities(question)] + [sight.city for sight in named_sights(question)]
    towns = [id for id in question.about if id.startswith("geonames:")]
    planned = [city.id for city in asked.route.cities] if asked.route else list(asked.brief.places)
    places = [*named, *towns] or ([] if codes else planned)
    known = [country_of(place) for place in places if place in source.cities() or place in towns]
    return tuple(dict.fromkeys(code for code in (*codes, *known) if code))
