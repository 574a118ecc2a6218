"""The command line: which model, which tasks, and where the report goes."""

import argparse
import asyncio
import json
import logging
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from benchmarks.figures import Figure, goal_at_least, limit
from tests.support.data_folder import prepare_data_folder
from tests.support.isolation import ROOT, SERVICES

DEFAULT_MODEL = "offline"
ENDPOINT = "endpoint"
"""What the model of `--base-url` is called here."""
CLAIMING = "scripted-sloppy"
"""The model that only claims: what it passes is not checked well."""
SCRIPTED = ("scripted-strong", CLAIMING)
TURN_S = 180.0


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="python -m benchmarks model_eval", description="Score a chat model on forty traveller tasks."
    )
    made.add_argument("--model", default=DEFAULT_MODEL, help=f"a model of the registry, or {' or '.join(SCRIPTED)}")
    made.add_argument("--base-url", default="", help="an OpenAI-compatible endpoint; --model is its name there")
    made.add_argument("--api-key-env", default="", help="the environment variable with the endpoint's key")
    made.add_argument("--tools", choices=("native", "prompted"), default="native", help="how the endpoint calls tools")
    made.add_argument("--window", type=int, default=32_000, help="the endpoint's context window in tokens")
    made.add_argument("--only", action="append", default=[], metavar="ID", help="run this task; may be given again")
    made.add_argument("--limit", type=int, default=None, metavar="N", help="run the first N tasks")
    made.add_argument("--turn-limit", type=float, default=TURN_S, metavar="SECONDS", help="the longest turn")
    made.add_argument("--json", type=Path, default=None, metavar="FILE", help="write the report there, too")
    return made


def main(arguments: Sequence[str] = ()) -> list[Figure]:
    """Run the tasks in a database of their own and print the report; of those that ran when it is interrupted."""
    options = parser().parse_args(arguments)
    with _own_database():
        return _evaluate(options)


def _evaluate(options: argparse.Namespace) -> list[Figure]:
    # Django's models cannot be imported before it is set up.
    from benchmarks.model_eval.report import as_json, show, summary
    from benchmarks.model_eval.runner import Outcome, Runner
    from benchmarks.model_eval.scripted.play import scripted
    from benchmarks.model_eval.tasks import TASKS
    from travelagent.assistant.model_registry import UnknownModel, price_of
    from travelagent.assistant.warm import warm_up

    known = {task.id: task for task in TASKS}
    if unknown := [id for id in options.only if id not in known]:
        sys.exit(f"unknown tasks {', '.join(unknown)}; known: {', '.join(known)}")
    tasks = [known[id] for id in options.only or known][: options.limit]
    outcomes: list[Outcome] = []

    def report(outcome: Outcome) -> None:
        outcomes.append(outcome)
        print(f"{'pass' if outcome.passed else 'FAIL'}  {outcome.task.id}", flush=True)

    name = options.model
    if name in SCRIPTED:
        tasks, work = scripted(name, tasks, turn_s=options.turn_limit, report=report)
    else:
        if options.base_url:
            name = _endpoint(options)
        try:
            work = Runner(name, turn_s=options.turn_limit).run(tasks, report)
        except UnknownModel as error:
            sys.exit(str(error))
    warm_up()
    try:
        asyncio.run(work)
    except KeyboardInterrupt:
        print("interrupted")
    price = price_of(name)
    show(options.model, outcomes, len(tasks), price)
    if options.json is not None:
        document = as_json(options.model, outcomes, len(tasks), price)
        options.json.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    whole = summary(outcomes, price)
    bound = limit(0) if options.model == CLAIMING else goal_at_least(len(tasks))
    return [
        Figure(f"{options.model}: tasks passed of {len(tasks)}", whole["passed"], "tasks", bound),
        Figure(f"{options.model}: checks held", 100 * whole["checks_share"], "%"),
        Figure(f"{options.model}: seconds a turn, p95", whole["seconds"]["p95"], "s"),
    ]


def _endpoint(options: argparse.Namespace) -> str:
    """Offer the endpoint of `--base-url` and return its name in the registry."""
    from travelagent.assistant.model_registry import configure
    from travelagent.assistant.model_settings import ModelSettings

    if options.api_key_env and options.api_key_env not in os.environ:
        sys.exit(f"the variable {options.api_key_env} is not set")
    settings = {
        "model": options.model,
        "base_url": options.base_url,
        "tools": options.tools,
        "context_window": options.window,
        "timeout_s": options.turn_limit,
        "fallback": "",
        **({"key": os.environ[options.api_key_env]} if options.api_key_env else {}),
    }
    configure({ENDPOINT: ModelSettings.model_validate(settings)})
    return ENDPOINT


@contextmanager
def _own_database() -> Iterator[None]:
    """Set Django up with a database and a data folder that nothing else uses, and with a compiled planner."""
    import django

    for name in SERVICES:
        os.environ.pop(name, None)
    os.environ["DJANGO_SETTINGS_MODULE"] = "travelagent.settings"
    with tempfile.TemporaryDirectory(prefix="travelagent-model-eval-") as folder:
        os.environ["TRAVELAGENT_DATA_DIR"] = folder
        prepare_data_folder(Path(folder))
        subprocess.run([sys.executable, "-m", "travelagent.planning", "warm"], cwd=ROOT, check=True)
        django.setup()
        logging.disable(logging.CRITICAL)
        yield
