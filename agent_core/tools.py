"""Tools: a typed function becomes something that a model may call.

    @tool(category="catalogue")
    def search_books(
        subjects: Annotated[list[str], Field(description="…")] = [],
        *,
        context: ToolContext,
    ) -> ToolResult: ...

The JSON Schema comes from the signature. Parameters of type `ToolContext`, and those marked `Hidden`, never reach the
model: the server fills them in, and a value that the model sends for one is dropped before validation. Functions may
be plain or async; plain ones run in a thread.
"""

import inspect
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Annotated, Any, TypeAlias, get_args, get_origin, get_type_hints, overload

from pydantic import BaseModel, ConfigDict, ValidationError, create_model

from agent_core.events import CustomEvent, Source
from agent_core.messages import Message
from agent_core.model import ToolSpec
from agent_core.schemas import compact, whole

DEFAULT_TIMEOUT_S = 30.0


class _HiddenMark:
    """Marks a parameter that the server injects by name."""


HIDDEN = _HiddenMark()


@dataclass(frozen=True, slots=True)
class Shown:
    """What a result shows beside the conversation."""

    kind: str
    payload: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool returns. `value` is JSON for the model; the other fields are for everybody else.

    `outcome` is the typed word that a workflow table reads; `final`, when set, wins over the tool's own mark;
    `reply` is the answer's text if the result ends the run; `events` are the application's own, emitted behind what
    is shown.
    """

    value: Any
    shown: tuple[Shown, ...] = ()
    outcome: str = "ok"
    final: bool | None = None
    reply: str = ""
    sources: tuple[Source, ...] = ()
    events: tuple[CustomEvent, ...] = ()


class ToolError(Exception):
    """A failure that the model should know of: a stable code, a sentence, and data such as near matches."""

    def __init__(self, code: str, message: str, **data: Any) -> None:
        super().__init__(message)
        self.code = code
        self.data = data

    def as_dict(self) -> dict[str, Any]:
        return {"code": self.code, "message": str(self), **self.data}


class Interrupted(Exception):
    """A tool that cannot go on before somebody decides: the ids that wait, and what the user is told.

    The call stays pending; when the run is resumed it is made again, and finds the decision.
    """

    def __init__(self, waits_for: tuple[str, ...], told: str) -> None:
        super().__init__(", ".join(waits_for))
        self.waits_for = waits_for
        self.told = told


@dataclass(frozen=True, slots=True)
class ToolContext:
    """What a running tool may use: the run's language, the server's own values, the conversation, a progress call.

    `results(tool)` are what this run's successful calls of a tool have returned so far, in order.
    `nested` is the working surface for an agent that runs inside this call (see `agent_core.nested`).
    """

    run: str
    call_id: str
    locale: str
    progress: Callable[[float, str], None]
    cancelled: Callable[[], bool] = lambda: False
    injected: Mapping[str, Any] = field(default_factory=dict)
    history: tuple[Message, ...] = ()
    results: Callable[[str], tuple[Any, ...]] = lambda tool: ()
    nested: Any = None

    def artifact_id(self, position: int = 1) -> str:
        """The id of the artifact that this call's result shows at that position, counted from 1."""
        return artifact_id(self.call_id, position)


ToolFunction: TypeAlias = Callable[..., Any]
Labeller: TypeAlias = Callable[[Mapping[str, Any], str], str]
Summariser: TypeAlias = Callable[[Mapping[str, Any], str, Mapping[str, Any]], str]
ModelView: TypeAlias = Callable[[Mapping[str, Any]], str]


