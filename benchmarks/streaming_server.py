"""What `benchmarks.streaming` measures, each a process: `python -m benchmarks.streaming_server KIND …`.

`manage.py …` and `celery …` are the product's own entry points, `uvicorn PORT` is the product under another ASGI
server than daphne. In all three a metronome stands in for the agent: every run gives EVENTS events at RATE a second,
from the moment that its message names, each with the time at which it was emitted; notices, or phases
and thoughts in turn where the message begins with "work". `bare-daphne PORT` and
`bare-uvicorn PORT` are an ASGI application of a few lines that sends frames of the same text at the same pace and keeps
nothing.
"""

import asyncio
import json
import os
import random
import sys
import time
from collections.abc import Awaitable, Callable
from itertools import cycle
from typing import Any

EVENTS = 200
RATE = 40.0
FILLER = "a sentence of a length that is usual in a stream of events"

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


async def beats(begin: float, beat: Callable[[str], Any]) -> None:
    """Call `beat` EVENTS times at RATE a second, at an offset of its own, with the moment of the call as text."""
    loop = asyncio.get_running_loop()
    first = loop.time() + begin - time.time() + random.random() / RATE
    for number in range(EVENTS):
        await asyncio.sleep(first + number / RATE - loop.time())
        beat(f"{time.time():.6f} {FILLER}")


class Metronome:
    """Stands in for `agent_core.agent.Agent`."""

    async def run(self, task: Any, *, sink: Any, **_: Any) -> None:
        from agent_core.events import Notice, PhaseEntered, RunFinished, RunStarted, Thought

        kinds = cycle(
            (
                lambda text: PhaseEntered("execution", 2, text),
                lambda text: Thought("t", "inference", "execution", text, 1.0),
            )
            if task.message.startswith("work ")
            else (lambda text: Notice("beat", text),)
        )
        sink.emit(RunStarted(task.session, task.message, "auto", "auto", "metronome", "en"))
        await beats(float(task.message.removeprefix("work ")), lambda text: sink.emit(next(kinds)(text)))
        sink.emit(RunFinished("succeeded", {"tokens": {"prompt": 0, "completion": 0}}))
        await sink.commit()

    def cancel(self, run: str, when: str) -> None:
        pass


async def bare(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """A socket that gets the moment to begin, and sends frames like those of the product."""
    await receive()
    await send({"type": "websocket.accept"})
    begin = float((await receive())["text"])
    frames: asyncio.Queue[str] = asyncio.Queue()
    beating = asyncio.create_task(beats(begin, frames.put_nowait))
    for seq in range(1, EVENTS + 1):
        text = await frames.get()
        frame = {"seq": seq, "run": "run_0123456789", "type": "notice", "at": "2026-01-01T00:00:00.000Z"}
        frame["data"] = {"code": "beat", "message": text}
        await send({"type": "websocket.send", "text": json.dumps(frame)})
    await beating
    await receive()


def _on_daphne(application: Any, port: int) -> None:
    from daphne.endpoints import build_endpoint_description_strings
    from daphne.server import Server

    endpoints = build_endpoint_description_strings(host="127.0.0.1", port=port)
    Server(application, endpoints=endpoints, websocket_timeout=-1).run()


async def _on_uvicorn(application: Any, port: int) -> None:
    import uvicorn

    config = uvicorn.Config(
        application, port=port, lifespan="off", log_level="warning", ws="websockets", ws_per_message_deflate=False
    )
    await uvicorn.Server(config).serve()


async def _product_on_uvicorn(port: int) -> None:
    from travelagent.asgi import application
    from travelagent.chat import runtime

    await runtime.start()
    await _on_uvicorn(application, port)
    await runtime.stop()


def _product(kind: str, arguments: list[str]) -> None:
    from functools import partial

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "travelagent.settings")
    django.setup()
    from travelagent.chat import runtime

    runtime.start = partial(runtime.start, lambda wiring: Metronome())
    if kind == "uvicorn":
        asyncio.run(_product_on_uvicorn(int(arguments[0])))
    elif kind == "celery":
        from travelagent.celery import app

        app.worker_main(arguments)
    else:
        from django.core.management import execute_from_command_line

        execute_from_command_line([kind, *arguments])


def main() -> None:
    kind, *arguments = sys.argv[1:]
    if kind == "bare-daphne":
        _on_daphne(bare, int(arguments[0]))
    elif kind == "bare-uvicorn":
        asyncio.run(_on_uvicorn(bare, int(arguments[0])))
    else:
        _product(kind, arguments)


if __name__ == "__main__":
    main()
