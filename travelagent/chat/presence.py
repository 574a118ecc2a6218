"""Who has a trip's page open, and which day they look at.

Every page's socket reports itself when it opens, when its day changes and every few seconds; one that has been silent
is gone. Nothing of it is stored.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

SILENT_S = 15.0


@dataclass(frozen=True, slots=True)
class Here:
    """One open page. `at`: the time of its latest report, in seconds of the monotonic clock."""

    person: int
    name: str
    role: str
    day: int | None
    at: float

    @classmethod
    def of(cls, data: Mapping[str, Any], at: float) -> "Here":
        """Return the page of a report."""
        return cls(data["person"], data["name"], data["role"], data["day"], at)


class Presence:
    """The open pages of one trip, by the ids of their sockets."""

    def __init__(self) -> None:
        self._pages: dict[str, Here] = {}

    def put(self, socket: str, page: Here) -> None:
        """Store the latest report of a socket's page."""
        self._pages[socket] = page

    def drop(self, socket: str) -> None:
        """Remove the page of a closed socket."""
        self._pages.pop(socket, None)

    def people(self, now: float, me: int) -> list[dict[str, Any]]:
        """Return who is here, `{name, role, me, day}`; of several pages of one person the latest report counts."""
        self._pages = {socket: page for socket, page in self._pages.items() if now - page.at <= SILENT_S}
        latest: dict[int, Here] = {}
        for page in sorted(self._pages.values(), key=lambda page: page.at):
            latest[page.person] = page
        found = sorted(latest.values(), key=lambda page: (page.person != me, page.name, page.person))
        return [{"name": page.name, "role": page.role, "me": page.person == me, "day": page.day} for page in found]
