"""What the embedded assistant makes of a message, or of each line of a file, as JSON lines. Needs no database."""

import json
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from travelagent.assistant import clock
from travelagent.assistant.embedded.reading.reading import read
from travelagent.assistant.embedded.understanding import understand_turns
from travelagent.assistant.lexer.tokens import PLAIN


class Command(BaseCommand):
    """Print what the embedded assistant understands of messages, as JSON."""

    help = "Show what the embedded assistant makes of a message, or of every line of a JSON Lines file."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("text", nargs="?", help="the message")
        parser.add_argument("--file", type=Path, help='one {"text": …} or {"turns": […]} a line')
        parser.add_argument(
            "--today", type=date.fromisoformat, default=clock.today(), help="the day to count from, YYYY-MM-DD"
        )
        parser.add_argument(
            "--explain", action="store_true", help="with the spans, the clauses and the frames behind it"
        )
        parser.add_argument("--json", action="store_true", help="one line of JSON (a file's lines always are)")

    def handle(self, *args: Any, text: str | None, file: Path | None, today: date, **options: Any) -> None:
        if (text is None) == (file is None):
            raise CommandError("give either a message or --file")
        if text is not None:
            self._write([text], today, indent=None if options["json"] else 2, explain=options["explain"])
        elif file is not None:
            for turns in _conversations(file):
                self._write(turns, today, indent=None, explain=options["explain"])

    def _write(self, turns: Sequence[str], today: date, indent: int | None, *, explain: bool) -> None:
        found = understand_turns(turns, today)
        reading = explained(turns, today) if explain else {}
        doubt = {"choices": list(found.doubt.choices)} if explain and found.doubt else {}
        self.stdout.write(json.dumps({**found.as_wire(), **reading, **doubt}, ensure_ascii=False, indent=indent))


def explained(turns: Sequence[str], today: date) -> dict[str, Any]:
    """Return what the encoder reads of the last message upon no plan: `spans` with what the lexer links them to,
    `clauses` with their likeliest acts, `frames` of changes; every one with its probability."""
    *earlier, message = turns
    found = read(message, today, before=earlier[-1] if earlier else "")

    def text(first: int, last: int) -> str:
        return found.text[found.tokens[first].start : found.tokens[last - 1].end]

    def linked(start: int, end: int) -> list[str]:
        tokens = (token for token in found.tokens if token.start < end and start < token.end)
        return [f"{token.type}: {token.form}" for token in tokens if token.type not in PLAIN]

    return {
        "spans": [
            {"text": span.text, "role": span.role, "sure": round(span.sure, 2), "links": linked(span.start, span.end)}
            for span in found.spans
        ],
        "clauses": [
            {
                "text": text(each.first, each.last),
                "acts": {act: round(sure, 2) for act, sure in ((each.act, each.confidence), *each.others)},
            }
            for each in found.segments
        ],
        "frames": [
            {"text": text(each.first, each.last), "act": each.act, "sure": round(each.sure, 2)} for each in found.frames
        ],
    }


def _conversations(file: Path) -> Iterator[list[str]]:
    """The turns of every line; blank lines are passed over. A line of another shape raises `CommandError`."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{file}: {error}") from error
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            turns = row["turns"] if "turns" in row else [row["text"]]
        except (ValueError, TypeError, KeyError) as error:
            raise CommandError(f'{file}:{number}: a line is {{"text": …}} or {{"turns": […]}}') from error
        if not isinstance(turns, list) or not all(isinstance(turn, str) for turn in turns):
            raise CommandError(f"{file}:{number}: turns are texts")
        yield turns
