"""Mutations of JavaScript sources: a tokenizer finds operators, truth values and numbers outside of strings."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.mutants.mutation import Mutation

SWAPS = {
    "===": "!==",
    "!==": "===",
    "==": "!=",
    "!=": "==",
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "&&": "||",
    "||": "&&",
    "+": "-",
    "-": "+",
    "true": "false",
    "false": "true",
    "!": "",
}
KINDS = {"&&": "logic", "||": "logic", "+": "arithmetic", "-": "arithmetic", "!": "negation"}
KINDS |= {"true": "truth value", "false": "truth value"}
TOKEN = re.compile(
    r"""
    (?P<space>\s+)
    | (?P<comment>//[^\n]*|/\*.*?\*/)
    | (?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
    | (?P<template>`)
    | (?P<number>0[xXbBoO][\da-fA-F_]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?n?|\.\d+)
    | (?P<name>[A-Za-z_$\#][\w$]*)
    | (?P<operator>>>>=|\.\.\.|===|!==|\*\*=|<<=|>>=|>>>|&&=|\|\|=|\?\?=
        |=>|==|!=|<=|>=|&&|\|\||\?\?|\?\.|\+\+|--|\+=|-=|\*=|/=|%=|&=|\|=|\^=|<<|>>|\*\*|.)
    """,
    re.VERBOSE | re.DOTALL,
)
REGEX = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/[a-z]*")
TEMPLATE_TEXT = re.compile(r"(?:\\.|\$(?!\{)|[^`\\$])*", re.DOTALL)
BEFORE_REGEX = frozenset({"return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "await"})
"""The names after which a slash begins a regular expression."""


@dataclass(frozen=True)
class Token:
    kind: str
    text: str
    start: int


def tokens_of(text: str) -> Iterator[Token]:
    """Yield the tokens of a script, those in the `${…}` of template strings included, without spaces and comments."""
    position, depth = 0, 0
    templates: list[int] = []
    before: Token | None = None
    while position < len(text):
        if text[position] == "/" and text[position + 1 : position + 2] not in ("/", "*") and _regex_may_follow(before):
            found, kind = REGEX.match(text, position), "regex"
        else:
            found = TOKEN.match(text, position)
            kind = (found and found.lastgroup) or ""
        if found is None:
            raise ValueError(f"no token at {text[position : position + 20]!r}")
        start, position = position, found.end()
        word = found.group()
        if kind in ("space", "comment"):
            continue
        closes_part = word == "}" and bool(templates) and templates[-1] == depth
        if kind == "template" or closes_part:
            if closes_part:
                templates.pop()
                depth -= 1
            position, kind = TEMPLATE_TEXT.match(text, position).end(), "string"
            if text.startswith("${", position):
                depth += 1
                templates.append(depth)
                position, kind = position + 2, "operator"
            else:
                position += 1
            before = Token(kind, text[start:position], start)
            continue
        depth += {"{": 1, "}": -1}.get(word, 0) if kind == "operator" else 0
        before = Token(kind, word, start)
        yield before


def _regex_may_follow(before: Token | None) -> bool:
    if before is None:
        return True
    if before.kind == "name":
        return before.text in BEFORE_REGEX
    return before.kind == "operator" and before.text not in (")", "]", "}")


def mutations_of(file: str, content: bytes) -> list[Mutation]:
    """Return every mutation of a script; `file` is its path from the root of the checkout."""
    text = content.decode()
    found = []
    for token in tokens_of(text):
        if token.kind == "number" and token.text.isdigit():
            mutated, kind = str(int(token.text) + 1), "number"
        elif token.kind in ("operator", "name") and token.text in SWAPS:
            mutated, kind = SWAPS[token.text], KINDS.get(token.text, "comparison")
        else:
            continue
        start = len(text[: token.start].encode())
        line = text.count("\n", 0, token.start) + 1
        end = start + len(token.text.encode())
        found.append(Mutation(file, start, end, mutated, token.text, kind, line, line, line))
    return found
