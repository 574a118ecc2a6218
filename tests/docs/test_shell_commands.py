"""The shell commands of the documentation exist, with the options and files that they are shown with.

`tests/services/` runs those of the README and of the partners' page; the others need containers or a model server.
"""

import re
import shlex
import subprocess
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import pytest
from celery.bin.celery import celery
from django.core.management import CommandError, get_commands, load_command_class

from benchmarks.suite import BY_NAME
from tests.docs.renew import DOCS

ROOT = DOCS.parent
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.DOTALL | re.MULTILINE)
ASSIGNED = re.compile(r"[A-Z][A-Z0-9_]*=")
PAGES = sorted(
    page
    for page in [*DOCS.glob("*.md"), *ROOT.glob("README*.md")]
    if page.name != "partners.md" and BLOCK.search(page.read_text("utf-8"))
)
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")


def check_make(words: Sequence[str]) -> None:
    targets = [word for word in words if not ASSIGNED.match(word)]
    assert targets
    for target in targets:
        assert re.search(rf"^{re.escape(target)}:", MAKEFILE, re.MULTILINE), f"no target {target}"
    for variable in (word.partition("=")[0] for word in words if ASSIGNED.match(word)):
        assert f"$({variable})" in MAKEFILE, f"nothing reads {variable}"


def check_python(words: Sequence[str]) -> None:
    if words[0] == "manage.py":
        check_manage(words[1:])
        return
    assert words[0] == "-m"
    assert find_spec(words[1]), f"no module {words[1]}"
    if words[1] == "benchmarks" and len(words) > 2:
        assert words[2] in BY_NAME


def check_manage(words: Sequence[str]) -> None:
    name, *arguments = words
    command = load_command_class(get_commands()[name], name)
    command.create_parser("manage.py", name).parse_args(arguments)


def check_pytest(words: Sequence[str]) -> None:
    for word in words:
        if word.startswith("tests/"):
            assert (ROOT / word).exists(), f"no {word}"


def check_celery(words: Sequence[str]) -> None:
    assert words[:2] == ["-A", "travelagent.celery"]
    assert find_spec(words[1])
    command = celery.commands[words[2]]
    command.make_context(words[2], list(words[3:]), resilient_parsing=True)


def check_files(words: Sequence[str]) -> None:
    """Check the files that follow `-f` or `--requirement`."""
    for option, file in pairwise(words):
        if option in ("-f", "--requirement"):
            assert (ROOT / file).exists(), f"no {file}"


def check_nothing(_: Sequence[str]) -> None:
    """Accept a program that is none of this project."""


CHECKS: dict[str, Callable[[Sequence[str]], None]] = {
    "make": check_make,
    "python": check_python,
    "pytest": check_pytest,
    "celery": check_celery,
    "docker": check_files,
    "pip": check_files,
    "ollama": check_nothing,
    "export": check_nothing,
}


def commands_of(page: Path) -> list[str]:
    lines = [line for block in BLOCK.findall(page.read_text("utf-8")) for line in block.splitlines()]
    return [line for line in lines if line.strip() and not line.lstrip().startswith("#")]


def test_commands_and_their_options_exist(subtests: pytest.Subtests) -> None:
    for page in PAGES:
        for line in commands_of(page):
            with subtests.test(page=page.name, line=line):
                words = shlex.split(line, comments=True)
                while words and ASSIGNED.match(words[0]):
                    words = words[1:]
                CHECKS[Path(words[0]).name](words[1:])


def test_blocks_are_valid_shell() -> None:
    script = "\n".join(block for page in PAGES for block in BLOCK.findall(page.read_text("utf-8")))
    assert subprocess.run(["bash", "-n"], input=script, text=True, capture_output=True).stderr == ""


@pytest.mark.parametrize(
    "line",
    ["make nothing", "python manage.py ask --loudly hi", "python manage.py nothing", "docker compose -f no.yml up"],
)
def test_a_command_that_does_not_exist_is_found(line: str) -> None:
    program, *words = shlex.split(line)
    with pytest.raises((AssertionError, KeyError, CommandError)):
        CHECKS[program](words)
