"""One run in the terminal: progress on stderr, the answer and its plan on stdout, or every event as a line of JSON."""

import asyncio
import json
import logging
import secrets
from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from django.core.management.base import CommandError

from travelagent.accounts.actors import Actor
from travelagent.accounts.models import Person
from travelagent.assistant.printed import itinerary_lines
from travelagent.catalog import overlay
from travelagent.catalog.commands import PreparedCommand
from travelagent.chat import actions
from travelagent.chat.envelopes import Envelope
from travelagent.chat.follower import Follower
from travelagent.chat.hub import Hub
from travelagent.chat.modelset import sync_models
from travelagent.chat.supervisor import Supervisor
from travelagent.chat.toolset import sync_tools
from travelagent.wire.itinerary import itinerary_from_wire

LOGS_FROM = 2
"""The verbosity from which the log is printed between the progress."""


class Command(PreparedCommand):
    """The command `ask`: one run in the terminal."""

    help = "Ask the assistant one question."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("question")
        parser.add_argument("--json", action="store_true", help="print each event as a line of JSON")
        parser.add_argument("--model", default="", help="the model to ask")

    def handle(self, *args: Any, question: str, json: bool, model: str, **options: Any) -> None:
        if options["verbosity"] < LOGS_FROM:
            logging.disable(logging.INFO)  # the progress shows the same steps in words
        sync_tools()
        sync_models()
        overlay.refresh()
        person = Person.objects.create(visitor_key=f"terminal-{secrets.token_urlsafe(16)}")
        actor = Actor(person=person.pk)
        try:
            session = actions.create_session(actor, choice=actions.Choice(model=model))
            run = actions.start_run(actor, session.pk, question)
        except actions.Refused as error:
            raise CommandError(str(error)) from error
        answer, plan, status = asyncio.run(self._follow(run.pk, session.pk, json))
        if not json:
            self.stdout.write(answer)
            self._print(plan, run.locale)
        if status == "failed":
            raise CommandError("the run failed")

    def _print(self, plan: Mapping[str, Any] | None, locale: str) -> None:
        """Write the days that an answer in a page shows beside it."""
        if plan is not None:
            self.stdout.write("\n".join(["", *itinerary_lines(itinerary_from_wire(plan), locale)]))

    async def _follow(self, run: str, session: str, as_json: bool) -> tuple[str, Mapping[str, Any] | None, str]:
        """Return the answer, the itinerary that the run brought, and how it ended."""
        hub, done = Hub(), asyncio.Event()
        answer = status = ""
        plan: Mapping[str, Any] | None = None

        async def deliver(envelope: Envelope) -> None:
            nonlocal answer, plan, status
            if as_json:
                self.stdout.write(json.dumps(envelope.as_dict(), ensure_ascii=False))
            else:
                self._progress(envelope)
            if envelope.type == "answer":
                answer = envelope.data["text"]
            if envelope.type == "artifact" and envelope.data["kind"] == "itinerary":
                plan = envelope.data["payload"]
            if envelope.type == "run_finished":
                status = envelope.data["status"]
            if envelope.type in ("run_finished", "run_paused"):
                done.set()

        supervisor = Supervisor(hub)
        with hub.listen(session) as mailbox:
            follower = Follower(session, mailbox, deliver)
            await supervisor.start()
            await follower.attach(run, 0)
            following = asyncio.create_task(follower.work())
            await done.wait()
            following.cancel()
            await supervisor.stop()
        return answer, plan, status

    def _progress(self, envelope: Envelope) -> None:
        data = envelope.data
        match envelope.type:
            case "phase":
                self.stderr.write(f"[{data['index']}/4] {data['title']}")
            case "thought":
                self.stderr.write(f"    {data['content']}")
            case "tool_start":
                self.stderr.write(f"    … {data['label']}")
            case "tool_end":
                self.stderr.write(f"    {data['tool']}: {data['status']} · {data['duration_ms']} ms")
            case "error":
                self.stderr.write(f"    {data['message']}")
