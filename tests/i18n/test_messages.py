"""The catalogues of messages: set as Chinese is, in one voice, and up to date with the code."""

import re
import shutil
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.management import CommandError, call_command

from tests.support.language import is_badly_set
from travelagent.ops.management.commands import check_translations

VARIABLE = re.compile(r"%\(\w+\)[sd]|\{\w+\}|<[^>]+>")
"""Filled in, or markup."""
CHINESE = [path for root in settings.LOCALE_PATHS for path in Path(root).glob("zh_Hans/LC_MESSAGES/*.po")]
UNSET = {"n月j日"}
"""Forms of dates, not texts."""


def translations(path: Path) -> list[str]:
    with path.open("rb") as file:
        catalog = read_po(file)
    return [text for m in catalog if m.id for text in ([m.string] if isinstance(m.string, str) else m.string)]


def test_it_works() -> None:
    assert len(CHINESE) == 3
    assert sum(len(translations(path)) for path in CHINESE) > 800


@pytest.mark.parametrize("path", CHINESE, ids=lambda path: "-".join(path.parts[-4:]))
def test_chinese_messages_are_set_as_chinese_is(path: Path) -> None:
    assert [text for text in translations(path) if text not in UNSET and is_badly_set(VARIABLE.sub("…", text))] == []


@pytest.mark.skipif(shutil.which("xgettext") is None, reason="gettext's tools are not installed")
def test_every_message_of_the_code_is_translated(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("check_translations")
    assert "complete" in capsys.readouterr().out


def test_a_lost_variable_is_found(tmp_path: Path) -> None:
    folder = tmp_path / "zh_Hans" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    message = 'msgid "%(count)s runs of %(name)s"\nmsgstr "%(count)s 次运行"\n'
    (folder / "django.po").write_text(message, encoding="utf-8")
    with (folder / "django.po").open("rb") as file:
        wrong = check_translations.wrong(read_po(file), "here")
    assert wrong == ["here: other variables: %(count)s runs of %(name)s"]


def test_a_translation_of_no_librarys_string_is_found(
    tmp_path: Path, settings: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check_translations, "DOMAINS", ())  # the code's own messages
    own, libraries = tmp_path / "own", tmp_path / "libraries"
    (libraries / "en" / "LC_MESSAGES").mkdir(parents=True)
    message = 'msgid "A sentence that no library has ever said"\nmsgstr "x"\n'
    (libraries / "en" / "LC_MESSAGES" / "django.po").write_text(message, encoding="utf-8")
    settings.LOCALE_PATHS = [own, libraries]  # type: ignore[attr-defined]  # pytest-django's fixture
    with pytest.raises(CommandError, match="in no library: A sentence"):
        call_command("check_translations")
