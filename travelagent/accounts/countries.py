"""Which country a reader is taken to be of."""

from django.utils.translation.trans_real import parse_accept_lang_header


def usual_country(language: str, accept_language: str) -> str:
    """The country, by its ISO 3166 code, of the first locale in a language that a request's header accepts (`en-GB`:
    GB); "" without one."""
    parts = (locale.split("-") for locale, _ in parse_accept_lang_header(accept_language) if "-" in locale)
    named = (country.upper() for spoken, *_, country in parts if spoken == language and len(country) == 2)
    return next(named, "")
