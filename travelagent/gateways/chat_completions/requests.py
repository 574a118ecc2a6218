"""What a client asks for, of which only the conversation counts: what samples a model has no meaning for an agent."""

import re
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from travelagent.api.problems import wrong_field
from travelagent.api.serializers.base import Text
from travelagent.chat import actions
from travelagent.chat.modelset import offered_models

OWN_NAME = "travelagent"
"""The model of this name is the server's default one."""
MOST_MESSAGES = 400
MARK = re.compile(r"^\[//\]: # \((ses_\w{1,36})(?: (run_\w{1,36}))?\)\s*\Z", re.ASCII | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One message of a user. `session` and `run`: those that the last answer was given in, "" where there was none;
    `is_first`: nothing was answered before it; `model` is "" for the default one; `end_user` and `conversation` are as
    the client names them, "" where it does not."""

    text: str
    session: str
    run: str
    is_first: bool
    model: str
    streams: bool
    with_usage: bool
    end_user: str
    conversation: str


class ChatMessage(serializers.Serializer[Any]):
    """A message of the conversation."""

    role = serializers.CharField(max_length=20)
    content = serializers.JSONField(required=False, allow_null=True)


class StreamOptions(serializers.Serializer[Any]):
    """The options of a stream."""

    include_usage = serializers.BooleanField(required=False, default=False)


class CompletionBody(serializers.Serializer[Any]):
    """The fields that have a meaning here; all others are accepted and change nothing."""

    model = Text(max_length=120)
    messages = serializers.ListField(child=ChatMessage(), allow_empty=False, max_length=MOST_MESSAGES)
    stream = serializers.BooleanField(required=False, default=False, allow_null=True)
    stream_options = StreamOptions(required=False, allow_null=True)
    n = serializers.IntegerField(required=False, default=1, min_value=1, max_value=1, allow_null=True)
    user = Text(required=False, allow_blank=True, allow_null=True, max_length=200)
    metadata = serializers.DictField(child=Text(max_length=512), required=False, allow_null=True)


def parse_chat_request(given: dict[str, Any], conversation: str, end_user: str) -> ChatRequest:
    """Return what a validated body asks for. `conversation`, `end_user`: their names by headers. Raises Problem."""
    last = given["messages"][-1]
    if last["role"] != "user":
        raise wrong_field("messages", _("The last message is the one to be answered, of the role user."))
    try:
        text = actions.check_message(text_of(last))
    except actions.Invalid as error:
        raise wrong_field("messages", str(error)) from error
    metadata = given.get("metadata") or {}
    session, run = _last_mark(given["messages"])
    return ChatRequest(
        text=text,
        session=session,
        run=run,
        is_first=all(message["role"] != "assistant" for message in given["messages"]),
        model=model_of(given["model"]),
        streams=bool(given["stream"]),
        with_usage=bool((given.get("stream_options") or {}).get("include_usage")),
        end_user=given.get("user") or end_user,
        conversation=conversation or metadata.get("conversation", ""),
    )


def text_of(message: dict[str, Any]) -> str:
    """Return the text of a message, of its parts one below the other. Raises Problem for any other part."""
    content = message.get("content")
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        raise wrong_field("messages", _("A message of a user holds text."))
    parts = [part.get("text") if isinstance(part, dict) and part.get("type") == "text" else None for part in content]
    texts = [part for part in parts if isinstance(part, str)]
    if len(texts) != len(parts):
        raise wrong_field("messages", _("Only text is read; no pictures, sounds or files."))
    return "\n".join(texts)


def marked(answer: str, session: str, run: str) -> str:
    """Return an answer with a comment, which Markdown does not show, that holds the session and run it was given in."""
    return f"{answer}\n\n[//]: # ({session} {run})"


def _last_mark(messages: list[dict[str, Any]]) -> tuple[str, str]:
    """Return the session and the run that the last answer among the messages was given in, "" where none has a mark;
    the marks of earlier releases have no run."""
    answers = (each["content"] for each in reversed(messages) if each["role"] == "assistant")
    found = (MARK.search(answer) for answer in answers if isinstance(answer, str))
    return next(((mark[1], mark[2] or "") for mark in found if mark is not None), ("", ""))


def model_names() -> list[str]:
    """Return the names under which models are offered: the default one by our own name, each also by its own."""
    return [OWN_NAME, *(f"{OWN_NAME}/{model.name}" for model in offered_models())]


def model_of(name: str) -> str:
    """Return the model that a name of ours stands for, "" for the default one."""
    return name.removeprefix(OWN_NAME).removeprefix("/") if name.startswith(OWN_NAME) else name
