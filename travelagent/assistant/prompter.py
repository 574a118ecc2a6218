"""What a model is told beside the conversation: who it is and how it works, the same in every request, and the
situation of a turn: the day, the style, what is remembered, the trip at hand and a draft of the brief, as data."""

import json
import re

from django.utils import timezone

from agent_core.messages import SystemMessage
from agent_core.state import AgentState
from travelagent.assistant.prompts import LANGUAGES, fenced, render
from travelagent.assistant.styles import MANNERS, style_for
from travelagent.assistant.trip_view import trip_section
from travelagent.briefs.at_hand import TripAtHand
from travelagent.catalog.money import usual_currency

_FENCES = tuple(render(language, "memories", memories="") for language in LANGUAGES)
_CURRENCY = re.compile("|".join(render(language, "currency", currency="([A-Z]{3})") for language in LANGUAGES))


class TravelPrompter:
    """The core's Prompter. The prompt is written in the language of the user's message; `trip` is the trip at hand when
    the run begins."""

    def __init__(self, trip: TripAtHand | None = None) -> None:
        self._trip = trip or TripAtHand()
        self._trips: dict[str, str] = {}

    def system(self, state: AgentState) -> SystemMessage:
        return SystemMessage(render(_language(state), "role"))

    def situation(self, state: AgentState) -> SystemMessage:
        language = _language(state)
        style = style_for(state.style, state.understanding)
        told = MANNERS[style].instruction
        parts = [
            render(language, "today", today=f"{timezone.localdate():%Y-%m-%d, %A}"),
            render(language, "style", style=style, instruction=told.zh if language == "zh" else told.en),
        ]
        if state.region:
            parts.append(render(language, "currency", currency=usual_currency(language, state.region)))
        if state.memories:
            parts.append(render(language, "memories", memories=fenced(list(state.memories))))
        parts.append(self._told_trip(language))
        if draft := state.understanding.get("draft"):
            parts.append(render(language, "draft", draft=fenced(draft)))
        return SystemMessage("\n\n".join(filter(None, parts)))

    def _told_trip(self, language: str) -> str:
        if language not in self._trips:
            self._trips[language] = trip_section(language, self._trip)
        return self._trips[language]

    def temperature(self, state: AgentState) -> float:
        return MANNERS[style_for(state.style, state.understanding)].temperature


def _language(state: AgentState) -> str:
    return str(state.understanding.get("language", state.locale))


def remembered(message: SystemMessage) -> tuple[str, ...]:
    """The memories that a system message of this prompter carries."""
    for fence in _FENCES:
        _, found, data = message.text.partition(f"{fence}\n")
        if found:
            return tuple(json.loads(data.splitlines()[0]))
    return ()


def counted_in(message: SystemMessage) -> str | None:
    """The currency in which a system message of this prompter has amounts told."""
    match = _CURRENCY.search(message.text)
    return next((code for code in match.groups() if code), None) if match else None
