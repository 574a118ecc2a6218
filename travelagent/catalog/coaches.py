"""The scheduled coaches and buses between a city and what lies far out: `coaches.csv`, one row a sight.

Rows of one `line` lie on it one after another, `minutes` from town. Months are a span (`5-10`, `11-3` over the turn of
the year), empty for all of the year; hours are `hh:mm`.
"""

from collections.abc import Mapping
from datetime import time
from decimal import Decimal
from functools import cache
from types import MappingProxyType

from travelagent.catalog.files import DATA, csv_rows
from travelagent.plans.values import Coach, LocalizedText

MONTHS = tuple(range(1, 13))


def coach_of(sight: str) -> Coach | None:
    """Return the scheduled coach to a sight (`city/slug`), None where none is known."""
    return coaches().get(sight)


@cache
def coaches() -> Mapping[str, Coach]:
    """Return the coaches by the sights that they lead to. A malformed row raises ValueError that names it."""
    found: dict[str, Coach] = {}
    for row in csv_rows(DATA / "curated/coaches.csv"):
        if row["sight"] in found:
            raise ValueError(f"coaches.csv: {row['sight']} stands there twice")
        try:
            found[row["sight"]] = _coach(row)
        except (ValueError, ArithmeticError) as error:
            raise ValueError(f"coaches.csv: {row['sight']}: {error}") from error
    return MappingProxyType(found)


def _coach(row: Mapping[str, str]) -> Coach:
    first, last = (_minute(row[column]) for column in ("first", "last"))
    if not first < last:
        raise ValueError(f"the last one back at {row['last']} leaves before the first one out")
    return Coach(
        line=row["line"],
        minutes=int(row["minutes"]),
        fare=Decimal(row["fare"]),
        every=int(row["every"]),
        first=first,
        last=last,
        months=_months(row["months"]),
        operator=LocalizedText(row["operator_en"], row["operator_zh"]),
        stop=LocalizedText(row["stop_en"], row["stop_zh"]),
    )


def _minute(cell: str) -> int:
    hour = time.fromisoformat(cell)
    return hour.hour * 60 + hour.minute


def _months(cell: str) -> tuple[int, ...]:
    """The months of a span; all of the year without one."""
    if not cell:
        return MONTHS
    first, last = map(int, cell.split("-"))
    if not (first in MONTHS and last in MONTHS):
        raise ValueError(f"{cell!r} is no span of months")
    return tuple(month for month in MONTHS if (first <= month <= last if first <= last else not last < month < first))
