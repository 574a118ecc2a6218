"""A guided order of tools: (tool, outcome) → what should come next, and what a tool requires to have gone before."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from agent_core.state import ToolOutcome


@dataclass(frozen=True, slots=True)
class Workflow:
    """An order of tools.

    `hints[(tool, outcome)]` names a tool or a behaviour; `requires[tool]` is a tool that must have succeeded.
    """

    hints: Mapping[tuple[str, str], str] = field(default_factory=dict)
    requires: Mapping[str, str] = field(default_factory=dict)

    def hint_after(self, outcome: ToolOutcome) -> str:
        """Return the suggested next step after an outcome, "" where there is none."""
        word = outcome.outcome if outcome.status == "success" else "failed"
        return self.hints.get((outcome.call.name, word), "")

    def missing_before(self, tool: str, done: tuple[ToolOutcome, ...]) -> str:
        """Return the tool that must succeed first and has not, "" when nothing is missing."""
        needed = self.requires.get(tool, "")
        if not needed:
            return ""
        met = any(o.call.name == needed and o.status == "success" and o.outcome == "ok" for o in done)
        return "" if met else needed
