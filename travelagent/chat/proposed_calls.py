"""A write that is requested by its tool and arguments: a run that begins with its proposal.

It is confirmed, journalled and logged like any other: only the words that lead to it are missing.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from agent_core.events import RunStarted, wire_data
from agent_core.guards import Limits
from agent_core.messages import AssistantMessage, HumanMessage, ToolCall
from agent_core.state import AgentState, dump_state
from agent_core.tools import Tool, ToolError
from travelagent.accounts.actors import Actor
from travelagent.assistant.model_registry import default_model
from travelagent.assistant.phrases import phrase
from travelagent.chat.actions import Refused, require_idle, require_room, title_of
from travelagent.chat.artifacts import find_artifact
from travelagent.chat.models import ChatSession, Message, Run, RunCheckpoint, RunEvent
from travelagent.chat.supervisor import history_before
from travelagent.chat.versions import lock_session

FIRST_NODE = "stage_writes"


def propose_call(actor: Actor, session: ChatSession, tool: Tool, arguments: Mapping[str, Any], locale: str) -> Run:
    """Queue a run that proposes this call of a tool that writes; nothing is written before its owner's approval.

    `arguments` are as a model gives them. Raises ToolError `invalid_arguments`, Refused as `start_run` does.
    """
    if not tool.writes:
        raise ToolError("needs_no_confirmation", f"{tool.name} only reads")
    require_idle(session)
    require_room(actor)
    injected = {
        "person": session.person_id,
        "session": session.pk,
        "artifacts": partial(find_artifact, session.pk),
    }
    tool.validated(arguments, injected)
    text = tool.summary(arguments, locale, injected) if tool.summary else tool.describe(arguments, locale)
    now = timezone.now()
    try:
        with transaction.atomic():
            lock_session(session.pk)
            run = Run.objects.create(
                session=session,
                message=text,
                mode=session.mode,
                style=session.style,
                model=session.model or default_model().name,
                locale=locale,
                share=actor.owner,
                started_at=now,
                last_seq=1,
            )
            session.last_active_at, session.title = now, session.title or title_of(text)
            session.save(update_fields=["last_active_at", "title"])
            Message.objects.create(session=session, run=run, role=Message.Role.USER, text=text)
            begun = RunStarted(session.pk, text, run.mode, run.style, run.model, locale)
            RunEvent.objects.create(run=run, seq=1, type=begun.type, at=now, data=wire_data(begun))
            state = dump_state(_at_its_proposal(run, ToolCall(f"{run.pk}_c1", tool.name, arguments)))
            RunCheckpoint.objects.create(run=run, seq=1, node=FIRST_NODE, state=state)
    except IntegrityError as error:
        raise Refused("run_active", _("The previous message is still being worked on.")) from error
    return run


def _at_its_proposal(run: Run, call: ToolCall) -> AgentState:
    """Return the run's state at its proposal. Its steps are used up: after the decision a model only reports what was
    done.
    """
    history = history_before(run)
    words = phrase(f"tool.{call.name}", run.locale)
    return AgentState(
        run=run.pk,
        session=run.session_id,
        owner=str(run.session.person_id),
        style=run.style,
        locale=run.locale,
        messages=(*history, HumanMessage(words), AssistantMessage("", (call,))),
        turn=len(history),
        step=Limits().max_steps,
        tool_call_history=(call,),
        staged_writes=(call,),
    )
