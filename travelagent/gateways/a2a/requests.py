"""What another agent asks for: a message with its text or its decision, in the protocol's own form."""

from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from a2a.types.a2a_pb2 import Message, Part, Role, SendMessageRequest
from a2a.utils.errors import (
    ContentTypeNotSupportedError,
    InvalidParamsError,
    InvalidRequestError,
    PushNotificationNotSupportedError,
)
from a2a.utils.proto_utils import validate_proto_required_fields
from django.utils.translation import gettext as _
from google.protobuf.json_format import ParseDict, ParseError
from google.protobuf.message import Message as Parsed

from travelagent.chat.actions import Choice

MESSAGE_CHARS = 200
CONTEXT_CHARS = 60
PROPERTY_CHARS = 200

Answer = Literal["approve", "reject"]
P = TypeVar("P", bound=Parsed)


@dataclass(frozen=True, slots=True)
class SendParams:
    """One message. `context` and `task` are "" where it begins one; `decision` is None where its data has none, and
    `proposal` the one it is about, "" for the one that waits.
    """

    message: str
    context: str
    task: str
    text: str
    decision: Answer | None
    proposal: str
    end_user: str
    choice: Choice
    returns_at_once: bool
    history: int | None


def parsed(data: Any, message: P) -> P:
    """Read a JSON object into a message of the protocol. Raises InvalidRequestError."""
    if not isinstance(data, dict):
        raise InvalidRequestError(_("The body is not a JSON object."))
    try:
        ParseDict(data, message, ignore_unknown_fields=True)
    except (ParseError, RecursionError) as error:
        raise InvalidRequestError(str(error)) from error
    return message


def parse_send_params(given: SendMessageRequest) -> SendParams:
    """Return what a request to send a message asks for. Raises A2AError."""
    validate_proto_required_fields(given)
    message, configuration = given.message, given.configuration
    if message.role != Role.ROLE_USER:
        raise wrong_param("message.role", _("A message to this agent is of the role user."))
    if configuration.HasField("task_push_notification_config"):
        raise PushNotificationNotSupportedError(_("Push notifications are not sent; webhooks tell of runs."))
    text, decision, proposal = _content(message)
    properties = {name: _property(given, name) for name in ("end_user", "mode", "style", "model")}
    return SendParams(
        message=checked_name("message.messageId", message.message_id, MESSAGE_CHARS),
        context=checked_name("message.contextId", message.context_id, CONTEXT_CHARS),
        task=checked_name("message.taskId", message.task_id, CONTEXT_CHARS),
        text=text,
        decision=decision,
        proposal=proposal,
        end_user=properties.pop("end_user"),
        choice=Choice(**properties),
        returns_at_once=configuration.return_immediately,
        history=configuration.history_length if configuration.HasField("history_length") else None,
    )


def wrong_param(field: str, message: str) -> InvalidParamsError:
    """Return the error for one field."""
    return InvalidParamsError(message, data={"errors": [{"field": field, "message": message}]})


def checked_name(field: str, value: str, most: int) -> str:
    """Return an id that the other side has chosen. Raises InvalidParamsError."""
    if len(value) > most or "\x00" in value:
        raise wrong_param(field, _("At most %(limit)s characters.") % {"limit": most})
    return value


def _content(message: Message) -> tuple[str, Answer | None, str]:
    """Return the text of a message, its parts one below the other, and what its data decide about which proposal."""
    texts: list[str] = []
    decision: Answer | None = None
    proposal = ""
    for part in message.parts:
        match part.WhichOneof("content"):
            case "text":
                texts.append(part.text)
            case "data" if _is_decision(part):
                fields = part.data.struct_value.fields
                decision = "approve" if fields["approved"].bool_value else "reject"
                proposal = fields["proposal"].string_value if "proposal" in fields else ""
            case _:
                raise ContentTypeNotSupportedError(_("Only text and decisions are read; no pictures, sounds or files."))
    return "\n".join(texts), decision, proposal


def _is_decision(part: Part) -> bool:
    """Return whether a data part is `{"approved": true | false}`, which may name its `proposal`."""
    fields = part.data.struct_value.fields
    return "approved" in fields and fields["approved"].HasField("bool_value")


def _property(given: SendMessageRequest, name: str) -> str:
    """Return a text of the metadata, of the request's before the message's, "" where neither has it."""
    for metadata in (given.metadata, given.message.metadata):
        if name in metadata.fields:
            if not metadata.fields[name].HasField("string_value"):
                raise wrong_param(f"metadata.{name}", _("This must be a text."))
            return checked_name(f"metadata.{name}", metadata.fields[name].string_value, PROPERTY_CHARS)
    return ""
