"""A check: its name, and what is wrong with a turn."""

from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.model_eval.conversation import Moment


@dataclass(frozen=True, slots=True)
class Check:
    """`fault` returns what is wrong, "" where the check holds. `name` is that of its helper, with its arguments."""

    name: str
    fault: Callable[[Moment], str]


def named(name: str, *arguments: object) -> str:
    """Return the name of a check with its arguments."""
    return f"{name}({', '.join(map(str, arguments))})"
