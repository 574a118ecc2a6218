"""A run as a completion: the agent's steps are streamed as reasoning while it works, then the checked answer as a
whole.

An answer is checked against the results of the tools before it is sent, so nothing of it is taken back later.
"""

import json
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urljoin

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override

from travelagent.chat.envelopes import Envelope
from travelagent.chat.models import Run
from travelagent.gateways.chat_completions.requests import marked
from travelagent.trips.exports.markdown import escaped, itinerary_to_markdown

DONE = "data: [DONE]\n\n"
PING = ": ping\n\n"


@dataclass(slots=True)
class Completion:
    """What has come of a run so far.

    `site`: where our pages are; `waits`: for a decision; `ended`: it has finished, or waits for one.
    """

    run: Run
    model: str
    site: str
    content: str = ""
    itinerary: Mapping[str, Any] | None = None
    tokens: Mapping[str, int] = field(default_factory=dict)
    waits: bool = False
    ended: bool = False

    def take(self, envelope: Envelope) -> str:
        """Take an event; return its line of the reasoning, "" for nothing."""
        data = envelope.data
        match envelope.type:
            case "phase":
                return f"**{data['title']}**\n"
            case "thought":
                return f"{data['content']}\n"
            case "tool_start":
                return f"{data['label']}\n"
            case "artifact" if data["kind"] == "itinerary":
                self.itinerary = data["payload"]
            case "answer":
                self.content = self._answer(data)
            case "confirmation_required":
                self.waits = True
            case "error" if not self.content:
                self.content = data["message"]
            case "run_paused":
                self.ended = True
            case "run_finished":
                self.ended = True
                self.tokens = data["metadata"]["tokens"]
        return ""

    def _answer(self, data: Mapping[str, Any]) -> str:
        """Return the answer, the days of a plan that comes with it, and the sources of its facts."""
        parts = [data["text"].replace("](/", f"]({self.site}")]
        if self.itinerary is not None:
            parts.append(itinerary_to_markdown(self.itinerary, self.run.locale))
        if data["sources"]:
            with override(settings.LANGUAGE_OF[self.run.locale]):
                listed = ", ".join(_source(source, self.site) for source in data["sources"])
                parts.append(_("Sources: %(sources)s") % {"sources": listed})
        if self.waits:
            with override(settings.LANGUAGE_OF[self.run.locale]):
                parts.append(_("Answer “yes” to do it, or “no” to leave it."))
        return "\n\n".join(parts)

    @property
    def marked(self) -> str:
        """What was answered, with the mark by which the next message finds where it stands."""
        return marked(self.content, self.run.session_id, self.run.pk)

    @property
    def usage(self) -> dict[str, int]:
        """The tokens that models have read and written for it; none without a model of language."""
        read, written = self.tokens.get("prompt", 0), self.tokens.get("completion", 0)
        return {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}

    def head(self, kind: str) -> dict[str, Any]:
        """Return the fields that a completion and its chunks begin with."""
        created = int(self.run.created_at.timestamp())
        return {"id": f"chatcmpl-{self.run.pk}", "object": kind, "created": created, "model": self.model}

    def whole(self) -> dict[str, Any]:
        """Return it as one object."""
        message = {"role": "assistant", "content": self.marked}
        choice = {"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}
        return {**self.head("chat.completion"), "choices": [choice], "usage": self.usage}


async def chunks(
    completion: Completion, events: AsyncIterator[Envelope | None], *, with_usage: bool
) -> AsyncIterator[str]:
    """Yield the frames of a completion that streams, until it has ended."""
    yield _chunk(completion, {"role": "assistant", "content": ""})
    async for envelope in events:
        if envelope is None:
            yield PING
            continue
        if progress := completion.take(envelope):
            yield _chunk(completion, {"reasoning_content": progress})
        if completion.ended:
            break
    yield _chunk(completion, {"content": completion.marked})
    yield _chunk(completion, {}, finish="stop")
    if with_usage:
        yield _frame({**completion.head("chat.completion.chunk"), "choices": [], "usage": completion.usage})
    yield DONE


async def whole(completion: Completion, events: AsyncIterator[Envelope | None]) -> AsyncIterator[str]:
    """Yield the completion once it has ended; until then spaces, which mean nothing in JSON, keep the connection."""
    async for envelope in events:
        if envelope is None:
            yield " "
            continue
        completion.take(envelope)
        if completion.ended:
            break
    yield json.dumps(completion.whole(), ensure_ascii=False)


def _chunk(completion: Completion, delta: dict[str, str], finish: str | None = None) -> str:
    choice = {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}
    return _frame({**completion.head("chat.completion.chunk"), "choices": [choice]})


def _frame(value: Mapping[str, Any]) -> str:
    return f"data: {json.dumps(value, ensure_ascii=False, separators=(',', ':'))}\n\n"


def _source(source: Mapping[str, Any], site: str) -> str:
    url = urljoin(site, source.get("url") or "")
    licence = f" ({source['licence']})" if source.get("licence") else ""
    return f"[{escaped(source['title'])}]({url}){licence}" if source.get("url") else escaped(source["title"])
