"""Every question of the page about data questions is answered, and the tables it names are the file's."""

import re

import pytest

from agent_core.tools import ToolContext
from tests.docs.renew import DOCS
from travelagent.assistant.language import language_of
from travelagent.assistant.tools.generate_sql import generate_sql
from travelagent.assistant.tools.run_sql import run_sql
from travelagent.assistant.tools.validate_sql import validate_sql
from travelagent.catalog.sql.check import FUNCTIONS
from travelagent.catalog.sql.schema import TABLES

PAGE = (DOCS / "data-questions.md").read_text("utf-8")
EXAMPLES = re.findall(r"(?<=\| English \| 中文 \|\n\|---\|---\|\n)(?:\|.*\|\n)+", PAGE)
PAIRS = [tuple(cell.strip() for cell in row.strip("|").split("|")) for block in EXAMPLES for row in block.splitlines()]


def answer(question: str) -> tuple[list[str], list[list[object]]]:
    """The columns and rows that answer a question."""

    def context(**results: dict[str, object]) -> ToolContext:
        return ToolContext(
            "run",
            "call",
            language_of(question),
            lambda fraction, note: None,
            results=lambda tool: (results[tool],) if tool in results else (),
        )

    made = generate_sql.function(question=question, context=context()).value
    checked = validate_sql.function(sql=made["sql"], context=context()).value
    found = run_sql.function(sql=checked["sql"], context=context(generate_sql=made, validate_sql=checked))
    payload = found.shown[0].payload
    return [column["key"] for column in payload["columns"]], payload["rows"]


def test_both_wordings_of_an_example_are_answered_alike(subtests: pytest.Subtests) -> None:
    for english, chinese in PAIRS:
        with subtests.test(question=english):
            columns, rows = answer(english)
            assert rows
            if "$" in english:  # 60 dollars here are 400 yuan there
                assert answer(chinese)[1]
            elif columns[-1].endswith("_usd"):  # each in the currency that is usual in its language
                assert [row[:-1] for row in answer(chinese)[1]] == [row[:-1] for row in rows]
            else:
                assert answer(chinese) == (columns, rows)


def test_the_page_has_examples_of_every_part_of_the_family() -> None:
    assert len(EXAMPLES) == 6
    assert len(PAIRS) >= 25


def test_the_page_names_the_tables_and_functions_that_are_allowed() -> None:
    named = dict(re.findall(r"^\| `(\w+)` \| ([a-z_, 0-9]+) \|$", PAGE, re.MULTILINE))
    assert {table: tuple(columns.split(", ")) for table, columns in named.items()} == {
        table: tuple(columns) for table, columns in TABLES.items()
    }
    assert ", ".join(f"`{name}`" for name in FUNCTIONS) in " ".join(PAGE.split())