@dataclass(frozen=True)
class Tool:
    """One tool, ready to be offered and called."""

    name: str
    description: str
    parameters: Mapping[str, Any]
    function: ToolFunction
    arguments: type[BaseModel]
    context_parameter: str = ""
    hidden: Mapping[str, Any] = field(default_factory=dict)
    writes: bool = False
    final: bool = False
    sequential: bool = False
    wants_history: bool = False
    timeout_s: float = DEFAULT_TIMEOUT_S
    category: str = ""
    tags: tuple[str, ...] = ()
    label: Labeller | None = None
    summary: Summariser | None = None
    view: ModelView | None = None
    sent: Mapping[str, Any] = field(default_factory=dict)
    offered: bool = True
    follows: tuple[str, ...] = ()

    @property
    def spec(self) -> ToolSpec:
        """The tool as a model reads it; `parameters` is the whole schema, for everybody else."""
        return ToolSpec(self.name, self.description, self.sent)

    @cached_property
    def is_async(self) -> bool:
        return inspect.iscoroutinefunction(self.function)

    def describe(self, args: Mapping[str, Any], locale: str) -> str:
        """The human words for a call in the run's language."""
        return self.label(args, locale) if self.label else self.name

    def validated(self, args: Mapping[str, Any], injected: Mapping[str, Any]) -> dict[str, Any]:
        """Keyword arguments for the function. Raises ToolError `invalid_arguments` with every fault at once."""
        visible = {key: value for key, value in args.items() if key not in self.hidden} if self.hidden else args
        try:
            parsed = self.arguments.model_validate(visible)
        except ValidationError as error:
            faults = [
                {"field": ".".join(map(str, e["loc"])), "message": e["msg"]}
                for e in error.errors(include_url=False, include_context=False, include_input=False)
            ]
            raise ToolError(
                "invalid_arguments",
                "; ".join(f"{fault['field']}: {fault['message']}" for fault in faults),
                fields=faults,
                expected=sorted(self.parameters.get("properties", {})),
            ) from None
        values = dict(vars(parsed))
        for name, default in self.hidden.items():
            values[name] = injected.get(name, default)
            if values[name] is inspect.Parameter.empty:
                raise ToolError("unavailable", f"the tool {self.name} cannot be used here")
        return values

    def bind(self, values: Mapping[str, Any], context: ToolContext | None) -> Callable[[], Any]:
        """The call itself, ready to run: a coroutine function when the tool's function is one.

        `context` goes to the parameter that asks for it, if there is one.
        """
        given = {**values, self.context_parameter: context} if self.context_parameter else values
        return partial(self.function, **given)


@overload
def tool(function: ToolFunction, /) -> Tool: ...


@overload
def tool(
    *,
    name: str = "",
    writes: bool = False,
    final: bool = False,
    sequential: bool = False,
    wants_history: bool = False,
    timeout_s: float = DEFAULT_TIMEOUT_S,
    category: str = "",
    tags: Iterable[str] = (),
    label: Labeller | None = None,
    summary: Summariser | None = None,
    view: ModelView | None = None,
    offers: Collection[str] | None = None,
    offered: bool = True,
    follows: Iterable[str] = (),
) -> Callable[[ToolFunction], Tool]: ...


def tool(
    function: ToolFunction | None = None,
    /,
    *,
    name: str = "",
    writes: bool = False,
    final: bool = False,
    sequential: bool = False,
    wants_history: bool = False,
    timeout_s: float = DEFAULT_TIMEOUT_S,
    category: str = "",
    tags: Iterable[str] = (),
    label: Labeller | None = None,
    summary: Summariser | None = None,
    view: ModelView | None = None,
    offers: Collection[str] | None = None,
    offered: bool = True,
    follows: Iterable[str] = (),
) -> Tool | Callable[[ToolFunction], Tool]:
    """Make a Tool of a function; its docstring's first paragraph is what the model reads.

    `label(args, locale)` words a call that runs; `summary(args, locale, injected)` says in one line the exact change
    that a write would make. `view(value)` is what a language model reads of a result that is a JSON object, its first
    line enough to know later what it was; without it the JSON itself. Models are told of the arguments that it
    `offers`, without it of all; a tool that is not `offered` can be called, but no model is told of it,
    and one that `follows` others only once one of them has succeeded.
    """

    def make(target: ToolFunction) -> Tool:
        model, hidden, context = _arguments_of(target)
        text, schema = inspect.getdoc(target) or "", _schema_of(model)
        return Tool(
            name=name or target.__name__,
            description=" ".join(text.split("\n\n")[0].split()),
            parameters=whole(schema),
            function=target,
            arguments=model,
            context_parameter=context,
            hidden=hidden,
            writes=writes,
            final=final,
            sequential=sequential,
            wants_history=wants_history,
            timeout_s=timeout_s,
            category=category,
            tags=tuple(tags),
            label=label,
            summary=summary,
            view=view,
            sent=compact(schema, offers),
            offered=offered,
            follows=tuple(follows),
        )

    return make if function is None else make(function)


