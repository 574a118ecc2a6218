"""Artifacts of a conversation by id: what a tool once showed, as it stands in the log."""

import asyncio
from collections.abc import Mapping
from typing import Any

from travelagent.chat.models import RunEvent
from travelagent.chat.writer import RunLog

COMMIT_S = 10.0
AT_ONCE = 10


def find_artifact(session: str, id: str, kind: str) -> Mapping[str, Any] | None:
    """The payload of the newest artifact of this id and kind in a session, None when there is none."""
    rows = RunEvent.objects.filter(run__session_id=session, type="artifact").order_by("-pk")
    for row in rows.iterator(AT_ONCE):
        if (row.data["id"], row.data["kind"]) == (id, kind):
            return dict(row.data["payload"])
    return None


class RunArtifacts:
    """The artifacts that the tools of one run find, those that the run itself has just shown among them."""

    def __init__(self, log: RunLog) -> None:
        self._log, self._loop = log, asyncio.get_running_loop()

    def __call__(self, id: str, kind: str) -> Mapping[str, Any] | None:
        """To be called from a tool's thread: what is not in the log yet is waited for."""
        found = find_artifact(self._log.session, id, kind)
        if found is None:
            asyncio.run_coroutine_threadsafe(self._log.commit(), self._loop).result(COMMIT_S)
            found = find_artifact(self._log.session, id, kind)
        return found
