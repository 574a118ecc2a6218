"""The core's Reviewer for travel: claims that no tool's result supports, those that contradict them, and the words
about both."""

from collections.abc import Sequence

from agent_core.events import Claim, Mend, Notice
from agent_core.messages import Message
from agent_core.state import AgentState
from travelagent.assistant.answers import plain_text
from travelagent.assistant.embedded.model import EmbeddedModel
from travelagent.assistant.grounding.evidence import evidence_of
from travelagent.assistant.grounding.layout import sentence_at
from travelagent.assistant.grounding.tracing import untraced
from travelagent.assistant.prompts import fenced, render
from travelagent.assistant.readers import in_reader
from travelagent.plans.values import LocalizedText

WRONG = LocalizedText("This does not agree with what was found: {claims}.", "以下内容与查到的结果不一致：{claims}。")
MENDED = LocalizedText("Corrected by what was found: {sentences}", "已按查到的结果更正：{sentences}")
NAMED = 3
"""So many claims or sentences a notice names at most."""


class GroundingReviewer:
    """Checks a reply against the whole conversation's results, the user's words and the memories.

    The embedded model words tools' results and nothing else, which its tests hold: its replies need no check.
    """

    async def review(self, state: AgentState, text: str) -> tuple[Claim, ...]:
        """Return the claims of a reply that nothing in the conversation supports; none for the embedded model."""
        if state.model == EmbeddedModel.name:
            return ()
        return await in_reader(_untraced, state.messages, state.memories, text)

    def request(self, state: AgentState, wrong: Sequence[Claim]) -> str:
        """Return the message that asks the model to correct the sentences of these claims; the claims in it are fenced
        as data.
        """
        faults: dict[str, list[dict[str, str]]] = {}
        for claim in wrong:
            faults.setdefault(claim.sentence, []).append({"wrong": claim.text, "results_say": claim.truth})
        sentences = [{"sentence": sentence, "faults": each} for sentence, each in faults.items()]
        language = str(state.understanding.get("language", state.locale))
        return render(language, "mend", claims=fenced(sentences))

    def notice(self, state: AgentState, mends: Sequence[Mend], wrong: Sequence[Claim]) -> Notice:
        """Return the notice to the user: which sentences were corrected or, with claims left, which are unsupported."""
        if wrong:
            named = _listed([claim.text for claim in wrong], state.locale)
            return Notice("untraced", _localized(WRONG, state.locale).format(claims=named))
        named = _listed([mend.after for mend in mends], state.locale)
        return Notice("mended", _localized(MENDED, state.locale).format(sentences=named))


def _listed(texts: Sequence[str], locale: str) -> str:
    """The texts in quotes, no more than a notice has room for."""
    quoted = [f"“{plain_text(text)}”" for text in dict.fromkeys(texts)]
    more = ["…"] if len(quoted) > NAMED else []
    return ("、" if locale == "zh" else ", ").join([*quoted[:NAMED], *more])


def _untraced(messages: Sequence[Message], memories: Sequence[str], text: str) -> tuple[Claim, ...]:
    """Each claim once, in order."""
    found = untraced(text, evidence_of(messages, memories))
    claims = (
        Claim(text[each.start : each.end].strip(), each.kind, each.truth, sentence_at(text, each.start))
        for each in found
    )
    return tuple(dict.fromkeys(claims))


def _localized(text: LocalizedText, locale: str) -> str:
    return text.zh if locale == "zh" else text.en
