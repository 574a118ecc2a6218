from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Editing:
    edits: tuple[dict[str, Any], ...] = ()
    unread: tuple[str, ...] = ()


def edits_of(reading, plan, today):
    return Editing()
