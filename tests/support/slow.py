"""The product with a slow model and deadly points: `python -m tests.support.slow manage.py …` (or `celery …`).

The model plans a day ("plan", or "plan Paris" for another city than Kyoto), saves it ("save"), and words the answer in
pieces ("in 100 pieces") with pauses; its reply follows from the conversation alone, so that a run that was cut off
anywhere ends like any other.

The folder SLOW_POINTS, where it is set, holds tokens: files whose names begin with a point's. Whoever passes that
point and can take a token away dies there, as by SIGKILL. Points: `tool` (a tool at work), `approved` (before the
transaction of an approved write), `written` (behind it), `commit` (in the middle of a commit of the event log).
"""

import asyncio
import os
import re
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from agent_core.messages import Chunk, Finish, HumanMessage, TextDelta, ToolMessage, call
from agent_core.model import ModelRequest

PAUSE_S = float(os.environ.get("SLOW_PAUSE_S", "0.04"))
TOOL_S = float(os.environ.get("SLOW_TOOL_S", "0.2"))
PIECES = 20


class SlowModel:
    name = "slow"

    async def stream(self, request: ModelRequest) -> AsyncIterator[Chunk]:
        last = max(at for at, m in enumerate(request.messages) if isinstance(m, HumanMessage))
        question = request.messages[last].text
        done = {m.name for m in request.messages[last:] if isinstance(m, ToolMessage) and m.status == "success"}
        await asyncio.sleep(PAUSE_S)
        if "generate_route" not in done and "plan" in question:
            named = re.search(r"plan ([A-Z]\w+)", question)
            city = named[1] if named else "Kyoto"
            yield call("plan", "generate_route", 0, city=city, days=1)
            yield call("info", "get_city_info", 1, city=city)
            yield Finish("tool_calls")
        elif "create_trip" not in done and "save" in question:
            yield call("save", "create_trip", 0, title="One day", itinerary="plan_a1")
            yield Finish("tool_calls")
        else:
            found = re.search(r"in (\d+) pieces", question)
            for piece in range(int(found[1]) if found else PIECES):
                await asyncio.sleep(PAUSE_S)
                yield TextDelta(f"{word(piece)} ")
            yield Finish("stop")


def word(piece: int) -> str:
    """The n-th word of an answer; it has no digits, which an answer would have to trace to a source."""
    return "word" + "".join(chr(ord("a") + int(digit)) for digit in str(piece))


def pass_point(name: str) -> None:
    """Die here if there is a token for it."""
    folder = os.environ.get("SLOW_POINTS")
    if not folder:
        return
    for token in sorted(Path(folder).glob(f"{name}-*")):
        try:
            token.rename(token.with_name(f"used-{token.name}"))
        except FileNotFoundError:
            continue  # another process was faster
        os.kill(os.getpid(), signal.SIGKILL)


def arm() -> None:
    """Slow the tools down, and put the points into the product's functions."""
    from travelagent.chat import journal, supervisor, writer

    in_tool_thread, once, project = supervisor.in_tool_thread, journal._once, writer._project

    async def slow_tool(function: Callable[[], Any]) -> Any:
        def slowly() -> Any:
            time.sleep(TOOL_S / 2)
            pass_point("tool")
            time.sleep(TOOL_S / 2)
            return function()

        return await in_tool_thread(slowly)

    def deadly_once(*args: Any) -> Any:
        pass_point("approved")
        result = once(*args)
        pass_point("written")
        return result

    def deadly_project(*args: Any) -> None:
        project(*args)
        pass_point("commit")

    supervisor.in_tool_thread, journal._once, writer._project = slow_tool, deadly_once, deadly_project


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "travelagent.settings")
    from travelagent.startup import set_up

    set_up()
    from travelagent.assistant import model_registry
    from travelagent.assistant.model_registry import NamedModel

    model_registry.register(NamedModel("slow", "Slow", "test", SlowModel), default=True)
    arm()
    program, *arguments = sys.argv[1:]
    if program == "celery":
        from travelagent.celery import app

        app.worker_main(arguments)
    else:
        from django.core.management import execute_from_command_line

        execute_from_command_line([program, *arguments])


if __name__ == "__main__":
    main()
