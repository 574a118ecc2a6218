"""A webhook leads to public addresses alone: refused when it is made, and again at every connection."""

import socket
from collections.abc import Sequence
from typing import Any

import httpcore
import pytest

from tests.api.caller import Caller, problem
from tests.api.test_webhooks import change_a_trip
from tests.support.receiver import receiving
from travelagent import targets
from travelagent.api.models import Webhook, WebhookDelivery
from travelagent.api.webhooks.delivery import deliver_webhooks
from travelagent.public_addresses import is_public
from travelagent.targets import Forbidden, PublicOnly, check_target

PUBLIC = "93.184.215.14"

NOT_PUBLIC = [
    "127.0.0.1",
    "127.8.9.10",
    "0.0.0.0",
    "10.1.2.3",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",  # the metadata of most clouds
    "168.63.129.16",  # of Azure
    "100.100.100.200",  # of Alibaba Cloud
    "100.64.0.1",
    "192.0.0.8",
    "192.0.0.170",
    "192.0.2.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:a9fe:a9fe",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::1",
    "2002:7f00:1::",
    "2001:0:0:0:0:0:80ff:fffe",  # Teredo, of 127.0.0.1
    "fe80::1",
    "fe80::1%lo",
    "fec0::1",
    "fc00::1",
    "fd00:ec2::254",  # the metadata of Amazon
    "ff02::1",
    "2001:db8::1",
]


def test_an_address_that_is_not_public(subtests: pytest.Subtests) -> None:
    for address in NOT_PUBLIC:
        with subtests.test(address=address):
            assert not is_public(address)


def test_an_address_that_is(subtests: pytest.Subtests) -> None:
    for address in (PUBLIC, "1.1.1.1", "2606:4700:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101"):
        with subtests.test(address=address):
            assert is_public(address)


def resolving(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    """Every name has these addresses."""
    monkeypatch.setattr(targets, "addresses_of", lambda host, port: list(addresses))


def test_a_name_that_leads_inside_is_forbidden(monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests) -> None:
    for address in NOT_PUBLIC:
        with subtests.test(address=address):
            resolving(monkeypatch, PUBLIC, address)
            with pytest.raises(Forbidden):
                check_target("https://partner.example/hooks")


@pytest.mark.django_db
def test_a_name_that_leads_inside_is_refused_when_a_webhook_is_made(
    api: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    resolving(monkeypatch, PUBLIC, "10.1.2.3")
    response = api.post("webhooks/", {"url": "https://partner.example/hooks"})
    assert problem(response) == (400, "invalid")
    assert list(response.json()["errors"]) == ["url"]
    assert not Webhook.objects.exists()


NO_TARGETS = [
    "http://partner.example/",
    "https://127.0.0.1/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0177.0.0.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://localhost/",
    "https://user:pass@partner.example/",
    "https://partner.example/#part",
    "https://partner.example:99999/",
    "https://partner.example:22/",
    "https://partner.example:6379/",
    "https:///path",
    "https://[::1/",
    "ftp://partner.example/",
    "file:///etc/passwd",
    "//partner.example/",
    "https://partner.example/a b",
    "https://partner.example/\u4eac",
    "https://partner.example/\r\nHost: x",
    "https://" + "x" * 2000 + ".example/",
]


@pytest.fixture
def numbers_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names are public, so that no test asks the network; what is a number in disguise is itself."""
    real = targets.addresses_of

    def addresses_of(host: str, port: int) -> Sequence[str]:
        try:
            socket.inet_aton(host)
        except OSError:
            return real(host, port) if ":" in host or host == "localhost" else [PUBLIC]
        return real(host, port)

    monkeypatch.setattr(targets, "addresses_of", addresses_of)


def test_what_is_no_target_is_forbidden(numbers_alone: None, subtests: pytest.Subtests) -> None:
    for url in NO_TARGETS:
        with subtests.test(url=url[:60]), pytest.raises(Forbidden):
            check_target(url)


@pytest.mark.django_db
def test_what_is_no_target_is_refused(api: Caller, numbers_alone: None, subtests: pytest.Subtests) -> None:
    for url in NO_TARGETS[::6]:
        with subtests.test(url=url[:60]):
            assert problem(api.post("webhooks/", {"url": url})) == (400, "invalid")
            assert not Webhook.objects.exists()


@pytest.mark.django_db
def test_a_public_one_is_taken(api: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    resolving(monkeypatch, PUBLIC, "2606:4700:4700::1111")
    assert api.post("webhooks/", {"url": "https://partner.example:8443/hooks?x=1"}).status_code == 201


def test_a_name_that_can_be_none_is_refused(api: Caller) -> None:
    for host in ("x" * 64 + ".example", "partner..example"):
        assert problem(api.post("webhooks/", {"url": f"https://{host}/"})) == (400, "invalid")


@pytest.mark.django_db
def test_a_name_that_nobody_knows_is_refused(api: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(host: str, port: int) -> Sequence[str]:
        raise socket.gaierror

    monkeypatch.setattr(targets, "addresses_of", unknown)
    assert problem(api.post("webhooks/", {"url": "https://partner.example/"})) == (400, "invalid")


class Connector(httpcore.AsyncNetworkBackend):
    """Notes whom it is to connect to, and does not."""

    def __init__(self) -> None:
        self.hosts: list[str] = []

    async def connect_tcp(self, host: str, port: int, *args: Any, **kwargs: Any) -> httpcore.AsyncNetworkStream:
        self.hosts.append(host)
        raise httpcore.ConnectError


async def test_what_was_checked_is_connected_to_and_the_name_resolved_once() -> None:
    answers, connector = [[PUBLIC], ["127.0.0.1"]], Connector()
    backend = PublicOnly(lambda host, port: answers.pop(0), connector)
    with pytest.raises(httpcore.ConnectError):
        await backend.connect_tcp("rebinding.example", 443)
    assert connector.hosts == [PUBLIC]
    assert answers == [["127.0.0.1"]]


async def test_a_name_that_has_come_to_lead_inside_is_not_connected_to() -> None:
    connector = Connector()
    for addresses in (["127.0.0.1"], [PUBLIC, "10.0.0.1"], ["::ffff:169.254.169.254"], []):
        with pytest.raises(Forbidden):
            await PublicOnly(lambda host, port, found=addresses: found, connector).connect_tcp("turned.example", 443)
    assert connector.hosts == []


@pytest.mark.django_db
def test_a_webhook_whose_name_was_rebound_reaches_nobody(
    api: Caller, settings: Any, partner: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Made while its name was public; when it is delivered, the name leads to a server on this machine."""
    with receiving() as receiver:
        resolving(monkeypatch, PUBLIC)
        port = receiver.url.rsplit(":", 1)[1].partition("/")[0]
        monkeypatch.setattr(targets, "PORTS", frozenset({int(port)}))
        assert api.post("webhooks/", {"url": f"https://rebinding.example:{port}/"}).status_code == 201
        resolving(monkeypatch, "127.0.0.1")
        change_a_trip(partner)
        deliver_webhooks()
    assert receiver.received == []
    row = WebhookDelivery.objects.get()
    assert (row.status, row.response_code) == ("pending", None)
    assert "rebinding.example" in row.error
