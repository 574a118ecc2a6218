"""A mail server for a test, and what it was handed."""

from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.policy import default
from typing import Any

from aiosmtpd.controller import Controller

from tests.support.server import free_port


class Inbox:
    """What a mail server was handed."""

    def __init__(self) -> None:
        self.mails: list[Any] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        self.mails.append((envelope.rcpt_tos, message_from_bytes(envelope.content, policy=default)))
        return "250 OK"


@contextmanager
def mail_server(settings: Any) -> Iterator[Inbox]:
    """Have Django's mails go to a real server on this machine."""
    found = Inbox()
    server = Controller(found, hostname="127.0.0.1", port=free_port())
    server.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_USE_TLS = "127.0.0.1", server.port, False
    yield found
    server.stop()
