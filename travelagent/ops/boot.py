"""What every process that serves or works does before it begins."""

import sys

from django.db import connection

from travelagent.assistant.warm import warm_up
from travelagent.catalog import overlay
from travelagent.chat.modelset import sync_models
from travelagent.chat.toolset import sync_tools
from travelagent.ops.memory import share_freed_memory

SWITCH_S = 0.0005
"""So long a thread keeps the interpreter to itself while others wait, as the loop that serves does."""


def boot() -> None:
    """Prepare the process: the tables of tools and models, the catalogue's corrections, what is slow to load."""
    share_freed_memory()
    sys.setswitchinterval(SWITCH_S)
    sync_tools()
    sync_models()
    overlay.refresh()
    connection.close()
    warm_up()
