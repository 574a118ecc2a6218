"""`python -m tests.browser.scripted serve …`: the product with a scripted model in place of the embedded one.

The model knows some requests for a plan. It calls the same tools as the embedded one would and words the answer from
their results; its text comes in SCRIPTED_PIECES pieces with pauses, so that a page can be reloaded in the middle of it.
Two requests it leaves hanging until the run is stopped: one behind its first tools, one in the middle of its words,
where a test may let it go on. At one it breaks. To anything else it gives one answer without looking, and insists on
it.
"""

import asyncio
import os
import re
from collections.abc import AsyncIterator, Mapping
from typing import Any

from django.conf import settings

from agent_core.messages import Chunk, Finish, HumanMessage, TextDelta, ToolMessage, call
from agent_core.model import ModelRequest
from tests.support.entry_point import run_manage
from tests.support.slow import word

ROUTES: Mapping[str, dict[str, Any]] = {
    "规划北京三日游": {"city": "北京", "days": 3},
    "Plan 3 days in Kyoto in April for two, under $900": {
        "city": "Kyoto",
        "days": 3,
        "start_date": "2027-04-13",
        "travellers": 2,
    },
    "慢慢规划北京三日游": {"city": "北京", "days": 3},
    "Plan 3 days in Kyoto, take your time": {"city": "Kyoto", "days": 3},
}
THINKS_ON = ("先想一想北京三日游", "Think about 3 days in Kyoto first")
"""Its first tools answer, and nothing follows."""
SPEAKS_ON = ("慢慢规划北京三日游", "Plan 3 days in Kyoto, take your time")
"""Its text stops in the middle, until there is a file GO_ON in the data folder."""
GO_ON = "go_on"
BREAKS = ("这次会出错", "This one goes wrong")
UNTRACED = "Kyoto has the **Moonlight Pavilion**, which costs €77."
PLAN = re.compile(r"itinerary (?P<id>\S+): ")
VISIT = re.compile(r"^\S+/\S+ \d\d:\d\d-\d\d:\d\d ([^|\n]+?)(?: \||$)", re.MULTILINE)
"""The name of a visit in what a model reads of a plan."""
PAUSE_S = 0.03
PIECES = int(os.environ.get("SCRIPTED_PIECES", "60"))


class PacedModel:
    name = "scripted"

    async def stream(self, request: ModelRequest) -> AsyncIterator[Chunk]:
        last = max(at for at, m in enumerate(request.messages) if isinstance(m, HumanMessage))
        question = request.messages[last].text
        found = {m.name: m.text for m in request.messages[last:] if isinstance(m, ToolMessage)}
        if question in BREAKS:
            raise RuntimeError("this request breaks the model")
        if question in THINKS_ON:
            if found:
                await asyncio.Event().wait()
            yield call("c1", "search_cities", 0, interests=["food"])
            yield Finish("tool_calls")
            return
        if question not in ROUTES:
            yield TextDelta(UNTRACED)
            yield Finish("stop")
            return
        route = ROUTES[question]
        if "generate_route" not in found:
            yield call("c1", "generate_route", 0, **route)
            yield call("c2", "get_city_info", 1, city=route["city"])
            yield Finish("tool_calls")
        elif "calculate_budget" not in found:
            plan = PLAN.match(found["generate_route"])
            assert plan is not None
            people = route.get("travellers", 1)
            yield call(
                "c3",
                "calculate_budget",
                city=route["city"],
                days=route["days"],
                travellers=people,
                itinerary=plan["id"],
            )
            yield Finish("tool_calls")
        else:
            names = VISIT.findall(found["generate_route"])
            go_on = settings.DATA_DIR / GO_ON
            for piece in range(PIECES):
                await asyncio.sleep(PAUSE_S)
                while question in SPEAKS_ON and piece == PIECES // 3 and not go_on.exists():  # noqa: ASYNC110 (a file)
                    await asyncio.sleep(PAUSE_S)
                yield TextDelta(f"{names[piece] if piece < len(names) else word(piece)} ")
            yield Finish("stop")


SCRIPTED = ("scripted", "Scripted", "test", PacedModel)

if __name__ == "__main__":
    run_manage(SCRIPTED)
