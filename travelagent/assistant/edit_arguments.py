"""Edits as an argument of tools: their form on the wire, with names in place of ids."""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from agent_core.tools import ToolError
from travelagent.assistant.kinds import kind_named
from travelagent.assistant.places import covered_city, name_of, sight_in
from travelagent.assistant.refusals import unfit
from travelagent.planning.edits.registry import edit_fields, edits_from_wire
from travelagent.plans.errors import InvalidRequest
from travelagent.plans.values import Edit

SIGHT_FIELDS: Final = ("sight", "visit")
"""The fields of edits that name a sight or a booking."""
EditArgument: TypeAlias = dict[str, Any]
OF_ONE_ARGUMENT: Final = frozenset(
    {"arrival", "between", "cheaper", "departure", "end_by", "indoors", "interests", "only", "pace", "rest",
     "start_at", "start_date", "thrift", "travellers", "visit", "without"}
)  # fmt: skip
"""The kinds of edit that an argument of `change_route` expresses by itself."""
EDIT_FORMS: Final = "Edits by op, one after the other: " + "; ".join(
    " ".join([tag, *fields]) for tag, fields in edit_fields().items() if tag not in OF_ONE_ARGUMENT
)

_EDITS_DESCRIPTION: Final = (
    "In order. Sights by id or name, days from 1, times HH:MM; `?` may be left out. "
    "add sight day?: must be in; remove visit; swap visit sight: another in its place; "
    "exchange visit like (alike, free, near, indoor); "
    "move visit day? start? when? (morning, afternoon, evening, first, last); "
    "minutes visit minutes: how long; pin visit: keep its day; drop terms: never these sights, kinds; "
    "without day term; only day kinds; indoors day: for rain; free, lighten day part?; hours day start? end?; "
    "add_days count city?: fewer if negative; city_days city days; remove_day day; swap_days first second; "
    "reorder_cities cities; pace pace; cheaper; rest start? minutes? days?; "
    "add_place name near? day start minutes: an appointment of their own; "
    "day_trip day city: there and back; hotel hotel since?: from the night of day N on"
)
EDITS_OFFERED: Final[Mapping[str, Any]] = {
    "type": "array",
    "description": _EDITS_DESCRIPTION,
    "items": {"type": "object", "properties": {"op": {"type": "string"}}, "required": ["op"]},
}
"""The schema of the edits for language models."""


@dataclasses.dataclass(frozen=True, slots=True)
class NameResolver:
    """What the cities of a trip, and their sights, may be called. `cities`: their ids."""

    cities: Sequence[str]
    locale: str

    def sight(self, text: str) -> str:
        """Return the id of a sight. Raises ToolError `unknown_sight`."""
        return sight_in(text, self.cities, self.locale)

    def term(self, text: str) -> str:
        """Return the category, tag or id of a sight that has this name; bookings are their own. Raises ToolError."""
        return text if text.startswith("fixed/") else kind_named(text) or self.sight(text)

    def city(self, text: str) -> str:
        """Return the id of a city of the trip by any of its names. Raises ToolError."""
        found = covered_city(text, self.locale)
        if found.id not in self.cities:
            name = name_of(found, self.locale)
            message = f"{name}不在这份行程里。" if self.locale == "zh" else f"{name} is not in this itinerary."
            raise ToolError("invalid_arguments", message, field="city")
        return found.id

    def edits(self, payload: Sequence[Mapping[str, Any]]) -> tuple[Edit, ...]:
        """Return edits from their form on the wire. Raises ToolError."""
        if not payload:
            return ()
        try:
            return edits_from_wire([self._with_ids(each) for each in payload])
        except InvalidRequest as error:
            raise unfit(error, self.locale) from error

    def _with_ids(self, payload: Mapping[str, Any]) -> dict[str, Any]:
        found = dict(payload)
        for field in SIGHT_FIELDS:
            if isinstance(found.get(field), str):
                found[field] = self.term(found[field])
        if isinstance(found.get("terms"), list):
            found["terms"] = [self.term(text) for text in found["terms"] if isinstance(text, str)]
        if found.get("op") == "without" and isinstance(found.get("term"), str):
            found["term"] = self.term(found["term"])
        if found.get("op") not in ("hotel", "day_trip") and isinstance(found.get("city"), str):
            found["city"] = self.city(found["city"])
        return found
