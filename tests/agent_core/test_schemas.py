"""What a model reads of a tool's arguments: the shape of a call, without what the server checks by itself."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from agent_core.schemas import OFFERED, compact, full_schema
from agent_core.tools import ToolRegistry, tool


class Point(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: Annotated[str, Field(min_length=1, max_length=200)]
    lat: Annotated[float, Field(ge=-90, le=90)]


class Ride(BaseModel):
    mode: Literal["train", "flight"] | None = None
    title: str = ""
    to: Point | None = None


@tool
def book(
    title: str,
    ride: Annotated[Ride, Field(description="Which.")],
    start: Point,
    end: Point | None = None,
    seats: Annotated[int, Field(ge=1, le=9)] = 1,
    notes: Annotated[tuple[str, ...], Field(max_length=60)] = (),
    either: int | str | None = None,
) -> str:
    """Book a ride."""
    return title


def shown() -> dict[str, Any]:
    return dict(book.spec.parameters)


def test_what_says_nothing_is_left_out() -> None:
    properties = shown()["properties"]
    assert properties["title"] == {"type": "string"}
    assert properties["seats"] == {"default": 1, "type": "integer"}
    assert properties["notes"] == {"items": {"type": "string"}, "type": "array"}
    assert properties["either"] == {"type": ["integer", "string"]}
    assert shown()["required"] == ["title", "ride", "start"]


def test_a_definition_that_is_used_once_stands_where_it_is_used() -> None:
    ride = shown()["properties"]["ride"]
    assert ride["description"] == "Which."
    assert ride["properties"]["mode"] == {"enum": ["train", "flight"], "type": "string"}
    assert ride["properties"]["title"] == {"type": "string"}
    assert set(shown()["$defs"]) == {"Point"}
    assert shown()["$defs"]["Point"]["properties"]["lat"] == {"type": "number"}


def test_the_tool_keeps_the_whole_schema() -> None:
    assert book.parameters["properties"]["either"]["default"] is None
    assert "additionalProperties" in book.parameters
    assert compact({"type": "object", "properties": {}}) == {"type": "object", "properties": {}}


def test_null_stays_where_an_argument_is_required() -> None:
    schema = {"properties": {"at": {"anyOf": [{"type": "string"}, {"type": "null"}]}}, "required": ["at"]}
    assert compact(schema) == {"properties": {"at": {"type": ["string", "null"]}}, "required": ["at"]}


def test_what_is_not_offered_is_not_sent() -> None:
    schema = {
        "properties": {
            "a": {"type": "string", OFFERED: False},
            "b": {"type": "array", "maxItems": 3, OFFERED: {"type": "string", "description": "Names."}},
            "c": {"type": "integer"},
            "d": {"$ref": "#/$defs/D", OFFERED: False},
        },
        "required": ["a", "b"],
        "$defs": {"D": {"type": "object"}},
    }

    assert compact(schema, ("a", "b")) == {
        "properties": {"b": {"type": "string", "description": "Names."}},
        "required": ["b"],
    }
    assert set(full_schema(schema)["properties"]["b"]) == {"type", "maxItems"}


def test_lists_of_words_are_one() -> None:
    part, place = {"enum": ["morning"], "type": "string"}, {"enum": ["first"], "type": "string"}
    schema = {"properties": {"when": {"anyOf": [part, place, {"type": "null"}], "default": None}}}
    assert compact(schema)["properties"]["when"] == {"enum": ["morning", "first"], "type": "string"}


def test_a_tool_that_is_not_offered_can_still_be_called() -> None:
    @tool(offered=False)
    def aside(a: int) -> int:
        """Do it."""
        return a

    registry = ToolRegistry([aside, book])
    assert [spec.name for spec in registry.specs] == ["book"]
    assert registry.get("aside") is aside
