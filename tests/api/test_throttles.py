"""Calls are counted per key or visitor and by their cost; what is too much is refused until there is room."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache

from tests.api.caller import Caller, as_partner, as_visitor, problem
from tests.conftest import PartnerKey, Visitor, make_partner
from travelagent.accounts import rate_limits
from travelagent.accounts.rate_limits import WINDOW_S, count
from travelagent.api.throttles import BODY_A_CALL

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def limits(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Three reads, two writes and one run a minute, at the start of a minute that does not pass."""
    settings.THROTTLE_READS, settings.THROTTLE_WRITES, settings.THROTTLE_RUNS = 3, 2, 1
    monkeypatch.setattr(rate_limits.time, "time", lambda: 600.0)
    cache.clear()
    yield
    cache.clear()


def test_it_works(api: Caller) -> None:
    assert [api.get("sessions/").status_code for _ in range(3)] == [200, 200, 200]
    refused = api.get("sessions/")
    assert problem(refused) == (429, "throttled")
    assert 1 <= int(refused["Retry-After"]) <= 2 * WINDOW_S


def test_each_cost_is_counted_by_itself(api: Caller) -> None:
    session = api.post("sessions/", {}).json()["id"]
    assert api.post(f"sessions/{session}/runs/", {"message": "Hello"}).status_code == 202
    assert problem(api.post(f"sessions/{session}/runs/", {"message": "Hello"})) == (429, "throttled")
    assert problem(api.post("tools/get_city_info/", {"arguments": {"city": "Kyoto"}})) == (429, "throttled")
    assert api.patch(f"sessions/{session}/", {"title": "x"}).status_code == 200
    assert problem(api.post("sessions/", {})) == (429, "throttled")
    assert problem(api("DELETE", f"sessions/{session}/")) == (429, "throttled")
    assert api.get(f"sessions/{session}/").status_code == 200


def test_every_key_and_every_visitor_has_its_own_share(api: Caller, owner: Visitor, stranger: Visitor) -> None:
    for _ in range(3):
        api.get("models/")
    callers = (as_partner(make_partner("acme")), as_partner(make_partner("other")), as_visitor(owner))
    assert [caller.get("models/").status_code for caller in callers] == [200, 200, 200]
    assert as_visitor(stranger).get("models/").status_code == 200
    assert api.get("models/").status_code == 429


def test_the_people_at_one_address_have_a_limit_together(
    owner: Visitor, stranger: Visitor, api: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limits, "PEOPLE_AT_ADDRESS", 1)
    assert [as_visitor(owner).get("models/").status_code for _ in range(3)] == [200, 200, 200]
    assert problem(as_visitor(stranger).get("models/")) == (429, "throttled")
    assert api.get("models/").status_code == 200

    elsewhere = stranger.client
    elsewhere.defaults["REMOTE_ADDR"] = "198.51.100.7"
    assert as_visitor(stranger).get("models/").status_code == 200


def test_a_large_body_counts_as_several_calls(api: Caller, settings: Any) -> None:
    """By its length, before it is read; one that counts as more than the limit is taken alone."""
    settings.THROTTLE_WRITES = 4
    medium, large = ({"title": "x" * size} for size in (2 * BODY_A_CALL, 6 * BODY_A_CALL))
    assert problem(api.post("sessions/", medium))[0] == 400
    assert api.post("sessions/", {}).status_code == 201
    assert problem(api.post("sessions/", medium)) == (429, "throttled")
    assert problem(api.post("sessions/", large)) == (429, "throttled")
    cache.clear()
    assert problem(api.post("sessions/", large))[0] == 400
    assert problem(api.post("sessions/", {})) == (429, "throttled")


def test_a_throttled_post_may_be_sent_again_with_its_key(
    api: Caller, partner: PartnerKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        api.post("sessions/", {})
    assert problem(api.post("sessions/", {}, Idempotency_Key="k")) == (429, "throttled")
    monkeypatch.setattr(rate_limits.time, "time", lambda: 600.0 + 2 * WINDOW_S)
    assert api.post("sessions/", {}, Idempotency_Key="k").status_code == 201


def test_without_a_limit_nothing_is_refused(api: Caller, settings: Any) -> None:
    settings.THROTTLE_READS = 0
    assert {api.get("models/").status_code for _ in range(20)} == {200}


def test_a_cache_that_is_gone_refuses_nobody(api: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*args: Any) -> None:
        raise ConnectionError

    monkeypatch.setattr(rate_limits.cache, "incr", gone)
    assert {api.get("models/").status_code for _ in range(5)} == {200}


def test_a_client_is_served_after_retry_after_and_no_sooner(subtests: pytest.Subtests) -> None:
    for limit, calls in ((1, 1), (3, 1), (60, 1), (60, 7), (60, 90)):
        for first in (0.0, 20.0, 59.0):
            with subtests.test(limit=limit, calls=calls, first=first):
                now, name = 6000.0 + first, f"x{limit}-{calls}-{first}"
                for _ in range(max(1, limit // calls)):
                    assert count(name, limit, now, calls) == 0.0
                wait = count(name, limit, now, calls)
                assert count(name, limit, now + wait - 1.001, calls) > 0
                assert count(name, limit, now + wait, calls) == 0.0


def test_over_any_minute_little_more_than_the_limit_is_served() -> None:
    served = [second for second in range(0, 600) if count("steady", 60, 6000.0 + second / 2) == 0.0]
    served = [6000.0 + second / 2 for second in served]
    most = max(sum(start <= at < start + WINDOW_S for at in served) for start in served)
    assert 54 <= most <= 66


def test_what_is_refused_is_not_counted() -> None:
    assert count("eager", 1, 6000.0) == 0.0
    waits = [count("eager", 1, 6000.0) for _ in range(50)]
    assert len(set(waits)) == 1
