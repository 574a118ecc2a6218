"""The commands that the README names, as a person meets them in a terminal."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from tests.support.local_server import ollama
from tests.support.server import ROOT, Server
from tests.support.wire import called, text_reply


def manage(server: Server, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, cwd=ROOT, env=server.environment, capture_output=True, text=True, timeout=120)


UNPREPARED = (("ask", "hello"), ("create_api_key", "acme"), ("serve",), ("backup", "copy.tar"))
NOT_PREPARED = "The database is not prepared. Do this first: python manage.py prepare"


@pytest.mark.parametrize("command", UNPREPARED)
@pytest.mark.full
def test_before_anything_was_prepared_they_say_what_to_do(command: tuple[str, ...], tmp_path: Path) -> None:
    done = manage(Server(tmp_path), *command)

    assert done.returncode == 1
    assert done.stderr.strip() == f"CommandError: {NOT_PREPARED}"


@pytest.mark.django_db
def test_without_a_migrated_database_they_say_what_to_do(
    monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests
) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    MigrationRecorder(connection).migration_qs.all().delete()
    for command in UNPREPARED:
        with subtests.test(command=command), pytest.raises(CommandError, match=f"^{re.escape(NOT_PREPARED)}$"):
            call_command(*command)


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

    assert "北京 3 天" in done.stdout
    assert all(f"第 {day} 天" in done.stdout for day in (1, 2, 3))
    assert "[4/4]" in done.stderr
    assert '{"event"' not in done.stderr


@pytest.mark.full
def test_a_model_of_this_machine_answers_by_its_name_and_the_log_is_shown_when_asked_for(tmp_path: Path) -> None:
    replies = [called(("call_1", "search_cities", {"month": 1})).events, text_reply("Try ", "the south.").events]
    with ollama("qwen3:8b", replies=replies).serving() as models:
        ports = {"TRAVELAGENT_LOCAL_MODELS": "on", "TRAVELAGENT_LOCAL_MODEL_PORTS": str(models.port)}
        server = Server(tmp_path, settings=ports)
        server.prepare()
        question = ("Where is it warm in January?", "--model", f"local-{models.port}:qwen3:8b")
        done = manage(server, "ask", *question, "--verbosity", "2")

    assert done.stdout.strip() == "Try the south."
    assert len(models.chats) == 2
    assert '{"event"' in done.stderr
