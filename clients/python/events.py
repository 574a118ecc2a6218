"""Follow a run as its events come."""

import json
import time
from collections.abc import Iterator
from http import HTTPStatus
from urllib.parse import quote

import httpx

from .client import AuthenticatedClient
from .errors import UnexpectedStatus
from .models.event import Event

QUIET_S = 45.0
"""The server sends a comment every 15 seconds; a connection that is quiet for longer is taken for lost."""
RETRY_S = 1.0
MOST_FAILURES = 6
"""So many connections in a row bring no event, each after twice the wait of the one before, until it is given up."""


def follow_run(client: AuthenticatedClient, run: str, after: int = 0) -> Iterator[Event]:
    """Yield the run's events behind `after`, each once, until it has ended.

    A lost connection is taken up again behind the last event. Raises UnexpectedStatus for a run that cannot be read,
    and httpx.TransportError or UnexpectedStatus when the server stays away.
    """
    failures = 0
    while True:
        fault: Exception = httpx.ReadError("the stream has ended before the run")
        try:
            for event in _connection(client, run, after):
                after, failures = event.seq, 0
                yield event
                if event.type_ == "run_finished":
                    return
        except _AllKnown:
            return
        except httpx.TransportError as error:
            fault = error
        except UnexpectedStatus as error:
            if error.status_code < 500 and error.status_code != HTTPStatus.TOO_MANY_REQUESTS:
                raise
            fault = error
        failures += 1
        if failures == MOST_FAILURES:
            raise fault
        time.sleep(RETRY_S * 2 ** (failures - 1))


class _AllKnown(Exception):
    """The run has ended, and nothing comes behind the event that is known already."""


def _connection(client: AuthenticatedClient, run: str, after: int) -> Iterator[Event]:
    """Yield what one connection brings."""
    path = f"/api/v1/runs/{quote(run, safe='')}/events/"
    headers = {"Accept": "text/event-stream", "Last-Event-ID": str(after)}
    with client.get_httpx_client().stream("GET", path, headers=headers, timeout=QUIET_S) as response:
        if response.status_code == HTTPStatus.NO_CONTENT:
            raise _AllKnown
        if response.status_code != HTTPStatus.OK:
            raise UnexpectedStatus(response.status_code, response.read())
        for line in response.iter_lines():
            if line.startswith("data: "):
                yield Event.from_dict(json.loads(line.removeprefix("data: ")))
