"""The event envelope: what the log keeps and every reader gets."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Q

from travelagent.chat.models import Run, RunEvent


@dataclass(frozen=True)
class Envelope:
    """`seq` starts at 1 and has no gaps within a run; `at` is UTC. Its texts are made once, for all who read it."""

    seq: int
    run: str
    type: str
    at: datetime
    data: Mapping[str, Any]
    parent: str = ""

    @property
    def at_text(self) -> str:
        """The time in UTC as ISO 8601 with milliseconds."""
        return self.at.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    @cached_property
    def data_text(self) -> str:
        """`data` as JSON."""
        return dumped(self.data)

    @cached_property
    def text(self) -> str:
        """`as_dict` as JSON."""
        head = f'{{"seq":{self.seq},"run":"{self.run}","type":"{self.type}","at":"{self.at_text}"'
        parent = f',"parent":{dumped(self.parent)}' if self.parent else ""
        return f'{head},"data":{self.data_text}{parent}}}'

    def as_dict(self) -> dict[str, Any]:
        """Return the envelope as it is sent; `parent` is left out when it is empty."""
        wire = {"seq": self.seq, "run": self.run, "type": self.type, "at": self.at_text, "data": self.data}
        return {**wire, "parent": self.parent} if self.parent else wire

    @classmethod
    def from_dict(cls, wire: Mapping[str, Any]) -> "Envelope":
        """Return the envelope of an object made by `as_dict`."""
        at = datetime.fromisoformat(wire["at"])
        return cls(wire["seq"], wire["run"], wire["type"], at, wire["data"], wire.get("parent", ""))


@dataclass(frozen=True, slots=True)
class Newest:
    """The sequence number `seq` to which a run's log has grown, without its events."""

    run: str
    seq: int

    @property
    def text(self) -> str:
        """The notice as JSON."""
        return dumped({"run": self.run, "seq": self.seq})


def dumped(value: Any) -> str:
    """Return compact JSON that can be stored and sent; half a surrogate pair, which cannot, becomes a question mark.

    Raises ValueError for a number that is none in JSON.
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text if text.isascii() else text.encode(errors="replace").decode()


def read_newest(session: str, since: datetime, runs: Collection[str]) -> Sequence[Newest]:
    """Return how far the logs of these runs of a session, and of those begun since then, have grown."""
    rows = Run.objects.filter(Q(pk__in=runs) | Q(created_at__gte=since), session=session, last_seq__gt=0)
    return [Newest(run, seq) for run, seq in rows.values_list("pk", "last_seq")]


def read_envelopes(run: str, after: int = 0, limit: int = 1000) -> Sequence[Envelope]:
    """Return the committed events of a run after sequence number `after`, in order, at most `limit`."""
    rows = RunEvent.objects.filter(run_id=run, seq__gt=after).order_by("seq")[:limit]
    return [Envelope(row.seq, run, row.type, row.at, row.data, row.parent) for row in rows]
