"""One thing of each kind that the API knows, for tests that go over all of it."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from travelagent.accounts import memories
from travelagent.accounts.actors import Actor
from travelagent.api.webhooks import actions as webhooks
from travelagent.chat import actions
from travelagent.chat.models import Proposal, Run, RunStatus
from travelagent.trips import actions as trips

MARK = "Zanzibar-in-secret"
"""It stands in every text of the owner's."""

PLAN: dict[str, Any] = {}
"""An itinerary; the fixture `planned` fills it in."""


def belongings(actor: Actor) -> dict[str, str]:
    """The ids of one thing of each kind, MARK in all their texts."""
    session = actions.create_session(actor, title=MARK)
    run = actions.start_run(actor, session.pk, MARK)
    Run.objects.filter(pk=run.pk).update(status=RunStatus.AWAITING_CONFIRMATION, answer=MARK)
    proposal = Proposal.objects.create(
        pk=f"prop_{run.pk}",
        run=run,
        person_id=session.person_id,
        calls=[{"id": "c", "tool": "delete_trip", "args": {}, "summary": MARK}],
        expires_at=timezone.now() + timedelta(hours=1),
    )
    trip = trips.create_trip(session.person_id, MARK, PLAN, notes=MARK)
    trips.update_trip(session.person_id, trip.pk, title=f"{MARK} again")
    share, _ = trips.share_trip(session.person_id, trip.pk)
    ids = {"session": session.pk, "run": run.pk, "proposal": proposal.pk, "trip": trip.pk, "share": share.pk}
    ids["memory"] = memories.remember(session.person_id, MARK).pk
    if actor.partner is not None:
        ids["webhook"] = webhooks.create_webhook(actor.partner, f"https://{MARK}.example/", ["run.finished"])[0].pk
    return {**ids, "tool": "get_city_info", "city": "kyoto"}


def document() -> dict[str, Any]:
    """What `trips/import/` takes."""
    return {"format": "travelagent-trip", "format_version": 1, "title": "New", "itinerary": PLAN, "notes": ""}
