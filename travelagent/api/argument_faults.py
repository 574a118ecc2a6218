"""What is wrong with a tool's argument, in the caller's language.

The core words it for models, in Pydantic's English; the sentences that a caller can bring about have translations here.
An English caller, and one with any other fault, gets Pydantic's sentence as it is.
"""

import re

from django.utils.translation import gettext as _

from travelagent.catalog.models import is_chinese


def localized_fault(message: str) -> str:
    """Return Pydantic's sentence in the active language, or unchanged where it has no translation."""
    if not is_chinese():
        return message
    for pattern, translated in _sentences():
        if found := re.fullmatch(pattern, message):
            return translated % found.groupdict()
    return message


def _sentences() -> list[tuple[str, str]]:
    return [
        (r"Field required", _("This field is required.")),
        (r"Extra inputs are not permitted", _("Unknown field.")),
        (r"Input should be (?:less than or equal to|at most) (?P<limit>\S+)", _("At most %(limit)s.")),
        (r"Input should be (?:greater than or equal to|at least) (?P<limit>\S+)", _("At least %(limit)s.")),
        (r"Input should be greater than (?P<limit>\S+)", _("More than %(limit)s.")),
        (r"Input should be less than (?P<limit>\S+)", _("Less than %(limit)s.")),
        (r"Input should be a valid string", _("This must be a text.")),
        (r"Input should be a valid (?:integer|number|decimal).*", _("This must be a number.")),
        (r"Input should be a valid boolean.*", _("This must be true or false.")),
        (r"Input should be a valid (?:list|tuple).*", _("This must be a list.")),
        (r"Input should be a valid (?:dictionary|mapping|object).*", _("This must be an object.")),
        (r"Input should be a valid date.*", _("This must be a date, YYYY-MM-DD.")),
        (r"Input should be (?P<choices>'.*)", _("One of %(choices)s.")),
        (r"List should have at least (?P<limit>\d+) items?.*", _("At least %(limit)s entries.")),
        (r"List should have at most (?P<limit>\d+) items?.*", _("At most %(limit)s entries.")),
        (r"String should have at least (?P<limit>\d+) characters?", _("At least %(limit)s characters.")),
        (r"String should have at most (?P<limit>\d+) characters?", _("At most %(limit)s characters.")),
    ]
