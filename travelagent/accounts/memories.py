"""Everything that changes what is remembered of a person; all take the person's id."""

from collections.abc import Sequence

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from travelagent.accounts.models import Memory

TEXT_CHARS = 300
KEPT = 100


class MemoryNotFound(LookupError):
    """No memory of that id, or none of that person's."""

    def __init__(self) -> None:
        super().__init__(_("There is no such memory, or it is not yours."))


class InvalidMemory(ValueError):
    """A text that cannot be remembered."""


def memories_of(person: int) -> QuerySet[Memory]:
    """Return what is remembered of a person, oldest first."""
    return Memory.objects.filter(person_id=person)


def remember(person: int, text: str) -> Memory:
    """Keep a text; the same text again is kept once. Raises InvalidMemory."""
    known = memories_of(person).filter(text=_clean(text)).first()
    if known is not None:
        return known
    if memories_of(person).count() >= KEPT:
        raise InvalidMemory(_("At most %(most)s memories are kept.") % {"most": KEPT})
    return Memory.objects.create(person_id=person, text=_clean(text))


def reword(person: int, memory: str, text: str) -> Memory:
    """Change a memory's text. Raises MemoryNotFound, InvalidMemory."""
    row = _find(person, memory)
    row.text = _clean(text)
    row.save(update_fields=["text", "updated_at"])
    return row


def forget(person: int, memory: str) -> None:
    """Delete a memory of a person. Raises MemoryNotFound."""
    _find(person, memory).delete()


def forget_about(person: int, words: str) -> Sequence[str]:
    """Forget what mentions these words, or everything for none; the texts that are gone."""
    rows = [row for row in memories_of(person) if words.casefold().strip() in row.text.casefold()]
    for row in rows:
        row.delete()
    return [row.text for row in rows]


def _find(person: int, memory: str) -> Memory:
    row = memories_of(person).filter(pk=memory).first()
    if row is None:
        raise MemoryNotFound
    return row


def _clean(text: str) -> str:
    cleaned = " ".join(text.split())
    if not cleaned:
        raise InvalidMemory(_("There is nothing to remember."))
    return cleaned[:TEXT_CHARS]
