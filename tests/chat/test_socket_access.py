"""Who may open a socket: the site's own page with its cookie, or a bearer from anywhere."""

from functools import partial

import pytest
from channels.testing import WebsocketCommunicator
from django.utils import timezone
from pytest_django import Settings

from tests.chat.sockets import HOST, SECONDS, Socket, browser, connected, greeted, new_session, server
from tests.conftest import make_partner, make_visitor
from travelagent.accounts.models import ApiKey, Person, User
from travelagent.asgi import application
from travelagent.chat.consumers import SessionConsumer
from travelagent.chat.models import Run
from travelagent.chat.origin import same_host
from travelagent.chat.threads import in_db_thread

pytestmark = pytest.mark.django_db(transaction=True)

NOWHERE = "ses_0000000000000000000000"
ELSEWHERE = (
    None,
    "null",
    "",
    "https://evil.example",
    f"http://{HOST}:8001",
    f"https://{HOST}.evil.example",
    "http://[",
    HOST,
)
"""Origins that are not the site's."""


async def test_a_cookie_opens_a_socket_from_the_site_alone(subtests: pytest.Subtests) -> None:
    visitor = await in_db_thread(make_visitor)
    session = await new_session(visitor.actor)
    async with connected(session, browser(visitor)) as socket:
        assert await socket.next() == {"type": "hello", "session": session, "active_runs": []}
    for origin in ELSEWHERE:
        with subtests.test(origin=origin):
            assert not (await Socket(session, browser(visitor, origin)).connect(timeout=SECONDS))[0]
    other_port = browser(visitor, f"http://{HOST}:9000", f"{HOST}:8000")
    assert not (await Socket(session, other_port).connect(timeout=SECONDS))[0]
    async with greeted(session, browser(visitor, f"http://{HOST}:8000", f"{HOST}:8000")):
        pass
    basic = {**browser(visitor, "https://evil.example"), "Authorization": "Basic YTpi"}
    assert not (await Socket(session, basic).connect(timeout=SECONDS))[0]


async def test_a_user_is_known_by_the_same_cookie_until_the_logout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SessionConsumer, "recheck_s", 0.05)
    visitor = await in_db_thread(make_visitor)
    user = await User.objects.acreate(username="ada")
    person = await Person.objects.acreate(user=user)
    await in_db_thread(partial(visitor.client.force_login, user))
    session = await new_session(type(visitor.actor)(person=person.pk))
    async with greeted(session, browser(visitor)) as socket:
        await in_db_thread(visitor.client.logout)
        assert await _closes(socket) == 4404


async def test_a_bearer_needs_no_origin_and_starts_nothing_more_once_it_is_revoked() -> None:
    visitor, key = await in_db_thread(make_visitor), await in_db_thread(lambda: make_partner("acme"))
    session = await new_session(key.actor)
    async with greeted(session, server(key)) as socket:
        await ApiKey.objects.aupdate(revoked_at=timezone.now())
        await socket.send_json_to({"type": "run.start", "message": "three days in Kyoto"})
        assert await _closes(socket) == 4404
    assert not await Run.objects.aexists()
    own = await new_session(visitor.actor)
    assert await _closed(Socket(own, {**browser(visitor), **key.headers})) == 4404  # no falling back to the cookie


async def _closed(socket: WebsocketCommunicator) -> int:
    """The code that an accepted socket is closed with at once."""
    accepted, _ = await socket.connect(timeout=SECONDS)
    assert accepted
    message = await socket.receive_output(timeout=SECONDS)
    assert message["type"] == "websocket.close"
    await socket.send_to(text_data='{"type": "ping"}')  # what was under way is let go
    assert await socket.receive_nothing()
    await socket.disconnect(timeout=SECONDS)
    code: int = message["code"]
    return code


async def test_a_host_that_is_not_the_sites_is_refused(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = [HOST]
    visitor, key = await in_db_thread(make_visitor), await in_db_thread(lambda: make_partner("acme"))
    for headers in (browser(visitor, "http://evil.example", "evil.example"), {**server(key), "Host": "evil.example"}):
        accepted, _ = await Socket(await new_session(visitor.actor), headers).connect(timeout=SECONDS)
        assert not accepted


async def test_an_unknown_path_is_refused() -> None:
    key = await in_db_thread(lambda: make_partner("acme"))
    headers = [(name.lower().encode(), value.encode()) for name, value in server(key).items()]
    for path in ("/", "/ws/", "/ws/sessions/", "/ws/sessions/a/b/"):
        accepted, _ = await WebsocketCommunicator(application, path, headers).connect(timeout=SECONDS)
        assert not accepted


async def test_what_is_not_ones_own_is_closed_with_4404() -> None:
    owner, stranger = await in_db_thread(make_visitor), await in_db_thread(make_visitor)
    session = await new_session(owner.actor)
    partner = await in_db_thread(lambda: make_partner("acme"))
    narrow = await in_db_thread(lambda: make_partner("narrow", "tools", "catalog"))
    assert await _closed(Socket(NOWHERE, browser(owner))) == 4404
    assert await _closed(Socket(session, browser(stranger))) == 4404
    assert await _closed(Socket(session, server(partner))) == 4404
    assert await _closed(Socket(session, {"Host": HOST, "Origin": f"http://{HOST}"})) == 4404
    assert await _closed(Socket(await new_session(narrow.actor), server(narrow))) == 4404


@pytest.mark.parametrize(
    ("origin", "host", "same"),
    [
        ("http://a.example", "a.example", True),
        ("http://a.example", "a.example:80", True),
        ("https://a.example:443", "a.example", True),
        ("http://A.example", "a.EXAMPLE", True),
        ("http://[::1]:8000", "[::1]:8000", True),
        ("http://a.example:8000", "a.example", False),
        ("http://a.example", "a.example:8000", False),
        ("http://b.a.example", "a.example", False),
        ("ftp://a.example", "a.example", False),
        ("http://a.example:port", "a.example", False),
        ("", "", False),
    ],
)
def test_a_host_is_its_name_and_port(origin: str, host: str, same: bool) -> None:
    assert same_host(origin, host) is same


async def _closes(socket: Socket) -> int:
    """The code that an open socket is closed with."""
    message = await socket.receive_output(timeout=SECONDS)
    assert message["type"] == "websocket.close"
    code: int = message["code"]
    return code
