"""What every process that serves or works does before it begins."""

import sys

from django.db import connection

from travelagent.assistant.warm import warm_up
from travelagent.catalog import overlay
from travelagent.chat.modelset import sync_models
from travelagent.chat.toolset import sync_tools

SWITCH_S = 0.0005
"""So long a thread keeps the interpreter to itself while others wait, as the loop that serves does."""


def boot() -> None:
    """Update the tables of tools and models, lay the corrections over the catalogue, load what is slow."""
    sys.setswitchinterval(SWITCH_S)
    sync_tools()
    sync_models()
    overlay.refresh()
    connection.close()
    warm_up()
