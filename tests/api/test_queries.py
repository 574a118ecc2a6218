"""A list costs the same number of queries however long it is."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api.caller import Caller
from tests.conftest import PartnerKey
from travelagent.chat import actions
from travelagent.chat.models import Run, RunEvent, RunStatus

pytestmark = pytest.mark.django_db


def queries(api: Caller, path: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert api.get(path).status_code == 200
    return len(captured)


def fill(partner: PartnerKey, session: str, times: int) -> str:
    """Another few sessions, runs, messages and events; the newest run."""
    for number in range(times):
        actions.create_session(partner.actor, end_user=f"u{number}")
        run = actions.start_run(partner.actor, session, "Hello")
        Run.objects.filter(pk=run.pk).update(status=RunStatus.SUCCEEDED)
        RunEvent.objects.create(run=run, seq=1, type="phase", at=run.created_at, data={})
    return run.pk


@pytest.mark.parametrize(
    "path", ["sessions/", "sessions/?q=Hello", "sessions/{session}/messages/", "sessions/{session}/runs/"]
)
def test_conversations(api: Caller, session: str, partner: PartnerKey, path: str) -> None:
    fill(partner, session, 1)
    few = queries(api, path.format(session=session))
    fill(partner, session, 5)
    assert queries(api, path.format(session=session)) == few <= 4


def test_events(api: Caller, session: str, partner: PartnerKey) -> None:
    run = Run.objects.get(pk=fill(partner, session, 1))
    few = queries(api, f"runs/{run.pk}/events/")
    RunEvent.objects.bulk_create(
        RunEvent(run=run, seq=n, type="phase", at=run.created_at, data={}) for n in range(2, 50)
    )
    assert queries(api, f"runs/{run.pk}/events/") == few <= 3


@pytest.mark.parametrize("path", ["cities/?", "cities/beijing/sights/?"])
def test_the_catalogue(api: Caller, path: str) -> None:
    assert queries(api, f"{path}limit=2") == queries(api, f"{path}limit=50") <= 3


def test_a_city_with_its_climate(api: Caller) -> None:
    assert queries(api, "cities/kyoto/") == 3
