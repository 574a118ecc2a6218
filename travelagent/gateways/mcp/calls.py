"""What a call of a tool does: a tool of the registry, the assistant, or a decision on what it proposes."""

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override
from mcp.server.context import ServerRequestContext
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitResult,
    InputRequests,
    InputRequiredResult,
    TextContent,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from rest_framework import serializers

from agent_core.tools import Tool
from travelagent.api.problems import Problem, wrong_field
from travelagent.api.serializers.base import Text
from travelagent.api.tool_calls import ToolCaller, callable_tool, program_value
from travelagent.chat import actions, runtime
from travelagent.chat.models import Proposal, Run
from travelagent.chat.proposed_calls import propose_call
from travelagent.chat.threads import in_db_thread
from travelagent.gateways.mcp import runs, trips
from travelagent.gateways.mcp.callers import ASK, DECIDE, Caller
from travelagent.gateways.mcp.catalogue import write_tools

Context = ServerRequestContext[Any, Any]
Result = CallToolResult | InputRequiredResult

ANSWER = {"type": "object", "properties": {"approve": {"type": "boolean", "default": False}}, "required": ["approve"]}


class AskBody(serializers.Serializer[Any]):
    """The arguments of `ask_assistant`."""

    message = Text(max_length=actions.MESSAGE_CHARS)
    conversation = Text(max_length=40, required=False, default="")


class DecideBody(serializers.Serializer[Any]):
    """The arguments of the tool that decides on a proposal."""

    proposal = Text(max_length=40)
    decision = serializers.ChoiceField(["approve", "reject"])


async def call(context: Context, caller: Caller, params: CallToolRequestParams) -> Result:
    """Return the result of a call. Raises what `faults.problem_in` knows."""
    arguments = params.arguments or {}
    if params.request_state is not None:
        return await _resumed(context, caller, params)
    if params.name == ASK:
        return await _ask_assistant(context, caller, _body(AskBody, arguments))
    if params.name == DECIDE:
        return await _decided(context, caller, _body(DecideBody, arguments))
    writing = await in_db_thread(lambda: {tool.name: tool for tool in write_tools()})
    if params.name in writing:
        return await _proposed(context, caller, writing[params.name], arguments)
    return await _read(caller, params.name, arguments)


async def _read(caller: Caller, name: str, arguments: dict[str, Any]) -> CallToolResult:
    """Call a tool that only reads, as `tools/{name}/call` of the API does."""
    tool = await in_db_thread(partial(callable_tool, name))
    tools = await in_db_thread(partial(ToolCaller, caller.actor, caller.locale, caller.end_user))
    result = await tools.call(tool, tools.validated(tool, arguments))
    await in_db_thread(partial(tools.remember, tool, result))
    value = result.value
    text = tool.view(value) if tool.view is not None and isinstance(value, Mapping) else ""
    text = text or json.dumps(value, ensure_ascii=False)
    return CallToolResult(content=[TextContent(text=text)], structured_content=program_value(result))


async def _ask_assistant(context: Context, caller: Caller, given: Mapping[str, Any]) -> Result:
    begin = partial(runs.start, caller, given["message"], given["conversation"])
    run, after = await in_db_thread(begin)
    return await _worked(context, caller, run, after)


async def _proposed(context: Context, caller: Caller, tool: Tool, arguments: dict[str, Any]) -> Result:
    """Return what a tool that writes would do, to be confirmed."""
    given = dict(arguments)
    conversation = given.pop("conversation", "")
    if not isinstance(conversation, str) or ("session" in tool.hidden and not conversation):
        raise wrong_field("conversation", _("This field is required."))
    run = await in_db_thread(partial(_begun_proposal, caller, tool, given, conversation))
    return await _worked(context, caller, run, 0)


async def _decided(context: Context, caller: Caller, given: Mapping[str, Any]) -> Result:
    """Take a decision; where the host can ask its user, an approval is the user's own."""
    run, is_open = await in_db_thread(partial(_run_of, caller, given["proposal"]))
    if given["decision"] == "approve" and is_open and can_ask(context):
        return await _worked(context, caller, run, await in_db_thread(partial(runs.seq_before_confirmation, run)))
    decide = partial(_decide, caller, run.pk, {given["proposal"]: given["decision"]})
    return await _worked(context, caller, run, await in_db_thread(decide))


