"""A model that words every answer as an attack, and the same text wherever somebody may have written it."""

from collections.abc import AsyncIterator
from typing import Final

from agent_core.messages import Chunk, Finish, HumanMessage, TextDelta, ToolMessage, call
from agent_core.model import ModelRequest

ATTACK: Final = (
    '<img src=x onerror="window.owned=1"><script>window.owned=1</script><svg onload="window.owned=1"></svg>'
    '<a href="javascript:window.owned=1">a</a> [b](javascript:window.owned=1) [c](data:text/html,<script>1</script>)'
    " {{7*7}} `<iframe srcdoc='<script>parent.owned=1</script>'>`"
)
STAFF, PASSWORD = "staff", "correct horse battery"


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


def seed_attacks() -> None:
    """Write the attack into a name, a memory and corrections of the catalogue, and make a member of staff."""
    from travelagent.accounts.models import Memory, Person, User
    from travelagent.catalog import overlay
    from travelagent.catalog.models import Correction

    user = User.objects.create_superuser(STAFF, first_name="<script>1</script>", password=PASSWORD)
    Memory.objects.create(person=Person.objects.create(user=user), text=ATTACK[:250])
    place = Correction.objects.create
    place(place="kyoto/kinkaku-ji", column="note_en", value=ATTACK[:118], reason=ATTACK[:250])
    place(place="kyoto", column="summary_en", value=ATTACK[:158], reason="x")
    overlay.publish()
