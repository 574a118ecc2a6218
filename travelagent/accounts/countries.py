"""Which country a reader is taken to be of, and in which currency one counts."""

from django.http import HttpRequest
from django.utils.translation.trans_real import parse_accept_lang_header

from travelagent.catalog.models import is_chinese
from travelagent.catalog.money import usual_currency


def usual_country(language: str, accept_language: str) -> str:
    """Return the country (ISO 3166) of the first locale in a language that a request's header accepts (`en-GB`: GB).

    "" without one.
    """
    parts = (locale.split("-") for locale, _ in parse_accept_lang_header(accept_language) if "-" in locale)
    named = (country.upper() for spoken, *_, country in parts if spoken == language and len(country) == 2)
    return next(named, "")


def currency_of_reader(request: HttpRequest) -> str:
    """Return the currency that the reader of a page is used to."""
    language = "zh" if is_chinese() else "en"
    return usual_currency(language, usual_country(language, request.headers.get("Accept-Language", "")))
