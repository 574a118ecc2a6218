"""No pattern of the project takes much longer than twice as long for twice the text, whatever a stranger writes.

Every compiled pattern that a module holds is tried on long runs of each character that it names, and on runs with a
word before and after them.
"""

import importlib
import pkgutil
import re
import time
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

import agent_core
import travelagent

LENGTHS: Final = (300, 600, 1_200)
NOTICEABLE_S: Final = 0.00005
"""What takes less at the shortest length takes milliseconds at most for 5,000 characters, even if it is quadratic."""
WORST_RATIO: Final = 3.0
"""Of twice the length to the length: linear is 2, quadratic 4."""
MOST_CHARACTERS: Final = 30
"""Of one pattern: of what names more, every so many-th is taken."""
SAMPLES: Final = " \n\ta1._-,:/的，、"
"""Tried with every pattern, besides the characters that it names."""
SEARCHING: Final = frozenset({"search", "sub", "subn", "split", "finditer", "findall"})
CATEGORIES: Final = {"digit": "1", "space": " ", "word": "a"}


def modules() -> Iterator[Any]:
    for package in (agent_core, travelagent):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not re.search(r"\.(migrations|management|settings|asgi|celery|__main__)\b", found.name):
                yield importlib.import_module(found.name)


def patterns() -> dict[tuple[str, int], tuple[str, re.Pattern[str]]]:
    """The patterns of all modules, each with where it stands first."""
    found: dict[tuple[str, int], tuple[str, re.Pattern[str]]] = {}
    for module in modules():
        for name, value in vars(module).items():
            for pattern in _patterns_in(value, 3):
                found.setdefault((pattern.pattern, pattern.flags), (f"{module.__name__}.{name}", pattern))
    return found


def _patterns_in(value: Any, depth: int) -> Iterator[re.Pattern[str]]:
    if isinstance(value, re.Pattern):
        if isinstance(value.pattern, str):
            yield value
    elif depth and isinstance(value, dict):
        for each in value.values():
            yield from _patterns_in(each, depth - 1)
    elif depth and isinstance(value, list | tuple | set | frozenset):
        for each in value:
            yield from _patterns_in(each, depth - 1)
    elif depth and hasattr(value, "__dataclass_fields__") and not isinstance(value, type):
        for field in value.__dataclass_fields__:
            yield from _patterns_in(getattr(value, field, None), depth - 1)


def characters(pattern: re.Pattern[str]) -> set[str]:
    """The characters that a pattern names, a few of each class."""
    parser: Any = re._parser  # type: ignore[attr-defined]  # the standard library's own, which knows the syntax
    found: set[str] = set(SAMPLES)

    def walk(node: Any) -> None:
        if isinstance(node, tuple | list) or type(node).__name__ == "SubPattern":
            items = list(node)
            if len(items) == 2 and str(items[0]) in ("LITERAL", "NOT_LITERAL") and isinstance(items[1], int):
                found.add(chr(items[1]))
            elif len(items) == 2 and str(items[0]) == "RANGE":
                found.add(chr(items[1][0]))
            elif len(items) == 2 and str(items[0]) == "CATEGORY":
                found.update(sample for name, sample in CATEGORIES.items() if name in str(items[1]).lower())
            else:
                for item in items:
                    walk(item)

    walk(parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE))
    return found


def runs(character: str) -> Iterator[Callable[[int], str]]:
    yield lambda n: character * n
    yield lambda n: f"a{character * n}!"
    yield lambda n: f"{character}a" * (n // 2)


def took_s(use: Callable[[str], object], text: str, times: int) -> float:
    """The shortest of some measurements."""
    found = []
    for _ in range(times):
        began = time.perf_counter()
        use(text)
        found.append(time.perf_counter() - began)
    return min(found)


def is_steep(use: Callable[[str], object], text_of: Callable[[int], str]) -> bool:
    """Return whether each doubling of a run takes far more than twice as long."""
    if took_s(use, text_of(LENGTHS[0]), 1) < NOTICEABLE_S:
        return False
    before = took_s(use, text_of(LENGTHS[0]), 3)
    for length in LENGTHS[1:]:
        now = took_s(use, text_of(length), 3)
        if now < WORST_RATIO * before:
            return False
        before = now
    return True


def uses(place: str) -> set[str]:
    """How the sources use the pattern of a module: every use where its name stands for more than calls of a method."""
    module, _, name = place.rpartition(".")
    found: set[str] = set()
    for path, source in sources().items():
        if name.startswith("_") and path != module:
            continue
        for use in re.finditer(rf"^.*?\b{name}\b(?! *(?::|=[^=]))(?:\.(\w+))?", source, re.MULTILINE):
            if use[1] is None and "import" not in use[0] and not re.fullmatch(rf" +{name}", use[0]):
                return {"search", "fullmatch"}
            found.add(use[1] or "")
    return {"search" if use in SEARCHING else use for use in found} & {"search", "match", "fullmatch"}


@cache
def sources() -> dict[str, str]:
    """The text of each module by its name."""
    root = Path(travelagent.__path__[0]).parent
    paths = [path for room in ("travelagent", "agent_core") for path in (root / room).rglob("*.py")]
    named = ((".".join(path.relative_to(root).with_suffix("").parts), path) for path in paths)
    return {name.removesuffix(".__init__"): path.read_text("utf-8") for name, path in named}


def worst_character(pattern: re.Pattern[str], used: Iterable[str]) -> str | None:
    """Return a character whose runs a pattern takes too long for as it is used, None where there is none."""
    named = sorted(characters(pattern))
    few = {*SAMPLES, *named[:: 1 + len(named) // MOST_CHARACTERS]}
    for character in sorted(few):
        for text_of in runs(character):
            if any(is_steep(getattr(pattern, use), text_of) for use in used):
                return character
    return None


def test_every_pattern_is_linear(subtests: pytest.Subtests) -> None:
    found = patterns()
    assert len(found) > 200
    for name, pattern in found.values():
        with subtests.test(pattern=name):
            assert worst_character(pattern, uses(name)) is None
