"""`python -m tests.style.conventions [PATH …]`: list where names and docstrings leave the conventions of the field.

Names must not use the words of `PRIVATE_WORDS`, docstrings not the phrases of `PRIVATE_PHRASES`. Every public function,
method and class has a docstring; that of a function begins with a verb in the imperative. A method may inherit its
docstring. Released names, such as columns and JSON keys, are in `RELEASED`. Exits with 1 when it lists anything.
"""

import ast
import inspect
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PRODUCT = ("agent_core", "travelagent")
TOOLING = ("benchmarks", "training", "tests")

PRIVATE_WORDS = frozenset(
    ("told", "said", "heard", "unheard", "asked", "says", "tells", "beyond", "naming", "wished", "vain")
)
"""Parts of names: `told_before`, `wish_in_vain`."""

PRIVATE_NAMES = frozenset(("way", "ways"))
"""Whole names: a mode of transport is a mode, a connection a leg or a route."""

PRIVATE_PHRASES = re.compile(r"\b(told|tells|said|says|heard|unheard|in vain|beyond|naming|wished)\b", re.IGNORECASE)

NO_IMPERATIVE = re.compile(
    r"(a|an|the|all|another|any|as|at|be(?=ing)|back|by|during|each|every\w*|for|from|have|how|if|in|is|it|its|may|many|never|no|nobody"
    r"|not|of|on|once|one|only|or|raises|returns|several|so|some\w*|such|takes|that|there|these|they|those|to|two|until|up|what"
    r"|when|where|whether|which|who|why|with|without|\w+'s|(?!bring)\w+ing|[a-z]+(?<![sc])ions?)",
    re.IGNORECASE,
)

RELEASED: dict[str, frozenset[str]] = {
    "agent_core/state.py": frozenset(("told",)),
    "travelagent/api/serializers/members.py": frozenset(("told",)),
    "travelagent/api/serializers/trips.py": frozenset(
        (
            "get_told",
            "told",
        )
    ),
    "travelagent/assistant/results/cities.py": frozenset(("way",)),
    "travelagent/assistant/results/route.py": frozenset(
        (
            "asked",
            "told",
            "way",
        )
    ),
    "travelagent/assistant/tools/calculate_budget.py": frozenset(("way",)),
    "travelagent/assistant/tools/change_route.py": frozenset(("way",)),
    "travelagent/assistant/tools/generate_route.py": frozenset(("way",)),
    "travelagent/assistant/tools/search_cities.py": frozenset(("way",)),
    "travelagent/planning/edits/sights.py": frozenset(("said",)),
    "travelagent/planning/edits/trip.py": frozenset(("way",)),
    "travelagent/plans/values.py": frozenset(("way",)),
    "travelagent/trips/discussion.py": frozenset(("told",)),
    "travelagent/trips/models/trips.py": frozenset(("told",)),
    "travelagent/wire/change.py": frozenset(("way",)),
}
"""Names that stay as they were released, by the file that defines them."""

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True, slots=True)
class Finding:
    """A place that leaves the conventions.

    `problem` is `private name`, `private words`, `no docstring` or `no imperative`.
    """

    file: Path
    line: int
    name: str
    problem: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.problem}: {self.name}"


def findings(paths: Sequence[Path]) -> list[Finding]:
    """Return what is listed for the Python files in the paths, which may be files or folders of this project."""
    files = [file for path in paths for file in ([path] if path.is_file() else sorted(path.rglob("*.py")))]
    return [finding for file in files if "migrations" not in file.parts for finding in _file_findings(file)]


def _file_findings(file: Path) -> Iterator[Finding]:
    relative = file.resolve().relative_to(ROOT)
    tree = ast.parse(file.read_text("utf-8"))
    released = RELEASED.get(str(relative), frozenset())
    for line, name in sorted(defined_names(tree)):
        if name not in released and _is_private(name):
            yield Finding(relative, line, name, "private name")
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | Definition):
            docstring = re.sub(r"`[^`]*`", "", ast.get_docstring(node) or "")
            if found := PRIVATE_PHRASES.search(docstring):
                yield Finding(
                    relative, getattr(node, "lineno", 1), f"{getattr(node, 'name', '')}: {found[0]}", "private words"
                )
    if relative.parts[0] in PRODUCT:
        yield from _docstring_findings(relative, tree.body, ())


def defined_names(tree: ast.Module) -> set[tuple[int, str]]:
    """Return the names that the module defines, with their lines."""
    names: set[tuple[int, str]] = set()
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                names.add((node.lineno, name))
            case ast.arg(arg=name):
                names.add((node.lineno, name))
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                names.add((node.lineno, name))
            case ast.alias(asname=str(name)):
                names.add((node.lineno, name))
    return names


def _is_private(name: str) -> bool:
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower().strip("_").split("_")
    # The names of tests are sentences.
    return words[0] != "test" and ("_".join(words) in PRIVATE_NAMES or not PRIVATE_WORDS.isdisjoint(words))


def _docstring_findings(file: Path, body: Sequence[ast.stmt], outer: tuple[str, ...]) -> Iterator[Finding]:
    """Yield what is wrong with the docstrings of public definitions in the body of a module or class."""
    for node in body:
        if not isinstance(node, Definition) or not _is_documented(node):
            continue
        path = (*outer, node.name)
        docstring = ast.get_docstring(node)
        if docstring is None:
            if not (outer and _inherits_docstring(file, path)):
                yield Finding(file, node.lineno, ".".join(path), "no docstring")
        elif not isinstance(node, ast.ClassDef) and not _is_property(node):
            if NO_IMPERATIVE.fullmatch(re.split(r"[\s,:;.]", docstring.lstrip("`"), maxsplit=1)[0]):
                yield Finding(file, node.lineno, ".".join(path), "no imperative")
        if isinstance(node, ast.ClassDef):
            yield from _docstring_findings(file, node.body, path)


def _decorators(node: Definition) -> set[str]:
    return {ast.unparse(decorator).split("(")[0].rsplit(".", 1)[-1] for decorator in node.decorator_list}


def _is_documented(node: Definition) -> bool:
    """Return whether the definition is a public one of its own; Django's and Pydantic's inner options are none."""
    options = isinstance(node, ast.ClassDef) and node.name in ("Meta", "Media", "Config")
    return not (options or node.name.startswith("_") or _decorators(node) & {"overload", "setter", "deleter"})


def _is_property(node: Definition) -> bool:
    return bool(_decorators(node) & {"property", "cached_property"})


def _inherits_docstring(file: Path, path: tuple[str, ...]) -> bool:
    """Return whether a member of a class has a docstring by one of its bases; imports the module."""
    module = import_module(".".join(file.with_suffix("").parts).removesuffix(".__init__"))
    owner = reduce(getattr, path[:-1], module)
    member = inspect.getattr_static(owner, path[-1])
    member = getattr(member, "__func__", member)
    return bool(inspect.getdoc(member)) or any(
        inspect.getdoc(vars(base)[path[-1]]) for base in owner.__mro__[1:] if path[-1] in vars(base)
    )


def main() -> int:
    """List the findings in the paths of the command line, or of the whole project; return the exit status."""
    import django

    django.setup()
    paths = [Path(argument) for argument in sys.argv[1:]] or [ROOT / name for name in (*PRODUCT, *TOOLING)]
    listed = findings(paths)
    for finding in listed:
        print(finding)
    print(f"{len(listed)} findings")
    return int(bool(listed))


if __name__ == "__main__":
    import os

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "travelagent.settings")
    sys.exit(main())
