"""`python -m tests.support.entry_point serve …`: manage.py for the browser tests, whose plans are kept."""

import os
import sys
from collections.abc import Callable
from importlib import import_module

from agent_core.model import ChatModel


def run_manage(model: tuple[str, str, str, Callable[[], ChatModel]] | None = None) -> None:
    """Run manage.py's command line. `model`: the fields of a `NamedModel` that becomes the default one."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "travelagent.settings")
    import django

    django.setup()
    from django.core.management import execute_from_command_line

    from tests.support import plan_cache
    from travelagent.assistant import model_registry
    from travelagent.assistant.model_registry import NamedModel

    if model is not None:
        model_registry.register(NamedModel(*model), default=True)
    import_module("travelagent.asgi")  # all that plans, before its planner is replaced
    plan_cache.install()
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    run_manage()
