"""The planner's answers, kept for the tests of language, tools and pages, many of which ask for one plan.

The planner is a function of its arguments and, for a trip without dates, of the day: the key covers both, the name of
the folder its code. A plan that took so long that its deadline may have ended a search is not kept. The planner's own
tests call it directly.
"""

import functools
import hashlib
import math
import os
import pickle
import threading
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

from tests.support.isolation import shared_folder
from tests.support.kept import kept_folder
from tests.support.work_budget import replace_everywhere, work
from travelagent.planning import engine, planner, replan, variants
from travelagent.plans.values import PlanRequest
from travelagent.travel.legs import EstimatedLegs

FUNCTIONS = {"plan": engine.plan, "replan": replan.replan, "alternatives": variants.alternatives}
OWN_PACKAGE = "travelagent.planning"
SOURCES = tuple(f"travelagent/{room}/**/*.py" for room in ("plans", "travel", "costs", "verifier", "planning"))


def install() -> None:
    """Keep what the rooms above planning ask of it, for all processes of this run and for later runs (kept.py)."""
    folder = kept_folder("plans", SOURCES) or shared_folder() / "plans"
    folder.mkdir(exist_ok=True)
    kept = {name: _kept(name, function, folder) for name, function in FUNCTIONS.items()}
    for name, function in FUNCTIONS.items():
        replace_everywhere(function, kept[name], leave_out=(OWN_PACKAGE, "tests."))
        if name in vars(planner):  # the door through which the rooms above ask for several plans at once
            setattr(planner, name, kept[name])


def _kept(name: str, function: Callable[..., Any], folder: Path) -> Callable[..., Any]:
    @functools.wraps(function)
    def answer(*args: Any, **kwargs: Any) -> Any:
        callbacks = {key: kwargs.pop(key) for key in ("progress", "cancelled") if key in kwargs}
        key = _key(name, args, kwargs)
        if key:
            work.add_once("searches", key)
        else:
            work.add("searches")
        with work.uncounted():
            return answered(key, args, kwargs, callbacks)

    def answered(key: str | None, args: Any, kwargs: Any, callbacks: Any) -> Any:
        cancelled = callbacks.get("cancelled")
        if key is None or (cancelled and cancelled()):
            return function(*args, **kwargs, **callbacks)
        path = folder / key
        if path.exists():
            if progress := callbacks.get("progress"):
                progress(1.0)
            return pickle.loads(path.read_bytes())
        began = time.monotonic()
        found = function(*args, **kwargs, **callbacks)
        hurried = time.monotonic() - began >= _deadline_s(args, kwargs)
        if not hurried and not (cancelled and cancelled()):
            _write(path, pickle.dumps(found))
        return found

    return answer


def _key(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str | None:
    """Return a digest of the arguments and the day; None where the representation of an argument hides its content."""
    legs = "estimated"
    content = [legs if isinstance(value, EstimatedLegs) else value for value in args]
    named = {key: legs if isinstance(value, EstimatedLegs) else value for key, value in sorted(kwargs.items())}
    text = repr((name, date.today(), content, named))
    return None if " object at 0x" in text else hashlib.sha256(text.encode()).hexdigest()


def _deadline_s(args: tuple[Any, ...], kwargs: dict[str, Any]) -> float:
    """Return the least time that a search may take, infinity where no request is given."""
    requests = (value for value in (*args, *kwargs.values()) if isinstance(value, PlanRequest))
    return min((request.deadline_seconds for request in requests), default=math.inf)


def _write(path: Path, content: bytes) -> None:
    unfinished = path.with_suffix(f".{os.getpid()}-{threading.get_ident()}")
    unfinished.write_bytes(content)
    unfinished.rename(path)
