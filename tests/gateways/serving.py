"""The product with an embedded assistant that talks slowly on request: `python -m tests.gateways.serving manage.py …`.

A message "in 100 pieces" is answered in so many words with pauses between them, for as long as a test may need to leave
it. All else is answered by the embedded model itself.
"""

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator

from agent_core.messages import Chunk, Finish, HumanMessage, TextDelta
from agent_core.model import ModelRequest
from tests.support.slow import PAUSE_S, word


def register_model() -> None:
    """Put the talkative model in the place of the embedded one; Django's apps must be loaded."""
    from travelagent.assistant import model_registry
    from travelagent.assistant.embedded.model import EmbeddedModel
    from travelagent.assistant.model_registry import NamedModel

    class TalkativeModel(EmbeddedModel):
        async def stream(self, request: ModelRequest) -> AsyncIterator[Chunk]:
            question = next(each.text for each in reversed(request.messages) if isinstance(each, HumanMessage))
            found = re.search(r"in (\d+) pieces", question)
            if found is None:
                async for chunk in super().stream(request):
                    yield chunk
                return
            for piece in range(int(found[1])):
                await asyncio.sleep(PAUSE_S)
                yield TextDelta(f"{word(piece)} ")
            yield Finish("stop")

    named = NamedModel(TalkativeModel.name, "Embedded assistant", "embedded", TalkativeModel)
    model_registry.register(named, default=True)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "travelagent.settings")
    from travelagent.startup import set_up

    set_up()
    from django.core.management import execute_from_command_line

    register_model()
    execute_from_command_line(sys.argv[1:])


if __name__ == "__main__":
    main()
