"""The arrays of the search: the problem, a plan, what is remembered beside it, and how their functions are compiled.

Everything is int64, so that compiled and uncompiled runs agree to the last bit. Where numba is missing the functions
stay plain Python. All compiled functions live in this folder, whose sources are part of the names under which numba
keeps them on disk: it notices by itself a change of the file a function is in, not of what it calls elsewhere.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from travelagent.planning.search.objective import Steps, Weights

_F = TypeVar("_F", bound=Callable[..., Any])
Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]
try:
    import numba
except ImportError:
    COMPILED = False
else:
    _config: Any = numba.config
    COMPILED = not _config.DISABLE_JIT


REFUSED = 1 << 60
"""The price of what is impossible."""

_OPTIONS: dict[str, Any] = {"cache": True, "nogil": True, "_nrt": False}
"""No runtime for allocations, hence no reference counts: the functions make no arrays, and counting the uses of each
one that a named tuple hands out would take more than half of their time."""
_SOURCES = hashlib.sha256(b"".join(file.read_bytes() for file in sorted(Path(__file__).parent.glob("*.py"))))


def kernel(function: _F) -> _F:
    """Compile when numba is there, else leave the function as it is. The function cannot make arrays."""
    return _compiled(function)


def inlined(function: _F) -> _F:
    """Compile into the caller: a call that hands over all the arrays costs more than what these functions do."""
    return _compiled(function, inline="always")


def _compiled(function: _F, **options: str) -> _F:
    if not COMPILED:
        return function
    function.__qualname__ += f".{_SOURCES.hexdigest()[:16]}"  # numba's cache goes by it
    compile_lazily: Any = numba.njit
    compiled: _F = compile_lazily(**_OPTIONS, **options)(function)
    return compiled


class Instance(NamedTuple):
    """The problem. N nodes, L places, D days, S sights, G variety groups, K windows a node and day; all int64.

    `closes` is the latest *start* of a stop. `meal` is 0, or the kind of meal (1 lunch, 2 dinner) the node is;
    `replaces` is 0, or the kind of meal that is taken inside the node. `near` holds, a node a row, the nodes by
    nearness; `beside`, a sight a row, the sights that adjoin it, -1 where there are no more, `mates` those that it is
    best seen with; `on_ticket` those that are entered on its ticket and `valid` on how many days, where that may run
    out; `gate` those that lie behind the same far gate; `orders` the candidate nodes in the orders of insertion.
    `strain` and `leg_strain` are how hard a stop and a leg are, and `limits` what a day may have of both: usually,
    above what the next day is one of rest, and as one of rest; `requested` is 1 for a stop that may exceed them. None
    of the four has an entry where no day is limited.
    """

    travel: Ints  # (L, L)
    price: Ints  # (L, L)
    place: Ints  # (N,), -1 for meals
    duration: Ints  # (N,)
    profit: Ints  # (N,)
    sight: Ints  # (N,), index of the sight, -1 for meals and bookings
    group: Ints  # (N,)
    variety: Ints  # (G,), the price of one more of the group
    meal: Ints  # (N,)
    replaces: Ints  # (N,)
    opens: Ints  # (D, N, K)
    closes: Ints  # (D, N, K)
    windows: Ints  # (D, N)
    day_start: Ints  # (D,)
    day_end: Ints  # (D,)
    origin: Ints  # (D,)
    destination: Ints  # (D,)
    cap: Ints  # (D,)
    meal_node: Ints  # (D, 3)
    near: Ints  # (N, M)
    beside: Ints  # (S, B)
    mates: Ints  # (S, M)
    on_ticket: Ints  # (S, T)
    valid: Ints  # (S,)
    gate: Ints  # (S, E)
    orders: Ints  # (R, C)
    strain: Ints = np.zeros(0, dtype=np.int64)  # (N,) or (0,)
    requested: Ints = np.zeros(0, dtype=np.int64)  # (N,) or (0,)
    leg_strain: Ints = np.zeros((0, 0), dtype=np.int64)  # (L, L) or (0, 0)
    limits: Ints = np.zeros((0, 3), dtype=np.int64)  # (D, 3) or (0, 3)
    weights: Weights = Weights()
    steps: Steps = Steps()


class Plan(NamedTuple):
    """A solution.

    R stops a day at most. `free`: when a stop is over; `at`: the place one then leaves from; `latest`: its latest
    start. `version` is another number whenever a day is another; `gain` is what a day adds to the value, `strain` how
    hard its stops and ways are, where days are limited by it.
    """

    route: Ints  # (D, R)
    length: Ints  # (D,)
    start: Ints  # (D, R)
    free: Ints  # (D, R)
    at: Ints  # (D, R)
    latest: Ints  # (D, R)
    used: Ints  # (D,)
    version: Ints  # (D,)
    gain: Ints  # (D,)
    profit: Ints  # (D,)
    strain: Ints  # (D,)
    where: Ints  # (S,), day of the sight or -1
    groups: Ints  # (G,)
    value: Ints  # (1,)


class Scratch(NamedTuple):
    """What the search remembers beside the plans: the cheapest insertion of a node on a day of that version, and the
    strain that it adds."""

    price: Ints  # (N, D)
    position: Ints  # (N, D)
    strain: Ints  # (N, D)
    version: Ints  # (N, D)
    counter: Ints  # (1,), the last version given
    touched: Ints  # (D,)
    shuffled: Ints  # (C,)
    marked: Ints  # (N,), the step in which a node last lay near the ruin
    step: Ints  # (1,)


def empty_plan(days: int, width: int, sights: int, groups: int) -> Plan:
    """Return a plan without stops."""
    route, start, free, at, latest = (np.zeros((days, width), dtype=np.int64) for _ in range(5))
    length, used, version, gain, profit, strain = (np.zeros(days, dtype=np.int64) for _ in range(6))
    where = np.full(sights, -1, dtype=np.int64)
    by_group, value = np.zeros(groups, dtype=np.int64), np.zeros(1, dtype=np.int64)
    return Plan(route, length, start, free, at, latest, used, version, gain, profit, strain, where, by_group, value)


def copied(plan: Plan) -> Plan:
    """Return the plan with arrays of its own."""
    return Plan(*(array.copy() for array in plan))


def scratch_for(inst: Instance) -> Scratch:
    """Return an empty scratch memory for the instance."""
    shape = (inst.place.shape[0], inst.day_start.shape[0])
    return Scratch(
        np.zeros(shape, dtype=np.int64),
        np.zeros(shape, dtype=np.int64),
        np.zeros(shape, dtype=np.int64),
        np.full(shape, -1, dtype=np.int64),
        np.full(1, shape[1], dtype=np.int64),
        np.zeros(shape[1], dtype=np.int64),
        inst.orders[0].copy(),
        np.zeros(shape[0], dtype=np.int64),
        np.zeros(1, dtype=np.int64),
    )
