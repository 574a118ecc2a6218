"""The texts that models are given, one file each in either language, with `$name` where a value goes.

Words of a user, a tool or a memory enter a prompt only as JSON inside a fence: they are data, not instructions.
"""

import json
from functools import cache
from importlib import resources
from string import Template
from typing import Any, Final

LANGUAGES: Final = ("en", "zh")


def render(language: str, name: str, **values: str) -> str:
    """Return a prompt in `en` or `zh` with its values. Raises KeyError for a value that the text names and is not
    given.
    """
    return _template("zh" if language == "zh" else "en", name).substitute(values).strip()


def fenced(data: Any) -> str:
    """Return data as one short line of JSON, so that nothing in it can end the fence it stands in."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


@cache
def _template(language: str, name: str) -> Template:
    return Template((resources.files(__package__) / language / f"{name}.md").read_text(encoding="utf-8"))
