"""One call of a service: switched on, paced, bounded, read; and its success or failure noted for the host."""

import json
import logging
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any, NoReturn, TypeVar
from urllib.parse import urlsplit

from django.conf import settings

from travelagent.providers import gate
from travelagent.providers.failures import Malformed, Off, ProviderError, Refused
from travelagent.providers.http import JSON_TYPES, Request, fetch
from travelagent.providers.services import Service

log = logging.getLogger(__name__)

T = TypeVar("T")
NOT_FOUND = frozenset({404, 410})


class UnusableAnswer(ValueError):
    """A well-formed answer with values that cannot be true, or in other units than asked for."""


def call(
    service: Service,
    path: str,
    read: Callable[[bytes], T],
    params: Mapping[str, str] | None = None,
    form: Mapping[str, str] | None = None,
    accept: frozenset[str] = JSON_TYPES,
    language: str = "",
    edition: str = "en",
) -> T:
    """Return what `read` makes of the answer to a request at `path` below the service's address.

    `read` may raise ValueError (pydantic's ValidationError is one), LookupError, TypeError or AttributeError for an
    answer that is no use, or a ProviderError of its own. `language`: of the Accept-Language header; `edition`: stands
    for `{language}` in the address. Raises ProviderError.
    """
    if not service.is_on:
        raise ProviderError(Off(service.title))
    url = service.address.replace("{language}", edition) + path
    host = urlsplit(url).netloc
    gate.enter(service.title, host, service.pace_s)
    request = Request(url, params or {}, form, accept, language, _agent(settings.PROVIDER_CONTACT), service.is_own)
    try:
        try:
            value = read(fetch(service.title, request, service.limits))
        except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError) as error:
            reason = " ".join(f"{type(error).__name__}: {error}".split())[:200]
            raise ProviderError(Malformed(service.title, reason)) from error
    except ProviderError as error:
        if isinstance(error.failure, Refused) and error.failure.status in NOT_FOUND:
            gate.succeeded(host)
        else:
            reason = error.failure.reason if isinstance(error.failure, Malformed) else str(error)
            gate.failed(host, error.failure, reason)
            log.warning("a service failed", extra={"service": service.key, "host": host, "reason": reason})
        raise
    gate.succeeded(host)
    return value


def json_object(body: bytes) -> dict[str, Any]:
    """Return the JSON object of a body, its fractions exact. Raises ValueError for anything else."""
    found = json.loads(body, parse_float=Decimal, parse_constant=_no_number)
    if not isinstance(found, dict):
        raise ValueError("no JSON object")
    return found


def json_array(body: bytes) -> list[Any]:
    """Return the JSON array of a body. Raises ValueError for anything else."""
    found = json.loads(body, parse_constant=_no_number)
    if not isinstance(found, list):
        raise ValueError("no JSON array")
    return found


def _no_number(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON number")


def _agent(contact: str) -> str:
    """The User-Agent: the project, and how to reach whoever runs this installation."""
    return f"TravelAgent/1.0 ({contact or 'self-hosted travel planner'})"
