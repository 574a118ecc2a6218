"""A question as values, without any text of a message; imports nothing of the project."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Literal, TypeAlias

Topic: TypeAlias = Literal[
    "why", "when", "hours", "tickets", "price", "how_long", "ride", "weather", "food", "hotel", "rain", "crowds",
    "visa", "packing", "safety", "tiring", "sights", "plan", "booking", "assistant", "other",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked. `about`: ids of cities and sights (`xian`, `xian/bell-tower`), of towns outside of the catalogue
    (`geonames:…`), names of regions, codes of countries; `days`: of the plan, from 1; `ends`: the two places of a ride,
    by id; `kinds`: tags, categories, diets, needs and modes that are mentioned; `length`: a number of days that is
    asked about; `amount`: a sum of money that is asked about, in `currency`, empty where none was named."""

    topic: str
    about: tuple[str, ...] = ()
    days: tuple[int, ...] = ()
    dates: tuple[date, ...] = ()
    months: tuple[int, ...] = ()
    ends: tuple[str, str] | None = None
    kinds: tuple[str, ...] = ()
    length: int | None = None
    amount: Decimal | None = None
    currency: str = ""
