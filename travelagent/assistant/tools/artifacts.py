"""Artifacts of the conversation as arguments of tools: named by id, never changed, so what was seen is what is used."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, TypeAlias

from pydantic import Field

from agent_core.tools import HIDDEN, ToolError

# Finds the payload of an artifact of this conversation by its id and kind, None when there is none.
Artifacts: TypeAlias = Annotated[Callable[[str, str], Mapping[str, Any] | None], HIDDEN]
ArtifactId = Annotated[str, Field(description="The id of an artifact of this conversation.")]


def no_artifacts(id: str, kind: str) -> None:
    """Return None: outside of a conversation there are no artifacts."""


def artifact_of(
    artifacts: Callable[[str, str], Mapping[str, Any] | None], id: str, kind: str, locale: str
) -> Mapping[str, Any]:
    """Return the payload of an artifact. Raises ToolError `unknown_artifact`."""
    found = artifacts(id, kind)
    if found is None:
        message = "本次对话中没有这个内容。" if locale == "zh" else "There is no such artifact in this conversation."
        raise ToolError("unknown_artifact", message, id=id, kind=kind)
    return found
