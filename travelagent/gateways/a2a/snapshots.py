"""Tasks as they stand: runs with the events that a task consists of, read from the log."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC

from a2a.types.a2a_pb2 import ListTasksRequest, TaskState
from a2a.utils.task import validate_page_size
from django.db.models import Q, QuerySet

from travelagent.accounts.actors import Actor
from travelagent.chat.envelopes import Envelope
from travelagent.chat.models import Message, Proposal, Run, RunEvent, RunKind, RunStatus
from travelagent.gateways.a2a.requests import wrong_param
from travelagent.gateways.a2a.tasks import FOLDED, UNDONE, Progress, State, Wire
from travelagent.gateways.models import ClientConversation

NAMED = "a2a:"
"""Begins the names of conversations that the client has named."""
USUAL_PAGE = 50
DECLINED = Q(status=RunStatus.SUCCEEDED, metadata__stop_reason__in=sorted(UNDONE))
STATES = {
    State.SUBMITTED: Q(status=RunStatus.QUEUED),
    State.WORKING: Q(status=RunStatus.RUNNING),
    State.INPUT_REQUIRED: Q(status=RunStatus.AWAITING_CONFIRMATION),
    State.COMPLETED: Q(status=RunStatus.SUCCEEDED) & ~DECLINED,
    State.FAILED: Q(status=RunStatus.FAILED),
    State.CANCELED: Q(status=RunStatus.CANCELLED) | DECLINED,
}


def snapshot(run: Run) -> Progress:
    """Return the task that a run is, up to the `last_seq` that the row has."""
    (found,) = snapshots([run])
    return found


def snapshots(runs: Sequence[Run], *, with_artifacts: bool = True) -> list[Progress]:
    """Return the tasks that runs are, in their order."""
    types = FOLDED if with_artifacts else FOLDED - {"artifact"}
    contexts = _contexts({run.session_id for run in runs})
    messages = defaultdict(list)
    for message in Message.objects.filter(run__in=runs, role=Message.Role.USER).order_by("pk"):
        messages[message.run_id].append((f"{message.run_id}-said-{message.pk}", message.text))
    events = defaultdict(list)
    for row in RunEvent.objects.filter(run__in=runs, type__in=sorted(types)).order_by("seq"):
        events[row.run_id].append(Envelope(row.seq, row.run_id, row.type, row.at, row.data, row.parent))
    waiting = set(Proposal.objects.filter(run__in=runs, status=Proposal.Status.OPEN).values_list("run_id", flat=True))
    found = []
    for run in runs:
        progress = Progress(run, contexts.get(run.session_id, run.session_id), messages[run.pk])
        for envelope in events[run.pk]:
            if envelope.seq <= run.last_seq:
                progress.fold(envelope)
        if progress.waits and run.pk not in waiting:
            progress.resume()
        found.append(progress)
    return found


def open_proposals(run: Run) -> list[str]:
    """Return the ids of what a run waits to be decided."""
    return list(run.proposals.filter(status=Proposal.Status.OPEN).values_list("pk", flat=True))


def context_of(run: Run) -> str:
    """Return the context of a run: the client's own name for its conversation, else the session's id."""
    return _contexts({run.session_id}).get(run.session_id, run.session_id)


def tasks_page(actor: Actor, params: ListTasksRequest) -> Wire:
    """Return a page of the actor's tasks, newest first. Raises InvalidParamsError."""
    if params.HasField("page_size"):
        validate_page_size(params.page_size)
    size = params.page_size if params.HasField("page_size") else USUAL_PAGE
    rows = _matching(actor, params)
    page = rows
    if params.page_token:
        last = rows.filter(pk=params.page_token).first()
        if last is None:
            raise wrong_param("pageToken", params.page_token)
        page = rows.filter(Q(created_at__lt=last.created_at) | Q(created_at=last.created_at, pk__lt=last.pk))
    runs = list(page[: size + 1])
    history = params.history_length if params.HasField("history_length") else None
    found = snapshots(runs[:size], with_artifacts=params.include_artifacts)
    return {
        "tasks": [each.task(history) for each in found],
        "nextPageToken": runs[size - 1].pk if len(runs) > size else "",
        "pageSize": size,
        "totalSize": rows.count(),
    }


def _matching(actor: Actor, params: ListTasksRequest) -> QuerySet[Run]:
    rows = Run.objects.filter(actor.owned("session__person"), kind=RunKind.MESSAGE).order_by("-created_at", "-pk")
    if params.context_id:
        named = ClientConversation.objects.filter(actor.owned(), name=f"{NAMED}{params.context_id}")
        rows = rows.filter(Q(session__in=named.values("session")) | Q(session=params.context_id))
    if params.status:
        rows = rows.filter(STATES.get(TaskState.Name(params.status), Q(pk__in=())))
    if params.HasField("status_timestamp_after"):
        after = params.status_timestamp_after.ToDatetime(UTC)
        rows = rows.filter(Q(finished_at__gte=after) | Q(finished_at=None))
    return rows


def _contexts(sessions: set[str]) -> dict[str, str]:
    """Return the clients' own names for their conversations."""
    rows = ClientConversation.objects.filter(session__in=sessions, name__startswith=NAMED)
    return {session: name.removeprefix(NAMED) for session, name in rows.values_list("session_id", "name")}
