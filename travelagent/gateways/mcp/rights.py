"""What HTTP refuses at its door, refused inside a connection that has none."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.utils.translation import gettext as _
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.shared.exceptions import MCPError

from travelagent.accounts.actors import may_act
from travelagent.chat.threads import in_db_thread
from travelagent.gateways.mcp.callers import FORBIDDEN, Caller, Refusal, refusal_of


def _refusal_now(caller: Caller, method: str, params: Mapping[str, Any]) -> Refusal | None:
    """Return the refusal of a caller who was admitted some time ago, None where it may still do this."""
    if caller.actor.key is not None and not may_act(caller.actor, None):
        detail = _("This key is unknown, revoked or expired.")
        return Refusal(401, FORBIDDEN, detail, {"code": "invalid_key"})
    return refusal_of(caller, method, params)


async def keep_rights(caller: Caller, context: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
    """SDK middleware, by its first argument: refuses where no HTTP status can. Raises MCPError."""
    if context.request_id is not None:
        refused = await in_db_thread(partial(_refusal_now, caller, context.method, context.params or {}))
        if refused is not None:
            raise MCPError(refused.code, refused.message, dict(refused.data))
    return await call_next(context)
