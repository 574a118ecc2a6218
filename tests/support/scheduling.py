"""How a run deals its tests out to its processes: by files, and whole where a room's tests share servers.

Each process that has a test of such a room starts its servers and its browser. Dealt out whole, a room starts them
once, in however many processes the run has, as its budget counts them.
"""

from typing import Final

from xdist.scheduler import LoadFileScheduling

from tests.support.work_budget import file_of, room_of

WHOLE: Final = frozenset({"browser", "gateways"})


class RoomScheduling(LoadFileScheduling):
    def _split_scope(self, nodeid: str) -> str:
        return unit_of(nodeid)


def unit_of(nodeid: str) -> str:
    """Return what a test is dealt out with: its file, or its room."""
    file = file_of(nodeid)
    room = room_of(file)
    return room if room in WHOLE else file
