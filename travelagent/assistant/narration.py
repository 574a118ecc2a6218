"""Puts the agent's steps into words: what was understood, which tools were chosen with which arguments, and why."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, Final

from agent_core.events import Phase
from agent_core.messages import ToolCall
from agent_core.model import ModelError
from agent_core.policy import Said
from agent_core.state import AgentState, PlanStep, ToolOutcome
from travelagent.assistant.barred import Barred
from travelagent.assistant.local_models import ContextTooSmall
from travelagent.assistant.model_registry import label_of
from travelagent.assistant.phrases import has_phrase, phrase, worded
from travelagent.assistant.styles import STYLES
from travelagent.assistant.wording import money, month_name
from travelagent.catalog.labels import tag_name
from travelagent.catalog.names import country_name, place_name, region_name
from travelagent.catalog.values import TAGS
from travelagent.planning.edits.registry import edits_from_wire
from travelagent.plans.errors import InvalidRequest
from travelagent.plans.values import LocalizedText
from travelagent.plans.words import CHINESE, calendar_day, term

# The server's own names of things, which say nothing to a reader: `trip_…`, `run_…_a1`.
HANDLE = re.compile(r"trip_\w+|\w+_a\d+")
# Arguments that are made of earlier results, or are code, or say nothing of the trip.
MACHINE_MADE = frozenset({"itinerary", "artifacts", "sql", "result", "brief", "fresh", "currency"})
# A place is told by its name.
WHERE = frozenset({"lat", "lon"})
DATE = re.compile(r"\d{4}-\d\d-\d\d")
COMPLETE = ("answered", "final_tool", "confident")
"""Ends that an answer comes of; at any other one it is told why there is none."""
SHOWN_CHARS = 60


class TravelNarrator:
    """The core's Narrator, in the run's language."""

    def phase(self, phase_: Phase, locale: str) -> str:
        return phrase(f"phase.{phase_}", locale)

    def analysis(self, state: AgentState) -> Said:
        understood = state.understanding
        entities = _told(understood.get("entities", {}), state.locale)
        about = phrase("thought.about", state.locale, entities=entities) if entities else ""
        intent = understood.get("intent", "general_chat")
        wanted = f"“{_clip(state.task)}” → {phrase(f'intent.{intent}', state.locale)}"
        said = phrase("thought.analysis", state.locale, intent=wanted, about=about)
        mode = phrase(f"mode.{state.mode}", state.locale)
        if state.style in STYLES:
            style = phrase(f"style.{state.style}", state.locale)
            said += phrase("thought.manner", state.locale, mode=mode, style=style)
        else:
            said += phrase("thought.mode", state.locale, mode=mode)
        return Said(said, float(understood.get("confidence", 0.5)), str(intent))

    def planning(self, state: AgentState, goal: str, steps: Sequence[PlanStep]) -> Said:
        listed = "\n".join(f"{s.step}. {s.description or phrase(f'tool.{s.action}', state.locale)}" for s in steps)
        return Said(f"{goal}\n{listed}", 0.8, "plan")

    def working_off(self, state: AgentState, number: int, count: int, step: PlanStep) -> Said:
        what = step.description or phrase(f"tool.{step.action}", state.locale)
        return Said(f"[{number}/{count}] {what}", 0.8, step.action)

    def choosing(self, state: AgentState, calls: Sequence[ToolCall], reasoning: str) -> Said:
        told = _calls(calls, state.locale)
        return Said(phrase("thought.choosing", state.locale, calls=told), 0.8, _names(calls))

    def reflecting(self, state: AgentState, failed: Sequence[ToolOutcome], calls: Sequence[ToolCall]) -> Said:
        values = {
            "failed": _row([phrase(f"tool.{o.call.name}", state.locale) for o in failed], state.locale),
            "reason": _row([_outcome(o.outcome, state.locale) for o in failed], state.locale),
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
        if state.stop not in (None, *COMPLETE):
            return Said(phrase(f"stopped.{state.stop}", state.locale), 0.9, "answer")
        count = sum(o.status == "success" for o in state.tool_result_history)
        without = "thought.deciding.failed" if state.tool_result_history else "thought.deciding.none"
        key = {0: without, 1: "thought.deciding.one"}.get(count, "thought.deciding")
        return Said(phrase(key, state.locale, count=count), 0.9, "answer")


OWN_REASONS = frozenset({"timeout", "repetition", "raw_call", "circuit_open"})
"""Codes of failures that are told in words of their own."""


def _reason(error: ModelError) -> str:
    if isinstance(error, Barred):
        return error.why
    if isinstance(error, ContextTooSmall):
        return "context_too_small"
    if error.code in OWN_REASONS:
        return error.code
    if error.replying:
        return "broke_off"
    return "transient" if error.retryable else "refused"


COUNTED: Final = frozenset({"adults", "children", "seniors"})
"""Keys whose values are told as a count: "2 adults"."""


def _told(values: Mapping[str, Any], locale: str) -> str:
    """Names with their values: `city: Kyoto; days: 3`, 城市：京都；天数：3. What two names would tell is told once."""
    if set(values) >= {"city", "cities"}:
        values = {name: value for name, value in values.items() if name != "city"}
    colon, semicolon = ("：", "；") if locale == "zh" else (": ", "; ")
    return semicolon.join(
        f"{_name(name, locale)}{colon}{_value(name, value, locale)}" for name, value in values.items()
    )


def _row(items: Iterable[str], locale: str) -> str:
    return ("、" if locale == "zh" else ", ").join(dict.fromkeys(items))


def _name(name: str, locale: str) -> str:
    """What a slot, or else an argument, is called."""
    for key in (f"slot.{name}", f"arg.{name}"):
        if has_phrase(key):
            return phrase(key, locale)
    return name


def _outcome(outcome: str, locale: str) -> str:
    key = f"outcome.{outcome}"
    return phrase(key if has_phrase(key) else "outcome.failed", locale)


def _value(name: str, value: Any, locale: str) -> str:
    """A value in words: places, tags and dates by their names, an amount with its currency."""
    if name == "month" and isinstance(value, int):
        return month_name(value, locale)
    if name == "edits":
        return _clip(_row(_edits(value, locale), locale))
    if isinstance(value, Mapping):
        if "amount" in value:
            return _amount(value, locale)
        value = {key: item for key, item in value.items() if key not in WHERE}
        if set(value) == {"name"}:
            return _value(name, value["name"], locale)
        return _clip(_row((_part(key, _entry(name, key, item, locale), locale) for key, item in value.items()), locale))
    items = value if isinstance(value, list | tuple) else [value]
    if any(isinstance(item, Mapping) for item in items):
        return _clip(_row((_value(name, item, locale) for item in items), locale))
    return _clip(_row((_word(name, item, locale) for item in items), locale))


def _edits(payload: Sequence[Mapping[str, Any]], locale: str) -> Iterator[str]:
    """Edits as demands: "swap days 1 and 2", 对调第 1 天和第 2 天."""
    for each in payload:
        texts = [text for value in each.values() for text in _texts(value)]
        names = {text: LocalizedText(place_name(text, "en"), place_name(text, "zh")) for text in texts}
        try:
            words = edits_from_wire([each])[0].words(names)
        except InvalidRequest:
            words = None
        if words is not None:
            yield words.zh if locale == "zh" else words.en


def _texts(value: Any) -> Iterator[str]:
    """The texts of an edit's field, which is one or a list of them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        yield from (text for text in value if isinstance(text, str))


