"""`python -m tests.docs.renew`: write what the documentation takes from the code: the graph's diagram and the schema.

The tests hold both. Look at the difference before committing it: names and fields of events are the wire contract.
"""

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

from pydantic import TypeAdapter

from agent_core import events
from agent_core.graph import GRAPH

DOCS = Path(__file__).resolve().parents[2] / "docs"
ARCHITECTURE = DOCS / "architecture.md"
SCHEMA = DOCS / "events.schema.json"
COMMAND = "python -m tests.docs.renew"

DIAGRAM = re.compile(r"(?<=<!-- the graph, from agent_core\.graph -->\n).*?(?=<!-- the graph ends -->)", re.DOTALL)


def with_diagram(page: str) -> str:
    """The page with the graph's own drawing between its marks. Raises LookupError where there are none."""
    drawn, count = DIAGRAM.subn(lambda _: f"\n```mermaid\n{GRAPH.mermaid()}\n```\n\n", page)
    if count != 1:
        raise LookupError(f"{count} places for the graph's diagram instead of one")
    return drawn


def event_schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of the event envelope; `$defs` holds the `data` of each type."""
    definitions: dict[str, Any] = {}
    kinds: list[dict[str, Any]] = []
    for event in get_args(events.Event):
        definitions |= _definitions(event)
        reference = {"$ref": f"#/$defs/{event.type}"}
        kinds.append({"properties": {"type": {"const": event.type}, "data": reference}})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Event",
        "description": "The envelope of every event of a run, over WebSocket, server-sent events and REST alike.",
        "type": "object",
        "properties": {
            "seq": {"type": "integer", "minimum": 1},
            "run": {"type": "string"},
            "type": {"type": "string"},
            "at": {"type": "string", "format": "date-time"},
            "data": {"type": "object"},
            "parent": {"type": "string", "description": "The call inside which a nested agent tells this."},
        },
        "required": ["seq", "run", "type", "at", "data"],
        "oneOf": kinds,
        "$defs": dict(sorted(definitions.items())),
    }


def _definitions(event: Any) -> dict[str, Any]:
    """The `data` of one event as it goes over the wire, and the values inside it."""
    schema = TypeAdapter(event).json_schema(mode="serialization")
    inner = schema.pop("$defs", {})
    for name, value in inner.items():
        value["required"] = list(value["properties"])
        _plain(value, name)
    wire = {item.name: item.metadata.get("wire", item.name) for item in fields(event)}
    schema["properties"] = {wire[name]: value for name, value in schema.get("properties", {}).items()}
    schema["required"] = [wire[item.name] for item in fields(event) if not item.metadata.get("omit")]
    _plain(schema, event.__name__)
    return {event.type: schema, **inner}


def _plain(schema: dict[str, Any], name: str) -> None:
    """Without titles and defaults: every field is always sent. A class's description stays if it has one."""
    del schema["title"]
    if schema.get("description", "").startswith(f"{name}("):
        del schema["description"]
    for value in schema["properties"].values():
        value.pop("title", None)
        value.pop("default", None)


def schema_text() -> str:
    return json.dumps(event_schema(), ensure_ascii=False, indent=2) + "\n"


def main() -> None:
    ARCHITECTURE.write_text(with_diagram(ARCHITECTURE.read_text("utf-8")), "utf-8")
    SCHEMA.write_text(schema_text(), "utf-8")


if __name__ == "__main__":
    main()
