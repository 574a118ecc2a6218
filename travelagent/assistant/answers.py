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
    *("h3", "h4", "code", "pre", "blockquote", "a", "hr", "mark", "ins", "u"),
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

    Headings are of the third or fourth level, below the question's. `marked` has phrases by the tag, `mark`, `ins` or
    `u`, in which they stand wherever they are.
    """
    markdown = _markdown()
    tokens = markdown.parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = "h3" if token.tag in ("h1", "h2", "h3") else "h4"
    tags = {plain: tag for tag, phrases in (marked or {}).items() for each in phrases for plain in _plain_blocks(each)}
    if tags:
        wanted = re.compile("|".join(map(_whole, sorted(tags, key=len, reverse=True))))
        for cells in _lines(tokens):
            spans = [(m.start(), m.end(), tags[m[0]]) for m in wanted.finditer(CELL_END.join(map(_plain, cells)))]
            at = 0
            for cell in cells:
                length = len(_plain(cell))
                cell.children = list(_with_marks(cell.children or [], at, spans))
                at += length + len(CELL_END)
    return nh3.clean(
        markdown.renderer.render(tokens, markdown.options, {}),
        tags=TAGS,
        attributes={"a": {"href"}},
        url_schemes={"https", "http"},
        link_rel="noopener noreferrer nofollow",
    )


def plain_text(text: str) -> str:
    """Return the words of a Markdown text, without its formatting."""
    return " ".join(_plain(token) for token in _markdown().parse(text) if token.type == "inline")


CELL_END = "|"


def _plain_blocks(phrase: str) -> Iterator[str]:
    """The words of each block of a phrase; a table's row has its cells in one."""
    if phrase.strip().startswith(CELL_END):
        yield CELL_END.join(plain_text(cell) for cell in phrase.strip().strip(CELL_END).split(CELL_END))
    else:
        yield from filter(None, (_plain(token) for token in _markdown().parse(phrase) if token.type == "inline"))


def _lines(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """The inline tokens of each block, those of a table's row together."""
    row: list[Token] | None = None
    for token in tokens:
        if token.type == "tr_open":
            row = []
        elif token.type == "tr_close" and row is not None:
            yield row
            row = None
        elif token.type == "inline":
            if row is None:
                yield [token]
            else:
                row.append(token)


def _plain(inline: Token) -> str:
    return "".join(map(_word, inline.children or ()))


def _word(token: Token) -> str:
    return "\n" if token.type in ("softbreak", "hardbreak") else token.content


# A character of a word or a number; Chinese ones stand beside either without being part of it.
_OF_WORD = r"[^\W\u4e00-\u9fff]"


def _whole(phrase: str) -> str:
    """A pattern that finds a phrase, but not inside a longer word or number."""
    before = rf"(?<!{_OF_WORD})" if re.match(r"[A-Za-z\d]", phrase) else ""
    after = rf"(?!{_OF_WORD})" if re.search(r"[A-Za-z\d]$", phrase) else ""
    return f"{before}{re.escape(phrase)}{after}"


def _with_marks(tokens: Sequence[Token], at: int, spans: Sequence[tuple[int, int, str]]) -> Iterator[Token]:
    """Inline tokens, whose words begin at `at`, with the spans that are to be marked in tokens of their own."""
    for token in tokens:
        begin, end = at, at + len(_word(token))
        at = end
        if token.type != "text":
            yield token
            continue
        done = begin
        for first, last, tag in spans:
            first, last = max(first, begin), min(last, end)
            if first < last:
                yield Token("text", "", 0, content=token.content[done - begin : first - begin])
                yield Token(f"{tag}_open", tag, 1)
                yield Token("text", "", 0, content=token.content[first - begin : last - begin])
                yield Token(f"{tag}_close", tag, -1)
                done = last
        yield Token("text", "", 0, content=token.content[done - begin :])


class TravelAnswerer:
    """The core's Answerer for travel."""

    def finish(self, state: AgentState, text: str) -> Answer:
        """Return the answer as it is shown: sanitised HTML with marked claims, sources, follow-ups."""
        marked = {
            "mark": [claim.text for claim in state.untraced if claim.truth],
            "ins": [mend.after for mend in state.mends],
            "u": [claim.text for claim in state.untraced if not claim.truth],
        }
        html = to_html(text, marked)
        return Answer(text, html, _sources(state), follow_ups(state))

    def without_model(self, state: AgentState, stop: StopReason) -> str:
        """Return a reply from this turn's results alone: the tools that found something, and why there is no more."""
        done = [o for o in state.tool_result_history if o.status == "success"]
        kept = stop == "rejected" and bool(state.summaries)
        lines = [phrase("stopped.kept" if kept else f"stopped.{stop}", state.locale)]
        if done and stop not in ("rejected", "expired"):
            lines.append(phrase("stopped.found", state.locale))
            lines.extend(f"- {phrase(f'tool.{o.call.name}', state.locale)}" for o in done)
        return "\n".join(lines)

    def proposing(self, state: AgentState, proposal: Proposal) -> str:
        """Return the text of a proposal: what would be written, and that a decision is awaited."""
        consents = all(call.id in state.summaries for call in proposal.calls)
        head = phrase("proposal.unmentioned" if consents else "proposal.head", state.locale)
        return "\n".join([head, *(f"- {c.summary}" for c in proposal.calls)])

    def summary(self, call: ToolCall, locale: str) -> str:
        """Return one line with the tool and the arguments of a call that writes."""
        details = ", ".join(f"{key}: {value}" for key, value in call.args.items())
        return f"{phrase(f'tool.{call.name}', locale)} ({details})"

    def substitution_note(self, state: AgentState, model: str) -> str:
        """Return the sentence after an answer that `state.model` gave in place of `model`."""
        names = {"model": label_of(model, state.locale), "stand_in": label_of(state.model, state.locale)}
        return f"*{phrase('answer.stood_in', state.locale, **names)}*"


def _sources(state: AgentState) -> tuple[Source, ...]:
    """The sources of every result that this turn used, each once."""
    unique: dict[tuple[str, str], Mapping[str, Any]] = {}
    for outcome in state.tool_result_history:
        for source in outcome.sources:
            unique.setdefault((source["title"], source["as_of"]), source)
    return tuple(Source(**source) for source in unique.values())
