"""The system messages that a model gets beside the conversation.

The first one is the same in every request: who the model is and how it works. The second one is the situation of a
turn: the day, the style, what is remembered, the trip at hand and a draft of the brief, as data.
"""

from django.utils import timezone

from agent_core.messages import SystemMessage
from agent_core.state import AgentState
from travelagent.assistant.prompts import fenced, render
from travelagent.assistant.styles import MANNERS, style_for
from travelagent.assistant.trip_view import trip_section
from travelagent.briefs.at_hand import TripAtHand
from travelagent.catalog.money import usual_currency


class TravelPrompter:
    """The core's Prompter. The prompt is written in the language of the user's message; `trip` is the trip at hand when
    the run begins."""

    def __init__(self, trip: TripAtHand | None = None) -> None:
        self._trip = trip or TripAtHand()
        self._trips: dict[str, str] = {}

    def system(self, state: AgentState) -> SystemMessage:
        """Return the first message of every request: the role."""
        return SystemMessage(render(_language(state), "role"))

    def situation(self, state: AgentState) -> SystemMessage:
        """Return the message on the situation of the turn."""
        language = _language(state)
        style = style_for(state.style, state.understanding)
        instruction = MANNERS[style].instruction
        parts = [
            render(language, "today", today=f"{timezone.localdate():%Y-%m-%d, %A}"),
            render(language, "style", style=style, instruction=instruction.zh if language == "zh" else instruction.en),
        ]
        if state.region:
            parts.append(render(language, "currency", currency=usual_currency(language, state.region)))
        if state.memories:
            parts.append(render(language, "memories", memories=fenced(list(state.memories))))
        parts.append(self._trip_section(language))
        if draft := state.understanding.get("draft"):
            parts.append(render(language, "draft", draft=fenced(draft)))
        return SystemMessage("\n\n".join(filter(None, parts)))

    def _trip_section(self, language: str) -> str:
        if language not in self._trips:
            self._trips[language] = trip_section(language, self._trip)
        return self._trips[language]

    def temperature(self, state: AgentState) -> float:
        """Return the temperature of the style of the answer."""
        return MANNERS[style_for(state.style, state.understanding)].temperature


def _language(state: AgentState) -> str:
    return str(state.understanding.get("language", state.locale))
