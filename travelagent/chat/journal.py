"""The call journal in the database: a write and the note that it happened are one transaction.

Before it writes, the transaction makes sure that the call belongs to a proposal of this run that its owner approved.
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


class DatabaseJournal:
    """The core's CallJournal. Writing tools are plain functions."""

    async def execute_once(self, run: str, call_id: str, fn: Callable[[], Any]) -> ToolResult:
        if inspect.iscoroutinefunction(fn):
            raise TypeError("a tool that writes is a plain function, so that it can be part of the transaction")
        return await in_tool_thread(partial(_once, run.partition("/")[0], call_id, fn))


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


def _is_approved(run: str, call_id: str) -> bool:
    approved = Proposal.objects.filter(run_id=run, status=Proposal.Status.APPROVE)
    return any(call["id"] == call_id for row in approved for call in row.calls)
