"""Errors as RFC 9457 `application/problem+json`, each with a stable `code`; all field errors at once."""

import logging
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.core.signals import got_request_exception
from django.http import Http404
from django.http.multipartparser import MultiPartParserError
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from travelagent.attachments.values import FileRefused
from travelagent.catalog.planners import Busy
from travelagent.catalog.spoken import spoken
from travelagent.chat.actions import Invalid, NotFound, Refused
from travelagent.chat.threads import DATABASE_GONE
from travelagent.plans.errors import Infeasible, InvalidRequest
from travelagent.trips.errors import (
    ChangedSince,
    InvalidTrip,
    MailNotSent,
    NoRoom,
    NothingToUndo,
    RoleTooLow,
    TooManyMails,
    TripNotFound,
    VersionConflict,
)
from travelagent.trips.spending import TravellerInUse
from travelagent.wire.change import change_to_wire

CONTENT_TYPE = "application/problem+json"
RETRY_AFTER_S = "5"
MAILS_AGAIN_AFTER_S = "3600"

log = logging.getLogger(__name__)


class Problem(exceptions.APIException):
    """A problem of our own: status, code, sentence, and any further members; `retry_after`, in seconds, is a header."""

    def __init__(self, status_code: int, code: str, detail: str, *, retry_after: int = 0, **members: Any) -> None:
        super().__init__(detail, code)
        self.status_code = status_code
        self.retry_after = retry_after
        self.members = members


def wrong_field(field: str, message: str) -> Problem:
    """400 `invalid` for one field or query parameter."""
    return Problem(400, "invalid", _("Some fields are wrong."), errors={field: [str(message)]})


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return the problem response (RFC 9457) for an exception; DRF's exception handler."""
    match error:
        case NoRoom():
            return _problem(409, "no_room", str(error))
        case Invalid() | InvalidTrip():
            return _problem(400, "invalid", _("Some fields are wrong."), errors={error.field: [str(error)]})
        case NotFound() | TripNotFound() | Http404():
            return _problem(404, "not_found", _("There is nothing here by that name, or it is not yours."))
        case Refused(code="limit" | "busy"):
            problem = _problem(429 if error.code == "limit" else 503, error.code, str(error))
            problem["Retry-After"] = RETRY_AFTER_S
            return problem
        case Busy():
            problem = _problem(503, error.code, spoken(error.text))
            problem["Retry-After"] = RETRY_AFTER_S
            return problem
        case Refused():
            return _problem(409, error.code, str(error))
        case VersionConflict():
            return _problem(412, "version_conflict", str(error), version=error.version, changes=list(error.changes))
        case ChangedSince():
            return _problem(409, "changed_since", str(error), changes=list(error.changes))
        case RoleTooLow():
            return _problem(403, "role_too_low", str(error))
        case TooManyMails():
            problem = _problem(429, "limit", str(error))
            problem["Retry-After"] = MAILS_AGAIN_AFTER_S
            return problem
        case MailNotSent():
            return _problem(503, "mail_not_sent", str(error))
        case NothingToUndo():
            return _problem(409, "nothing_to_undo", str(error))
        case FileRefused():
            return _problem(error.status, error.code, str(error))
        case TravellerInUse():
            return _problem(409, "traveller_in_use", str(error))
        case InvalidRequest():
            return _problem(400, "invalid", _("Some fields are wrong."), errors={error.field: [spoken(error.text)]})
        case Infeasible():
            return _problem(422, error.code, spoken(error.text), **_way_out(error))
        case Problem():
            problem = _problem(error.status_code, str(error.get_codes()), str(error.detail), **error.members)
            if error.retry_after:
                problem["Retry-After"] = str(error.retry_after)
            return problem
        case PermissionDenied():
            return _problem(403, "forbidden", str(error) or _("This is not allowed."))
        case RequestDataTooBig():
            return _problem(413, "too_large", _("The request is too large."))
        case SuspiciousOperation() | MultiPartParserError():
            return _problem(400, "parse_error", _("The form cannot be read."))
        case exceptions.ValidationError():
            return _problem(400, "invalid", _("Some fields are wrong."), errors=_field_errors(error.detail))
        case exceptions.NotAuthenticated():
            detail = _("Send a key as “Authorization: Bearer tk_…”, or the cookie of the site's own session.")
            return _with_headers(_problem(401, "not_authenticated", detail), exception_handler(error, context))
        case exceptions.APIException():
            problem = _problem(error.status_code, _code(error), str(error.detail))
            return _with_headers(problem, exception_handler(error, context))
    if isinstance(error, DATABASE_GONE):
        log.warning("the database cannot be used", extra={"error": str(error), "path": context["request"].path})
        problem = _problem(503, "unavailable", _("This cannot be done at the moment. Please try again."))
        problem["Retry-After"] = RETRY_AFTER_S
        return problem
    return None if settings.DEBUG else _unforeseen(error, context)


def _way_out(error: Infeasible) -> dict[str, Any]:
    """Return what clashes, and the cheapest change that helps, in words and as edits to apply."""
    change = change_to_wire(error.edits)
    return {"clash": list(error.clash), "relaxation": spoken(error.relaxation), "change": change}


def _unforeseen(error: Exception, context: dict[str, Any]) -> Response:
    """Return the 500 response for a fault of ours: it is logged and signalled as Django does, the caller learns no
    details.
    """
    request = context["request"]._request
    log.error("an API request failed", exc_info=error, extra={"path": request.path, "method": request.method})
    got_request_exception.send(sender=None, request=request)
    return _problem(500, "internal", _("Something went wrong here. The error has been logged."))


def _with_headers(problem: Response, usual: Response | None) -> Response:
    """Return the problem with the headers that DRF's own answer would have."""
    for header in ("WWW-Authenticate", "Retry-After"):
        if usual is not None and header in usual.headers:
            problem[header] = usual.headers[header]
    return problem


def _problem(code: int, name: str, detail: str, **members: Any) -> Response:
    own = {"type": "about:blank", "title": HTTPStatus(code).phrase, "status": code, "code": name, "detail": detail}
    return Response({**members, **own}, status=code, content_type=CONTENT_TYPE)


def _code(error: exceptions.APIException) -> str:
    codes = error.get_codes()
    return codes if isinstance(codes, str) else "invalid"


def _field_errors(detail: Any, path: str = "") -> dict[str, list[str]]:
    """Return every fault by the dotted path of its field."""
    if isinstance(detail, dict):
        found: dict[str, list[str]] = {}
        for key, value in detail.items():
            found.update(_field_errors(value, f"{path}.{key}" if path else str(key)))
        return found
    items = detail if isinstance(detail, list) else [detail]
    nested = [item for item in items if isinstance(item, dict | list)]
    if nested:
        merged: dict[str, list[str]] = {}
        for position, item in enumerate(items):
            merged.update(_field_errors(item, f"{path}.{position}"))
        return merged
    return {path or "non_field_errors": [str(item) for item in items]}
