"""The trip at hand in a conversation: its brief and its plan, as one version."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from travelagent.briefs.values import EMPTY, TripBrief


@dataclass(frozen=True, slots=True)
class TripAtHand:
    """What a conversation wants and has by now. `version` 0: nothing yet; `plan` is the id of the artifact of the
    current itinerary, `itinerary` its payload."""

    version: int = 0
    brief: TripBrief = EMPTY
    plan: str = ""
    itinerary: Mapping[str, Any] | None = None
