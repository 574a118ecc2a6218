"""Takes the results in: tool messages for the model, history rows, evaluations, the next hint, and reasons to stop."""

from agent_core.events import Evaluated, NextStep
from agent_core.guards import repeats
from agent_core.messages import ToolMessage
from agent_core.runtime import RunContext, now_iso
from agent_core.state import Action, AgentState, Evaluation, HistoryRow, ToolOutcome, Update


async def update_state(state: AgentState, context: RunContext) -> Update:
    """Evaluate the outcomes of a round of calls and add their answers to the conversation and the history."""
    outcomes = state.outcomes
    step = state.step + 1
    timestamp, hint = now_iso(), ""
    rows: list[HistoryRow] = []
    answers: list[ToolMessage] = []
    final: ToolOutcome | None = None
    for outcome in outcomes:
        call, success = outcome.call, outcome.status == "success"
        evaluation = Evaluation(success, outcome.duration_ms, outcome.result not in (None, "", [], {}))
        context.emit(Evaluated(call.id, success, evaluation.duration_ms, evaluation.has_result))
        rows.append(HistoryRow(step, "execution", state.last_thought, _action(outcome), evaluation, timestamp))
        answers.append(ToolMessage(call.id, call.name, outcome.text, outcome.status))
        hint = context.parts.workflow.hint_after(outcome) or hint
        if final is None and success and outcome.final:
            final = outcome
    if hint:
        context.emit(NextStep(hint))
    return {
        "messages": (*state.messages, *answers),
        "step": step,
        "history": (*state.history, *rows),
        "tool_result_history": (*state.tool_result_history, *outcomes),
        "approved_calls": (),
        "interrupts": (),
        "suggested_next_step": hint,
        "stop": "final_tool" if final else "loop_detected" if repeats(state, outcomes) else state.stop,
        "reply": (final.reply or final.text) if final else "",
        "step_status": "evaluating",
    }


def _action(outcome: ToolOutcome) -> Action:
    return Action(
        outcome.call.id,
        outcome.call.name,
        outcome.call.args,
        "success" if outcome.status == "success" else "failed",
        outcome.duration_ms,
        outcome.result,
        outcome.error,
    )
