"""Which MCP servers lend the assistant further tools, from the environment: none unless an operator names them."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from travelagent.environment import Environment

MOST_SERVERS, MOST_TOOLS = 10, 50
LONGEST_S = 120.0
_NAME = re.compile(r"[a-z][a-z0-9]{0,19}")
_FIELDS = frozenset({"name", "url", "command", "env", "headers", "tools", "timeout_s"})


@dataclass(frozen=True, slots=True)
class McpServer:
    """A server by its address or by the command that starts it. `tools`: the only ones that are taken of it."""

    name: str
    tools: tuple[str, ...]
    url: str = ""
    command: tuple[str, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    env: Mapping[str, str] = field(default_factory=dict, repr=False)
    timeout_s: float = 20.0


def mcp_servers(env: Environment) -> tuple[McpServer, ...]:
    """Return the servers of the JSON list in MCP_SERVERS. Raises ImproperlyConfigured, without repeating a secret."""
    given = env.secret("MCP_SERVERS")
    if not given.strip():
        return ()
    try:
        rows = json.loads(given)
    except ValueError:
        raise _refused("a JSON list") from None
    if not isinstance(rows, list) or len(rows) > MOST_SERVERS:
        raise _refused(f"a list of at most {MOST_SERVERS} servers")
    servers = tuple(_server(row) for row in rows)
    if len({server.name for server in servers}) < len(servers):
        raise _refused("servers of different names")
    return servers


def _server(row: Any) -> McpServer:
    if not isinstance(row, dict) or not row.keys() <= _FIELDS:
        raise _refused(f"objects of {', '.join(sorted(_FIELDS))}")
    name, url, command = row.get("name"), row.get("url", ""), row.get("command", [])
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise _refused("a name of at most 20 small letters and digits for every server")
    if bool(url) == bool(command) or not isinstance(url, str) or not _are_texts(command):
        raise _refused(f"either a url or a command (a list of texts) for {name}")
    if url and not url.startswith(("http://", "https://")):
        raise _refused(f"an address of http or https for {name}")
    tools: Any = row.get("tools")
    if not _are_texts(tools) or not 0 < len(tools) <= MOST_TOOLS:
        raise _refused(f"the names of the tools that are taken of {name}")
    headers, variables = row.get("headers", {}), row.get("env", {})
    if not all(isinstance(each, dict) and _are_texts([*each, *each.values()]) for each in (headers, variables)):
        raise _refused(f"headers and env of {name} as objects of texts")
    timeout_s = row.get("timeout_s", McpServer(name, ()).timeout_s)
    if isinstance(timeout_s, bool) or not isinstance(timeout_s, int | float) or not 0 < timeout_s <= LONGEST_S:
        raise _refused(f"timeout_s of {name} as seconds up to {LONGEST_S:g}")
    return McpServer(name, tuple(tools), url, tuple(command), headers, variables, float(timeout_s))


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) and each and each.isprintable() for each in value)


def _refused(expected: str) -> ImproperlyConfigured:
    return ImproperlyConfigured(f"MCP_SERVERS: expected {expected}")
