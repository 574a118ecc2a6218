"""A run as a timeline: what happened when, and how long it took, from its events alone."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from travelagent.catalog.models import is_chinese
from travelagent.chat.envelopes import Envelope
from travelagent.chat.labels import label

Kind: TypeAlias = Literal[
    "phase", "thought", "tool", "model", "brief", "plan", "notice", "decision", "answer", "error", "end"
]

DETAIL_CHARS = 20_000
STATUS_OF = {"failed": "bad", "timeout": "bad", "refused": "warn", "cancelled": "warn"}


@dataclass(slots=True)
class Entry:
    """One line. `start_ms` is measured from the run's first event; `state` is "", "warn" or "bad"."""

    kind: Kind
    start_ms: int
    title: str
    text: str = ""
    duration_ms: int = 0
    state: str = ""
    details: dict[str, str] = field(default_factory=dict)
    seq: int = 0

    @property
    def kind_label(self) -> str:
        """The kind in words."""
        return label(self.kind)

    @property
    def begins(self) -> str:
        """When it began, counted from the run's first event: `+1.5 s`."""
        return f"+{length_of_time(self.start_ms)}"

    @property
    def took(self) -> str:
        """The duration in words; empty for none."""
        return length_of_time(self.duration_ms) if self.duration_ms else ""

    @property
    def end_ms(self) -> int:
        """The end in milliseconds since the run began."""
        return self.start_ms + self.duration_ms


@dataclass(slots=True)
class Timeline:
    """The lines in order, and how long the whole is; never 0, so that it can be divided by."""

    entries: list[Entry]
    total_ms: int

    @property
    def took(self) -> str:
        """The duration of the run in words."""
        return length_of_time(self.total_ms)

    @property
    def bars(self) -> list[tuple[Entry, float, float]]:
        """Each line with where its bar begins and how wide it is, in thousandths of the whole."""
        scale = 1000 / self.total_ms
        return [(e, round(e.start_ms * scale, 1), round(max(e.duration_ms * scale, 3), 1)) for e in self.entries]


def length_of_time(ms: int) -> str:
    """Return a duration as it is read: `40 ms`, `1.7 s`, `2 min 5 s`."""
    if ms < 1_000:
        return _("%(count)s ms") % {"count": ms}
    if ms < 59_950:
        return _("%(count)s s") % {"count": f"{ms / 1000:.1f}"}
    minutes, seconds = divmod(round(ms / 1000), 60)
    return _("%(minutes)s min %(seconds)s s") % {"minutes": minutes, "seconds": seconds}


def timeline(envelopes: Iterable[Envelope]) -> Timeline:
    """Read a run's events, in order."""
    entries: list[Entry] = []
    started: dict[str, Entry] = {}
    began = None
    now = 0
    for envelope in envelopes:
        began = began or envelope.at
        now = round((envelope.at - began).total_seconds() * 1000)
        entry = _entry(envelope, now, started)
        if entry is not None:
            entry.seq = envelope.seq
            entries.append(entry)
    phases = [entry for entry in entries if entry.kind == "phase"]
    for phase, following in zip(phases, [*phases[1:], None], strict=False):
        phase.duration_ms = (following.start_ms if following else now) - phase.start_ms
    return Timeline(entries, max(now, 1))


def _entry(envelope: Envelope, now: int, started: dict[str, Entry]) -> Entry | None:
    """Return the line that an event adds; None for those that complete another line, or mean nothing by themselves."""
    data = envelope.data
    match envelope.type:
        case "phase":
            return Entry("phase", now, data["title"])
        case "thought":
            title = _("%(thought)s (%(confidence)s)") % {
                "thought": label(data["type"]),
                "confidence": f"{data['confidence']:.2f}",
            }
            return Entry("thought", now, title, data["content"], details=_details(data, "understanding", "decision"))
        case "tool_start":
            call = Entry("tool", now, data["tool"], data["label"], details=_details(data, "args"))
            started[data["id"]] = call
            return call
        case "tool_end":
            if (open_call := started.get(data["id"])) is not None:
                open_call.duration_ms, open_call.state = data["duration_ms"], STATUS_OF.get(data["status"], "")
                open_call.details |= {label("status"): label(data["status"]), **_details(data, "result", "error")}
            return None
        case "model_call":
            tokens = data["tokens"]
            text = _("%(prompt)s + %(completion)s tokens, %(reason)s") % {
                "prompt": tokens.get("prompt", 0),
                "completion": tokens.get("completion", 0),
                "reason": label(data["finish_reason"]),
            }
            state = "bad" if data["finish_reason"] == "error" else ""
            took = data["latency_ms"]
            return Entry("model", max(0, now - took), f"{data['model']} #{data['attempt']}", text, took, state)
        case "brief_changed":
            title = _("version %(version)s, %(source)s") % {
                "version": data["version"],
                "source": label(data["source"]),
            }
            fields = _("; ").join(label(change["field"]) for change in data["changes"])
            return Entry("brief", now, title, fields, details=dict(map(_change, data["changes"])))
        case "plan_changed":
            title = _("version %(version)s") % {"version": data["version"]}
            language = "zh" if is_chinese() else "en"
            sentences = "\n".join(sentence[language] for sentence in (data["difference"] or {}).get("told", ()))
            text = data["artifact"] or _("no plan any more")
            return Entry("plan", now, title, text, details=_details({"difference": sentences}, "difference"))
        case "notice":
            return Entry("notice", now, data["code"], data["message"], state="warn")
        case "confirmation_required":
            return Entry("decision", now, data["proposal"], _("; ").join(c["summary"] for c in data["calls"]))
        case "confirmation_resolved":
            return Entry("decision", now, label(data["decision"]), data["by"])
        case "run_paused" | "run_resumed":
            return Entry("notice", now, label(envelope.type), label(data["reason"]))
        case "answer":
            length = len(data["text"])
            return Entry(
                "answer", now, ngettext("%(count)s character", "%(count)s characters", length) % {"count": length}
            )
        case "error":
            return Entry("error", now, data["code"], data["message"], state="bad")
        case "run_finished":
            return Entry("end", now, label(data["status"]), state=STATUS_OF.get(data["status"], ""))
        case _:
            return None


def _change(change: Mapping[str, Any]) -> tuple[str, str]:
    """Return a field of the brief with its value before and after."""
    before, after = (_("unsaid") if change[end] is None else _text(change[end]) for end in ("from", "to"))
    return label(change["field"]), f"{before} → {after}"


def _details(data: Mapping[str, Any], *names: str) -> dict[str, str]:
    """Fields that hold something, as readable text."""
    return {label(name): _text(data[name]) for name in names if data.get(name)}


def _text(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)
    return text if len(text) <= DETAIL_CHARS else f"{text[:DETAIL_CHARS]}…"
