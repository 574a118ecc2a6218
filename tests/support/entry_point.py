"""`python -m tests.support.entry_point serve …`: manage.py for the browser tests, whose plans are kept."""

import os
import sys
from collections.abc import Callable
from importlib import import_module

from agent_core.model import ChatModel

Model = tuple[str, str, str, Callable[[], ChatModel]]
"""The fields of a `NamedModel`."""


def run_manage(*models: Model, seed: Callable[[], None] | None = None) -> None:
    """Run manage.py's command line with these models, the first of which becomes the default one.

    `seed` fills the database before.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "travelagent.settings")
    from travelagent.startup import set_up

    set_up()
    from django.core.management import execute_from_command_line
    from django.db import connections

    from tests.support import plan_cache
    from travelagent.assistant import model_registry
    from travelagent.assistant.model_registry import NamedModel

    for number, model in enumerate(models):
        model_registry.register(NamedModel(*model), default=number == 0)
    import_module("travelagent.asgi")  # all that plans, before its planner is replaced
    plan_cache.install()
    if seed is not None:
        seed()
        connections.close_all()
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    run_manage()