def _entry(name: str, key: str, item: Any, locale: str) -> str:
    return month_name(item, locale) if key == "month" else _word(name, item, locale)


def _part(key: str, said: str, locale: str) -> str:
    """One entry of a value: "until 20:30", 第 2 天, "2 adults", "April"."""
    if key == "month":
        return said
    if key in COUNTED and locale != "zh":
        return f"{said} {worded(key, locale)}"
    return f"第 {said} 天" if key == "day" and locale == "zh" else f"{worded(key, locale)} {said}"


def _amount(value: Mapping[str, Any], locale: str) -> str:
    """`¥8,000 in total`, ¥8,000（总计）."""
    said = money(value["amount"], value["currency"], locale) if value.get("currency") else str(value["amount"])
    per = worded(str(value["per"]), locale) if value.get("per") else ""
    if not per:
        return said
    return f"{said}（{per}）" if locale == "zh" else f"{said} ({per})"


def _word(name: str, value: object, locale: str) -> str:
    text, zh = str(value), locale == "zh"
    if text in TAGS:
        called = tag_name(text)
        return called.zh if zh else called.en
    if text in CHINESE:
        return term(text).zh if zh else term(text).en
    if name in ("country", "countries"):
        return country_name(text)[zh]
    if name in ("region", "regions"):
        return region_name(text, locale)
    if DATE.fullmatch(text):
        day = calendar_day(date.fromisoformat(text))
        return day.zh if zh else day.en
    return worded(place_name(text, locale), locale)


def _calls(calls: Sequence[ToolCall], locale: str) -> str:
    return _row((_call(c, locale) for c in calls), locale)


def _call(call: ToolCall, locale: str) -> str:
    """`Itinerary (city: Kyoto; days: 3)`; what only the server could read is left out."""
    brief = {k: v for k, v in call.args.get("brief", {}).items() if has_phrase(f"arg.{k}")}
    if set(brief.get("dates") or {}) <= set(call.args):  # the length alone, which is an argument of its own
        brief.pop("dates", None)
    if isinstance(dates := brief.get("dates"), Mapping):
        brief["dates"] = {key: value for key, value in dates.items() if key not in call.args}
    args = {**call.args, **brief}
    name, told = phrase(f"tool.{call.name}", locale), {k: v for k, v in args.items() if _is_readable(k, v)}
    if not told:
        return name
    return f"{name}（{_told(told, locale)}）" if locale == "zh" else f"{name} ({_told(told, locale)})"


def _is_readable(name: str, value: Any) -> bool:
    return name not in MACHINE_MADE and not (isinstance(value, str) and HANDLE.fullmatch(value))


def _names(calls: Sequence[ToolCall]) -> str:
    return ", ".join(dict.fromkeys(c.name for c in calls))


def _clip(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= SHOWN_CHARS else text[: SHOWN_CHARS - 1] + "…"
