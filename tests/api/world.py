"""One thing of each kind that the API knows, for tests that go over all of it."""

from datetime import date, timedelta
from decimal import Decimal
from secrets import token_hex
from typing import Any

from django.utils import timezone

from agent_core.state import Action, AgentState, HistoryRow, dump_state
from tests.attachments.samples import picture
from travelagent.accounts import memories
from travelagent.accounts.actors import Actor
from travelagent.accounts.models import Person
from travelagent.api.models import WebhookDelivery
from travelagent.api.webhooks import actions as webhooks
from travelagent.attachments import files, journal
from travelagent.chat import actions, trip_state
from travelagent.chat.models import Proposal, Run, RunCheckpoint, RunEvent, RunStatus
from travelagent.trips import actions as trips
from travelagent.trips import discussion, feeds, lists, members, spending
from travelagent.trips.models import Trip

MARK = "Zanzibar-in-secret"
"""It stands in every text of the owner's."""

DAY = date(2026, 4, 13)
PLAN: dict[str, Any] = {}
"""An itinerary; the fixture `planned` fills it in."""


def belongings(actor: Actor, words: str = MARK) -> dict[str, str]:
    """The ids of one thing of each kind, with these words in all their texts."""
    session = actions.create_session(actor, title=words)
    run = actions.start_run(actor, session.pk, words)
    Run.objects.filter(pk=run.pk).update(status=RunStatus.AWAITING_CONFIRMATION, answer=words, last_seq=1)
    proposal = Proposal.objects.create(
        pk=f"prop_{run.pk}",
        run=run,
        person_id=session.person_id,
        calls=[{"id": "c", "tool": "delete_trip", "args": {}, "summary": words}],
        expires_at=timezone.now() + timedelta(hours=1),
    )
    data = {"phase": "understanding", "index": 1, "title": words}
    RunEvent.objects.create(run=run, seq=1, type="phase", at=timezone.now(), data=data)
    row = HistoryRow(
        1, "execution", None, Action("call_1", "get_city_info", {"city": words}), None, "2026-01-31T10:00:00Z"
    )
    RunCheckpoint.objects.create(run=run, node="agent", state=dump_state(AgentState(run=run.pk, history=(row,))))
    for near in (words, f"{words} again", f"{words} once more"):
        trip_state.change_brief(actor, session.pk, {"lodging": {"near": near}}, None, "form", "en")
    trip_state.undo(actor, session.pk)
    trip = trips.create_trip(session.person_id, words, PLAN, notes=words)
    trips.update_trip(session.person_id, trip.pk, title=f"{words} again")
    share, _ = trips.share_trip(session.person_id, trip.pk)
    feed, _ = feeds.make_feed(session.person_id, trip.pk, "en")
    payer = spending.add_traveller(session.person_id, trip.pk, words[:60])
    spent = {"payer": payer.pk, "amount": Decimal("100.00"), "currency": "EUR", "day": DAY, "kind": "food"}
    expense = spending.add_expense(session.person_id, trip.pk, {**spent, "label": words})
    guest = spending.add_traveller(session.person_id, trip.pk, f"{words[:50]} guest")
    ids = {
        "session": session.pk,
        "run": run.pk,
        "proposal": proposal.pk,
        "trip": trip.pk,
        "share": share.pk,
        "feed": feed.pk,
    }
    item = lists.add_item(session.person_id, trip.pk, {"list": "packing", "text": words})
    ids |= {"item": item.pk, "payer": payer.pk, "expense": expense.pk, "traveller": guest.pk}
    day = PLAN["days"][0]["date"]
    journal.write_entry(session.person_id, trip.pk, day, words)
    ids |= {"day": day, "file": files.add_file(session.person_id, trip.pk, words, picture()).pk}
    guest_person = actor.person_for("guest") if actor.partner is not None else make_member()
    invite, token = members.invite_to_trip(session.person_id, trip.pk, "viewer", uses=5)
    members.join_trip(guest_person.pk, token, words)
    member = next(each.member for each in members.companions_of(trip) if each.member)
    comment = discussion.add_comment(session.person_id, trip.pk, visit_of(trip), words)
    discussion.vote_on_stop(session.person_id, trip.pk, visit_of(trip), 1)
    ids |= {"invite": invite.pk, "token": token, "member": member.pk, "comment": comment.pk, "visit": visit_of(trip)}
    ids["memory"] = memories.remember(session.person_id, words).pk
    if actor.partner is not None:
        url = f"https://partner.example/{words.replace(' ', '-')}"
        webhook, _ = webhooks.create_webhook(actor.partner, url, ["run.finished"])
        data = {"id": run.pk, "session": session.pk, "end_user": "", "status": "succeeded"}
        WebhookDelivery.objects.create(webhook=webhook, event="run.finished", data=data)
        ids["webhook"] = webhook.pk
    return {**ids, "tool": "get_city_info", "city": "kyoto"}


def make_member() -> Person:
    """Somebody at the site who joins a trip."""
    return Person.objects.create(visitor_key=token_hex(16))


def visit_of(trip: Trip) -> str:
    """The first stop."""
    return str(trip.itinerary["days"][0]["visits"][0]["id"])


def document() -> dict[str, Any]:
    """What `trips/import/` takes."""
    return {"format": "travelagent-trip", "format_version": 1, "title": "New", "itinerary": PLAN, "notes": ""}
