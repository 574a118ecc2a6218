"""What the planning tools make, as it would be saved."""

from typing import Any

from agent_core.tools import ToolContext
from travelagent.assistant.tools.calculate_budget import calculate_budget
from travelagent.assistant.tools.generate_route import generate_route


def silent(fraction: float, note: str = "") -> None:
    """Nobody listens."""


def made(tool: Any, **arguments: Any) -> dict[str, Any]:
    """What a tool shows for these arguments."""
    values = tool.validated(arguments, {})
    return dict(tool.bind(values, ToolContext("run", "call", "en", silent))().shown[0].payload)


def kyoto() -> dict[str, Any]:
    """A trip to be saved: three days from a Sunday, so that the second is a Monday with its closures."""
    plan = made(generate_route, city="Kyoto", days=3, start_date="2026-12-06", travellers=2)
    days = {"days": plan["days"]}
    costs = made(calculate_budget, city="Kyoto", days=3, travellers=2, origin="Beijing", itinerary=days)
    return {"title": "Kyoto in winter", "itinerary": plan, "budget": costs, "notes": "Passport!"}
