"""Those who call the API in tests: with a key, with the site's cookie, or with nothing."""

import json
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpResponse
from django.test import Client

from tests.conftest import PartnerKey, Visitor

BOUNDARY = "9f2b7c41"


@dataclass(frozen=True)
class Upload:
    """A form with a file, as browsers send it."""

    content: bytes
    name: str = "ticket.png"
    fields: dict[str, str] = field(default_factory=dict)

    @property
    def body(self) -> bytes:
        parts = [
            f'Content-Disposition: form-data; name="{name}"\r\n\r\n{value}'.encode()
            for name, value in self.fields.items()
        ]
        head = f'Content-Disposition: form-data; name="file"; filename="{self.name}"\r\nContent-Type: text/plain'
        parts.append(head.encode() + b"\r\n\r\n" + self.content)
        mark = b"--" + BOUNDARY.encode()
        return b"".join(mark + b"\r\n" + part + b"\r\n" for part in parts) + mark + b"--\r\n"


@dataclass(frozen=True)
class Caller:
    """Sends JSON, or a form with a file; a visitor's calls carry the CSRF token, as its browser would."""

    client: Client
    headers: dict[str, str] = field(default_factory=dict)

    def __call__(self, method: str, path: str, body: Any = None, **headers: str) -> HttpResponse:
        sent = {**self.headers, **{name.replace("_", "-"): value for name, value in headers.items()}}
        if isinstance(body, Upload):
            form = f"multipart/form-data; boundary={BOUNDARY}"
            return self.client.generic(method, f"/api/v1/{path}", body.body, form, headers=sent)
        data = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.client.generic(method, f"/api/v1/{path}", data, "application/json", headers=sent)

    def get(self, path: str, **headers: str) -> HttpResponse:
        return self("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> HttpResponse:
        return self("POST", path, body, **headers)

    def patch(self, path: str, body: Any) -> HttpResponse:
        return self("PATCH", path, body)


def as_visitor(visitor: Visitor) -> Caller:
    return Caller(visitor.client, {"X-CSRFToken": visitor.client.cookies["csrftoken"].value})


def as_partner(key: PartnerKey) -> Caller:
    return Caller(Client(enforce_csrf_checks=True), key.headers)


def as_nobody() -> Caller:
    return Caller(Client(enforce_csrf_checks=True))


def problem(response: HttpResponse) -> tuple[int, str]:
    """A problem's status and code; the answer has the form of RFC 9457."""
    assert response["Content-Type"] == "application/problem+json", response.content
    body = response.json()
    assert body["type"] == "about:blank"
    assert body["status"] == response.status_code
    assert body["title"]
    assert body["detail"]
    return response.status_code, body["code"]
