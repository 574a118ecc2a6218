"""What the decision engine decides on: tool calls to make, or the answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

Tools: TypeAlias = frozenset[str]


@dataclass(frozen=True, slots=True)
class Calls:
    """Tool calls to make side by side: (tool, arguments)."""

    calls: tuple[tuple[str, dict[str, Any]], ...]


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer. `tells_plan`: it tells the plan that was found, if one was."""

    text: str
    tells_plan: bool = True


Step: TypeAlias = Calls | Answered


def available(tools: Tools, *wanted: tuple[str, Mapping[str, Any]]) -> Calls | None:
    """Those of the wanted calls whose tool is on offer, None when none is."""
    calls = tuple((name, _given(args)) for name, args in wanted if name in tools)
    return Calls(calls) if calls else None


def _given(args: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in args.items() if value not in (None, [], "", ())}
