"""run_sql: the rows of a query that this run has validated, as a table in both languages."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from decimal import Decimal
from typing import Any, cast

from agent_core.tools import Shown, ToolContext, ToolError, ToolResult, tool
from travelagent.assistant.places import both, cited, localize
from travelagent.assistant.results import figures as results
from travelagent.assistant.results.parsing import dumped
from travelagent.assistant.tools.sql import checked, refusal, the_file
from travelagent.assistant.tools.validate_sql import Sql
from travelagent.catalog import labels
from travelagent.catalog.attribution import Key
from travelagent.catalog.money import currency_name, current_rates
from travelagent.catalog.sql.check import CheckedQuery, check
from travelagent.catalog.sql.errors import QueryRefused
from travelagent.catalog.sql.run import Rows, run
from travelagent.catalog.sql.schema import LABELS
from travelagent.catalog.values import CATEGORIES, Category
from travelagent.plans.values import LocalizedText


@dataclass(frozen=True, slots=True)
class Column:
    """A column as it is shown: `indices` are the result's columns that make it up, two for a name in both languages."""

    key: str
    label: LocalizedText
    indices: tuple[int, ...]
    currency: str = ""


def _label(args: Mapping[str, Any], locale: str) -> str:
    return "正在查询数据…" if locale == "zh" else "Reading the figures…"


@tool(category="data", tags=("sql",), label=_label, follows=("validate_sql",))
def run_sql(sql: Sql, *, context: ToolContext) -> ToolResult:
    """Run a query that validate_sql has passed in this run, and return its rows."""
    query = checked(sql, context.locale)
    if query.sql not in {passed["sql"] for passed in context.results("validate_sql")}:
        message = (
            "该查询尚未通过 validate_sql。" if context.locale == "zh" else "validate_sql has not passed this query."
        )
        raise ToolError("not_validated", message, requires="validate_sql")
    try:
        found = run(query, the_file(), cancelled=context.cancelled)
    except QueryRefused as error:
        raise refusal(error, context.locale) from error
    columns = tuple(_columns(found.columns))
    sources = cited(context.locale, *_sources(query, columns))
    payload = {
        "title": _title(query, context),
        "columns": [{"key": c.key, "label": both(c.label.en, c.label.zh)} for c in columns],
        "rows": [[_shown(c, row) for c in columns] for row in found.rows],
        "sql": query.sql,
        "sources": [asdict(source) for source in sources],
    }
    outcome = "ok" if found.rows else "empty"
    return ToolResult(
        dumped(_read(found, columns, query, context.locale)), (Shown("table", payload),), outcome, sources=sources
    )


def _read(found: Rows, columns: Sequence[Column], query: CheckedQuery, locale: str) -> results.Table:
    """The rows in the run's language; amounts are numbers in the currency of their column."""
    return results.Table(
        columns=tuple(results.Column(c.key, localize(c.label, locale), c.currency) for c in columns),
        rows=tuple(tuple(_plain(c, row, locale) for c in columns) for row in found.rows),
        count=len(found.rows),
        complete=len(found.rows) < query.limit,
        sql=query.sql,
    )


def _columns(names: Sequence[str]) -> Iterator[Column]:
    """The columns of a result, the two languages of a name joined."""
    paired = {name[:-3] for name in names if name.endswith("_en") and f"{name[:-3]}_zh" in names}
    for index, name in enumerate(names):
        stem, _, code = name.rpartition("_")
        if stem in paired and code in ("en", "zh"):
            if code == "en":
                yield Column(stem, label_of(stem), (index, names.index(f"{stem}_zh")))
        elif code.upper() in current_rates() and stem:
            yield Column(name, _in_currency(label_of(stem), code.upper()), (index,), code.upper())
        else:
            yield Column(name, label_of(name), (index,))


def label_of(name: str) -> LocalizedText:
    """Return the label of a result's column; a column without one is labelled by its name."""
    if name.startswith("average_") and (label := LABELS.get(name.removeprefix("average_"))):
        return LocalizedText(f"Average {label.en[0].lower()}{label.en[1:]}", f"平均{label.zh}")
    return LABELS.get(name) or LocalizedText(name, name)


def _in_currency(label: LocalizedText, currency: str) -> LocalizedText:
    return LocalizedText(f"{label.en} ({currency})", f"{label.zh}（{currency_name(currency).zh}）")


def _shown(column: Column, row: Sequence[Any]) -> Any:
    """A cell as the artifact carries it."""
    values = [row[index] for index in column.indices]
    if len(values) == 2:
        return both(*values)
    value = values[0]
    if column.currency and isinstance(value, int | float):
        return {"amount": str(Decimal(str(value)).quantize(Decimal("0.01"))), "currency": column.currency}
    if column.key == "category" and value in CATEGORIES:
        name = labels.category_name(cast(Category, value))
        return both(name.en, name.zh)
    return value


def _plain(column: Column, row: Sequence[Any], locale: str) -> Any:
    """A cell as a model reads it."""
    shown = _shown(column, row)
    if isinstance(shown, dict):
        return row[column.indices[0]] if "amount" in shown else shown[locale]
    return shown


def _title(query: CheckedQuery, context: ToolContext) -> dict[str, str]:
    """Return the title of the query if generate_sql made it, else a general one."""
    for made in reversed(context.results("generate_sql")):
        with suppress(QueryRefused):
            if check(made["sql"]).sql == query.sql:
                return dict(made["title"])
    return both("Figures of the catalogue", "目录数据")


def _sources(query: CheckedQuery, columns: Sequence[Column]) -> tuple[Key, ...]:
    keys: list[Key] = ["curated"]
    if "climate" in query.tables:
        keys.append("climate")
    if "rates" in query.tables or any(column.currency == "USD" for column in columns):
        keys.append("ecb")
    return tuple(keys)
