"""Takes the words out of a conversation and leaves its bones: what was called when, how long it took, what it cost."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import Q

from travelagent.chat.models import (
    OPEN,
    ChatSession,
    Feedback,
    Message,
    Proposal,
    Run,
    RunCheckpoint,
    RunEvent,
    SessionVersion,
)

REDACTED = "[redacted]"
BONES = frozenset(
    {
        "id",
        "node",
        "tool",
        "status",
        "duration_ms",
        "latency_ms",
        "model",
        "attempt",
        "tokens",
        "finish_reason",
        "phase",
    }
    | {"index", "mode", "style", "locale", "type", "confidence", "elapsed_s", "kind", "success", "has_result", "code"}
    | {"fraction", "proposal", "decision", "expires_at", "needs_confirmation", "reason", "discard_after", "retryable"}
    | {"metadata", "session", "version", "source", "artifact"}
)
"""The fields of events that say nothing of what was said."""


class StillOpen(Exception):
    """A run of the session, or of one that branched off it, has not ended."""


@transaction.atomic
def redact(session: str) -> int:
    """Take the words out of a session's runs and of those of its branches, which hold copies; for good.

    Return the number of runs. Raises StillOpen.
    """
    sessions = ChatSession.objects.filter(Q(pk=session) | Q(ancestors=session)).values("pk")
    runs = Run.objects.select_for_update().filter(session__in=sessions)
    if any(run.status in OPEN for run in runs):
        raise StillOpen(session)
    ChatSession.objects.filter(pk__in=sessions).update(title=REDACTED)
    Message.objects.filter(session__in=sessions).update(text=REDACTED, html="")
    Proposal.objects.filter(run__session__in=sessions).update(calls=[])
    Feedback.objects.filter(run__session__in=sessions).update(text="")
    RunCheckpoint.objects.filter(run__session__in=sessions).delete()
    SessionVersion.objects.filter(session__in=sessions).delete()
    for run in runs:
        events = list(RunEvent.objects.filter(run=run))
        for event in events:
            event.data = _bones(event.data)
        RunEvent.objects.bulk_update(events, ["data"], batch_size=200)
    return runs.update(message=REDACTED, answer=REDACTED)


def _bones(data: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value if name in BONES else _emptied(value) for name, value in data.items()}


def _emptied(value: Any) -> Any:
    """Return a value of the same type without content."""
    match value:
        case str():
            return REDACTED if value else ""
        case list():
            return []
        case dict():
            return {}
        case _:
            return None
