"""When one has lunch and dinner where: the usual hours of a country, or of a region of it with hours of its own.

`mealtimes.csv` names those that eat at other hours than most; a region is named as cities name theirs in English.
"""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from travelagent.catalog.files import DATA, csv_rows
from travelagent.plans.fields import minutes_of
from travelagent.plans.values import USUAL_MEALS, MealHours


def mealtimes_of(country: str, region: str = "") -> MealHours:
    """Return the meal hours of a place in that country (ISO code) and region."""
    known = _mealtimes()
    return known.get((country, region)) or known.get((country, ""), USUAL_MEALS)


@cache
def _mealtimes() -> Mapping[tuple[str, str], MealHours]:
    return MappingProxyType(
        {
            (row["country"], row["region"]): MealHours(
                (minutes_of(row["lunch_from"]), minutes_of(row["lunch_until"])),
                (minutes_of(row["dinner_from"]), minutes_of(row["dinner_until"])),
            )
            for row in csv_rows(DATA / "curated/mealtimes.csv")
        }
    )
