"""The protocol's methods, each from its request to its outcome, whichever binding carries them."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from a2a.types.a2a_pb2 import (
    CancelTaskRequest,
    GetTaskRequest,
    ListTasksRequest,
    SendMessageRequest,
    SubscribeToTaskRequest,
)
from a2a.utils.proto_utils import validate_proto_required_fields
from a2a.utils.task import validate_history_length
from google.protobuf.message import Message

from travelagent.accounts.actors import Actor
from travelagent.accounts.rate_limits import Cost
from travelagent.chat import actions
from travelagent.gateways.a2a import operations
from travelagent.gateways.a2a.requests import CONTEXT_CHARS, checked_name, parse_send_params
from travelagent.gateways.a2a.snapshots import snapshot, tasks_page
from travelagent.gateways.a2a.tasks import Wire

NAMES = ("id", "context_id", "page_token")
"""Fields that name something of ours or of the client's."""


@dataclass(frozen=True, slots=True)
class Waits:
    """What is answered once it is there; until then None comes from time to time."""

    answers: AsyncIterator[Wire | None]


@dataclass(frozen=True, slots=True)
class Streams:
    """Updates of a task as they come; None while nothing happens."""

    updates: AsyncIterator[Wire | None]


Outcome: TypeAlias = Wire | Waits | Streams


@dataclass(frozen=True, slots=True)
class Method:
    """`request`: the type of what it is given."""

    request: type[Message]
    cost: Cost
    call: Callable[[Actor, Any, str], Outcome]


def send_message(actor: Actor, request: SendMessageRequest, locale: str) -> Outcome:
    """Answer once the task has ended or asks for input, at once where that is wanted."""
    params = parse_send_params(request)
    progress = operations.send(actor, params, locale)
    if params.returns_at_once or progress.rests:
        return {"task": progress.task(params.history)}
    return Waits(_responses(operations.settled(actor, progress, params.history)))


def send_streaming_message(actor: Actor, request: SendMessageRequest, locale: str) -> Outcome:
    """Send a message and stream the updates of its task."""
    params = parse_send_params(request)
    return Streams(operations.updates(actor, operations.send(actor, params, locale), params.history))


def get_task(actor: Actor, request: GetTaskRequest, _locale: str) -> Outcome:
    """Return the task as it is now, with the requested number of messages."""
    _check(request)
    history = request.history_length if request.HasField("history_length") else None
    return snapshot(actions.find_run(actor, request.id)).task(history)


def list_tasks(actor: Actor, request: ListTasksRequest, _locale: str) -> Outcome:
    """Return a page of the caller's tasks."""
    _check(request)
    return tasks_page(actor, request)


def cancel_task(actor: Actor, request: CancelTaskRequest, _locale: str) -> Outcome:
    """Answer once the task has ended."""
    _check(request)
    return Waits(operations.settled(actor, operations.cancel(actor, request.id)))


def subscribe_to_task(actor: Actor, request: SubscribeToTaskRequest, _locale: str) -> Outcome:
    """Stream the updates of a task that is at work."""
    _check(request)
    progress = operations.subscribed(actor, request.id)
    return Streams(operations.updates(actor, progress, past_questions=True))


METHODS = {
    "SendMessage": Method(SendMessageRequest, Cost.RUN, send_message),
    "SendStreamingMessage": Method(SendMessageRequest, Cost.RUN, send_streaming_message),
    "GetTask": Method(GetTaskRequest, Cost.READ, get_task),
    "ListTasks": Method(ListTasksRequest, Cost.READ, list_tasks),
    "CancelTask": Method(CancelTaskRequest, Cost.WRITE, cancel_task),
    "SubscribeToTask": Method(SubscribeToTaskRequest, Cost.READ, subscribe_to_task),
}


def _check(request: Any) -> None:
    """Check the request by the protocol's rules. Raises InvalidParamsError."""
    validate_proto_required_fields(request)
    for name in NAMES:
        if name in request.DESCRIPTOR.fields_by_name:
            checked_name(name, getattr(request, name), CONTEXT_CHARS)
    if "history_length" in request.DESCRIPTOR.fields_by_name:
        validate_history_length(request)


async def _responses(tasks: AsyncIterator[Wire | None]) -> AsyncIterator[Wire | None]:
    async for task in tasks:
        yield None if task is None else {"task": task}
