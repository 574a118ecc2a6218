"""A text of both languages in the one that is active."""

from travelagent.catalog.models import is_chinese
from travelagent.plans.values import LocalizedText


def spoken(text: LocalizedText) -> str:
    """Return the text in the active language: Chinese where that is Chinese, else English."""
    return text.zh if is_chinese() else text.en
