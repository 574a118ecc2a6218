"""`python -m tests.docs.renew`: write what the documentation takes from the code: the graph's diagram, the events'
schema, and the rules of travel.

The tests hold both. Look at the difference before committing it: names and fields of events are the wire contract.
"""

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, TypeAdapter

from agent_core import events
from agent_core.graph import GRAPH
from travelagent.assistant.artifact_kinds import ArtifactKind
from travelagent.briefs.compile import RULES
from travelagent.briefs.events import EVENTS
from travelagent.briefs.notes import NOTES
from travelagent.briefs.search_rules import PLAN_RULES
from travelagent.planning.edits.registry import KINDS, edit_fields

DOCS = Path(__file__).resolve().parents[2] / "docs"
ARCHITECTURE = DOCS / "architecture.md"
SCHEMA = DOCS / "events.schema.json"
BRIEFS = DOCS / "briefs.md"
PLANNING = DOCS / "planning.md"
COMMAND = "python -m tests.docs.renew"

DIAGRAM = re.compile(r"(?<=<!-- the graph, from agent_core\.graph -->\n).*?(?=<!-- the graph ends -->)", re.DOTALL)


RULE_TABLE = re.compile(r"(?<=<!-- the rules, from travelagent\.briefs -->\n).*?(?=<!-- the rules end -->)", re.DOTALL)


EDIT_TABLE = re.compile(
    r"(?<=<!-- the edits, from travelagent\.planning\.edits -->\n).*?(?=<!-- the edits end -->)", re.DOTALL
)


def with_rules(page: str) -> str:
    """The page with the table of the rules of travel between its marks. Raises LookupError where there are none."""
    rows = [f"| `{rule.name}` | {rule.figure.en} | {rule.reason.en} |" for rule in (*RULES, *PLAN_RULES, *NOTES)]
    table = "\n".join(["| rule | figure | reason |", "|---|---|---|", *rows])
    written, count = RULE_TABLE.subn(lambda _: f"\n{table}\n\n", page)
    if count != 1:
        raise LookupError(f"{count} places for the rules instead of one")
    return written


def with_edits(page: str) -> str:
    """The page with the table of the kinds of edit between its marks. Raises LookupError where there are none."""
    fields = edit_fields()
    rows = [
        f"| `{tag}` | {', '.join(f'`{name}`' for name in fields[tag])} | {_summary(kind)} |"
        for tag, kind in KINDS.items()
    ]
    table = "\n".join(["| `op` | fields | the edit |", "|---|---|---|", *rows])
    written, count = EDIT_TABLE.subn(lambda _: f"\n{table}\n\n", page)
    if count != 1:
        raise LookupError(f"{count} places for the edits instead of one")
    return written


def _summary(kind: type) -> str:
    return " ".join((kind.__doc__ or "").split()).replace("`", "")


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
        if event is not events.CustomEvent:
            definitions |= _definitions(event)
    definitions["artifact"]["properties"]["kind"] = TypeAdapter(ArtifactKind).json_schema()
    for type, model in EVENTS.items():
        definitions |= _definitions_of_model(type, model)
    for type in (*events.CORE_TYPES, *EVENTS):
        kinds.append({"properties": {"type": {"const": type}, "data": {"$ref": f"#/$defs/{type}"}}})
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


def _definitions_of_model(type: str, model: type[BaseModel]) -> dict[str, Any]:
    """The `data` of an event of the application, and the values inside it."""
    schema = model.model_json_schema(by_alias=True)
    inner = schema.pop("$defs", {})
    for value in (schema, *inner.values()):
        _plain(value, "")
    return {type: schema, **inner}


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
    BRIEFS.write_text(with_rules(BRIEFS.read_text("utf-8")), "utf-8")
    PLANNING.write_text(with_edits(PLANNING.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
