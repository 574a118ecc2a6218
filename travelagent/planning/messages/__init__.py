"""The texts of the planner, by ids: they are in `en.toml` and `zh.toml`."""

from __future__ import annotations

from typing import NoReturn

from travelagent.plans.errors import InvalidRequest
from travelagent.plans.messages import Messages

message = Messages(__name__)


def refuse(field: str, id: str, **values: object) -> NoReturn:
    """Raise InvalidRequest for that field with the text `refused.ID`."""
    raise InvalidRequest(field, message(f"refused.{id}", **values))
