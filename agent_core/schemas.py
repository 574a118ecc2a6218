"""JSON Schemas as a language model reads them.

A model is sent the schemas of all tools with every request. What it needs is the shape of a call; the whole schema
stays with the tool, which validates the arguments by it and reports what was wrong.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

OFFERED: Final = "x-offered"
"""The keyword of a property that is not sent to models (false), or is sent as another schema (an object). It goes into
`Field(json_schema_extra={OFFERED: …})`."""
_REF: Final = "$ref"
_DEFS: Final = "$defs"
_SENT: Final = frozenset(
    {"type", "description", "enum", "const", "items", "properties", "required", "default", "examples", "format", _REF}
)
"""What describes a call's shape; limits of numbers, lengths and patterns are named by the error of a call that
breaks them.
"""


def compact(schema: Mapping[str, Any], offers: Collection[str] | None = None) -> dict[str, Any]:
    """Return the schema in fewer words, for models.

    Without defaults that mean "nothing", nulls where an argument may be left out, limits, and what is not offered; a
    definition that is used once stands where it is used, and of a description only the first paragraph. `offers`: the
    arguments that are offered, None for all.
    """
    definitions = schema.get(_DEFS, {})
    if offers is not None:
        schema = {**schema, "properties": {name: each for name, each in schema["properties"].items() if name in offers}}
    offered = _offered(schema)
    reachable = {name: _offered(each) for name, each in definitions.items()}
    times = Counter(_references_within(offered, reachable))
    once = {ref for ref, count in times.items() if count == 1}
    short = _shortened(offered, reachable, once)
    kept = {
        name: _shortened(each, reachable, once)
        for name, each in reachable.items()
        if _ref(name) in times and _ref(name) not in once
    }
    return {**short, _DEFS: kept} if kept else short


def full_schema(schema: Any) -> Any:
    """Return the schema without the keyword that only concerns what models are offered of it."""
    if isinstance(schema, list):
        return [full_schema(each) for each in schema]
    if not isinstance(schema, Mapping):
        return schema
    return {keyword: full_schema(value) for keyword, value in schema.items() if keyword != OFFERED}


def _offered(node: Any) -> Any:
    """A schema with only what models are offered of it, definitions aside."""
    if isinstance(node, list):
        return [_offered(each) for each in node]
    if not isinstance(node, Mapping):
        return node
    short: dict[str, Any] = {}
    for keyword, value in node.items():
        if keyword == _DEFS:
            continue
        if keyword == "properties":
            short[keyword] = {
                name: _offered(each[OFFERED] if isinstance(each.get(OFFERED), Mapping) else each)
                for name, each in value.items()
                if each.get(OFFERED) is not False
            }
        elif keyword != OFFERED:
            short[keyword] = _offered(value)
    if "required" in short:
        short["required"] = [name for name in short["required"] if name in short.get("properties", {})]
    return short


def _ref(name: str) -> str:
    return f"#/{_DEFS}/{name}"


def _references_within(node: Any, definitions: Mapping[str, Any]) -> Iterator[str]:
    """Every reference below a node and below the definitions that it reaches, as often as it stands there."""
    seen: set[str] = set()
    waiting = [node]
    while waiting:
        for ref in _references(waiting.pop()):
            yield ref
            if ref not in seen:
                seen.add(ref)
                waiting.append(definitions[ref.removeprefix(_ref(""))])


def _references(node: Any) -> Iterator[str]:
    if isinstance(node, Mapping):
        if isinstance(node.get(_REF), str):
            yield node[_REF]
        for value in node.values():
            yield from _references(value)
    elif isinstance(node, list):
        for value in node:
            yield from _references(value)


def _shortened(node: Mapping[str, Any], definitions: Mapping[str, Any], once: set[str]) -> dict[str, Any]:
    if node.get(_REF) in once:
        definition = definitions[node[_REF].removeprefix(_ref(""))]
        return _shortened({**definition, **{k: v for k, v in node.items() if k != _REF}}, definitions, once)
    short: dict[str, Any] = {}
    for keyword, value in node.items():
        match keyword, value:
            case "properties", Mapping():
                short[keyword] = {name: _shortened(each, definitions, once) for name, each in value.items()}
            case "items", Mapping():
                item = _shortened(value, definitions, once)
                short[keyword] = {k: v for k, v in item.items() if k != "description" or "description" not in node}
            case "anyOf", list():
                short |= _choice(value, node, definitions, once)
            case "default", _ if not value or isinstance(value, Mapping):
                pass
            case "required", []:
                pass
            case "description", str():
                short[keyword] = value.partition("\n\n")[0].replace("\n", " ")
            case _ if keyword in _SENT:
                short[keyword] = value
    return short


def _choice(
    options: list[Any], node: Mapping[str, Any], definitions: Mapping[str, Any], once: set[str]
) -> dict[str, Any]:
    """The options without null where the argument may be left out; a single one in the node's place, and plain types
    and lists of words as one."""
    optional = "default" in node and node["default"] is None
    left = [_shortened(each, definitions, once) for each in options if not (optional and each == {"type": "null"})]
    if all(each.keys() == {"enum", "type"} for each in left):
        return {"enum": [word for each in left for word in each["enum"]], "type": left[0]["type"]}
    if len(left) > 1 and all(each.keys() == {"type"} for each in left):
        return {"type": [each["type"] for each in left]}
    if len(left) > 1:
        return {"anyOf": left}
    return {keyword: value for keyword, value in left[0].items() if keyword not in node}
