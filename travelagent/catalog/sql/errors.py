"""Why a query over the catalogue is refused or given up: a stable code, a sentence, and what helps to mend it."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from travelagent.plans.values import LocalizedText

Code: TypeAlias = Literal[
    "syntax_error",
    "not_one_select",
    "forbidden_construct",
    "unknown_table",
    "unknown_column",
    "unknown_function",
    "bad_limit",
    "too_complex",
    "query_failed",
    "query_timeout",
]


class QueryRefused(ValueError):
    """`name` is what was refused, `near` the allowed names that come closest to it."""

    def __init__(self, code: Code, text: LocalizedText, name: str = "", near: Sequence[str] = ()) -> None:
        super().__init__(text.en)
        self.code = code
        self.text = text
        self.name = name
        self.near = tuple(near)
