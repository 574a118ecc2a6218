"""The texts of planning and of budgets: both languages have the same, with the same values, and each is used."""

import re
from pathlib import Path
from string import Formatter
from types import ModuleType

import pytest

from travelagent import costs, planning
from travelagent.costs.messages import message as costs_message
from travelagent.planning.edits.registry import KINDS
from travelagent.planning.messages import message
from travelagent.plans.messages import Messages
from travelagent.plans.values import LocalizedText

ROOMS = pytest.mark.parametrize(("room", "texts"), [(planning, message), (costs, costs_message)])
ONLY_ENGLISH = {"refused.pin_place"}
"""Texts with a value that Chinese need not name."""


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def _used(room: ModuleType, texts: Messages) -> set[str]:
    """Return the texts that the code of a room names: whole, by table and value, or as what an edit is called."""
    source = "\n".join(path.read_text("utf-8") for path in Path(room.__path__[0]).rglob("*.py"))
    refused = {f"refused.{name}" for name in re.findall(r"refuse\([\w\"]+, \"(\w+)\"", source)}
    chosen = " ".join(re.findall(r"in_words\(self, names, (.*)\)", source))
    words = {f"edit.{name}" for name in (*KINDS, *re.findall(r"\"(\w+)\"", chosen))}
    whole = {id for id in texts.en if f'"{id}"' in source or f'message(f"{id.split(".")[0]}.{{' in source}
    return whole | refused | words


@ROOMS
def test_both_languages_have_the_same_texts(room: ModuleType, texts: Messages) -> None:
    assert list(texts.en) == list(texts.zh)
    assert all(texts.zh.values())


@ROOMS
def test_the_texts_have_the_same_values_in_both_languages(room: ModuleType, texts: Messages) -> None:
    other = {id for id in texts.en if _placeholders(texts.en[id]) != _placeholders(texts.zh[id])}
    assert other <= ONLY_ENGLISH


@ROOMS
def test_every_text_is_used(room: ModuleType, texts: Messages) -> None:
    assert texts.en.keys() - _used(room, texts) == set()


def test_every_edit_is_called_something() -> None:
    own = {kind.op for kind in KINDS.values() if kind.words.__name__ == "words"}  # type: ignore[attr-defined]  # a function
    assert {f"edit.{op}" for op in KINDS.keys() - own} <= message.en.keys()


def test_a_value_in_both_languages_is_put_in_by_language() -> None:
    assert message("why.spare", spare=5) == LocalizedText("5 min to spare", "时间余量 5 分钟")
    assert message("way.train").zh in message("edit.between", way=message("way.train")).zh
