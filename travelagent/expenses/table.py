"""Expenses as a table of comma-separated values that spreadsheets open as they stand.

UTF-8 with a byte order mark, by which Excel knows the encoding; a text that a spreadsheet would take for a formula
begins with an apostrophe (OWASP, "CSV Injection").
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Final, Literal

from travelagent.expenses.messages import message
from travelagent.expenses.split import worth_shares
from travelagent.expenses.values import Expense

FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
COLUMNS: Final = ("day", "payer", "kind", "label", "amount", "currency", "rate", "rate_day")


def expense_table(
    expenses: Iterable[Expense], travellers: Mapping[str, str], currency: str, language: Literal["en", "zh"]
) -> bytes:
    """Return the file: a row an expense, behind it each traveller's share. `travellers`: names by ids; `currency`: the
    trip's."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    heads = [_word(f"column.{name}", language) for name in COLUMNS]
    heads.append(_word("column.worth", language, currency=currency))
    heads += [_word("column.share", language, name=name) for name in travellers.values()]
    writer.writerow(map(as_text, heads))
    for expense in expenses:
        borne = worth_shares(expense)
        writer.writerow(
            [
                expense.day.isoformat(),
                as_text(travellers[expense.payer]),
                _word(f"kind.{expense.kind}", language),
                as_text(expense.label),
                f"{expense.amount:f}",
                expense.currency,
                f"{expense.rate.value.normalize():f}",
                expense.rate.day.isoformat(),
                f"{expense.worth:f}",
                *(f"{borne.get(traveller, Decimal(0)):f}" for traveller in travellers),
            ]
        )
    return text.getvalue().encode("utf-8-sig")


def as_text(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell.lstrip(" \u00a0\u3000").startswith(FORMULA_STARTS) else cell


def _word(id: str, language: Literal["en", "zh"], /, **values: object) -> str:
    text = message(id, **values)
    return text.zh if language == "zh" else text.en
