"""A text of both languages in the one that is active."""

from travelagent.catalog.models import is_chinese
from travelagent.plans.values import LocalizedText


def spoken(text: LocalizedText) -> str:
    """Chinese where the active language is, else English."""
    return text.zh if is_chinese() else text.en
