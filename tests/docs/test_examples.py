"""The examples of the documentation run: the Python blocks of a page, one after the other, as one program."""

import re
from pathlib import Path

import pytest

from tests.docs.renew import DOCS

BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
LIBRARY = "planning.md"
PAGES = sorted(page for page in DOCS.glob("*.md") if BLOCK.search(page.read_text("utf-8")))


def program_of(page: str) -> str:
    """The page's Python on its own lines, everything else blank, so that a failure names the line of the page."""
    lines = [""] * page.count("\n")
    for block in BLOCK.finditer(page):
        start = page.count("\n", 0, block.start(1))
        code = block[1].splitlines()
        lines[start : start + len(code)] = code
    return "\n".join(lines)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_of_a_page_run(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The example of the library, on the page about planning, prints what its comments say."""
    program = program_of(page.read_text("utf-8"))
    exec(compile(program, str(page), "exec"), {"__name__": f"docs_{page.stem}"})
    if page.name == LIBRARY:
        promised = [line.removeprefix("# ") for line in program.splitlines() if line.startswith("# ")]
        assert capsys.readouterr().out.splitlines() == promised
        assert promised


def test_every_guide_has_examples() -> None:
    assert {page.name for page in DOCS.glob("adding-*.md")} == {page.name for page in PAGES if "adding-" in page.name}
    assert len(PAGES) >= 3


def test_a_failing_example_fails_at_its_line() -> None:
    page = "# Page\n\n```python\nn = 1\n```\n\ntext\n\n```python\nassert n == 2\n```\n"

    with pytest.raises(AssertionError) as failure:
        exec(compile(program_of(page), "page.md", "exec"), {})

    assert failure.traceback[-1].lineno + 1 == 10
