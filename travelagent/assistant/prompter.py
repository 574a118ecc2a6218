"""The system message of every request: who the assistant is, how it writes, and what it remembers, fenced as data."""

import json
import re

from agent_core.messages import SystemMessage
from agent_core.state import AgentState
from travelagent.assistant.prompts import fenced, render
from travelagent.assistant.styles import MANNERS, Style, style_for

_FENCE = render("memories", memories="")
_STYLE = re.compile(rf"^Style: ({'|'.join(MANNERS)})\.", re.MULTILINE)


class TravelPrompter:
    """The core's Prompter."""

    def system(self, state: AgentState) -> SystemMessage:
        style = style_for(state.style, state.understanding)
        parts = [render("role"), render("style", style=style, instruction=MANNERS[style].instruction)]
        if state.memories:
            parts.append(render("memories", memories=fenced(list(state.memories))))
        return SystemMessage("\n\n".join(parts))

    def temperature(self, state: AgentState) -> float:
        return MANNERS[style_for(state.style, state.understanding)].temperature


def remembered(message: SystemMessage) -> tuple[str, ...]:
    """The memories that a system message of this prompter carries."""
    _, fence, data = message.text.partition(f"{_FENCE}\n")
    return tuple(json.loads(data.splitlines()[0])) if fence else ()


def styled(message: SystemMessage) -> Style | None:
    """The style that a system message of this prompter asks for."""
    match = _STYLE.search(message.text)
    return next((style for style in MANNERS if match and match[1] == style), None)
