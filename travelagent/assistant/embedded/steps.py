"""What the embedded assistant decides on: tool calls to make, or the answer."""

from dataclasses import dataclass
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class Calls:
    """Tool calls to make side by side: (tool, arguments)."""

    calls: tuple[tuple[str, dict[str, Any]], ...]


@dataclass(frozen=True, slots=True)
class Answered:
    """A step that answers: its text."""

    text: str


Step: TypeAlias = Calls | Answered
