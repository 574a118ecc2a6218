"""The table that spreadsheets open, and what was planned beside what was spent."""

from __future__ import annotations

import csv
from datetime import date
from decimal import Decimal

import pytest

from tests.costs.test_budget_is_exact import RATES, budget_request
from tests.expenses.test_settling import DAY, expense
from travelagent.costs.budget import budget
from travelagent.expenses.compare import KindSum, by_kind
from travelagent.expenses.table import as_text, expense_table
from travelagent.expenses.values import Part, Rate
from travelagent.plans.errors import MissingRate

NAMES = {"a": "Ann", "b": '=HYPERLINK("http://evil.example")', "c": "小明"}
DINNER = expense(
    amount=Decimal(10000),
    currency="JPY",
    label="@dinner, with\nnewline",
    rate=Rate("EUR", Decimal("0.0061271"), date(2026, 4, 10)),
)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_table_holds_figures_and_no_formula(language) -> None:
    content = expense_table([DINNER], NAMES, "EUR", language)
    assert content.startswith(b"\xef\xbb\xbf")
    head, row = csv.reader(content.decode("utf-8-sig").splitlines(keepends=True))
    assert row[0] == DAY.isoformat()
    assert row[3] == "'@dinner, with\nnewline"
    assert row[4:9] == ["10000", "JPY", "0.0061271", "2026-04-10", "61.27"]
    assert sum(map(Decimal, row[9:])) == Decimal("61.27")
    assert len(head) == len(row) == 12
    assert not any(cell.startswith(("=", "+", "-", "@")) for cell in (*head, *row))
    assert row[2] == {"en": "Food", "zh": "餐饮"}[language]


def test_a_payer_who_is_a_formula_stays_text() -> None:
    content = expense_table([expense(payer="b", parts=(Part("b"),))], NAMES, "EUR", "en").decode("utf-8-sig")
    assert list(csv.reader(content.splitlines()))[1][1] == '\'=HYPERLINK("http://evil.example")'


@pytest.mark.parametrize("cell", ["=1", "+1", "-1", "@a", "\t=1", "\r1", " =1", "\u3000=1", "＝1"])
def test_what_could_be_a_formula_is_text(cell: str) -> None:
    assert as_text(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", ["", "Ann", "3 + 4", "晚餐"])
def test_other_cells_stay_as_they_are(cell: str) -> None:
    assert as_text(cell) == cell


def test_planned_beside_actual() -> None:
    planned = budget(budget_request(), RATES)
    spent = [expense(kind="food"), expense(kind="food", amount=Decimal("20.50")), expense(kind="shopping")]
    rows = {row.kind: row for row in by_kind(spent, planned.currency, planned)}
    meals = sum(item.amount for item in planned.items if item.kind == "meals")
    assert rows["food"] == KindSum("food", meals, Decimal("120.50"))
    assert rows["shopping"] == KindSum("shopping", Decimal(0), Decimal(100))
    assert sum(row.planned for row in rows.values()) == planned.total
    assert [row.kind for row in by_kind(spent, "EUR", None)] == ["food", "shopping"]
    assert all(row.planned is None for row in by_kind(spent, "EUR", None))


def test_a_budget_in_another_currency_is_converted() -> None:
    planned = budget(budget_request(currency="USD"), RATES)
    meals = sum(item.amount for item in planned.items if item.kind == "meals")
    rows = {row.kind: row.planned for row in by_kind([], "EUR", planned, RATES)}
    assert rows["food"] == (meals / Decimal("1.0837")).quantize(Decimal("0.01"))
    with pytest.raises(MissingRate):
        by_kind([], "EUR", planned)
