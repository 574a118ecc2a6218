"""A task: the traveller's messages, turn by turn, and what must hold after each."""

from dataclasses import dataclass
from datetime import date
from typing import Final, Literal, TypeAlias, get_args

from benchmarks.model_eval.checks.values import Check
from benchmarks.model_eval.conversation import Language

Group: TypeAlias = Literal["planning", "changes", "money", "questions", "writes", "honesty"]
GROUPS: Final[tuple[Group, ...]] = get_args(Group)
TODAY: Final = date(2027, 3, 8)
"""The day on which the tasks are asked, a Monday."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A message, and what must hold once it is answered."""

    message: str
    checks: tuple[Check, ...]


@dataclass(frozen=True, slots=True)
class Task:
    id: str
    group: Group
    turns: tuple[Turn, ...]

    @property
    def language(self) -> Language:
        return "zh" if self.id.startswith("zh-") else "en"


def say(message: str, *checks: Check) -> Turn:
    return Turn(message, checks)


def task(id: str, group: Group, *turns: Turn) -> Task:
    """Return a task. Its id begins with its language."""
    return Task(id, group, turns)
