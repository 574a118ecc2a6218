"""JSON Schemas as a language model reads them.

A model is sent the schemas of all tools with every request. What it needs is the shape of a call; the whole schema
stays with the tool, which validates the arguments by it and says what was wrong.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

_REF: Final = "$ref"
_DEFS: Final = "$defs"
_LEFT_OUT: Final = frozenset({"additionalProperties", "maxLength", "minLength", "title", _DEFS})
_LONG_LIST: Final = 20
"""So many items are a limit that no call comes near to."""


def compact(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema in fewer words: without defaults that say "nothing", nulls where an argument may be left out,
    lengths of texts and long lists; a definition that is used once stands where it is used."""
    definitions = schema.get(_DEFS, {})
    once = {ref for ref, times in Counter(_references(schema)).items() if times == 1}
    short = _shortened(schema, definitions, once)
    kept = {name: _shortened(each, definitions, once) for name, each in definitions.items() if _ref(name) not in once}
    return {**short, _DEFS: kept} if kept else short


def _ref(name: str) -> str:
    return f"#/{_DEFS}/{name}"


def _references(node: Any) -> Iterator[str]:
    """Every reference below a node, as often as it stands there."""
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
                short[keyword] = _shortened(value, definitions, once)
            case "anyOf", list():
                short |= _choice(value, node, definitions, once)
            case _ if _says_something(keyword, value, node):
                short[keyword] = value
    return short


def _choice(
    options: list[Any], node: Mapping[str, Any], definitions: Mapping[str, Any], once: set[str]
) -> dict[str, Any]:
    """The options without null where the argument may be left out; a single one in the node's place."""
    optional = "default" in node and node["default"] is None
    left = [_shortened(each, definitions, once) for each in options if not (optional and each == {"type": "null"})]
    if len(left) > 1:
        return {"anyOf": left}
    return {keyword: value for keyword, value in left[0].items() if keyword not in node}


def _says_something(keyword: str, value: Any, node: Mapping[str, Any]) -> bool:
    match keyword:
        case "default":
            return bool(value) and not isinstance(value, Mapping)
        case "pattern":
            return "examples" not in node
        case "maxItems":
            return bool(value < _LONG_LIST)
        case _:
            return keyword not in _LEFT_OUT
