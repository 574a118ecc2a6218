"""The worked example of docs/adding-an-edit.md: one new module, and every door knows the edit."""

import subprocess
import sys
from pathlib import Path

from tests.docs.renew import DOCS
from tests.docs.test_examples import BLOCK

PAGE = (DOCS / "adding-an-edit.md").read_text("utf-8")
USED = """
import sys
from travelagent.planning import edits
edits.__path__.append(sys.argv[1])
from travelagent.planning.edits.registry import KINDS, edit_fields, edits_from_wire
(edit,) = edits_from_wire([{"op": "put_off", "day": 2}])
assert type(edit) is KINDS["put_off"] and edit.minutes == 60
assert edit_fields()["put_off"] == ("day", "minutes?")
from travelagent.assistant.edit_arguments import EDIT_FORMS
assert "put_off day minutes?" in EDIT_FORMS
from travelagent.api.serializers.trips import TripEdits
assert "`{op: put_off, day, minutes?}`" in TripEdits().fields["edits"].help_text
"""
SET_UP = (
    "import os; os.environ.setdefault('DJANGO_SETTINGS_MODULE', 'travelagent.settings'); import django; django.setup()"
)


def test_one_module_is_all_that_a_new_edit_takes(tmp_path: Path) -> None:
    module = BLOCK.search(PAGE)
    assert module is not None
    (tmp_path / "put_off.py").write_text(module[1], "utf-8")
    program = USED.replace("from travelagent.assistant", f"{SET_UP}\nfrom travelagent.assistant", 1)

    found = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, timeout=120, check=False
    )

    assert found.returncode == 0, found.stderr
