"""The answer as it is shown: Markdown to sanitised HTML, the sources of what was used, replies without a model."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import nh3
from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from agent_core.events import Answer, Source
from agent_core.messages import ToolCall
from agent_core.state import AgentState, Proposal, StopReason
from travelagent.assistant.follow_ups import follow_ups
from travelagent.assistant.model_registry import label_of
from travelagent.assistant.phrases import phrase

TAGS = {
    *("p", "br", "strong", "em", "ul", "ol", "li", "table", "thead", "tbody", "tr", "th", "td"),
    *("h2", "h3", "h4", "code", "pre", "blockquote", "a", "hr", "mark", "ins", "u"),
}

# Bold text of one line, without an asterisk or code in it.
_BOLD = re.compile(r"\*\*(?![\s*])([^*`\n]+)(?<!\s)\*\*(?!\*)")


def _bold(state: StateInline, silent: bool) -> bool:
    """Two asterisks open wherever no space follows and close wherever none precedes, also beside Chinese punctuation,
    where CommonMark asks for a space."""
    found = _BOLD.match(state.src, state.pos, state.posMax)
    if found is None or silent:
        return False
    end = state.posMax
    state.push("strong_open", "strong", 1).markup = "**"
    state.pos, state.posMax = found.span(1)
    state.md.inline.tokenize(state)
    state.push("strong_close", "strong", -1).markup = "**"
    state.pos, state.posMax = found.end(), end
    return True


@lru_cache(maxsize=1)
def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False, "linkify": False}).enable("table")
    markdown.inline.ruler.before("emphasis", "bold", _bold)
    return markdown


def to_html(text: str, marked: Mapping[str, Iterable[str]] | None = None) -> str:
    """Markdown as HTML that may be put into any page: no raw HTML passes, links open without an opener.

    `marked` has phrases by the tag, `mark`, `ins` or `u`, in which they stand wherever they are.
    """
    markdown = _markdown()
    tokens = markdown.parse(text)
    tags = {piece: tag for tag, phrases in (marked or {}).items() for each in phrases for piece in _pieces(each)}
    if tags:
        wanted = re.compile("|".join(map(_whole, sorted(tags, key=len, reverse=True))))
        for token in tokens:
            token.children = token.children and list(_with_marks(token.children, wanted, tags))
    return nh3.clean(
        markdown.renderer.render(tokens, markdown.options, {}),
        tags=TAGS,
        attributes={"a": {"href"}},
        url_schemes={"https", "http"},
        link_rel="noopener noreferrer nofollow",
    )


def _pieces(phrase: str) -> Iterator[str]:
    """The pieces of a phrase that its formatting parts."""
    for block in _markdown().parse(phrase):
        for token in block.children or ():
            if token.type == "text" and (piece := token.content.strip()):
                yield piece


def _whole(phrase: str) -> str:
    """A pattern that finds a phrase, but not inside a longer word or number."""
    before = r"(?<!\w)" if re.match(r"[A-Za-z\d]", phrase) else ""
    after = r"(?!\w)" if re.search(r"[A-Za-z\d]$", phrase) else ""
    return f"{before}{re.escape(phrase)}{after}"


def _with_marks(tokens: Sequence[Token], wanted: re.Pattern[str], tags: Mapping[str, str]) -> Iterator[Token]:
    """Inline tokens with the phrases that are to be marked in tokens of their own."""
    for token in tokens:
        if token.type != "text":
            yield token
            continue
        at = 0
        for match in wanted.finditer(token.content):
            yield Token("text", "", 0, content=token.content[at : match.start()])
            tag = tags[match[0]]
            yield Token(f"{tag}_open", tag, 1)
            yield Token("text", "", 0, content=match[0])
            yield Token(f"{tag}_close", tag, -1)
            at = match.end()
        yield Token("text", "", 0, content=token.content[at:])


class TravelAnswerer:
    """The core's Answerer for travel."""

    def finish(self, state: AgentState, text: str) -> Answer:
        marked = {
            "mark": [claim.text for claim in state.untraced if claim.truth],
            "ins": [mend.after for mend in state.mends],
            "u": [claim.text for claim in state.untraced if not claim.truth],
        }
        html = to_html(text, marked)
        return Answer(text, html, _sources(state), follow_ups(state))

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

    def stood_in(self, state: AgentState, model: str) -> str:
        names = {"model": label_of(model, state.locale), "stand_in": label_of(state.model, state.locale)}
        return f"*{phrase('answer.stood_in', state.locale, **names)}*"


def _sources(state: AgentState) -> tuple[Source, ...]:
    """The sources of every result that this turn used, each once."""
    unique: dict[tuple[str, str], Mapping[str, Any]] = {}
    for outcome in state.tool_result_history:
        for source in outcome.sources:
            unique.setdefault((source["title"], source["as_of"]), source)
    return tuple(Source(**source) for source in unique.values())
