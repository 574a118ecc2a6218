"""`python -m tests.browser.hostile serve …`: the product with a model that words every answer as an attack."""

from collections.abc import AsyncIterator

from agent_core.messages import Chunk, Finish, HumanMessage, TextDelta, ToolMessage, call
from agent_core.model import ModelRequest
from tests.support.entry_point import run_manage

ATTACK = (
    '<img src=x onerror="window.owned=1"><script>window.owned=1</script><svg onload="window.owned=1"></svg>'
    '<a href="javascript:window.owned=1">a</a> [b](javascript:window.owned=1) [c](data:text/html,<script>1</script>)'
    " {{7*7}} `<iframe srcdoc='<script>parent.owned=1</script>'>`"
)


class HostileModel:
    """Reads the trips first, so that what a tool finds is shown as well."""

    name = "hostile"

    async def stream(self, request: ModelRequest) -> AsyncIterator[Chunk]:
        last = max(at for at, m in enumerate(request.messages) if isinstance(m, HumanMessage))
        if request.tools and not any(isinstance(m, ToolMessage) for m in request.messages[last:]):
            yield call("c1", "list_trips", 0)
            yield call("c2", "get_city_info", 1, city=ATTACK)
            yield Finish("tool_calls")
            return
        for piece in (ATTACK[at : at + 7] for at in range(0, len(ATTACK), 7)):
            yield TextDelta(piece)
        yield Finish("stop")


if __name__ == "__main__":
    run_manage(("hostile", ATTACK, ATTACK, HostileModel))
