"""The call journal in the database: a write and the note that it happened are one transaction.

Before it writes, the transaction makes sure that the call belongs to a proposal of this run that its owner approved.
What is written elsewhere, by a coroutine function, is noted before and behind it: whether a call that was killed in
between was done nobody knows, and it is not made again.
"""

import inspect
from collections.abc import Callable
from functools import partial
from typing import Any

from django.db import transaction
from pydantic import TypeAdapter

from agent_core.tools import ToolError, ToolResult, as_result
from travelagent.chat.models import Proposal, Run, WrittenCall
from travelagent.chat.threads import in_tool_thread

_RESULTS: TypeAdapter[ToolResult] = TypeAdapter(ToolResult)
UNKNOWN = ToolResult({"note": "This call was broken off; nobody knows whether it was done. It is not made again."})


class DatabaseJournal:
    """The core's CallJournal. Tools that write here are plain functions, those that write elsewhere coroutine ones."""

    async def execute_once(self, run: str, call_id: str, fn: Callable[[], Any]) -> ToolResult:
        """Execute a write once and return its result; a repeated call gets the stored result."""
        run = run.partition("/")[0]
        if not inspect.iscoroutinefunction(fn):
            return await in_tool_thread(partial(_once, run, call_id, fn))
        known = await in_tool_thread(partial(_begun, run, call_id))
        if known is not None:
            return known
        try:
            result = as_result(await fn())
        except Exception:
            await in_tool_thread(partial(_forget, run, call_id))
            raise
        await in_tool_thread(partial(_ended, run, call_id, result))
        return result


def _once(run: str, call_id: str, fn: Callable[[], Any]) -> ToolResult:
    with transaction.atomic():
        Run.objects.select_for_update().get(pk=run)  # two executors of one run write one after the other
        written = WrittenCall.objects.filter(run_id=run, call=call_id).first()
        if written is not None:
            return _RESULTS.validate_python(written.result)
        if not _is_approved(run, call_id):
            raise ToolError("needs_confirmation", "this write was not approved")
        result = as_result(fn())
        WrittenCall.objects.create(run_id=run, call=call_id, result=_RESULTS.dump_python(result, mode="json"))
        return result


def _begun(run: str, call_id: str) -> ToolResult | None:
    """Note that a call begins; what is known of it where it has begun before."""
    with transaction.atomic():
        Run.objects.select_for_update().get(pk=run)
        written = WrittenCall.objects.filter(run_id=run, call=call_id).first()
        if written is not None:
            return _RESULTS.validate_python(written.result)
        if not _is_approved(run, call_id):
            raise ToolError("needs_confirmation", "this write was not approved")
        WrittenCall.objects.create(run_id=run, call=call_id, result=_RESULTS.dump_python(UNKNOWN, mode="json"))
    return None


def _ended(run: str, call_id: str, result: ToolResult) -> None:
    WrittenCall.objects.filter(run_id=run, call=call_id).update(result=_RESULTS.dump_python(result, mode="json"))


def _forget(run: str, call_id: str) -> None:
    WrittenCall.objects.filter(run_id=run, call=call_id).delete()


def _is_approved(run: str, call_id: str) -> bool:
    approved = Proposal.objects.filter(run_id=run, status=Proposal.Status.APPROVE)
    return any(call["id"] == call_id for row in approved for call in row.calls)