class ToolRegistry:
    """An immutable set of tools, in order of registration."""

    def __init__(self, tools: Iterable[Tool] = ()) -> None:
        self._tools = {t.name: t for t in tools}
        self.specs: tuple[ToolSpec, ...] = tuple(t.spec for t in self if t.offered)
        """What models are told of the tools that they are offered."""

    def __iter__(self) -> Iterator[Tool]:
        return iter(self._tools.values())

    def __contains__(self, name: object) -> bool:
        return name in self._tools

    def get(self, name: str) -> Tool | None:
        return self._tools.get(name)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._tools)

    def without(self, names: Iterable[str]) -> "ToolRegistry":
        gone = set(names)
        return ToolRegistry(t for t in self if t.name not in gone)

    def with_timeouts(self, timeouts: Mapping[str, float]) -> "ToolRegistry":
        """The same tools, those named with another timeout (seconds)."""
        return ToolRegistry(replace(t, timeout_s=timeouts.get(t.name, t.timeout_s)) for t in self)


def artifact_id(call: str, position: int) -> str:
    """The id of what a call shows at that position, counted from 1."""
    return f"{call}_a{position}"


_STRICT = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


def as_result(value: Any) -> ToolResult:
    """Return a tool's return value as a ToolResult. Raises ToolError when it is no JSON."""
    return checked(value)[0]


def checked(value: Any) -> tuple[ToolResult, str]:
    """Return a tool's return value as a ToolResult, and the JSON text of the result's value.

    Raises ToolError `bad_result` when the value or the data of an event is no JSON.
    """
    result = value if isinstance(value, ToolResult) else ToolResult(value)
    try:
        for event in result.events:
            _STRICT.encode(event.data)
        return result, _STRICT.encode(result.value)
    except (TypeError, ValueError) as error:
        raise ToolError("bad_result", f"the tool returned no JSON value: {error}") from error


def _arguments_of(function: ToolFunction) -> tuple[type[BaseModel], Mapping[str, Any], str]:
    hints = get_type_hints(function, include_extras=True)
    visible: dict[str, Any] = {}
    hidden: dict[str, Any] = {}
    context = ""
    for parameter in inspect.signature(function).parameters.values():
        hint = hints[parameter.name]
        if hint is ToolContext:
            context = parameter.name
        elif get_origin(hint) is Annotated and HIDDEN in get_args(hint)[1:]:
            hidden[parameter.name] = parameter.default
        else:
            default = ... if parameter.default is inspect.Parameter.empty else parameter.default
            visible[parameter.name] = (hint, default)
    model: type[BaseModel] = create_model(
        f"{function.__name__}_arguments", __config__=ConfigDict(extra="forbid"), **visible
    )
    return model, hidden, context


def _schema_of(model: type[BaseModel]) -> dict[str, Any]:
    schema: dict[str, Any] = _untitled(model.model_json_schema())
    schema.setdefault("properties", {})
    return schema


def _untitled(schema: Any) -> Any:
    """A JSON Schema without the titles that Pydantic makes of names: they say nothing that the names do not."""
    if isinstance(schema, list):
        return [_untitled(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {name: _untitled(value) for name, value in schema.items() if name != "title" or not isinstance(value, str)}
