"""Artifacts of a conversation by id: what a tool once showed, as it stands in the log."""

from collections.abc import Mapping
from typing import Any

from travelagent.chat.models import RunEvent


def find_artifact(session: str, id: str, kind: str) -> Mapping[str, Any] | None:
    """The payload of the newest artifact of this id and kind in a session, None when there is none."""
    rows = RunEvent.objects.filter(run__session_id=session, type="artifact", data__id=id, data__kind=kind)
    row = rows.order_by("-pk").first()
    return None if row is None else row.data["payload"]
