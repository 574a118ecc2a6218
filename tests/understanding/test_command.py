"""`manage.py understand`: one message, or a file of them, without a database."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command


def run(*args: str) -> list[str]:
    out = StringIO()
    call_command("understand", *args, stdout=out)
    return out.getvalue().splitlines()


def test_a_message_is_one_line_of_the_wire_shape() -> None:
    (line,) = run("带爸妈去云南玩五天", "--json", "--today", "2026-11-21")
    understood = json.loads(line)
    assert understood.keys() == {"language", "intent", "sentiment", "missing", "acts", "confidence", "entities"}
    assert understood["entities"] == {
        "regions": ["Yunnan"],
        "days": 5,
        "travellers": {"adults": 1, "seniors": 2},
    }


def test_without_json_it_is_laid_out_for_reading() -> None:
    lines = run("规划北京三日游", "--explain", "--today", "2026-11-21")
    assert len(lines) > 5
    explained = json.loads("\n".join(lines))
    assert explained["entities"] == {"cities": ["beijing"], "days": 3}
    assert [(span["text"], span["role"], span["links"]) for span in explained["spans"]] == [
        ("北京", "stop", ["place: city"]),
        ("三日", "length", ["span: day"]),
    ]
    assert explained["clauses"][0]["acts"]["plan"] > 0.5


def test_a_file_gives_one_line_for_each_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "turns.jsonl"
    rows = [{"text": "明天去北京"}, {"turns": ["Three days in Lisbon", "make it five"]}]
    file.write_text("\n".join(json.dumps(row) for row in rows) + "\n", encoding="utf-8")
    first, second = map(json.loads, run("--file", str(file), "--today", "2026-11-21"))
    assert first["entities"] == {"cities": ["beijing"], "start_date": "2026-11-22"}
    assert second["entities"] == {"cities": ["lisbon"], "days": 5}


@pytest.mark.parametrize("line", ["{", "[]", "{}", '{"turns": "北京"}', '{"text": 3}'])
def test_a_line_of_another_shape_is_refused_with_its_number(tmp_path: Path, line: str) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text('{"text": "hi"}\n' + line, encoding="utf-8")
    with pytest.raises(CommandError, match=r"bad\.jsonl:2"):
        run("--file", str(file))


@pytest.mark.parametrize("args", [(), ("hi", "--file", "x.jsonl"), ("--file", "missing.jsonl")])
def test_it_wants_exactly_one_source(args: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        run(*args)
