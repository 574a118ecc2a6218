"""The WebSocket of one session, `/ws/sessions/{session}/`: commands in, events out.

A consumer owns no run: it starts, cancels and follows them. A disconnect ends nothing.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from travelagent.accounts.actors import Actor, actor_of_cookie, actor_of_key, bearer
from travelagent.accounts.rate_limits import Cost, count_call
from travelagent.chat import actions, runtime
from travelagent.chat.envelopes import Envelope
from travelagent.chat.follower import Follower
from travelagent.chat.hub import hub
from travelagent.chat.models import Proposal, RunStatus
from travelagent.chat.sockets import BoundedConsumer, Handler
from travelagent.chat.threads import in_db_thread


class SessionConsumer(BoundedConsumer):
    """The runs of a session: started, cancelled, decided on and followed."""

    session: str
    follower: Follower

    def who(self) -> Actor | None:
        return _actor_of(self.scope, self._network)

    async def greet(self) -> dict[str, Any]:
        self.session = self.scope["url_route"]["kwargs"]["session"]
        mailbox = self._exit.enter_context(hub.listen(self.session))
        self.follower = Follower(self.session, mailbox, self._deliver)
        hello, self._language = await in_db_thread(partial(_hello, self.actor, self.session))
        return hello

    async def work(self) -> None:
        await self.follower.work()

    @property
    def handlers(self) -> Mapping[str, Handler]:
        return {
            "run.start": self._start,
            "run.cancel": self._cancel,
            "run.decide": self._decide,
            "run.attach": self._attach,
            "ping": self._ping,
        }

    async def _start(self, command: dict[str, Any]) -> None:
        if wait_s := await in_db_thread(partial(count_call, self.actor, self._network, Cost.RUN)):
            raise actions.Refused(
                "limit", _("Too many messages; try again in %(seconds)d seconds.") % {"seconds": wait_s}
            )
        choice = actions.Choice(*(_text(command, name) for name in ("mode", "style", "model")))
        run = await in_db_thread(
            partial(actions.start_run, self.actor, self.session, command.get("message", ""), choice)
        )
        runtime.hint(run.pk)
        await self._send({"type": "accepted", "ref": command.get("ref"), "run": run.pk})
        await self.follower.attach(run.pk, 0)

    async def _cancel(self, command: dict[str, Any]) -> None:
        when = command.get("when", "immediate")
        if when not in ("immediate", "after_step"):
            raise actions.Invalid("when", _("“when” is immediate or after_step."))
        run = _text(command, "run")
        await in_db_thread(partial(actions.cancel_run, self.actor, run, when))
        runtime.hint(run)

    async def _decide(self, command: dict[str, Any]) -> None:
        run, proposal = _text(command, "run"), _text(command, "proposal")
        decision = command.get("decision")
        await in_db_thread(partial(actions.decide_proposal, self.actor, run, proposal, decision))
        runtime.hint(run)

    async def _attach(self, command: dict[str, Any]) -> None:
        after = command.get("after_seq", 0)
        if not isinstance(after, int) or isinstance(after, bool) or after < 0:
            raise actions.Invalid("after_seq", _("“after_seq” is a whole number from 0."))
        run = await in_db_thread(partial(actions.find_run, self.actor, _text(command, "run")))
        if run.session_id != self.session:
            raise actions.NotFound
        await self.follower.attach(run.pk, after)

    async def _deliver(self, envelope: Envelope) -> None:
        await self._send_text(envelope.text)


def _text(command: dict[str, Any], name: str) -> str:
    value = command.get(name) or ""
    if not isinstance(value, str):
        raise actions.Invalid(name, _("“%(name)s” is a string.") % {"name": name})
    return value


def _actor_of(scope: dict[str, Any], network: str) -> Actor | None:
    headers = dict(scope["headers"])
    token = bearer(headers.get(b"authorization", b"").decode("latin-1"))
    if token is not None:
        actor = actor_of_key(token)
        return actor if actor is not None and "runs" in actor.scopes else None
    return actor_of_cookie(scope["session"].session_key, network)


def _hello(actor: Actor, session: str) -> tuple[dict[str, Any], str]:
    """Return the first frame, and the language of the conversation. Raises NotFound."""
    row = actions.find_session(actor, session)
    runs = [
        {
            "run": run.pk,
            "status": run.status,
            "last_seq": run.last_seq,
            "needs_confirmation": run.status == RunStatus.AWAITING_CONFIRMATION,
            "proposals": [p.as_wire() for p in run.proposals.all() if p.status == Proposal.Status.OPEN],
        }
        for run in actions.active_runs(row)
    ]
    hello = {"type": "hello", "session": row.pk, "active_runs": runs}
    return hello, settings.LANGUAGE_OF[row.locale]
