"""How many commands a socket and a person may send: a bucket that holds some and fills up again."""

import time
from typing import Final
from weakref import WeakValueDictionary

from travelagent.accounts.actors import Actor


class Budget:
    """`burst` commands at once, and `per_second` from then on."""

    def __init__(self, burst: float, per_second: float) -> None:
        self._burst = burst
        self._per_second = per_second
        self._left = burst
        self._at = time.monotonic()

    def take(self) -> bool:
        """Take one command from it; whether there was one left."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._per_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


SOCKET_BURST, SOCKET_PER_S = 60, 10
PERSON_BURST, PERSON_PER_S = 240, 40
PARTNER_BURST, PARTNER_PER_S = 2_000, 400
"""Of a partner with all its travellers."""
ABUSE: Final = 300
"""So many commands beyond the budget close a socket."""

_of_people: WeakValueDictionary[str, Budget] = WeakValueDictionary()


def socket_budget() -> Budget:
    return Budget(SOCKET_BURST, SOCKET_PER_S)


def budget_of(actor: Actor) -> Budget:
    """The budget that all sockets of an actor share, as long as one of them is open in this process."""
    found = _of_people.get(actor.owner)
    if found is None:
        is_person = actor.partner is None
        found = Budget(PERSON_BURST, PERSON_PER_S) if is_person else Budget(PARTNER_BURST, PARTNER_PER_S)
        _of_people[actor.owner] = found
    return found
