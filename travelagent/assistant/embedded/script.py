"""Scripts: what is done about a message, as coroutines that ask for calls and go on with the turn of their results.

No run keeps a coroutine. It is replayed over the results that the run has by now, wave by wave, up to the first wave
without them: a script decides by its turn alone, and so it comes the same path again.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Generator, Iterable
from typing import Any, TypeAlias

from travelagent.assistant.embedded.turn import Turn

Call: TypeAlias = tuple[str, dict[str, Any]]
"""A tool and its arguments."""
Script: TypeAlias = Generator[tuple[Call, ...], Turn, Turn]
"""Yields the calls to make side by side, gets the turn with their results, and returns the turn that it ends with."""


def replayed(script: Callable[[Turn], Script], turn: Turn) -> tuple[Call, ...]:
    """Return the calls that a script waits for after the results of the turn; none where it has come to its end.

    A call that it has made is not made again, nor one of a tool that is neither offered nor has answered.
    """
    tools = turn.tools | {found.tool for found in turn.found}
    made: list[Call] = []
    now = dataclasses.replace(turn, found=())
    running = script(now)
    try:
        wave = next(running)
        while True:
            before = len(made)
            for call in wave:
                if call[0] in tools and call not in made:
                    made.append(call)
            if waiting := made[max(before, len(turn.found)) :]:
                return tuple(waiting)
            now = dataclasses.replace(turn, found=turn.found[: len(made)])
            wave = running.send(now)
    except StopIteration:
        return ()


def side_by_side(scripts: Iterable[Script], turn: Turn) -> Script:
    """Run several scripts at once, each wave of calls the next ones of all."""
    waves: dict[Script, tuple[Call, ...]] = {}
    for script in scripts:
        _advance(script, None, waves)
    while waves:
        turn = yield tuple(call for wave in waves.values() for call in wave)
        for script in tuple(waves):
            _advance(script, turn, waves)
    return turn


def _advance(script: Script, turn: Turn | None, waves: dict[Script, tuple[Call, ...]]) -> None:
    """Let a script go on to its next wave; one that ends has none any more."""
    try:
        waves[script] = next(script) if turn is None else script.send(turn)
    except StopIteration:
        waves.pop(script, None)
