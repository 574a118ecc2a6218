"""The README's example of the planning engine is run, and prints what its comments say."""

import contextlib
import io
import re
from pathlib import Path

README = Path(__file__).parents[2] / "README.md"


def test_the_example_prints_what_it_says() -> None:
    example = re.search(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert example is not None
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(example[1], "README.md", "exec"), {})
    promised = [line.removeprefix("# ") for line in example[1].splitlines() if line.startswith("# ")]
    assert said.getvalue().splitlines() == promised
    assert promised
