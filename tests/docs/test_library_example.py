"""The planning page's example of the library is run, and prints what its comments say."""

import contextlib
import io
import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "planning.md"


def test_the_example_prints_what_it_says() -> None:
    example = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert example is not None
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(example[1], "planning.md", "exec"), {})
    promised = [line.removeprefix("# ") for line in example[1].splitlines() if line.startswith("# ")]
    assert output.getvalue().splitlines() == promised
    assert promised
