"""Mutations of Python sources: places are found in the syntax tree, so that the rest of the file keeps its text."""

import ast
import io
import re
import tokenize
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from benchmarks.mutants.mutation import Mutation

COMPARISONS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}
ARITHMETIC: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "/"),
    ast.Div: ("/", "*"),
}
COMPILERS = frozenset({"kernel", "inlined"})
"""The decorators that compile a function."""
TRANSLATORS = frozenset({"LocalizedText", "gettext", "gettext_lazy", "ngettext", "pgettext", "_"})
"""A constant of a module that calls one of these holds words for people."""
MOST_LITERALS = 150
"""A constant of a module with more literals than this is data."""
STRING_START = re.compile(r"[a-zA-Z]*('''|\"\"\"|'|\")")


@dataclass(frozen=True)
class Token:
    text: str
    start: int
    end: int


class Source:
    """A source file's bytes, its tokens, and where its lines begin."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        lines = content.splitlines(keepends=True)
        self._begins = [0]
        for line in lines:
            self._begins.append(self._begins[-1] + len(line))
        self._tokens = list(self._read_tokens([line.decode() for line in lines]))
        self._starts = [token.start for token in self._tokens]

    def _read_tokens(self, lines: Sequence[str]) -> Iterator[Token]:
        for token in tokenize.tokenize(io.BytesIO(self.content).readline):
            if token.type in (tokenize.OP, tokenize.NAME, tokenize.NUMBER, tokenize.STRING):
                (line, column), (end_line, end_column) = token.start, token.end
                start = self._begins[line - 1] + len(lines[line - 1][:column].encode())
                end = self._begins[end_line - 1] + len(lines[end_line - 1][:end_column].encode())
                yield Token(token.string, start, end)

    def start(self, node: ast.expr | ast.stmt) -> int:
        return self._begins[node.lineno - 1] + node.col_offset

    def end(self, node: ast.expr | ast.stmt) -> int:
        if node.end_lineno is None or node.end_col_offset is None:
            raise ValueError("the node has no end")
        return self._begins[node.end_lineno - 1] + node.end_col_offset

    def line_of(self, offset: int) -> int:
        return bisect_left(self._begins, offset + 1)

    def text(self, start: int, end: int) -> str:
        return self.content[start:end].decode()

    def tokens(self, start: int, end: int) -> list[Token]:
        """Return the tokens that begin between two bytes."""
        return self._tokens[bisect_left(self._starts, start) : bisect_left(self._starts, end)]

    def find(self, words: str, start: int, end: int) -> tuple[int, int]:
        """Return begin and end of the first row of tokens between two bytes that reads like these words."""
        wanted, tokens = words.split(), self.tokens(start, end)
        for index in range(len(tokens) - len(wanted) + 1):
            row = tokens[index : index + len(wanted)]
            if [token.text for token in row] == wanted:
                return row[0].start, row[-1].end
        raise ValueError(f"no {words!r} between bytes {start} and {end}")


def mutations_of(file: str, content: bytes) -> list[Mutation]:
    """Return every mutation of a Python file; `file` is its path from the root of the checkout."""
    finder = _Finder(file, Source(content))
    finder.visit(ast.parse(content))
    return finder.found


def is_valid(mutation: Mutation, content: bytes) -> bool:
    """Whether the mutated file still is a Python program, and another one."""
    try:
        tree = ast.parse(mutation.applied(content))
    except SyntaxError:
        return False
    return ast.dump(tree) != ast.dump(ast.parse(content))


@dataclass(frozen=True)
class _Place:
    """Where the visitor stands: the lines of the statement, and in what kind of function."""

    first_line: int = 1
    last_line: int = 1
    in_function: bool = False
    compiled: bool = False


class _Finder(ast.NodeVisitor):
    """Collects the mutations of one file."""

    def __init__(self, file: str, source: Source) -> None:
        self.found: list[Mutation] = []
        self._file = file
        self._source = source
        self._place = _Place()

    def visit(self, node: ast.AST) -> None:
        """Visit a node, with the lines of its statement noted."""
        if isinstance(node, ast.stmt | ast.ExceptHandler):
            with self._at(*_header(node)):
                super().visit(node)
        elif isinstance(node, ast.match_case):
            with self._at(node.pattern.lineno, node.body[0].lineno):
                super().visit(node)
        else:
            super().visit(node)

    @contextmanager
    def _at(self, first_line: int, last_line: int) -> Iterator[None]:
        before = self._place
        self._place = _Place(first_line, last_line, before.in_function, before.compiled)
        yield
        self._place = before

    def _add(self, kind: str, start: int, end: int, mutated: str) -> None:
        place = self._place
        self.found.append(
            Mutation(
                file=self._file,
                start=start,
                end=end,
                mutated=mutated,
                original=self._source.text(start, end),
                kind=kind,
                line=self._source.line_of(start),
                first_line=place.first_line,
                last_line=place.last_line,
                at_import=not place.in_function,
                compiled=place.compiled,
            )
        )

    def _swap(self, kind: str, words: tuple[str, str], start: int, end: int) -> None:
        """Replace the operator that stands between two bytes."""
        self._add(kind, *self._source.find(words[0], start, end), words[1])

    # Statements

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """Visit decorators and defaults, which run where the function stands, then the body; no annotation."""
        for part in (*node.decorator_list, *node.args.defaults, *filter(None, node.args.kw_defaults)):
            self.visit(part)
        before = self._place
        compiled = before.compiled or any(ast.unparse(part) in COMPILERS for part in node.decorator_list)
        self._place = _Place(before.first_line, before.last_line, in_function=True, compiled=compiled)
        for statement in node.body:
            self.visit(statement)
        self._place = before

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Visit all but the options of data classes: a class that is not frozen, or has no slots, does the same."""
        for part in (*node.decorator_list, *node.bases, *node.keywords, *node.body):
            if not ast.unparse(part).startswith("dataclass("):
                self.visit(part)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None and not self._is_data(node.value):
            self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        exported = any(isinstance(target, ast.Name) and target.id == "__all__" for target in node.targets)
        if not exported and not self._is_data(node.value):
            self.generic_visit(node)

    def _is_data(self, value: ast.expr) -> bool:
        """Whether a value outside of functions is a table of words or of other data."""
        if self._place.in_function:
            return False
        literals = 0
        for node in ast.walk(value):
            if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in TRANSLATORS:
                return True
            literals += isinstance(node, ast.Constant)
        return literals > MOST_LITERALS

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        words = ARITHMETIC.get(type(node.op))
        if words is not None:
            augmented = (f"{words[0]}=", f"{words[1]}=")
            self._swap("arithmetic", augmented, self._source.end(node.target), self._source.start(node.value))
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        """Remove a call whose result nobody uses; docstrings stay."""
        called = node.value.value if isinstance(node.value, ast.Await) else node.value
        if isinstance(called, ast.Call):
            self._add("removed call", self._source.start(node), self._source.end(node), "pass")
        if not isinstance(node.value, ast.Constant):
            self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is None:
            return
        if not (isinstance(node.value, ast.Constant) and node.value.value is None):
            self._add("returned value", self._source.start(node), self._source.end(node), "return None")
        self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        if ast.unparse(node.test).rpartition(".")[2] == "TYPE_CHECKING":
            for statement in node.orelse:
                self.visit(statement)
            return
        if not ast.unparse(node.test).startswith("__name__ =="):
            self._force(node.test)
            self.generic_visit(node)

    def visit_Continue(self, node: ast.Continue) -> None:
        self._add("loop", self._source.start(node), self._source.end(node), "break")

    def visit_Break(self, node: ast.Break) -> None:
        self._add("loop", self._source.start(node), self._source.end(node), "continue")

    # Expressions

    def _force(self, test: ast.expr) -> None:
        """Make a condition always true, and always false."""
        for forced in ("True", "False"):
            self._add("condition", self._source.start(test), self._source.end(test), forced)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._force(node.test)
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        operands = [node.left, *node.comparators]
        for index, operator in enumerate(node.ops):
            gap = self._source.end(operands[index]), self._source.start(operands[index + 1])
            self._swap("comparison", COMPARISONS[type(operator)], *gap)
        for operand in operands:
            for part in operand.elts if isinstance(operand, ast.Tuple | ast.Set | ast.List) else [operand]:
                self._change_string(part)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        words = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in zip(node.values, node.values[1:], strict=False):
            self._swap("logic", words, self._source.end(left), self._source.start(right))
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            start, end = self._source.start(node), self._source.end(node)
            operand = self._source.tokens(start, end)[1].start
            self._add("negation", start, end, self._source.text(operand, end))
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        words = ARITHMETIC.get(type(node.op))
        if words is not None:
            self._swap("arithmetic", words, self._source.end(node.left), self._source.start(node.right))
        self.generic_visit(node)

    def visit_Dict(self, node: ast.Dict) -> None:
        for key in node.keys:
            if key is not None:
                self._change_string(key)
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        start, end = self._source.start(node), self._source.end(node)
        if isinstance(node.value, bool):
            self._add("truth value", start, end, str(not node.value))
        elif isinstance(node.value, int):
            self._add("number", start, end, str(node.value + 1))

    def _change_string(self, node: ast.expr) -> None:
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            return
        start, end = self._source.start(node), self._source.end(node)
        quote = STRING_START.match(self._source.text(start, end))
        if quote is not None:
            begin = start + len(quote.group())
            self._add("string", start, end, f"{quote.group()}XX{self._source.text(begin, end)}")

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Leave formatted strings alone: older Pythons do not tell where their parts stand."""


def _header(node: ast.stmt | ast.ExceptHandler) -> tuple[int, int]:
    """Return the first and last line of a statement, without those of the statements in it."""
    decorators = getattr(node, "decorator_list", [])
    first = min([node.lineno, *(part.lineno for part in decorators)])
    inner = [*getattr(node, "body", []), *getattr(node, "cases", [])]
    if not inner:
        return first, node.end_lineno or node.lineno
    begin = inner[0].pattern.lineno if isinstance(inner[0], ast.match_case) else _header(inner[0])[0]
    return first, max(node.lineno, begin - 1)
