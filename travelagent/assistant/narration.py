"""Puts the agent's steps into words: what was understood, which tools were chosen with which arguments, and why."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, Final

from agent_core.events import Phase
from agent_core.messages import ToolCall
from agent_core.model import ModelError
from agent_core.policy import ThoughtDraft
from agent_core.state import AgentState, PlanStep, ToolOutcome
from travelagent.assistant.barred import Barred
from travelagent.assistant.brief_words import noted_fields
from travelagent.assistant.local_models import ContextTooSmall
from travelagent.assistant.model_registry import label_of
from travelagent.assistant.phrases import has_phrase, phrase, worded
from travelagent.assistant.styles import STYLES
from travelagent.assistant.wording import money, month_name
from travelagent.briefs.values import TripBrief
from travelagent.briefs.wire import brief_from_wire
from travelagent.catalog.labels import tag_name
from travelagent.catalog.names import country_name, place_name, region_name
from travelagent.catalog.values import TAGS
from travelagent.planning.edits.registry import edits_from_wire
from travelagent.plans.errors import InvalidRequest
from travelagent.plans.values import LocalizedText
from travelagent.plans.words import CHINESE, calendar_day, term

# Arguments that are made of earlier results, or are code, or say nothing of the trip.
MACHINE_MADE = frozenset({"itinerary", "artifacts", "sql", "result", "brief", "fresh", "currency"})
# A place is shown by its name.
WHERE = frozenset({"lat", "lon"})
COMPLETE = ("answered", "final_tool", "confident")
"""Ends with an answer; at any other one the narration states why there is none."""
SHOWN_CHARS = 60


class TravelNarrator:
    """The core's Narrator, in the run's language."""

    def phase(self, phase_: Phase, locale: str) -> str:
        """Return the name of a phase."""
        return phrase(f"phase.{phase_}", locale)

    def analysis(self, state: AgentState) -> ThoughtDraft:
        """Describe how the message was understood: intent, entities, mode and style."""
        understood = state.understanding
        entities = _described(understood.get("entities", {}), state.locale)
        about = phrase("thought.about", state.locale, entities=entities) if entities else ""
        intent = understood.get("intent", "general_chat")
        wanted = f"“{_clip(state.task)}” → {phrase(f'intent.{intent}', state.locale)}"
        text = phrase("thought.analysis", state.locale, intent=wanted, about=about)
        mode = phrase(f"mode.{state.mode}", state.locale)
        if state.style in STYLES:
            style = phrase(f"style.{state.style}", state.locale)
            text += phrase("thought.manner", state.locale, mode=mode, style=style)
        else:
            text += phrase("thought.mode", state.locale, mode=mode)
        return ThoughtDraft(text, float(understood.get("confidence", 0.5)), str(intent))

    def planning(self, state: AgentState, goal: str, steps: Sequence[PlanStep]) -> ThoughtDraft:
        """Describe the goal and the steps of a plan."""
        listed = "\n".join(f"{s.step}. {s.description or phrase(f'tool.{s.action}', state.locale)}" for s in steps)
        return ThoughtDraft(f"{goal}\n{listed}", 0.8, "plan")

    def executing(self, state: AgentState, number: int, count: int, step: PlanStep) -> ThoughtDraft:
        """Describe the step that is worked on, with its number."""
        what = step.description or phrase(f"tool.{step.action}", state.locale)
        return ThoughtDraft(f"[{number}/{count}] {what}", 0.8, step.action)

    def choosing(self, state: AgentState, calls: Sequence[ToolCall], reasoning: str) -> ThoughtDraft:
        """Describe the calls that were chosen."""
        described = _calls(calls, state.locale)
        return ThoughtDraft(phrase("thought.choosing", state.locale, calls=described), 0.8, _names(calls))

    def reflecting(self, state: AgentState, failed: Sequence[ToolOutcome], calls: Sequence[ToolCall]) -> ThoughtDraft:
        """Describe what failed and why, and the calls that follow."""
        values = {
            "failed": _row([phrase(f"tool.{o.call.name}", state.locale) for o in failed], state.locale),
            "reason": _row([_outcome(o.outcome, state.locale) for o in failed], state.locale),
        }
        if not calls:
            return ThoughtDraft(phrase("thought.reflecting.end", state.locale, **values), 0.5)
        return ThoughtDraft(
            phrase("thought.reflecting", state.locale, calls=_calls(calls, state.locale), **values), 0.6, _names(calls)
        )

    def without_plan(self, state: AgentState, reason: Exception) -> str:
        """Return the notice that the run continues without a plan of steps."""
        return phrase("notice.no_plan", state.locale)

    def falling_back(self, state: AgentState, model: str, stand_in: str, reason: ModelError) -> str:
        """Return the notice that a stand-in replaces a model, and why."""
        text = phrase(f"reason.{_reason(reason)}", state.locale)
        names = {"model": label_of(model, state.locale), "stand_in": label_of(stand_in, state.locale)}
        return phrase("notice.fallback_model", state.locale, reason=text, **names)

    def cut_off(self, state: AgentState) -> str:
        """Return the notice that the answer ends at the model's longest reply."""
        return phrase("notice.cut_off", state.locale)

    def deciding(self, state: AgentState, reply: str) -> ThoughtDraft:
        """Describe why the run answers now: what stopped it, or how many results it has."""
        if state.stop not in (None, *COMPLETE):
            return ThoughtDraft(phrase(f"stopped.{state.stop}", state.locale), 0.9, "answer")
        count = sum(o.status == "success" for o in state.tool_result_history)
        without = "thought.deciding.failed" if state.tool_result_history else "thought.deciding.none"
        key = {0: without, 1: "thought.deciding.one"}.get(count, "thought.deciding")
        return ThoughtDraft(phrase(key, state.locale, count=count), 0.9, "answer")


