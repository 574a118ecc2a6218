"""What the tools of a run see of their conversation: artifacts by id, as the log has them, and the trip at hand."""

import asyncio
from collections.abc import Mapping
from typing import Any

from travelagent.briefs.at_hand import TripAtHand
from travelagent.chat.models import RunEvent
from travelagent.chat.versions import newest_version, read_trip_at_hand, trip_at_hand, version_to_restore
from travelagent.chat.writer import RunLog

COMMIT_S = 10.0
AT_ONCE = 10


def find_artifact(session: str, id: str, kind: str) -> Mapping[str, Any] | None:
    """Return the payload of the newest artifact of this id and kind in a session, None when there is none."""
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


class RunTrip:
    """The trip at hand for the tools of one run, after everything that the run itself has changed."""

    def __init__(self, log: RunLog) -> None:
        self._log, self._loop = log, asyncio.get_running_loop()

    def __call__(self) -> TripAtHand:
        """To be called from the thread of a tool that reads.

        It waits for a commit, which one that writes, inside its own transaction, would hold up.
        """
        asyncio.run_coroutine_threadsafe(self._log.commit(), self._loop).result(COMMIT_S)
        return read_trip_at_hand(self._log.session)


class RunHistory:
    """Where the tools of one run may go back to, or forth again: what stood before the last run that changed the
    trip, or before the undo."""

    def __init__(self, log: RunLog) -> None:
        self._log = log

    def __call__(self, forth: bool) -> TripAtHand | None:
        """To be called from a tool's thread; None where there is nothing to go to."""
        now = newest_version(self._log.session)
        to = version_to_restore(now, is_redo=forth, whole_runs=True)
        return None if to is None else trip_at_hand(to)
