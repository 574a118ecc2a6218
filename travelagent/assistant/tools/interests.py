"""The interests as an argument of several tools: only search_cities sends models the whole list."""

from typing import Any, Final

from agent_core.schemas import OFFERED

INTERESTS_OFFERED: Final[Any] = {
    OFFERED: {"type": "array", "items": {"type": "string"}, "description": "Some of search_cities' interests."}
}
