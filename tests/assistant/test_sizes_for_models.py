"""What every request to a model carries stays small: it is paid for, and takes room from the conversation."""

import json
from dataclasses import asdict

from travelagent.assistant.tools import TOOLS

MOST_BYTES = 32_000


def test_the_schemas_of_all_tools_are_small() -> None:
    sizes = {spec.name: len(json.dumps(asdict(spec), ensure_ascii=False).encode()) for spec in TOOLS.specs}
    assert sum(sizes.values()) <= MOST_BYTES, sizes
