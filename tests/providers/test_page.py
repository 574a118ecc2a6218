"""The page of the live services shows what goes where, in both languages; the admin can look."""

from typing import Any

import pytest
from django.contrib.admin.sites import site
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.test import Client, RequestFactory

from tests.support.public_services.server import PublicServices
from travelagent.maps import presets
from travelagent.providers import access
from travelagent.providers.models import ProviderAnswer, ProviderHost
from travelagent.providers.services import SERVICES

pytestmark = pytest.mark.django_db


def page(language: str = "en") -> str:
    response = Client().get("/data/services/", headers={"accept-language": language})
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_the_page_names_every_service_and_what_is_sent(services: PublicServices, language: str) -> None:
    access.rates_today()
    shown = page(language)
    for service in SERVICES:
        for text in (service.title, service.sent, service.used_for, service.licence):
            assert (text.zh if language == "zh-hans" else text.en) in shown
        assert service.policy_url in shown
        assert service.licence_url in shown
    assert services.origin.removeprefix("http://") not in shown
    assert ("this site&#x27;s operator" if language == "en" else "本站运营者的服务器") in shown
    assert "PROVIDERS=off" in shown
    assert ("last answer" if language == "en" else "上次成功") in shown
    assert services.requests == {"rates": 1}


def test_the_page_says_that_all_are_off(settings: Any) -> None:
    settings.PROVIDERS = False
    shown = page()
    assert "<strong>off</strong>" in shown
    assert "nominatim.openstreetmap.org" not in shown


def test_by_default_the_public_hosts_are_named(settings: Any) -> None:
    settings.PROVIDERS = True
    shown = page()
    for host in ("nominatim.openstreetmap.org", "overpass-api.de", "en.wikipedia.org", "zh.wikipedia.org"):
        assert host in shown
    assert ">photon.komoot.io<" not in shown


@pytest.mark.parametrize(
    ("address", "is_internal"),
    [
        ("https://photon.example.org", False),
        ("http://93.184.215.14", False),
        ("http://10.1.2.3:8080", True),
        ("http://[::1]", True),
        ("http://photon:2322", True),
        ("https://photon.corp.internal", True),
    ],
)
def test_names_of_the_operators_own_network_are_not_shown(settings: Any, address: str, is_internal: bool) -> None:
    settings.PROVIDERS, settings.GEOCODER = True, "photon"
    settings.PROVIDER_ADDRESSES = {**settings.PROVIDER_ADDRESSES, "photon": address}
    assert (address.rpartition("/")[2] in page()) is not is_internal


def test_the_page_tells_what_else_is_set_up(settings: Any) -> None:
    assert "Nothing." in page()
    settings.OPENAI_BASE_URL = "http://127.0.0.1:1/v1"
    settings.ROUTING_PROVIDER = "osrm"
    settings.MAP_TILE_SERVICE = presets.preset("osm")
    shown = page()
    for word in ("language model", "routing service", "map service"):
        assert word in shown


def test_the_sources_lead_to_the_page() -> None:
    assert 'href="/data/services/"' in Client().get("/attribution/").content.decode()


@pytest.mark.parametrize("table", [ProviderAnswer, ProviderHost])
def test_the_admin_lists_and_cannot_write(services: PublicServices, table: type) -> None:
    access.rates_today()
    request = RequestFactory().get("/")
    request.user = get_user_model()(is_staff=True, is_superuser=True, is_active=True)
    admin = site._registry[table]
    assert admin.get_changelist_instance(request).result_count == 1
    assert not admin.has_add_permission(request)
    assert not admin.has_change_permission(request)


def test_the_command_asks_each_service(services: PublicServices, capsys: pytest.CaptureFixture[str]) -> None:
    services.faults["overpass"] = "html"
    call_command("providers", "--check")
    rows = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()}

    assert rows.keys() == {service.key for service in SERVICES}
    assert rows["rates"].endswith("answers")
    assert rows["photon"].endswith("off")
    assert "Malformed" in rows["overpass"]
    assert services.requests["wikidata"] == 1


def test_the_command_asks_nobody_by_itself(services: PublicServices, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("providers")
    assert "rates" in capsys.readouterr().out
    assert not services.requests