async def _resumed(context: Context, caller: Caller, params: CallToolRequestParams) -> Result:
    """Go on behind the user's answer to what was proposed. An answer that is none leaves the proposal open."""
    state = json.loads(params.request_state or "{}")
    run = await in_db_thread(partial(actions.find_run, caller.actor, state["run"]))
    answers = params.input_responses or {}
    decisions = {name: word for name in state["proposals"] if (word := _word(answers.get(name)))}
    if not decisions:
        run_result = await runs.follow(
            context, caller, run, await in_db_thread(partial(runs.seq_before_confirmation, run))
        )
        return run_result.result()
    return await _worked(context, caller, run, await in_db_thread(partial(_decide, caller, run.pk, decisions)))


async def _worked(context: Context, caller: Caller, run: Run, after: int) -> Result:
    """Follow the run; what it proposes is asked of the host's user, where it has a way to ask."""
    run_result = await runs.follow(context, caller, run, after)
    if run_result.status != "confirmation_required" or not can_ask(context):
        return run_result.result()
    state = {"run": run.pk, "proposals": [proposal["id"] for proposal in run_result.proposals]}
    with override(run.locale):
        questions: InputRequests = {proposal["id"]: _question(proposal) for proposal in run_result.proposals}
    return InputRequiredResult(input_requests=questions, request_state=json.dumps(state))


def can_ask(context: Context) -> bool:
    """Return whether the host can show its user a form in the middle of a call."""
    known = context.session.client_capabilities
    elicitation = known.elicitation if known is not None else None
    if elicitation is None or context.protocol_version not in MODERN_PROTOCOL_VERSIONS:
        return False
    return elicitation.form is not None or elicitation.url is None


def _question(proposal: Mapping[str, Any]) -> ElicitRequest:
    questions = _("Shall this be done?")
    message = "\n".join([*(call["summary"] for call in proposal["calls"]), questions])
    return ElicitRequest(params=ElicitRequestFormParams(message=message, requested_schema=ANSWER))


def _word(answer: Any) -> str:
    """Return what an answer decides, "" for none."""
    if not isinstance(answer, ElicitResult) or answer.action == "cancel":
        return ""
    approved = answer.action == "accept" and (answer.content or {}).get("approve") is True
    return "approve" if approved else "reject"


def _begun_proposal(caller: Caller, tool: Tool, arguments: dict[str, Any], conversation: str) -> Run:
    """Start a run that begins with its proposal. Raises ToolError, NotFound, TripNotFound, Refused."""
    with transaction.atomic():
        end_user = caller.end_user
        if isinstance(trip := arguments.get("id"), str):
            end_user = trips.trip_of(caller, trip).person.end_user
        if conversation:
            session = runs.session_of(caller, conversation)
        else:
            session = actions.create_session(caller.actor, locale=caller.locale, end_user=end_user)
        run = propose_call(caller.actor, session, tool, arguments, caller.locale)
        transaction.on_commit(partial(runtime.hint, run.pk))
    return run


def _run_of(caller: Caller, proposal: str) -> tuple[Run, bool]:
    """Return the run that proposes it, and whether it still waits. Raises NotFound."""
    row = Proposal.objects.filter(caller.actor.owned("run__session__person"), pk=proposal).first()
    if row is None:
        raise actions.NotFound
    run = actions.find_run(caller.actor, row.run_id)
    runs.session_of(caller, run.session_id)
    return run, row.status == Proposal.Status.OPEN and row.expires_at > timezone.now()


def _decide(caller: Caller, run: str, decisions: Mapping[str, str]) -> int:
    """Take decisions; the event behind which the run goes on."""
    row = actions.find_run(caller.actor, run)
    try:
        for proposal, decision in decisions.items():
            actions.decide_proposal(caller.actor, run, proposal, decision)
    finally:
        runtime.hint(run)
    return runs.seq_of_pause(row)


def _body(serializer: type[serializers.Serializer[Any]], arguments: dict[str, Any]) -> dict[str, Any]:
    """Return the validated arguments. Raises ValidationError, Problem with every fault at once."""
    known = serializer().fields
    unknown = {name: [_("Unknown field.")] for name in arguments if name not in known}
    if unknown:
        raise Problem(400, "invalid", _("Some fields are wrong."), errors=unknown)
    body = serializer(data=arguments)
    body.is_valid(raise_exception=True)
    return dict(body.validated_data)
