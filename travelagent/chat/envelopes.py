"""The event envelope: what the log keeps and every reader gets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from travelagent.chat.models import RunEvent


@dataclass(frozen=True, slots=True)
class Envelope:
    """`seq` starts at 1 and has no gaps within a run; `at` is UTC."""

    seq: int
    run: str
    type: str
    at: datetime
    data: Mapping[str, Any]
    parent: str = ""

    def as_dict(self) -> dict[str, Any]:
        at = self.at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        wire = {"seq": self.seq, "run": self.run, "type": self.type, "at": at, "data": self.data}
        return {**wire, "parent": self.parent} if self.parent else wire


def read_envelopes(run: str, after: int = 0, limit: int = 1000) -> Sequence[Envelope]:
    """The committed events of a run behind `after`, in order, at most `limit`."""
    rows = RunEvent.objects.filter(run_id=run, seq__gt=after).order_by("seq")[:limit]
    return [Envelope(row.seq, run, row.type, row.at, row.data, row.parent) for row in rows]
