"""The command, as it is run: an interruption prints what there is."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.support.isolation import ROOT

HEEDS_INTERRUPTIONS = """
import runpy, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
runpy.run_module("benchmarks", run_name="__main__", alter_sys=True)
"""
"""The command, in a process that heeds them even in the background of a shell, which ignores them."""


def test_an_interruption_prints_the_report_of_what_was_run(tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    command = [sys.executable, "-c", HEEDS_INTERRUPTIONS, "model_eval", "--json", str(file)]
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env={**os.environ, "TRAVELAGENT_MODELS_FILE": ""}
    )
    assert process.stdout is not None
    shown = ""
    while not shown.startswith(("pass", "FAIL")):
        shown = process.stdout.readline()
        assert shown, "the command ended"
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=120)

    report = json.loads(file.read_text(encoding="utf-8"))
    assert process.returncode == 0
    assert "interrupted" in rest
    assert f"stopped after {len(report['results'])} of 40 tasks" in rest
    assert report["complete"] is False
    assert report["planned"] == 40
