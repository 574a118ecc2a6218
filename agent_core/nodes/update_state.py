"""Takes the results in: tool messages for the model, history rows, evaluations, the next hint, and reasons to stop."""

from agent_core.events import Evaluated, NextStep
from agent_core.guards import repeats
from agent_core.messages import ToolMessage
from agent_core.runtime import RunContext, now_iso
from agent_core.state import Action, AgentState, Evaluation, HistoryRow, StopReason, ToolOutcome, Update


async def update_state(state: AgentState, context: RunContext) -> Update:
    outcomes = state.outcomes
    step = state.step + 1
    rows = tuple(_row(state, step, outcome) for outcome in outcomes)
    for row in rows:
        if row.action is not None and row.evaluation is not None:
            e = row.evaluation
            context.emit(Evaluated(row.action.id, e.success, e.duration_ms, e.has_result))
    hint = next((h for o in reversed(outcomes) if (h := context.parts.workflow.hint_after(o))), "")
    if hint:
        context.emit(NextStep(hint))
    answers = tuple(ToolMessage(o.call.id, o.call.name, o.text, o.status) for o in outcomes)
    return {
        "messages": (*state.messages, *answers),
        "step": step,
        "history": (*state.history, *rows),
        "tool_result_history": (*state.tool_result_history, *outcomes),
        "approved_calls": (),
        "interrupts": (),
        "suggested_next_step": hint,
        "stop": _stop(state, outcomes),
        "reply": _final_reply(outcomes),
        "step_status": "evaluating",
    }


def _row(state: AgentState, step: int, outcome: ToolOutcome) -> HistoryRow:
    success = outcome.status == "success"
    action = Action(
        outcome.call.id,
        outcome.call.name,
        outcome.call.args,
        "success" if success else "failed",
        outcome.duration_ms,
        outcome.result,
        outcome.error,
    )
    has_result = outcome.result not in (None, "", [], {})
    evaluation = Evaluation(success, outcome.duration_ms, has_result)
    return HistoryRow(step, "execution", state.last_thought, action, evaluation, now_iso())


def _stop(state: AgentState, outcomes: tuple[ToolOutcome, ...]) -> StopReason | None:
    if any(o.final and o.status == "success" for o in outcomes):
        return "final_tool"
    return "loop_detected" if repeats(state, outcomes) else state.stop


def _final_reply(outcomes: tuple[ToolOutcome, ...]) -> str:
    final = next((o for o in outcomes if o.final and o.status == "success"), None)
    return "" if final is None else final.reply or final.text
