"""The brief and answers about the trip as models read them."""

import json
from collections.abc import Mapping
from typing import Any


def brief_view(value: Mapping[str, Any]) -> str:
    """Return the view of the brief that set_brief returns: in JSON as it is set, who filled its fields left out."""
    brief = {name: each for name, each in value["brief"].items() if name != "sources"}
    missing = ", ".join(value["missing"]) or "nothing"
    lines = [f"brief now: {json.dumps(brief, ensure_ascii=False)}", f"not said, to be assumed or asked for: {missing}"]
    if not value.get("plan_follows", True):
        lines.append("the plan that stands does not have this yet: call change_route, and it follows the brief")
    lines += [f"NOT SET {each['field']} = {each['value']!r}: {each['reason']}" for each in value.get("rejected", ())]
    return "\n".join(lines)


def answer_view(value: Mapping[str, Any]) -> str:
    """Return the view of an answer of ask_plan; its figures stand in its text."""
    return value["text"] if value["known"] else f"not known from data: {value['text']}"
