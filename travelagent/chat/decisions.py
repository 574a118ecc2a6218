"""Proposals in the database: stored before anybody hears of them, decided once, by their owner, in time.

Their time is counted by the clock that the agent core set it by, that of this machine and not the database's.
"""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from functools import partial

from django.utils import timezone

from agent_core.events import Decision
from agent_core.proposals import CannotDecide, Decided
from agent_core.state import Proposal as CoreProposal
from travelagent.chat.models import ChatSession, Proposal, Run
from travelagent.chat.threads import in_db_thread

CLOCK = "clock"


class DatabaseProposals:
    """The core's ProposalStore."""

    async def save(self, run: str, owner: str, proposal: CoreProposal) -> None:
        """Store a proposal of the run for its owner."""
        await in_db_thread(partial(_save, run, int(owner), proposal), repeatable=True)

    async def decided(self, proposal: str) -> Decided | None:
        """Return the decision of a proposal, None while it is open."""
        return await in_db_thread(partial(_decided, proposal), repeatable=True)


def decide(proposal: str, decision: Decision, by: str) -> Proposal:
    """Take the decision, by compare-and-set; the same one again changes nothing.

    Raises CannotDecide: `expired` (and then it is recorded as such), `already_decided`.
    """
    expire_due()
    Proposal.objects.filter(pk=proposal, status=Proposal.Status.OPEN).update(
        status=decision, decided_by=by, decided_at=timezone.now()
    )
    row = Proposal.objects.get(pk=proposal)
    if row.status != decision:
        raise CannotDecide("expired" if row.status == Proposal.Status.EXPIRED else "already_decided")
    return row


def expire_due() -> int:
    """Record the expiry of every open proposal whose time has passed; how many there were."""
    due = Proposal.objects.filter(status=Proposal.Status.OPEN, expires_at__lte=timezone.now())
    return due.update(status=Proposal.Status.EXPIRED, decided_by=CLOCK, decided_at=timezone.now())


def waiting_in(where: ChatSession | Run) -> Sequence[Proposal]:
    """Return the open proposals of a session, or of one run, that have not expired, oldest first."""
    of = {"run": where} if isinstance(where, Run) else {"run__session": where}
    rows = Proposal.objects.filter(**of, status=Proposal.Status.OPEN, expires_at__gt=timezone.now())
    return list(rows.select_related("run").order_by("created_at"))


def _save(run: str, owner: int, proposal: CoreProposal) -> None:
    Proposal.objects.get_or_create(
        pk=proposal.id,
        defaults={
            "run_id": run.partition("/")[0],
            "person_id": owner,
            "calls": [asdict(call) for call in proposal.calls],
            "digest": proposal.digest,
            "expires_at": datetime.fromisoformat(proposal.expires_at),
        },
    )


def _decided(proposal: str) -> Decided | None:
    row = Proposal.objects.filter(pk=proposal).exclude(status=Proposal.Status.OPEN).first()
    if row is None:
        return None
    decision: Decision = "approve" if row.status == "approve" else "reject" if row.status == "reject" else "expired"
    return Decided(decision, row.decided_by, row.digest)
