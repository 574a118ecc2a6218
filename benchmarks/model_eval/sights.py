"""How a sight of the plan is recognised in a text."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from benchmarks.model_eval.conversation import sight_of
from travelagent.catalog import source
from travelagent.catalog.values import indoor_degree


def is_named(visit: Mapping[str, Any], text: str) -> bool:
    """Tell whether a text names the place of a visit."""
    sight = sight_of(visit)
    names = _names(sight) if sight in source.sights() else tuple(name.lower() for name in visit["name"].values())
    return any(name in text.lower() for name in names)


def is_outdoors(visit: Mapping[str, Any]) -> bool:
    """Tell whether no part of the visited sight is under a roof."""
    sight = source.sights().get(sight_of(visit))
    return sight is not None and indoor_degree(sight.category) == "none"


@cache
def _names(sight: str) -> tuple[str, ...]:
    """Return what a sight is called: its names, and what stands before, after and in their parentheses."""
    row = source.sights()[sight]
    parts = [row.name_en, row.name_zh, *re.split(r"[()（）]|与", row.name_zh)]
    parts += re.split(r"[()]| and | & ", row.name_en)
    return tuple(dict.fromkeys(part.strip().lower() for part in parts if len(part.strip()) > 1))
