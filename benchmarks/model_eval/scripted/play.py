"""Runs the scripted models: a real endpoint, asked through the real adapter."""

from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from benchmarks.model_eval.runner import Outcome, Runner
from benchmarks.model_eval.scripted import sloppy, strong
from benchmarks.model_eval.scripted.endpoint import serving
from benchmarks.model_eval.scripted.stage import Stage
from benchmarks.model_eval.tasks.values import Task
from travelagent.assistant.model_registry import configure
from travelagent.assistant.model_settings import ModelSettings

SCRIPTS = {"scripted-strong": strong.SCRIPTS, "scripted-sloppy": sloppy.SCRIPTS}


def scripted(
    name: str, tasks: Sequence[Task], *, turn_s: float, report: Callable[[Outcome], None]
) -> tuple[list[Task], Coroutine[Any, Any, None]]:
    """Return those of the tasks that have a script, and the work of running them."""
    scripts = SCRIPTS[name]
    known = [task for task in tasks if task.id in scripts]
    return known, _run(name, Stage(scripts), known, turn_s, report)


async def _run(
    name: str, stage: Stage, tasks: Sequence[Task], turn_s: float, report: Callable[[Outcome], None]
) -> None:
    async with serving(stage.act) as url:
        configure({name: ModelSettings(model=name, base_url=url, fallback="", retries=0)})
        await Runner(name, turn_s=turn_s, stage=stage).run(tasks, report)
