"""The named errors of planning. Each carries a text in both languages; none is raised for a bug."""

from __future__ import annotations

from typing import Any

from travelagent.plans.values import Edit, Itinerary, LocalizedText


class PlanningError(Exception):
    """The base: `code` is stable, `text` is for people."""

    code = "planning_error"

    def __init__(self, text: LocalizedText) -> None:
        super().__init__(text.en)
        self.text = text

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the attributes: `__init__` takes other arguments than those that the exception shows."""
        return _restored, (type(self), self.args, self.__dict__)


def _restored(kind: type[PlanningError], args: tuple[Any, ...], attributes: dict[str, Any]) -> PlanningError:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(attributes)
    return error


class InvalidRequest(PlanningError):
    """A request that makes no sense as it stands; `field` names the part that is wrong."""

    code = "invalid_request"

    def __init__(self, field: str, text: LocalizedText) -> None:
        super().__init__(text)
        self.field = field


class Malformed(InvalidRequest):
    """A value that is not of its field's form: the text names the form, for programs and models, not for travellers."""


class Infeasible(PlanningError):
    """No plan keeps everything that was demanded.

    `clash` is a smallest set of demands that cannot stand together (sight ids and `fixed/N`), `relaxation` the cheapest
    change that makes all the others possible, in words, and `edits` the same to be applied. `lost` are the sights
    without which the best plan keeps all other demands, and `partial` is that plan, verified; both are empty where
    bookings clash.
    """

    code = "infeasible"

    def __init__(
        self,
        text: LocalizedText,
        clash: tuple[str, ...],
        relaxation: LocalizedText,
        edits: tuple[Edit, ...],
        lost: tuple[str, ...] = (),
        partial: Itinerary | None = None,
    ) -> None:
        super().__init__(text)
        self.clash = clash
        self.relaxation = relaxation
        self.edits = edits
        self.lost = lost
        self.partial = partial


class Stopped(PlanningError):
    """The search was stopped before it had a plan with all that is demanded."""

    code = "stopped"

    def __init__(self) -> None:
        super().__init__(LocalizedText("Planning was stopped.", "规划已停止。"))


class MissingRate(PlanningError):
    """No exchange rate between two currencies."""

    code = "missing_rate"

    def __init__(self, origin: str, target: str) -> None:
        super().__init__(
            LocalizedText(f"No exchange rate from {origin} to {target}.", f"没有从 {origin} 到 {target} 的汇率。")
        )
        self.origin = origin
        self.target = target


class Unverified(PlanningError):
    """The verifier refused what the optimiser made: a defect, never shown as a plan."""

    code = "unverified"
