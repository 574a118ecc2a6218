"""Proposals: writes that wait for their owner's decision."""

import hashlib
import json
from collections.abc import Sequence
from typing import Protocol

from agent_core.messages import ToolCall
from agent_core.state import Proposal


class ProposalStore(Protocol):
    async def save(self, run: str, proposal: Proposal) -> None:
        """Keep it as open; durable when this returns."""
        ...


class InMemoryProposals:
    def __init__(self) -> None:
        self.open: dict[str, Proposal] = {}

    async def save(self, run: str, proposal: Proposal) -> None:
        self.open[proposal.id] = proposal


def digest_of(calls: Sequence[ToolCall]) -> str:
    """SHA-256 over every tool and its arguments, in order."""
    text = json.dumps([[c.id, c.name, dict(c.args)] for c in calls], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
