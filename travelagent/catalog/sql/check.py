"""Decides whether a query may be run on the catalogue file, and writes it anew as it will be run.

Everything is refused that is not on a list: one SELECT, these kinds of expression, these functions, the file's own
tables and columns. What SQLite gets is never the text that came in but the checked tree, written out again, so that
a comment, a quote or a letter that two parsers read differently cannot matter. A LIMIT is always there at the end.
"""

from dataclasses import dataclass
from typing import Final

from rapidfuzz import fuzz, process
from sqlglot import Token, TokenType, exp, parse_one, tokenize
from sqlglot.errors import SqlglotError

from travelagent.catalog.sql.errors import Code, QueryRefused
from travelagent.catalog.sql.schema import TABLES
from travelagent.plans.values import LocalizedText

DIALECT: Final = "sqlite"
MAX_ROWS: Final = 200
MAX_CHARS: Final = 4_000
MAX_PARENTHESES: Final = 12
MAX_NODES: Final = 600
MAX_TABLES: Final = 8
NEAR_SCORE: Final = 60

_PLAIN: Final = (
    *(exp.Select, exp.From, exp.Join, exp.Where, exp.Group, exp.Having, exp.Order, exp.Ordered, exp.Limit, exp.Offset),
    *(exp.Table, exp.TableAlias, exp.Column, exp.Identifier, exp.Alias, exp.Star, exp.Subquery, exp.Distinct),
    *(exp.Literal, exp.Null, exp.Boolean, exp.Paren, exp.Neg, exp.Add, exp.Sub, exp.Mul, exp.Div),
    *(exp.And, exp.Or, exp.Not, exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.Is, exp.In, exp.Between),
    *(exp.Like, exp.Case, exp.If, exp.Exists),
)
_FUNCTIONS: Final[dict[type[exp.Func], str]] = {
    **{exp.Count: "count", exp.Avg: "avg", exp.Sum: "sum", exp.Min: "min", exp.Max: "max"},
    **{exp.Round: "round", exp.Abs: "abs", exp.Coalesce: "coalesce", exp.Lower: "lower", exp.Length: "length"},
}
FUNCTIONS: Final = tuple(sorted(_FUNCTIONS.values()))
_ALLOWED: Final = frozenset((*_PLAIN, *_FUNCTIONS))
_COLUMNS: Final = frozenset(column for columns in TABLES.values() for column in columns)


@dataclass(frozen=True, slots=True)
class CheckedQuery:
    """A query that may be run: its text as it is run, the tables it reads, and how many rows it gives at most."""

    sql: str
    tables: tuple[str, ...]
    limit: int


def check(sql: str) -> CheckedQuery:
    """Check a query and write it anew. Raises QueryRefused.

    What was written is checked too, and has to come out as it is: a text that reads otherwise once it is written out is
    refused.
    """
    query = _checked(sql)
    if _checked(query.sql) != query:
        raise _unreadable()
    return query


def _checked(sql: str) -> CheckedQuery:
    _check_tokens(sql)
    tree = _parsed(sql)
    if not isinstance(tree, exp.Select):
        raise _not_one_select()
    _check_nodes(tree)
    for name in tree.find_all(exp.Identifier):
        _normalise(name)
    tables = _check_tables(tree)
    _check_columns(tree)
    limit = _limit(tree)
    return CheckedQuery(tree.limit(limit).sql(DIALECT, comments=False), tables, limit)


def _parsed(sql: str) -> exp.Expr:
    try:
        return parse_one(sql, read=DIALECT)
    except (SqlglotError, RecursionError) as error:
        raise _unreadable() from error


def _check_tokens(sql: str) -> None:
    if len(sql) > MAX_CHARS:
        raise _refused("too_complex", f"A query has at most {MAX_CHARS} characters.", f"查询最长 {MAX_CHARS} 个字符。")
    try:
        tokens = tokenize(sql, read=DIALECT)
    except SqlglotError as error:
        raise _unreadable() from error
    if any(token.comments for token in tokens) or "\0" in sql:
        raise _refused("forbidden_construct", "Comments are not allowed.", "不允许使用注释。", name="comment")
    while tokens and tokens[-1].token_type == TokenType.SEMICOLON:
        tokens.pop()
    kinds = [token.token_type for token in tokens]
    if not kinds or kinds[0] != TokenType.SELECT or TokenType.SEMICOLON in kinds:
        raise _not_one_select()
    if _depth(tokens) > MAX_PARENTHESES:
        raise _refused("too_complex", "The query is nested too deeply.", "查询嵌套过深。")


