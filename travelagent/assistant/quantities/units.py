"""The units and closed classes of quantities (units.toml)."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

_UNITS: Final = Path(__file__).parent / "units.toml"


@cache
def units() -> Mapping[str, Any]:
    """Return the tables of the file."""
    return tomllib.loads(_UNITS.read_text(encoding="utf-8"))


@cache
def rule(name: str) -> re.Pattern[str]:
    """Return the pattern of a closed class, which ignores case."""
    return re.compile("|".join(units()[name]), re.IGNORECASE)
