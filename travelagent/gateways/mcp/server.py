"""The server of the SDK: its handlers, for whomever `caller_of` finds behind a request."""

import hashlib
from collections.abc import Callable
from functools import partial
from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _
from mcp.server.apps import APP_MIME_TYPE
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    InputRequiredResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ListToolsResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    Resource,
    TextResourceContents,
)

from travelagent.accounts.models import Scope
from travelagent.chat.threads import in_db_thread
from travelagent.gateways.mcp import calls, catalogue, faults, trips
from travelagent.gateways.mcp.callers import CARD_SCHEME, Caller
from travelagent.gateways.mcp.card import card
from travelagent.trips.errors import TripNotFound

NAME = "travelagent"
CONFIRM_S = 600.0
INSTRUCTIONS = (
    "TravelAgent plans trips that hold: opening hours, travel times, budget and weather are checked. Ask it in words "
    "with ask_assistant and go on in the same conversation; single facts come from the other tools. What changes saved "
    "trips waits for the user's confirmation."
)

Context = ServerRequestContext[Any, Any]
CallerOf = Callable[[Context], Caller]


def built(caller_of: CallerOf) -> Server[Any]:
    """Return a server that holds nothing of a caller: it may serve any number of them."""
    handlers = _Handlers(caller_of)
    server: Server[Any] = Server(
        NAME,
        version=str(settings.SPECTACULAR_SETTINGS["VERSION"]),
        title="TravelAgent",
        instructions=INSTRUCTIONS,
        get_tool_input_schema=_no_header_fields,
        on_list_tools=handlers.list_tools,
        on_call_tool=handlers.call_tool,
        on_list_resources=handlers.list_resources,
        on_list_resource_templates=handlers.list_templates,
        on_read_resource=handlers.read_resource,
    )
    server.extensions = {catalogue.EXTENSION: {"mimeTypes": [APP_MIME_TYPE]}}
    keys = [_sealing_key(secret) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]
    security = RequestStateSecurity(
        keys=keys, ttl=CONFIRM_S, bind_principal=lambda context: caller_of(context).principal
    )
    server.middleware.append(RequestStateBoundary(security, default_audience=NAME))
    return server


class _Handlers:
    def __init__(self, caller_of: CallerOf) -> None:
        self._caller_of = caller_of

    async def list_tools(self, context: Context, params: PaginatedRequestParams | None) -> ListToolsResult:
        caller = self._caller_of(context)
        with _language_of(caller):
            return ListToolsResult(tools=await in_db_thread(partial(catalogue.listed, caller)))

    async def call_tool(self, context: Context, params: CallToolRequestParams) -> CallToolResult | InputRequiredResult:
        """What cannot be done is the tool's result, so that a model reads it; what there is not is a JSON-RPC error."""
        caller = self._caller_of(context)
        with _language_of(caller):
            try:
                return await calls.call(context, caller, params)
            except MCPError:
                raise
            except Exception as error:
                problem = await in_db_thread(partial(faults.problem_in, error))
                if problem.get("code") == "unknown_tool":
                    raise MCPError(INVALID_PARAMS, str(problem["detail"])) from error
                return faults.failed(problem)

    async def list_resources(self, context: Context, params: PaginatedRequestParams | None) -> ListResourcesResult:
        caller = self._caller_of(context)
        with _language_of(caller):
            shown = [_card()]
            if Scope.TRIPS in caller.actor.scopes:
                shown += await in_db_thread(partial(trips.listed, caller))
            return ListResourcesResult(resources=shown)

    async def list_templates(
        self, context: Context, params: PaginatedRequestParams | None
    ) -> ListResourceTemplatesResult:
        with _language_of(self._caller_of(context)):
            return ListResourceTemplatesResult(resource_templates=trips.templates())

    async def read_resource(self, context: Context, params: ReadResourceRequestParams) -> ReadResourceResult:
        caller, uri = self._caller_of(context), str(params.uri)
        with _language_of(caller):
            if uri == catalogue.UI["resourceUri"]:
                html = TextResourceContents(uri=uri, mime_type=APP_MIME_TYPE, text=card(caller.locale))
                return ReadResourceResult(contents=[html])
            try:
                if uri.startswith(CARD_SCHEME):
                    raise TripNotFound
                return ReadResourceResult(contents=[await in_db_thread(partial(trips.read, caller, uri))])
            except TripNotFound as error:
                message = _("There is nothing here by that name, or it is not yours.")
                raise MCPError(INVALID_PARAMS, message, {"code": "not_found", "uri": uri[:200]}) from error


def _no_header_fields(tool: str) -> None:
    """Return no schema: none puts an argument into a header, so the SDK need not list all tools before each call."""


def _card() -> Resource:
    return Resource(
        uri=catalogue.UI["resourceUri"],
        name="itinerary-card",
        title=_("Itinerary card"),
        description=_("Shows the days of a plan beside the conversation."),
        mime_type=APP_MIME_TYPE,
    )


def _language_of(caller: Caller) -> translation.override:
    return translation.override(settings.LANGUAGE_OF[caller.locale])


def _sealing_key(secret: str) -> bytes:
    """Return the key of this server's confirmations, by one of its secrets."""
    return hashlib.sha256(b"mcp request state:" + secret.encode()).digest()