def _depth(tokens: list[Token]) -> int:
    """How deep parentheses and CASEs stand in each other."""
    deepest = depth = 0
    for token in tokens:
        depth += token.token_type in (TokenType.L_PAREN, TokenType.CASE)
        depth -= token.token_type in (TokenType.R_PAREN, TokenType.END)
        deepest = max(deepest, depth)
    return deepest


def _check_nodes(tree: exp.Select) -> None:
    nodes = list(tree.walk())
    if any(isinstance(node, exp.Select) and not node.expressions for node in nodes):
        raise _unreadable()
    if len(nodes) > MAX_NODES:
        raise _refused("too_complex", "The query is too long.", "查询过于复杂。")
    for node in nodes:
        if type(node) in _ALLOWED:
            continue
        if isinstance(node, exp.Func):
            name = node.name if isinstance(node, exp.Anonymous) else node.sql_name()
            raise _unknown("unknown_function", name.lower(), FUNCTIONS)
        name = type(node).__name__
        raise _refused("forbidden_construct", f"{name} is not allowed in a query.", f"查询中不允许 {name}。", name)


def _normalise(name: exp.Identifier) -> None:
    """The file's own names in lower case and without quotes, as the file has them; others in quotes if they were."""
    text = name.name
    if text.isascii():
        text = text.lower()
    name.set("this", text)
    name.set("quoted", not text.isascii() or (name.quoted and text not in TABLES and text not in _COLUMNS))


def _check_tables(tree: exp.Select) -> tuple[str, ...]:
    found = list(tree.find_all(exp.Table))
    if not found:
        raise _refused("not_one_select", "A query reads at least one table.", "查询至少要读取一张表。")
    if len(found) > MAX_TABLES:
        raise _refused("too_complex", f"A query joins at most {MAX_TABLES} tables.", f"最多连接 {MAX_TABLES} 张表。")
    for table in found:
        if table.db or table.catalog or table.name not in TABLES:
            raise _unknown("unknown_table", ".".join(part.name for part in table.parts), tuple(TABLES))
    return tuple(dict.fromkeys(table.name for table in found))


def _check_columns(tree: exp.Select) -> None:
    """Every column is one of the tables that are read, or one that the query itself has named."""
    known = {alias.alias for alias in tree.find_all(exp.Alias)}
    known.update(column for table in tree.find_all(exp.Table) for column in TABLES[table.name])
    for column in tree.find_all(exp.Column):
        if not column.is_star and column.name not in known:
            raise _unknown("unknown_column", column.name, tuple(sorted(known)))


def _limit(tree: exp.Select) -> int:
    """The rows that are wanted, at most MAX_ROWS."""
    for node in (tree.args.get("limit"), tree.args.get("offset")):
        value = node.expression if node is not None else None
        if node is not None and not (isinstance(value, exp.Literal) and value.is_int):
            raise _refused("bad_limit", "LIMIT and OFFSET are whole numbers.", "LIMIT 与 OFFSET 必须是整数。")
    limit = tree.args.get("limit")
    return MAX_ROWS if limit is None else min(MAX_ROWS, int(limit.expression.name))


def _unreadable() -> QueryRefused:
    return _refused("syntax_error", "The query cannot be read as SQL.", "无法解析该 SQL。")


def _not_one_select() -> QueryRefused:
    return _refused("not_one_select", "A query is exactly one SELECT.", "查询必须恰好是一条 SELECT 语句。")


def _unknown(code: Code, name: str, known: tuple[str, ...]) -> QueryRefused:
    """A name that does not exist, with those that come closest."""
    en, zh = {"unknown_table": ("table", "表"), "unknown_column": ("column", "列")}.get(code, ("function", "函数"))
    found = process.extract(name, known, scorer=fuzz.ratio, limit=3, score_cutoff=NEAR_SCORE)
    near = [match for match, _, _ in found]
    return QueryRefused(
        code,
        LocalizedText(f"There is no {en} {name} that a query may use.", f"查询中不能使用名为 {name} 的{zh}。"),
        name,
        near,
    )


def _refused(code: Code, en: str, zh: str, name: str = "") -> QueryRefused:
    return QueryRefused(code, LocalizedText(en, zh), name)
