"""The tools at the disposal of a run: those of the code, less what an operator has switched off."""

from agent_core.tools import ToolRegistry
from travelagent.assistant.tools import TOOLS
from travelagent.chat.models import ToolSetting


def sync_tools() -> None:
    """Bring the table in step with the code; an operator's own choices stay."""
    for tool in TOOLS:
        ToolSetting.objects.update_or_create(
            name=tool.name,
            defaults={
                "description": tool.description,
                "category": tool.category,
                "tags": list(tool.tags),
                "parameters": dict(tool.parameters),
                "writes": tool.writes,
            },
        )
    ToolSetting.objects.exclude(name__in=TOOLS.names).delete()


def enabled_tools() -> ToolRegistry:
    """The tools that are on, with the operator's timeouts."""
    settings = ToolSetting.objects.all()
    off = [s.name for s in settings if not s.enabled]
    timeouts = {s.name: s.timeout_s for s in settings if s.timeout_s is not None}
    return TOOLS.without(off).with_timeouts(timeouts)
