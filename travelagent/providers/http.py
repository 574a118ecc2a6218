"""One HTTP request to a service, bounded in time and size: a whole answer of the expected type, or a ProviderError.

The time limit covers everything from the lookup of the name to the last byte, however slowly the bytes come. Bodies are
decompressed piece by piece, so that a small answer cannot become a large one. Redirects are followed on the same origin
alone. A host whose address was not set by the operator is connected to at public addresses alone, and at the very
address that was checked.
"""

import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cache
from urllib.parse import urlencode, urljoin, urlsplit

import httpcore

from travelagent.bounded_body import BodyTooLarge, BoundedBody, UnreadableBody
from travelagent.plans.values import LocalizedText
from travelagent.providers.connecting import Deadline, GuardedBackend
from travelagent.providers.failures import (
    Malformed,
    ProviderError,
    RateLimited,
    Refused,
    TooLarge,
    TooSlow,
    Unreachable,
)

JSON_TYPES = frozenset({"application/json", "application/geo+json"})
XML_TYPES = frozenset({"application/xml", "text/xml"})
CONNECT_S = 2.0
REDIRECTS = 2
DEFAULT_RETRY_S = 60.0
REDIRECT_STATUSES = frozenset({301, 302, 303, 307, 308})


@dataclass(frozen=True, slots=True)
class Limits:
    """What an answer may take: seconds in all, and bytes after decompression."""

    seconds: float = 8.0
    size: int = 8_000_000


@dataclass(frozen=True, slots=True)
class Request:
    """What is sent. `form` makes it a POST. `is_own`: the operator set the address, so that it may be a private one."""

    url: str
    params: Mapping[str, str] = field(default_factory=dict)
    form: Mapping[str, str] | None = None
    accept: frozenset[str] = JSON_TYPES
    language: str = ""
    agent: str = ""
    is_own: bool = False


def fetch(service: LocalizedText, request: Request, limits: Limits) -> bytes:
    """Return the body of the answer. Raises ProviderError."""
    deadline = Deadline(limits.seconds)
    address = request.url + (f"?{urlencode(request.params)}" if request.params else "")
    for _ in range(REDIRECTS + 1):
        try:
            answer = _once(service, replace(request, url=address), limits.size, deadline)
        except (httpcore.TimeoutException, TimeoutError) as error:
            raise ProviderError(TooSlow(service)) from error
        except (httpcore.ProtocolError, httpcore.UnsupportedProtocol) as error:
            raise ProviderError(Malformed(service, f"{type(error).__name__}: {error}"[:200])) from error
        except (OSError, httpcore.NetworkError, UnicodeError) as error:
            raise ProviderError(Unreachable(service)) from error
        if isinstance(answer, bytes):
            return answer
        target = urljoin(address, answer.location)
        if _origin(target) != _origin(address):
            raise ProviderError(Refused(service, answer.status))
        address = target
    raise ProviderError(Malformed(service, "too many redirects"))


@dataclass(frozen=True, slots=True)
class _Redirect:
    status: int
    location: str


def _once(service: LocalizedText, request: Request, size: int, deadline: Deadline) -> bytes | _Redirect:
    """The body of the answer, or where it leads."""
    headers = {
        "Host": urlsplit(request.url).netloc.rpartition("@")[2],
        "User-Agent": request.agent,
        "Accept": ", ".join(sorted(request.accept)),
        "Accept-Encoding": "gzip",
        "Connection": "close",
    }
    if request.language:
        headers["Accept-Language"] = request.language
    content: bytes | None = None
    if request.form is not None:
        content = urlencode(request.form).encode()
        headers |= {"Content-Type": "application/x-www-form-urlencoded", "Content-Length": str(len(content))}
    backend = GuardedBackend(deadline, allows_private=request.is_own)
    timeouts = {"connect": CONNECT_S, "read": deadline.seconds, "write": deadline.seconds, "pool": deadline.seconds}
    method = "GET" if request.form is None else "POST"
    with (
        httpcore.ConnectionPool(ssl_context=_tls(), network_backend=backend, max_keepalive_connections=0) as pool,
        pool.stream(
            method, request.url, headers=list(headers.items()), content=content, extensions={"timeout": timeouts}
        ) as response,
    ):
        received = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in response.headers}
        if response.status in REDIRECT_STATUSES and "location" in received and request.form is None:
            return _Redirect(response.status, received["location"])
        if response.status == 429 or (response.status == 503 and "retry-after" in received):
            raise ProviderError(RateLimited(service, _seconds(received.get("retry-after", ""))))
        if response.status != 200:
            raise ProviderError(Refused(service, response.status))
        kind = received.get("content-type", "").partition(";")[0].strip().lower()
        if kind not in request.accept:
            raise ProviderError(Malformed(service, f"content type {kind[:60] or 'missing'}"))
        return _body(service, response, received, size, deadline)


def _body(
    service: LocalizedText, response: httpcore.Response, headers: Mapping[str, str], size: int, deadline: Deadline
) -> bytes:
    announced = headers.get("content-length", "")
    if announced.isdecimal() and int(announced) > size:
        raise ProviderError(TooLarge(service, size))
    try:
        body = BoundedBody(headers.get("content-encoding", ""), size)
        for part in response.iter_stream():
            body.feed(part)
            deadline.left()
        return body.whole()
    except BodyTooLarge as error:
        raise ProviderError(TooLarge(service, size)) from error
    except UnreadableBody as error:
        raise ProviderError(Malformed(service, str(error))) from error


def _seconds(retry_after: str) -> float:
    """Seconds of a Retry-After header, which is a number or a date."""
    text = retry_after.strip()
    if text.isdecimal():
        return float(min(int(text), 86_400))
    try:
        date = parsedate_to_datetime(text)
    except ValueError:
        return DEFAULT_RETRY_S
    at = date if date.tzinfo else date.replace(tzinfo=UTC)
    return min(max(1.0, (at - datetime.now(UTC)).total_seconds()), 86_400.0)


def _origin(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    return parts.scheme, parts.netloc


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()
