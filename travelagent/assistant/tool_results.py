"""Tools' answers as a model that runs here reads them: the call, and its result as a typed value."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from agent_core.messages import ToolCall, ToolMessage
from travelagent.assistant.results.budget import Budget
from travelagent.assistant.results.cities import FoundCities
from travelagent.assistant.results.city import CityFacts
from travelagent.assistant.results.parsing import R, parsed
from travelagent.assistant.results.route import Route

ROUTES: Final = ("generate_route", "change_route", "undo_change")
"""The tools whose result is an itinerary."""
PREVIEW: Final = "preview"
"""The mark of a plan that is only shown: nothing has become of it."""
EDITED: Final = "edited_by_user"
"""The mark of a result that reports a change beside the conversation (edits.py)."""


@dataclass(frozen=True, slots=True)
class Found:
    """One tool's answer : its JSON `value`, or `error` with a code."""

    call: ToolCall
    value: Any
    error: Mapping[str, Any] | None
    _results: dict[type[Any], Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def tool(self) -> str:
        """The name of the tool."""
        return self.call.name

    @property
    def is_preview(self) -> bool:
        """Whether it is a plan that is only shown."""
        return self.error is None and isinstance(self.value, Mapping) and bool(self.value.get(PREVIEW))

    @property
    def brief(self) -> Mapping[str, Any]:
        """The fields of the brief that the call was made with, in their wire form."""
        return dict(self.call.args.get("brief", {}))

    def result(self, shape: type[R]) -> R:
        """Return the tool's answer as a value of that type, read once."""
        if shape not in self._results:
            self._results[shape] = parsed(shape, self.value)
        result: R = self._results[shape]
        return result

    @property
    def itinerary(self) -> Route:
        """The answer of generate_route or change_route."""
        return self.result(Route)

    @property
    def budget(self) -> Budget:
        """The answer of calculate_budget."""
        return self.result(Budget)

    @property
    def city(self) -> CityFacts:
        """The answer of get_city_info."""
        return self.result(CityFacts)

    @property
    def search(self) -> FoundCities:
        """The answer of search_cities."""
        return self.result(FoundCities)

    def artifact(self, kind: str) -> str:
        """Return the id of the artifact of that kind which the tool has shown."""
        return next(str(shown["id"]) for shown in self.value["artifacts"] if shown["kind"] == kind)


def found_by(call: ToolCall, message: ToolMessage) -> Found:
    """Return the answer of a tool's message to a call."""
    value = json.loads(message.text)
    if message.status != "success":
        return Found(call, None, value["error"])
    return Found(call, value, None)
