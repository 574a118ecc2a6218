"""Refusals in the protocol's words: its own errors where it has one, else the status of HTTP with our code."""

from dataclasses import dataclass
from typing import Any

from a2a.utils.error_handlers import A2A_DOMAIN, ERROR_INFO_TYPE, build_error_details
from a2a.utils.errors import (
    A2A_ERROR_MAPPING,
    JSON_RPC_ERROR_CODE_MAP,
    A2AError,
    ContentTypeNotSupportedError,
    InvalidParamsError,
    InvalidRequestError,
    JSONParseError,
    TaskNotFoundError,
    UnsupportedOperationError,
)
from rest_framework.response import Response

GRPC = {
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    405: "UNIMPLEMENTED",
    406: "INVALID_ARGUMENT",
    413: "INVALID_ARGUMENT",
    429: "RESOURCE_EXHAUSTED",
    503: "UNAVAILABLE",
}
SERVER_ERROR = -32000
"""The code of JSON-RPC for refusals of the server before the protocol: no key, no scope, too often."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """`status` is of HTTP. `is_protocol`: the protocol itself has this error."""

    status: int
    grpc: str
    rpc_code: int
    message: str
    details: list[dict[str, Any]]
    is_protocol: bool = True

    def as_status(self) -> dict[str, Any]:
        """Return the error as `google.rpc.Status`, for HTTP+JSON."""
        status = {"code": self.status, "status": self.grpc, "message": self.message, "details": self.details}
        return {"error": status}

    def as_rpc(self) -> dict[str, Any]:
        """Return the error object of JSON-RPC."""
        return {"code": self.rpc_code, "message": self.message, "data": self.details}


def refusal_of(error: A2AError | Response) -> Refusal:
    """Return the refusal that an error, or a problem of the API, is."""
    found = error if isinstance(error, A2AError) else _named(error)
    if isinstance(found, A2AError):
        code = JSON_RPC_ERROR_CODE_MAP[type(found)]
        named = found if type(found) in A2A_ERROR_MAPPING else InvalidRequestError(found.message)
        mapping = A2A_ERROR_MAPPING[type(named)]
        return Refusal(mapping.http_code, mapping.grpc_status, code, found.message, build_error_details(named))
    problem, status = found.data, found.status_code
    reason = {"@type": ERROR_INFO_TYPE, "reason": str(problem["code"]).upper(), "domain": A2A_DOMAIN, "metadata": {}}
    grpc = GRPC.get(status, "INTERNAL")
    return Refusal(status, grpc, SERVER_ERROR, problem["detail"], [reason], is_protocol=False)


def _named(problem: Response) -> A2AError | Response:
    """Return the protocol's own error for a problem, the problem where it has none."""
    problem_data = problem.data
    match problem.status_code, problem_data["code"]:
        case 404, _code:
            return TaskNotFoundError(problem_data["detail"])
        case 400, "parse_error":
            return JSONParseError(problem_data["detail"])
        case 400, _code:
            faults = [
                {"field": name, "message": " ".join(each)} for name, each in problem_data.get("errors", {}).items()
            ]
            message = " ".join(each["message"] for each in faults) or problem_data["detail"]
            return InvalidParamsError(message, data={"errors": faults})
        case 409, _code:
            return UnsupportedOperationError(problem_data["detail"])
        case 415, _code:
            return ContentTypeNotSupportedError(problem_data["detail"])
    return problem
