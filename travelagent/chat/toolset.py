"""The tools at the disposal of a run.

They are those of the code, less what an operator has switched off, and those that other MCP servers lend.
"""

from agent_core.tools import ToolRegistry
from travelagent.assistant.remote.listing import remote_listing
from travelagent.assistant.tools import TOOLS
from travelagent.chat.models import ToolSetting


def sync_tools() -> None:
    """Update the table of tools from the code; an operator's own choices stay."""
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
    """Return the tools that are enabled, with the operator's timeouts."""
    settings = ToolSetting.objects.all()
    off = [s.name for s in settings if not s.enabled]
    timeouts = {s.name: s.timeout_s for s in settings if s.timeout_s is not None}
    return TOOLS.without(off).with_timeouts(timeouts)


def run_tools() -> ToolRegistry:
    """Return the tools that are enabled, then those that other servers are known to lend."""
    own = enabled_tools()
    lent = remote_listing().tools()
    return ToolRegistry([*own, *(tool for tool in lent if tool.name not in TOOLS)]) if lent else own
