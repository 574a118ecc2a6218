"""The interests as an argument of several tools: models are told of the whole list once, by search_cities."""

from typing import Any, Final

from agent_core.schemas import OFFERED

INTERESTS_OFFERED: Final[Any] = {
    OFFERED: {"type": "array", "items": {"type": "string"}, "description": "Some of search_cities' interests."}
}
