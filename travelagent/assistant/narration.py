"""Puts the agent's steps into words: what was understood, which tools were chosen with which arguments, and why."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from agent_core.events import Phase
from agent_core.messages import ToolCall
from agent_core.model import ModelError
from agent_core.policy import Said
from agent_core.state import AgentState, PlanStep, ToolOutcome
from travelagent.assistant.barred import Barred
from travelagent.assistant.model_registry import label_of
from travelagent.assistant.phrases import phrase, worded
from travelagent.assistant.styles import style_for
from travelagent.catalog.labels import tag_name
from travelagent.catalog.names import place_name
from travelagent.catalog.values import TAGS

# The server's own names of things, which say nothing to a reader: `trip_…`, `run_…_a1`.
HANDLE = re.compile(r"trip_\w+|\w+_a\d+")
SHOWN_CHARS = 60


class TravelNarrator:
    """The core's Narrator, in the run's language."""

    def phase(self, phase_: Phase, locale: str) -> str:
        return phrase(f"phase.{phase_}", locale)

    def analysis(self, state: AgentState) -> Said:
        understood = state.understanding
        said_of = understood.get("entities", {})
        entities = "; ".join(f"{_slot(name, state.locale)}: {_value(v, state.locale)}" for name, v in said_of.items())
        about = phrase("thought.about", state.locale, entities=entities) if entities else ""
        intent = understood.get("intent", "general_chat")
        wanted = f"“{_clip(state.task)}” → {phrase(f'intent.{intent}', state.locale)}"
        said = phrase("thought.analysis", state.locale, intent=wanted, about=about)
        style = phrase(f"style.{style_for(state.style, understood)}", state.locale)
        said += phrase("thought.manner", state.locale, mode=phrase(f"mode.{state.mode}", state.locale), style=style)
        return Said(said, float(understood.get("confidence", 0.5)), str(intent))

    def planning(self, state: AgentState, goal: str, steps: Sequence[PlanStep]) -> Said:
        listed = "\n".join(f"{s.step}. {s.description or phrase(f'tool.{s.action}', state.locale)}" for s in steps)
        return Said(f"{goal}\n{listed}", 0.8, "plan")

    def working_off(self, state: AgentState, number: int, count: int, step: PlanStep) -> Said:
        what = step.description or phrase(f"tool.{step.action}", state.locale)
        return Said(f"[{number}/{count}] {what}", 0.8, step.action)

    def choosing(self, state: AgentState, calls: Sequence[ToolCall], reasoning: str) -> Said:
        return Said(phrase("thought.choosing", state.locale, calls=_calls(calls, state.locale)), 0.8, _names(calls))

    def reflecting(self, state: AgentState, failed: Sequence[ToolOutcome], calls: Sequence[ToolCall]) -> Said:
        values = {
            "failed": _names([o.call for o in failed]),
            "reason": ", ".join(dict.fromkeys(o.outcome for o in failed)),
        }
        if not calls:
            return Said(phrase("thought.reflecting.end", state.locale, **values), 0.5)
        return Said(
            phrase("thought.reflecting", state.locale, calls=_calls(calls, state.locale), **values), 0.6, _names(calls)
        )

    def without_plan(self, state: AgentState, reason: Exception) -> str:
        return phrase("notice.no_plan", state.locale)

    def falling_back(self, state: AgentState, model: str, stand_in: str, reason: ModelError) -> str:
        said = phrase(f"reason.{_reason(reason)}", state.locale)
        names = {"model": label_of(model, state.locale), "stand_in": label_of(stand_in, state.locale)}
        return phrase("notice.fallback_model", state.locale, reason=said, **names)

    def cut_off(self, state: AgentState) -> str:
        return phrase("notice.cut_off", state.locale)

    def deciding(self, state: AgentState, reply: str) -> Said:
        count = sum(o.status == "success" for o in state.tool_result_history)
        key = "thought.deciding" if count else "thought.deciding.none"
        return Said(phrase(key, state.locale, count=count), 0.9, "answer")


def _reason(error: ModelError) -> str:
    if isinstance(error, Barred):
        return error.why
    return "transient" if error.retryable else "refused"


def _slot(name: str, locale: str) -> str:
    return phrase(f"slot.{name}", locale)


def _value(value: Any, locale: str) -> str:
    """A slot's value in words; places and tags by their names."""
    if isinstance(value, Mapping):
        return _clip(", ".join(f"{worded(name, locale)} {worded(str(v), locale)}" for name, v in value.items()))
    return _clip(", ".join(_word(item, locale) for item in (value if isinstance(value, list) else [value])))


def _word(value: object, locale: str) -> str:
    text = str(value)
    if text in TAGS:
        name = tag_name(text)
        return name.zh if locale == "zh" else name.en
    return worded(place_name(text, locale), locale)


def _calls(calls: Sequence[ToolCall], locale: str) -> str:
    return ", ".join(_call(c, locale) for c in calls)


def _call(call: ToolCall, locale: str) -> str:
    name, arguments = phrase(f"tool.{call.name}", locale), _arguments(call.args)
    return f"{name} ({arguments})" if arguments else name


def _arguments(args: Mapping[str, Any]) -> str:
    told = {key: value for key, value in args.items() if not (isinstance(value, str) and HANDLE.fullmatch(value))}
    return ", ".join(f"{key} = {_short(value)}" for key, value in told.items())


def _names(calls: Sequence[ToolCall]) -> str:
    return ", ".join(dict.fromkeys(c.name for c in calls))


def _short(value: Any) -> str:
    if isinstance(value, Mapping):
        return _clip(", ".join(f"{k} {_short(v)}" for k, v in value.items()))
    if isinstance(value, list | tuple):
        return _clip(", ".join(map(_short, value)))
    return _clip(str(value))


def _clip(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= SHOWN_CHARS else text[: SHOWN_CHARS - 1] + "…"
