"""The entries of a ledger: every wish of a trip with its verdict, and what the plan has for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import TypeAdapter

from travelagent.plans.fields import Value, unless_default
from travelagent.plans.values import LocalizedText, PartOfDay, PlaceInDay

Verdict: TypeAlias = Literal["kept", "kept_in_part", "not_possible", "given_up", "not_understood"]
"""`kept_in_part`: something is missing, or the data cannot vouch for it; `not_possible`: the plan names a reason, or
nothing there could serve it; `given_up`: the plan does not keep it though nothing rules it out."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What a wish is about: a city by its id, days counted from 1, a part of them. Empty: the whole trip."""

    city: Annotated[str, unless_default("")] = ""
    days: Annotated[tuple[int, ...], unless_default(())] = ()
    part: Annotated[PartOfDay | PlaceInDay | None, unless_default(None)] = None


WHOLE_TRIP: Final = Scope()


@dataclass(frozen=True, slots=True)
class Entry(Value):
    """A wish and what became of it.

    `field`: that of the brief; `key`: which wish of the field, unique within it; `words`: the wish as a short phrase;
    `hard`: whether a plan without it is no answer to the brief; `evidence`: what the plan has.
    """

    field: str
    key: str
    words: LocalizedText
    hard: bool
    verdict: Verdict
    evidence: LocalizedText
    scope: Annotated[Scope, unless_default(WHOLE_TRIP)] = WHOLE_TRIP

    @property
    def is_kept(self) -> bool:
        """Whether the plan keeps all of it."""
        return self.verdict == "kept"

    @property
    def id(self) -> str:
        """What names it in the ledger: `field:key`."""
        return f"{self.field}:{self.key}"

    @property
    def subject(self) -> str:
        """The sight, the term or the kind of wish that it is about."""
        return self.key.split(":", 2)[-1] if self.field == "day_wishes" else self.key


@dataclass(frozen=True, slots=True)
class Ledger(Value):
    """The entries of all wishes, in the order of the brief's fields."""

    entries: tuple[Entry, ...]

    @property
    def hard_held(self) -> bool:
        """Whether the plan keeps all of every hard wish."""
        return all(entry.is_kept for entry in self.entries if entry.hard)

    @property
    def unkept(self) -> tuple[Entry, ...]:
        """The entries that are not kept, or not all of them."""
        return tuple(entry for entry in self.entries if not entry.is_kept)


ENTRIES: Final = TypeAdapter(tuple[Entry, ...])


def ledger_to_wire(ledger: Ledger) -> list[dict[str, Any]]:
    """Return the entries as JSON values: `[{"field", "key", "words", "hard", "verdict", "evidence", "scope"?}]`."""
    found: list[dict[str, Any]] = ENTRIES.dump_python(ledger.entries, mode="json")
    return found
