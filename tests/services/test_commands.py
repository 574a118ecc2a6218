"""The commands that the README names, as a person meets them in a terminal."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.server import ROOT, Server


def manage(server: Server, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, cwd=ROOT, env=server.environment, capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize("command", [("ask", "hello"), ("create_api_key", "acme"), ("serve",), ("backup", "copy.tar")])
@pytest.mark.sampled
def test_before_anything_was_prepared_they_say_what_to_do(command: tuple[str, ...], tmp_path: Path) -> None:
    done = manage(Server(tmp_path), *command)

    assert done.returncode == 1
    assert done.stderr.strip() == (
        "CommandError: The database is not prepared. Do this first: python manage.py prepare"
    )


EXPECTED = {
    "zh_CN:en": ("资料 .* 已载入：\\d+ 座城市", "准备就绪", "这会替换现有的全部数据"),
    "en_GB": ("Catalogue .* loaded: \\d+ cities", "prepared", "this replaces everything that is there"),
}


@pytest.mark.parametrize("language", EXPECTED)
@pytest.mark.full
def test_they_speak_the_language_of_the_terminal(language: str, tmp_path: Path) -> None:
    server = Server(tmp_path, settings={"LANGUAGE": language})
    loaded, prepared, refused = EXPECTED[language]

    lines = manage(server, "prepare").stdout.splitlines()
    assert [line for line in lines if re.match(loaded, line)]
    assert lines[-1] == prepared
    user = "from travelagent.accounts.models import User; User.objects.create_superuser('ada')"
    assert manage(server, "shell", "-c", user).returncode == 0
    assert manage(server, "restore", "copy.tar").stderr.startswith(f"CommandError: {refused}")


def test_a_question_shows_its_steps_in_words_and_prints_the_answer(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.prepare()

    done = manage(server, "ask", "规划北京三日游")
    logged = manage(server, "ask", "规划北京三日游", "--verbosity", "2")

    assert "北京 3 天" in done.stdout
    assert all(f"第 {day} 天" in done.stdout for day in (1, 2, 3))
    assert "[4/4]" in done.stderr
    assert '{"event"' not in done.stderr
    assert '{"event"' in logged.stderr
