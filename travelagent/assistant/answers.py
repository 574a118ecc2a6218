"""The answer as it is shown: Markdown to sanitised HTML, the sources of what was used, replies without a model."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import nh3
from markdown_it import MarkdownIt

from agent_core.events import Answer, Source
from agent_core.messages import ToolCall
from agent_core.state import AgentState, Proposal, StopReason
from travelagent.assistant.follow_ups import follow_ups
from travelagent.assistant.phrases import phrase

TAGS = {
    *("p", "br", "strong", "em", "ul", "ol", "li", "table", "thead", "tbody", "tr", "th", "td"),
    *("h2", "h3", "h4", "code", "pre", "blockquote", "a", "hr"),
}


@lru_cache(maxsize=1)
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False, "linkify": False}).enable("table")


def to_html(text: str) -> str:
    """Markdown as HTML that may be put into any page: no raw HTML passes, links open without an opener."""
    return nh3.clean(
        _markdown().render(text),
        tags=TAGS,
        attributes={"a": {"href"}},
        url_schemes={"https", "http"},
        link_rel="noopener noreferrer nofollow",
    )


class TravelAnswerer:
    """The core's Answerer for travel."""

    def finish(self, state: AgentState, text: str) -> Answer:
        return Answer(text, to_html(text), _sources(state), follow_ups(state))

    def without_model(self, state: AgentState, stop: StopReason) -> str:
        """A reply from this turn's results alone: what was found, named by tool, and why there is no more."""
        done = [o for o in state.tool_result_history if o.status == "success"]
        lines = [phrase(f"stopped.{stop}", state.locale)]
        if done and stop not in ("rejected", "expired"):
            lines.append(phrase("stopped.found", state.locale))
            lines.extend(f"- {phrase(f'tool.{o.call.name}', state.locale)}" for o in done)
        return "\n".join(lines)

    def proposing(self, state: AgentState, proposal: Proposal) -> str:
        head = phrase("proposal.head", state.locale)
        return "\n".join([head, *(f"- {c.summary}" for c in proposal.calls)])

    def summary(self, call: ToolCall, locale: str) -> str:
        details = ", ".join(f"{key}: {value}" for key, value in call.args.items())
        return f"{phrase(f'tool.{call.name}', locale)} ({details})"


def _sources(state: AgentState) -> tuple[Source, ...]:
    """The sources of every result that this turn used, each once."""
    unique: dict[tuple[str, str], Mapping[str, Any]] = {}
    for outcome in state.tool_result_history:
        for source in outcome.sources:
            unique.setdefault((source["title"], source["as_of"]), source)
    return tuple(Source(**source) for source in unique.values())
