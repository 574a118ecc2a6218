"""The core's Reviewer for travel: claims that no tool's result supports, and the words about them."""

from collections.abc import Sequence

from agent_core.events import Claim, Notice
from agent_core.messages import Message
from agent_core.state import AgentState
from travelagent.assistant.embedded.model import EmbeddedModel
from travelagent.assistant.grounding.evidence import evidence_of
from travelagent.assistant.grounding.tracing import untraced
from travelagent.assistant.prompts import fenced, render
from travelagent.assistant.readers import in_reader
from travelagent.plans.values import LocalizedText

UNTRACED = LocalizedText("Could not be traced to a source: {claims}.", "以下内容未能查到依据：{claims}。")
MENDED = LocalizedText(
    "The answer was corrected: something in it could not be traced to a source.", "回答已更正：其中有内容未能查到依据。"
)
NAMED = 5
"""So many claims a notice names at most."""


class GroundingReviewer:
    """Checks a reply against the whole conversation's results, the user's words and the memories.

    The embedded model words tools' results and nothing else, which its tests hold: its replies need no check.
    """

    async def review(self, state: AgentState, text: str) -> tuple[Claim, ...]:
        if state.model == EmbeddedModel.name:
            return ()
        return await in_reader(_untraced, state.messages, state.memories, text)

    def request(self, state: AgentState, untraced: Sequence[Claim]) -> str:
        claims = [{"text": claim.text, "kind": claim.kind} for claim in untraced]
        language = str(state.understanding.get("language", state.locale))
        return render(language, "mend", claims=fenced(claims))

    def notice(self, state: AgentState, untraced: Sequence[Claim]) -> Notice:
        if not untraced:
            return Notice("mended", _said(MENDED, state.locale))
        quoted = [f"“{claim.text}”" for claim in untraced]
        more = ["…"] if len(quoted) > NAMED else []
        claims = ("、" if state.locale == "zh" else ", ").join([*quoted[:NAMED], *more])
        return Notice("untraced", _said(UNTRACED, state.locale).format(claims=claims))


def _untraced(messages: Sequence[Message], memories: Sequence[str], text: str) -> tuple[Claim, ...]:
    """Each claim once, in order."""
    found = untraced(text, evidence_of(messages, memories))
    return tuple(dict.fromkeys(Claim(text[claim.start : claim.end].strip(), claim.kind) for claim in found))


def _said(text: LocalizedText, locale: str) -> str:
    return text.zh if locale == "zh" else text.en