OWN_REASONS = frozenset({"timeout", "repetition", "raw_call", "circuit_open"})
"""Codes of failures that have words of their own."""


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
"""Keys whose values are shown as a count: "2 adults"."""


def _described(values: Mapping[str, Any], locale: str) -> str:
    """Return names with their values: `city: Kyoto; days: 3`, 城市：京都；天数：3.

    `city` is left out beside `cities`.
    """
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


def _edits(payload: object, locale: str) -> Iterator[str]:
    """Edits as demands: "swap days 1 and 2", 对调第 1 天和第 2 天; nothing for what a model sent in their place."""
    for each in payload if isinstance(payload, list | tuple) else [payload]:
        if not isinstance(each, Mapping):
            continue
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


def _part(key: str, text: str, locale: str) -> str:
    """One entry of a value: "until 20:30", 第 2 天, "2 adults", "April"."""
    if key == "month":
        return text
    if key in COUNTED and locale != "zh":
        return f"{text} {worded(key, locale)}"
    return f"第 {text} 天" if key == "day" and locale == "zh" else f"{worded(key, locale)} {text}"


def _amount(value: Mapping[str, Any], locale: str) -> str:
    """`¥8,000 in total`, ¥8,000（总计）."""
    amount, currency = value["amount"], value.get("currency")
    text = money(amount, currency, locale) if currency else f"{float(amount):,.10g}"
    per = worded(str(value["per"]), locale) if value.get("per") else ""
    if not per:
        return text
    return f"{text}（{per}）" if locale == "zh" else f"{text} ({per})"


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
    if found := _date(text):
        day = calendar_day(found)
        return day.zh if zh else day.en
    return worded(place_name(text, locale), locale)


def _date(text: str) -> date | None:
    """Return the date of `YYYY-MM-DD`; None for any other text, and for a day that no calendar has."""
    if len(text) != len("YYYY-MM-DD") or text[4] != "-" or text[7] != "-":
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _calls(calls: Sequence[ToolCall], locale: str) -> str:
    return _row((_call(c, locale) for c in calls), locale)


def _call(call: ToolCall, locale: str) -> str:
    """Return `Itinerary (city: Kyoto; days: 3; by train 10:00)`; what only the server could read is left out."""
    shown = {name: value for name, value in call.args.items() if _is_readable(name, value)}
    semicolon = "；" if locale == "zh" else "; "
    texts = [text for text in (_described(shown, locale), *_wishes(call.args, locale)) if text]
    name = phrase(f"tool.{call.name}", locale)
    if not texts:
        return name
    return f"{name}（{semicolon.join(texts)}）" if locale == "zh" else f"{name} ({semicolon.join(texts)})"


def _wishes(args: Mapping[str, Any], locale: str) -> list[str]:
    """Return the brief among the arguments in words, without what other arguments give; nothing for a malformed one."""
    given = args.get("brief")
    if not isinstance(given, Mapping):
        return []
    dates = given.get("dates")
    if isinstance(dates, Mapping):
        given = {**given, "dates": {key: value for key, value in dates.items() if key not in args}}
    try:
        brief = brief_from_wire(given)
    except InvalidRequest:
        return []
    return noted_fields(TripBrief(), brief, locale, but=frozenset({"stays"} if {"city", "cities"} & set(args) else ()))


def _is_readable(name: str, value: Any) -> bool:
    return name not in MACHINE_MADE and not (isinstance(value, str) and _is_handle(value))


def _is_handle(text: str) -> bool:
    """Whether a text is the server's own name of something, which no reader knows: `trip_…`, `run_…_a1`."""
    run, _, number = text.rpartition("_a")
    return text.replace("_", "").isalnum() and (text.startswith("trip_") or (bool(run) and number.isdecimal()))


def _names(calls: Sequence[ToolCall]) -> str:
    return ", ".join(dict.fromkeys(c.name for c in calls))


def _clip(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= SHOWN_CHARS else text[: SHOWN_CHARS - 1] + "…"
