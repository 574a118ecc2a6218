"""The answer of ask_plan."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanAnswer:
    """An answer in the run's language with the figures behind it; `known` False where the data does not tell."""

    topic: str
    text: str
    known: bool = True
    facts: Mapping[str, Any]
