"""Texts by their ids: one TOML file a language beside the code that uses them."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import NoReturn

from travelagent.plans.errors import InvalidRequest
from travelagent.plans.values import LocalizedText


class Messages:
    """The texts of a package, from its `en.toml` and `zh.toml`: tables of one level, in the syntax of `str.format`."""

    def __init__(self, package: str) -> None:
        self.en, self.zh = (_texts(package, language) for language in ("en", "zh"))

    def __call__(self, id: str, /, **values: object) -> LocalizedText:
        """Return the text `table.name`. A `LocalizedText` among the values is put in by its language."""
        en = {name: value.en if isinstance(value, LocalizedText) else value for name, value in values.items()}
        zh = {name: value.zh if isinstance(value, LocalizedText) else value for name, value in values.items()}
        return LocalizedText(self.en[id].format(**en), self.zh[id].format(**zh))

    def refuse(self, field: str, id: str, **values: object) -> NoReturn:
        """Raise InvalidRequest for that field with the text `refused.ID`."""
        raise InvalidRequest(field, self(f"refused.{id}", **values))


def _texts(package: str, language: str) -> dict[str, str]:
    tables = tomllib.loads(files(package).joinpath(f"{language}.toml").read_text(encoding="utf-8"))
    return {f"{table}.{name}": text for table, texts in tables.items() for name, text in texts.items()}
