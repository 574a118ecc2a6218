"""The JSON of the documentation is JSON, and the code reads it: a brief, the servers of an operator's settings."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.docs.renew import DOCS
from travelagent.briefs.wire import brief_from_wire
from travelagent.environment import Environment
from travelagent.mcp_settings import mcp_servers

BLOCK = re.compile(r"^```json\n(.*?)^```$", re.DOTALL | re.MULTILINE)
PAGES = sorted(page for page in DOCS.glob("*.md") if BLOCK.search(page.read_text("utf-8")))


def blocks(page: Path) -> list[Any]:
    return [json.loads(block) for block in BLOCK.findall(page.read_text("utf-8"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_blocks_are_valid(page: Path) -> None:
    assert all(blocks(page))


def test_the_brief_of_the_contract_is_read_whole() -> None:
    (example,) = (block for block in blocks(DOCS / "contract.md") if "stays" in block)
    brief = brief_from_wire(example)

    assert [stay.place for stay in brief.stays] == ["rome", "venice"]
    assert brief.must_see == ("rome/colosseum",)
    assert set(brief.sources) == set(example["sources"])


def test_the_servers_for_operators_are_taken() -> None:
    (example,) = blocks(DOCS / "operations.md")
    servers = mcp_servers(Environment({"MCP_SERVERS": json.dumps(example)}))

    assert [(server.name, server.tools) for server in servers] == [
        (row["name"], tuple(row["tools"])) for row in example
    ]
