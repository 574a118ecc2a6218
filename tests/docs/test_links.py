"""Links and paths of the documentation lead somewhere: files, headings, and files named in the text."""

import re
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.docs.renew import DOCS

ROOT = DOCS.parent
FOLDERS = ("benchmarks", "clients", "deploy", "tests", "training")
PAGES = sorted([*DOCS.glob("*.md"), *ROOT.glob("*.md"), *(page for f in FOLDERS for page in (ROOT / f).rglob("*.md"))])
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.+?) *$", re.MULTILINE)
FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
PATH = re.compile(
    r"`((?:agent_core|travelagent|templates|static|tests|benchmarks|training|docs|clients|deploy)/[\w/.-]+)`"
)
FILE = re.compile(r"`([\w./-]+\.(?:py|js|toml|csv|jsonl|html|npz))`")
EXAMPLES = re.compile(r"(stairs_before|no_stairs_late|put_off|time_zone)\.py$")
"""Files that the reader of a page about adding something would write."""


def anchor_of(heading: str) -> str:
    """Return the anchor that a Markdown renderer gives a heading."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


@cache
def names_of_files() -> frozenset[str]:
    """Return the names, without folders, of the files of this project."""
    folders = (
        "agent_core",
        "benchmarks",
        "clients",
        "deploy",
        "docs",
        "static",
        "templates",
        "tests",
        "training",
        "travelagent",
    )
    return frozenset(path.name for folder in folders for path in (ROOT / folder).rglob("*"))


def anchors(page: Path) -> set[str]:
    return {anchor_of(heading) for heading in HEADING.findall(FENCED.sub("", page.read_text("utf-8")))}


def is_broken(page: Path, link: str) -> bool:
    """Whether a link of a page leads to no file or heading, or is no https address."""
    target = urlsplit(link)
    if target.scheme:
        return target.scheme != "https" or not target.netloc or target.netloc.startswith(".")
    file = (page.parent / target.path).resolve() if target.path else page
    return not file.exists() or bool(target.fragment and target.fragment not in anchors(file))


def test_links_and_names_of_files_lead_somewhere(subtests: pytest.Subtests) -> None:
    for page in PAGES:
        with subtests.test(page=str(page.relative_to(ROOT))):
            text = FENCED.sub("", page.read_text("utf-8"))
            assert [link for link in LINK.findall(text) if is_broken(page, link)] == []
            missing = [path for path in PATH.findall(text) if not (ROOT / path).exists()]
            missing += [name for name in FILE.findall(text) if name.rsplit("/", 1)[-1] not in names_of_files()]
            assert [name for name in missing if not EXAMPLES.search(name)] == []


def test_a_broken_link_is_found() -> None:
    assert anchor_of("To teach it `something`") == "to-teach-it-something"
    assert anchor_of("What [the planner](x.md) does") == "what-the-planner-does"
    assert "client-libraries" in anchors(DOCS / "partners.md")
