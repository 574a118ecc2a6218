"""The texts of the planner: both languages have the same, with the same values, and each is used."""

import re
from pathlib import Path
from string import Formatter

from travelagent import planning
from travelagent.planning.edits.registry import KINDS
from travelagent.planning.messages import message
from travelagent.plans.values import LocalizedText

SOURCES = "\n".join(path.read_text(encoding="utf-8") for path in Path(planning.__path__[0]).rglob("*.py"))
REFUSED = {f"refused.{name}" for name in re.findall(r"refuse\([\w\"]+, \"(\w+)\"", SOURCES)}
ONLY_ENGLISH = ["refused.pin_place"]
"""Texts with a value that Chinese need not name."""
CHOSEN = re.findall(r"in_words\(self, names, (.*)\)", SOURCES)
WORDS = {f"edit.{name}" for name in (*KINDS, *re.findall(r"\"(\w+)\"", " ".join(CHOSEN)))}


def _is_used(id: str) -> bool:
    """Return whether the code names the text: whole, by its table and a value, or as what an edit is called."""
    table = id.split(".")[0]
    return f'"{id}"' in SOURCES or f'message(f"{table}.{{' in SOURCES or id in REFUSED | WORDS


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_both_languages_have_the_same_texts() -> None:
    assert list(message.en) == list(message.zh)


def test_the_texts_have_the_same_values_in_both_languages() -> None:
    assert all(message.zh.values())
    assert [id for id in message.en if _placeholders(message.en[id]) != _placeholders(message.zh[id])] == ONLY_ENGLISH


def test_every_text_is_used() -> None:
    assert [id for id in message.en if not _is_used(id)] == []


def test_every_edit_is_called_something() -> None:
    own = {kind.op for kind in KINDS.values() if kind.words.__name__ == "words"}  # type: ignore[attr-defined]
    assert {f"edit.{op}" for op in KINDS.keys() - own} <= message.en.keys()


def test_a_value_in_both_languages_is_put_in_by_language() -> None:
    assert message("why.spare", spare=5) == LocalizedText("5 min to spare", "时间余量 5 分钟")
    assert message("way.train").zh in message("edit.between", way=message("way.train")).zh
