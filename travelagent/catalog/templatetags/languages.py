"""Marks the language of words that are not in the page's for screen readers, by the rule of the scripts (`dom.js`)."""

import re

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from travelagent.catalog.models import is_chinese

register = template.Library()

CHINESE = re.compile(r"[\u3400-\u9fff]")
SEVERAL_LATIN_WORDS = re.compile(
    r"(?<![A-Za-z\u00c0-\u024f])(?:[A-Za-z\u00c0-\u024f]{2,}+[\s,.!?’'-]++){2}[A-Za-z\u00c0-\u024f]{2}"
)


def foreign(text: str) -> str | None:
    """Return the language of a text that is not the active one: "zh" for one with Chinese characters, "en" for one of
    several Latin words; a name or two may stand in either.
    """
    if CHINESE.search(text):
        return None if is_chinese() else "zh"
    return "en" if is_chinese() and SEVERAL_LATIN_WORDS.search(text) else None


@register.simple_tag
def lang_of(text: str) -> SafeString | str:
    """Return the attribute `lang` for the element that holds the text, where it needs one."""
    language = foreign(text)
    return format_html('lang="{}"', language) if language else ""
