"""Hosts are paced over all threads, and left alone while they fail."""

import os
import subprocess
import sys
import threading
import time
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone

from tests.support.isolation import ROOT
from travelagent.plans.values import LocalizedText
from travelagent.providers import gate
from travelagent.providers.failures import ProviderError, RateLimited, TooSlow, Unreachable
from travelagent.providers.models import ProviderHost
from travelagent.providers.services import NOMINATIM, SERVICES

NAME, HOST = LocalizedText("Service", "服务"), "a.example"


def fail(times: int = 1) -> None:
    for _ in range(times):
        gate.failed(HOST, TooSlow(NAME), "too slow")


def refused() -> object:
    with pytest.raises(ProviderError) as error:
        gate.enter(NAME, HOST, 0)
    return error.value.failure


@pytest.mark.django_db(transaction=True)
def test_threads_share_the_pace() -> None:
    at: list[float] = []

    def ask() -> None:
        try:
            gate.enter(NAME, HOST, 0.2)
            at.append(time.monotonic())
        finally:
            connection.close()

    threads = [threading.Thread(target=ask) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    at.sort()
    assert len(at) == 5
    assert at[-1] - at[0] >= 0.75
    reserved = ProviderHost.objects.get().next_at
    assert reserved is not None


def test_processes_share_the_pace(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "TRAVELAGENT_DATA_DIR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "travelagent.settings",
    }
    manage = [sys.executable, str(ROOT / "manage.py")]
    subprocess.run([*manage, "migrate", "providers", "--verbosity=0"], env=environment, check=True)
    code = (
        "import time; from travelagent.providers import gate; from travelagent.plans.values import LocalizedText\n"
        "for _ in range(3): gate.enter(LocalizedText('S', 'S'), 'a.example', 0.4); print(time.time(), flush=True)"
    )
    command = [*manage, "shell", "--no-imports", "-c", code]
    processes = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    at = sorted(float(line) for process in processes for line in process.communicate()[0].splitlines())

    assert [process.returncode for process in processes] == [0, 0]
    assert len(at) == 6
    assert at[-1] - at[0] >= 5 * 0.4 - 0.2


@pytest.mark.django_db
def test_a_long_queue_is_refused_at_once() -> None:
    ProviderHost.objects.create(host=HOST, next_at=timezone.now() + timedelta(seconds=9))
    failure = refused()
    assert isinstance(failure, RateLimited)
    assert 8 < failure.retry_after <= 9
    assert timedelta(seconds=9) > gate.LONGEST_WAIT


@pytest.mark.django_db
def test_the_breaker_opens_tries_once_and_closes() -> None:
    fail(gate.FAILURES_TO_OPEN - 1)
    gate.enter(NAME, HOST, 0)
    fail()
    failure = refused()
    assert isinstance(failure, Unreachable)
    assert failure.retry_after == pytest.approx(60, abs=5)

    ProviderHost.objects.update(open_until=timezone.now())
    assert gate.breaker(ProviderHost.objects.get(), timezone.now()) == "half_open"
    gate.enter(NAME, HOST, 0)  # the one that tries
    refused()
    fail()
    refused()

    ProviderHost.objects.update(open_until=timezone.now())
    gate.enter(NAME, HOST, 0)
    gate.succeeded(HOST)
    gate.enter(NAME, HOST, 0)
    fail()
    gate.enter(NAME, HOST, 0)


@pytest.mark.django_db
@pytest.mark.parametrize(("requested_s", "waited_s"), [(7.0, 7.0), (86_400.0, 3_600.0)])
def test_a_host_that_asks_to_wait_is_left_alone_as_long(requested_s: float, waited_s: float) -> None:
    gate.failed(HOST, RateLimited(NAME, requested_s), "429")
    failure = refused()
    assert isinstance(failure, RateLimited)
    assert failure.retry_after == pytest.approx(waited_s, abs=1)


@pytest.mark.django_db
def test_an_open_host_costs_one_query(django_assert_num_queries: object) -> None:
    fail(gate.FAILURES_TO_OPEN)
    with django_assert_num_queries(1):  # type: ignore[operator]  # a fixture
        refused()


def test_public_hosts_are_asked_at_the_pace_of_their_policies(settings: object) -> None:
    settings.PROVIDERS = True  # type: ignore[attr-defined]  # a fixture
    assert NOMINATIM.pace_s >= 1
    assert all(service.pace_s > 0 for service in SERVICES)
    settings.PROVIDER_ADDRESSES = dict.fromkeys((s.key for s in SERVICES), "http://127.0.0.1:1")  # type: ignore[attr-defined]  # a fixture
    assert all(service.pace_s == 0 for service in SERVICES)
