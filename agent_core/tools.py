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
from agent_core.schemas import compact, full_schema

DEFAULT_TIMEOUT_S = 30.0


class _HiddenMark:
    """Marks a parameter that the server injects by name."""


HIDDEN = _HiddenMark()


@dataclass(frozen=True, slots=True)
class Shown:
    """An artifact that a result shows beside the conversation."""

    kind: str
    payload: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool returns. `value` is JSON for the model; the other fields are for everybody else.

    `shown`: artifacts; `outcome`: the typed word that a workflow table reads; `final`: whether the result ends the run,
    None as the tool is marked; `reply`: the answer's text if it does; `sources`: for the answer; `events`: the
    application's own, emitted after what is shown.
    """

    value: Any
    shown: tuple[Shown, ...] = ()
    outcome: str = "ok"
    final: bool | None = None
    reply: str = ""
    sources: tuple[Source, ...] = ()
    events: tuple[CustomEvent, ...] = ()


class ToolError(Exception):
    """A failure that the model should know of: a stable `code`, a sentence, and data such as near matches."""

    def __init__(self, code: str, message: str, **data: Any) -> None:
        super().__init__(message)
        self.code = code
        self.data = data

    def as_dict(self) -> dict[str, Any]:
        """Return the error as JSON values: `code`, `message` and the data."""
        return {"code": self.code, "message": str(self), **self.data}


class Interrupted(Exception):
    """A tool call that cannot go on before a decision: the ids that wait, and the notice shown to the user.

    The call stays pending; when the run is resumed it is made again, and finds the decision.
    """

    def __init__(self, waits_for: tuple[str, ...], notice: str) -> None:
        super().__init__(", ".join(waits_for))
        self.waits_for = waits_for
        self.notice = notice


class NeedsConsent(Exception):
    """A tool call that would do more than is sure to be wanted, raised before anything is done.

    Its owner decides on it as on a write: the call is proposed with its `summary`, the exact change in a line, and made
    again once it is approved.
    """

    def __init__(self, summary: str) -> None:
        super().__init__(summary)
        self.summary = summary


@dataclass(frozen=True, slots=True)
class ToolContext:
    """What a running tool may use.

    `locale`: the run's language. `progress(fraction, note)` reports progress, 0 to 1, from any thread. `cancelled()`:
    whether the run is to end. `injected`: the server's own values. `history`: the conversation, for tools that want it.
    `results(tool)`: what this run's successful calls of a tool have returned so far, in order. `nested`: the working
    surface for an agent that runs inside this call (see `agent_core.nested`). `is_approved`: whether the owner has
    approved of this very call.
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
    is_approved: bool = False

    def artifact_id(self, position: int = 1) -> str:
        """Return the id of the artifact that this call's result shows at that position, counted from 1."""
        return artifact_id(self.call_id, position)


ToolFunction: TypeAlias = Callable[..., Any]
Labeller: TypeAlias = Callable[[Mapping[str, Any], str], str]
Summariser: TypeAlias = Callable[[Mapping[str, Any], str, Mapping[str, Any]], str]
ModelView: TypeAlias = Callable[[Mapping[str, Any]], str]


@dataclass(frozen=True)
class Tool:
    """One tool, ready to be offered and called; made by `tool`, which documents its fields."""

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
        """Whether the tool's function is a coroutine function."""
        return inspect.iscoroutinefunction(self.function)

    def describe(self, args: Mapping[str, Any], locale: str) -> str:
        """Return the label of a call in the run's language, the tool's name where it has none."""
        return self.label(args, locale) if self.label else self.name

    def validated(self, args: Mapping[str, Any], injected: Mapping[str, Any]) -> dict[str, Any]:
        """Validate the arguments of a call and return keyword arguments for the function, hidden ones from `injected`.

        Raises ToolError: `invalid_arguments` with every fault at once, `unavailable` where a hidden value is missing.
        """
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
        """Return the call itself, ready to run: a coroutine function when the tool's function is one.

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

    `name`: by default the function's. `writes`: the call changes something, and is proposed before it is made. `final`:
    its result ends the run. `sequential`: it is not run beside other calls, and calls behind it see what it did.
    `wants_history`: its context has the conversation. `timeout_s`: seconds until a call fails. `category`, `tags`: for
    the application.

    `label(args, locale)` describes a call that runs; `summary(args, locale, injected)` states in one line the exact
    change that a write would make. `view(value)` is what a language model reads of a result that is a JSON object, its
    first line enough to know later what it was; without it the JSON itself. Models see the arguments that it `offers`,
    without it all; a tool that is not `offered` can be called, but no model sees it, and one that `follows` others is
    offered only once one of them has succeeded.
    """

    def make(target: ToolFunction) -> Tool:
        model, hidden, context = _arguments_of(target)
        text, schema = inspect.getdoc(target) or "", _schema_of(model)
        return Tool(
            name=name or target.__name__,
            description=" ".join(text.split("\n\n")[0].split()),
            parameters=full_schema(schema),
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
    """An immutable set of tools, in order of registration. Of two tools of one name the later one counts."""

    def __init__(self, tools: Iterable[Tool] = ()) -> None:
        self._tools = {t.name: t for t in tools}
        self.specs: tuple[ToolSpec, ...] = tuple(t.spec for t in self if t.offered)
        """The offered tools as models read them."""

    def __iter__(self) -> Iterator[Tool]:
        return iter(self._tools.values())

    def __contains__(self, name: object) -> bool:
        return name in self._tools

    def get(self, name: str) -> Tool | None:
        """Return the tool of that name, None where there is none."""
        return self._tools.get(name)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the tools, in the order of registration."""
        return tuple(self._tools)

    def without(self, names: Iterable[str]) -> "ToolRegistry":
        """Return a registry without these tools."""
        gone = set(names)
        return ToolRegistry(t for t in self if t.name not in gone)

    def with_timeouts(self, timeouts: Mapping[str, float]) -> "ToolRegistry":
        """Return a registry of the same tools in which those named have another timeout, in seconds."""
        return ToolRegistry(replace(t, timeout_s=timeouts.get(t.name, t.timeout_s)) for t in self)


def artifact_id(call: str, position: int) -> str:
    """Return the id of the artifact that a call shows at that position, counted from 1."""
    return f"{call}_a{position}"


_STRICT = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


def as_result(value: Any) -> ToolResult:
    """Return a tool's return value as a ToolResult. Raises ToolError `bad_result` when it is no JSON."""
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
