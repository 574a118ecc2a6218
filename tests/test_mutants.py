"""The mutations that benchmarks/mutants plants: which there are, where they stand, and that they can be undone."""

import ast

import pytest

from benchmarks.mutants import python_source, script_source
from benchmarks.mutants.mutation import Mutation, sample

PYTHON = '''"""A module == with a docstring."""
from typing import TYPE_CHECKING

__all__ = ["f"]
LIMIT: int = 3
NAMES = {"en": gettext("the name is 7")}

if TYPE_CHECKING:
    import os


def f(a: "int == 1", b=(1)) -> int:
    """Return a < b."""
    # 北京 and
    if not a or (a is not None and b not in (2, "好")):
        g(a)
    for x in a:
        continue
    b += 1
    return a * b  # 1 + 1


@kernel
def g(a):
    return a < f"{a == 1}"
'''
SCRIPT = """// a === b
import { a } from "./a.js?x=1";
const words = `1 < 2 ${a && `${1 + b}`} || {`;
const pattern = /[/"]+ === 1/.test(a) / 2;
export const f = (x) => { if (!x || x !== true) { return x++ <= 10 ? "<" : '&&'; } };
"""


def changes(mutations: list[Mutation]) -> list[tuple[int, str, str]]:
    return [(mutation.line, mutation.original, mutation.mutated) for mutation in sorted(mutations)]


def test_places_in_python_are_found_and_those_without_effect_left_alone():
    test = 'not a or (a is not None and b not in (2, "好"))'
    assert sorted(changes(python_source.mutations_of("m.py", PYTHON.encode()))) == sorted(
        [
            (5, "3", "4"),
            (12, "1", "2"),
            *((15, test, forced) for forced in ("True", "False")),
            (15, "not a", "a"),
            (15, "or", "and"),
            (15, "is not", "is"),
            (15, "and", "or"),
            (15, "not in", "in"),
            (15, "2", "3"),
            (15, '"好"', '"XX好"'),
            (16, "g(a)", "pass"),
            (18, "continue", "break"),
            (19, "+=", "-="),
            (19, "1", "2"),
            (20, "return a * b", "return None"),
            (20, "*", "/"),
            (25, 'return a < f"{a == 1}"', "return None"),
            (25, "<", "<="),
        ]
    )


def test_every_mutated_module_is_another_program_of_the_same_length():
    content = PYTHON.encode()
    for mutation in python_source.mutations_of("m.py", content):
        assert python_source.is_valid(mutation, content)
        assert len(mutation.applied(content).splitlines()) == len(content.splitlines())
        ast.parse(mutation.applied(content))


def test_a_mutation_knows_what_runs_its_statement():
    found = {(m.line, m.original): m for m in python_source.mutations_of("m.py", PYTHON.encode())}
    default, compared, compiled = found[12, "1"], found[15, "or"], found[25, "<"]
    assert (default.at_import, compared.at_import, compiled.at_import) == (True, False, False)
    assert (default.compiled, compared.compiled, compiled.compiled) == (False, False, True)
    assert (compared.first_line, compared.last_line) == (15, 15)


def test_a_mutation_of_another_text_is_refused():
    mutation = python_source.mutations_of("m.py", PYTHON.encode())[0]
    with pytest.raises(ValueError, match="has changed"):
        mutation.applied(b"# longer\n" + PYTHON.encode())


def test_places_in_scripts_stand_outside_of_strings_comments_and_patterns():
    assert changes(script_source.mutations_of("m.js", SCRIPT.encode())) == [
        (3, "&&", "||"),
        (3, "1", "2"),
        (3, "+", "-"),
        (4, "2", "3"),
        (5, "!", ""),
        (5, "||", "&&"),
        (5, "!==", "==="),
        (5, "true", "false"),
        (5, "<=", "<"),
        (5, "10", "11"),
    ]


def test_a_larger_sample_holds_the_smaller_one():
    candidates = python_source.mutations_of("m.py", PYTHON.encode())
    few, more = (sample(candidates, count, "22 m", lambda mutation: mutation.kind != "loop") for count in (4, 9))
    assert more[:4] == few
    assert len(more) == 9
    assert sample(list(reversed(candidates)), 4, "22 m", lambda mutation: mutation.kind != "loop") == few
