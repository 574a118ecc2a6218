"""The answer to a data question: what comes first, how the question was read, and the rows of this turn as a table."""

from collections.abc import Sequence
from typing import Any

from travelagent.assistant.embedded.turn import Turn
from travelagent.assistant.results.figures import Column, Query, Table
from travelagent.assistant.wording import Say, listed, money, problem, speaker, table

SHOWN_ROWS = 20
MOST_TIED = 4
EXAMPLES = (
    "the number of museums in a city, the cities with the most free sights, the average ticket of two cities,"
    " the cheapest or the warmest cities, cities below a cost a day",
    "一座城市的博物馆数量、免费景点最多的城市、两座城市的平均门票、最便宜或最暖和的城市、每天低于某个花费的城市",
)


def figures_answer(turn: Turn) -> str:
    """Return the answer from this turn's query and rows alone; without rows, the reason and what one can ask."""
    language = turn.language
    say = speaker(language)
    found, made = turn.last("run_sql"), turn.last("generate_sql")
    if found is None:
        return _without_rows(turn, language)
    query, result = made.result(Query) if made else None, found.result(Table)
    reading = query.reading if query else ""
    if not result.rows:
        return say(f"Nothing in the catalogue matches: {reading}.", f"没有符合条件的结果：{reading}。")
    columns, rows = result.columns, result.rows
    if len(columns) == len(rows) == 1:
        value = _cell(rows[0][0], columns[0], language)
        return say(f"**{reading}: {value}.**", f"**{reading}：{value}。**")
    lines = [
        _lead(columns, rows, query.measure if query else "", language),
        "",
        say(f"{reading}.", f"{reading}。"),
        "",
        *table([c.label for c in columns], _cells(columns, rows[:SHOWN_ROWS], language)),
    ]
    lines += _fewer(query.limit if query else None, len(rows), say)
    if len(rows) > SHOWN_ROWS:
        lines += ["", _more(result, say)]
    return "\n".join(lines)


def _without_rows(turn: Turn, language: str) -> str:
    say = speaker(language)
    failures = [f for tool in ("generate_sql", "validate_sql", "run_sql") for f in turn.failures(tool)]
    if not failures:
        return say("Questions over the whole catalogue are not available right now.", "目前无法对全部资料做统计。")
    error = failures[-1].error or {}
    reason = problem(error, language)
    if error.get("words"):
        reason += say(f" ({listed(error['words'], 'en')})", f"（{listed(error['words'], 'zh')}）")
    can = say(f"Of the catalogue I can tell {EXAMPLES[0]}.", f"我可以统计的有：{EXAMPLES[1]}。")
    return f"{reason}\n\n{can}"


def _lead(columns: Sequence[Column], rows: Sequence[Sequence[Any]], measure: str, language: str) -> str:
    """Between what and what the measured figures lie, and whose they are, in the rows' order."""
    say = speaker(language)
    at = next((i for i, column in enumerate(columns) if column.key == measure), len(columns) - 1)
    label, first, last = columns[at].label, rows[0], rows[-1]

    def whose(row: Sequence[Any]) -> str:
        tied = [str(other[0]) for other in rows if other[at] == row[at]]
        some = tied[:MOST_TIED]
        more = len(tied) > MOST_TIED
        en = f"{', '.join(some)} and others" if more else listed(some, "en")
        zh = "、".join(some) + ("等" if more else "")
        return say(en, zh)

    high, low = _cell(first[at], columns[at], language), _cell(last[at], columns[at], language)
    if first[at] == last[at]:
        return say(f"**{label}: {high} ({whose(first)}).**", f"**{label}：{high}（{whose(first)}）**。")
    return say(
        f"**{label}: from {high} ({whose(first)}) to {low} ({whose(last)}).**",
        f"**按{label}看，{whose(first)}排在最前（{high}），{whose(last)}排在最后（{low}）**。",
    )


def _fewer(requested: int | None, count: int, say: Say) -> list[str]:
    """That there are not as many rows as were asked for."""
    if requested is None or requested > SHOWN_ROWS or count >= requested:
        return []
    return [
        "",
        say(
            f"You asked for {requested}; the catalogue has only {count}.",
            f"你要 {requested} 个，资料里只有 {count} 个。",
        ),
    ]


def _more(result: Table, say: Say) -> str:
    count = result.count
    if result.complete:
        return say(f"The first {SHOWN_ROWS} of {count} rows.", f"以上为 {count} 行中的前 {SHOWN_ROWS} 行。")
    return say(
        f"The first {SHOWN_ROWS} rows; no more than {count} are read.",
        f"以上为前 {SHOWN_ROWS} 行，最多读取 {count} 行。",
    )


def _cells(columns: Sequence[Column], rows: Sequence[Sequence[Any]], language: str) -> list[list[str]]:
    return [[_cell(value, column, language) for value, column in zip(row, columns, strict=True)] for row in rows]


def _cell(value: Any, column: Column, language: str) -> str:
    if value is None:
        return "–"
    if column.currency:
        return money(f"{value:.2f}", column.currency, language)
    if column.key == "share":
        return f"{value:g}%"
    return f"{value:,.10g}" if isinstance(value, int | float) else str(value)
