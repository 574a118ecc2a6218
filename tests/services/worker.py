"""`python -m tests.services.worker RUN [COMMIT before|behind]`: works on one run in a process of its own, to be killed.

A scripted model plans a day and saves it; the proposal is approved as soon as it waits. With a kill point the process
ends itself, as SIGKILL would, before or behind that commit of the event log.
"""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from typing import Any


class PlanAndSave:
    """Answers by what the conversation already holds, as often as it is asked."""

    name = "plan-and-save"

    async def stream(self, request: Any) -> AsyncIterator[Any]:
        from agent_core.messages import call
        from agent_core.testing import calls, text

        done = {m.name for m in request.messages if m.role == "tool" and m.status == "success"}
        if "generate_route" not in done:
            reply = calls(call("plan", "generate_route", city="Kyoto", days=1))
        elif "create_trip" not in done:
            reply = calls(call("save", "create_trip", title="One day in Kyoto", itinerary="plan_a1"))
        else:
            reply = text("Saved.")
        for chunk in reply:
            yield chunk


def arm(commit_number: int, when: str) -> None:
    """Let the process die at that commit."""
    from travelagent.chat import writer

    original, left = writer._commit, commit_number

    def killing(batch: Any) -> set[str]:
        nonlocal left
        left -= 1
        if left == 0 and when == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        lost = original(batch)
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return lost

    writer._commit = killing
    writer.DRAIN_S = 0.0  # every node's events are a commit of their own: one to die at between any two


async def work(run: str) -> None:
    from functools import partial

    from agent_core.agent import Agent
    from travelagent.assistant.assembly import parts_of
    from travelagent.chat.decisions import decide
    from travelagent.chat.hub import Hub
    from travelagent.chat.models import Proposal, Run
    from travelagent.chat.supervisor import Supervisor
    from travelagent.chat.threads import in_db_thread

    supervisor = Supervisor(Hub(), lambda wiring: Agent(parts_of(wiring, PlanAndSave())))
    await supervisor.start(take_over=True)
    while not await Run.objects.filter(pk=run, status__in=["succeeded", "failed", "cancelled"]).aexists():
        waiting = await Proposal.objects.filter(run=run, status="open").afirst()
        if waiting is not None:
            await in_db_thread(partial(decide, waiting.pk, "approve", "owner"))
            supervisor.hint()
        await asyncio.sleep(0.02)
    await supervisor.stop()


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "travelagent.settings")
    from travelagent.startup import set_up

    set_up()
    run, *kill = sys.argv[1:]
    if kill:
        arm(int(kill[0]), kill[1])
    asyncio.run(work(run))


if __name__ == "__main__":
    main()
