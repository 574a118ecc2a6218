"""A mail server, a push service with a browser behind it, and somebody who has an address."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import http_ece
import pytest
from allauth.account.models import EmailAddress
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.support.inbox import Inbox, mail_server
from travelagent.accounts.models import Person, User
from travelagent.reminders import push


class Endpoint:
    """A push service with one browser behind it: opens what it is sent as the browser would."""

    def __init__(self) -> None:
        self.key, self.secret = ec.generate_private_key(ec.SECP256R1()), b"0123456789abcdef"
        self.status, self.requests = 201, list[tuple[dict[str, str], bytes]]()
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                endpoint.requests.append((dict(self.headers), body))
                self.send_response(endpoint.status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *args: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}/send/1"

    @property
    def keys(self) -> tuple[str, str]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return push.encoded(point), push.encoded(self.secret)

    def opened(self) -> list[dict[str, Any]]:
        """The messages, decrypted by another implementation."""
        return [
            json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm"))
            for _, body in self.requests
        ]


@pytest.fixture
def inbox(settings: Any) -> Iterator[Inbox]:
    with mail_server(settings) as found:
        yield found


@pytest.fixture
def endpoint(settings: Any, tmp_path: Path) -> Iterator[Endpoint]:
    settings.WEBHOOK_ALLOW_LOCAL, settings.DATA_DIR = True, tmp_path
    found = Endpoint()
    yield found
    found.server.shutdown()
    found.server.server_close()


@pytest.fixture
def person() -> int:
    user = User.objects.create_user("ada", "ada@example.org")
    EmailAddress.objects.create(user=user, email="ada@example.org", verified=True, primary=True)
    return Person.objects.create(user=user).pk
