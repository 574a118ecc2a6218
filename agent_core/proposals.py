"""Proposals: writes that wait for their owner's decision.

A decision is recorded once, by compare-and-set; the graph then reads it from the store. Nothing else, neither the state
nor a model nor a tool's result, turns a waiting proposal into an execution.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal, Protocol, TypeAlias

from agent_core.events import Decision
from agent_core.messages import ToolCall
from agent_core.state import Proposal

DecisionProblem: TypeAlias = Literal["unknown", "not_owner", "expired", "already_decided"]


@dataclass(frozen=True, slots=True)
class Decided:
    """A recorded decision: by whom, and the digest of the calls it was made on."""

    decision: Decision
    by: str
    digest: str


class CannotDecide(Exception):
    """A decision that is not accepted; `problem` is the reason. Nothing has changed."""

    def __init__(self, problem: DecisionProblem, decided: Decided | None = None) -> None:
        super().__init__(problem)
        self.problem = problem
        self.decided = decided


class ProposalStore(Protocol):
    """A store of proposals and of the decisions on them."""

    async def save(self, run: str, owner: str, proposal: Proposal) -> None:
        """Keep the proposal as open; durable when this returns. Saving it again changes nothing."""
        ...

    async def decided(self, proposal: str) -> Decided | None:
        """Return the recorded decision, None while the proposal waits."""
        ...


class InMemoryProposals:
    """A `ProposalStore` in memory, for tests and for agents without storage."""

    def __init__(self) -> None:
        self._rows: dict[str, tuple[str, Proposal]] = {}
        self._decided: dict[str, Decided] = {}

    async def save(self, run: str, owner: str, proposal: Proposal) -> None:
        """Keep the proposal as open; saving it again changes nothing."""
        self._rows.setdefault(proposal.id, (owner, proposal))

    async def decided(self, proposal: str) -> Decided | None:
        """Return the recorded decision, None while the proposal waits."""
        return self._decided.get(proposal)

    @property
    def waiting(self) -> list[str]:
        """The ids of the proposals without a decision."""
        return [id for id in self._rows if id not in self._decided]

    def decide(self, proposal: str, decision: Decision, by: str, *, now: datetime | None = None) -> Decided:
        """Record a decision. Recording the same one again is no error. Raises CannotDecide.

        `by`: who decides, who must be the owner; `now`: by default the present time.
        """
        if proposal not in self._rows:
            raise CannotDecide("unknown")
        owner, row = self._rows[proposal]
        if by != owner:
            raise CannotDecide("not_owner")
        known = self._decided.get(proposal)
        if known is None and has_expired(row, now or datetime.now(UTC)):
            known = self._decided[proposal] = Decided("expired", by, row.digest)
            raise CannotDecide("expired", known)
        if known is None:
            known = self._decided[proposal] = Decided(decision, by, row.digest)
        if known.decision != decision:
            raise CannotDecide("expired" if known.decision == "expired" else "already_decided", known)
        return known


def has_expired(proposal: Proposal, now: datetime) -> bool:
    """Return whether the proposal's time to decide is over at `now`."""
    return datetime.fromisoformat(proposal.expires_at) <= now


def digest_of(calls: Sequence[ToolCall]) -> str:
    """Return the SHA-256, in hex, over every tool and its arguments, in order."""
    return digest_of_arguments([(c.id, c.name, c.args) for c in calls])


def digest_of_arguments(rows: Sequence[tuple[str, str, Mapping[str, Any]]]) -> str:
    """Return the SHA-256, in hex, of calls given as (id, tool, arguments).

    The order of a call's arguments is irrelevant.
    """
    text = json.dumps([[id, name, dict(args)] for id, name, args in rows], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
