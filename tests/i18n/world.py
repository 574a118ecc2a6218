"""A site in which something of every kind exists, with all texts of people in one language."""

import asyncio
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from functools import cache
from typing import Any

from allauth.account.models import EmailAddress
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.conf import settings
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model
from django.test import Client
from django.utils import timezone

from agent_core.events import wire_data
from tests.assistant.asking import run_question
from tests.attachments.samples import picture
from tests.conftest import become_visitor, make_partner
from tests.support.added import place
from travelagent.accounts import memories
from travelagent.accounts.models import Person, User
from travelagent.api.models import Webhook, WebhookDelivery, WebhookEvent
from travelagent.attachments import files, journal
from travelagent.catalog import additions
from travelagent.catalog.models import Correction
from travelagent.catalog.venues import Venue
from travelagent.chat.models import (
    ChatAccess,
    ChatSession,
    Feedback,
    Message,
    ModelUse,
    Proposal,
    Run,
    RunEvent,
    ToolUse,
    WrittenCall,
)
from travelagent.chat.modelset import sync_models
from travelagent.chat.toolset import sync_tools
from travelagent.gateways.models import ClientConversation, ClientRun
from travelagent.plans.values import LocalizedText
from travelagent.providers.models import ProviderAnswer, ProviderHost
from travelagent.reminders.models import Channel, MentionNotice, PushSubscription, ReminderWish, SentReminder
from travelagent.trips import actions as trips
from travelagent.trips import discussion, feeds, members, spending
from travelagent.trips.mentions import Mention
from travelagent.trips.models import CommentMention, MailedInvite, Trip

LANGUAGES = {"en": "en", "zh": "zh-hans"}
PASSWORD = "correct horse battery"
TEXTS: dict[str, dict[str, Any]] = {
    "en": {
        "name": "ada",
        "group": "On duty",
        "partner": "Acme Tours",
        "question": "Plan 2 days in Kyoto from 7 December 2026 for two, under $900",
        "title": "Kyoto in winter",
        "notes": "Passport!",
        "memory": "I do not eat spicy food",
        "feedback": "It opens at nine now.",
        "source": "their own page",
        "friends": ("Ada", "Ben"),
        "dinner": "Dinner by the river",
        "note": "Rain, then tea.",
        "picture": "by the river",
    },
    "zh": {
        "name": "阿达",
        "group": "值班",
        "partner": "远方旅行社",
        "question": "规划 2026年12月7日起的京都两日游，两个人，预算 6000 元",
        "title": "冬日京都",
        "notes": "带护照！",
        "memory": "我不吃辣",
        "feedback": "现在九点开门。",
        "source": "官网",
        "friends": ("阿达", "阿本"),
        "dinner": "河边的晚餐",
        "note": "雨后喝茶。",
        "picture": "河边",
    },
}


@dataclass(frozen=True)
class World:
    """The site in one language: who is signed in to it, who visits it, and the ids of what exists."""

    language: str
    staff: Client
    visitor: Client
    stranger: Client
    ids: dict[str, str]


def inhabited(language: str, plan: dict[str, Any], costs: dict[str, Any]) -> World:
    """One thing of each kind, most of them the visitor's, and everything else the superuser's."""
    texts = TEXTS[language]
    staff, visitor, stranger = (_client(language) for _ in range(3))
    admin = User.objects.create_superuser(texts["name"], "ada@example.org", PASSWORD)
    admin.user_permissions.add(*Permission.objects.all()[:3])
    admin.groups.add(Group.objects.create(name=texts["group"]))
    EmailAddress.objects.create(user=admin, email="ada@example.org", verified=True, primary=True)
    staff.force_login(admin, "django.contrib.auth.backends.ModelBackend")
    person = Person.objects.get(pk=become_visitor(visitor).person)
    sync_tools()
    sync_models()
    ids = _conversation(language, person, admin) | _trip(texts, person, plan, costs)
    memories.remember(person.pk, texts["memory"])
    _operated(texts, person, admin, Run.objects.get(status="succeeded"))
    return World(language, staff, visitor, stranger, ids)


def _client(language: str) -> Client:
    client = Client(headers={"Accept-Language": language}, raise_request_exception=False)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = LANGUAGES[language]
    return client


def _conversation(language: str, person: Person, admin: User) -> dict[str, str]:
    """A run as the embedded model did it, and one of each other kind of end."""
    texts = TEXTS[language]
    session = ChatSession.objects.create(person=person, title=texts["title"], locale=language)
    fields = {"message": texts["question"], "locale": language, "model": "offline", "intent": "travel_planning"}
    run = Run.objects.create(session=session, status="succeeded", duration_ms=2_000, answer=texts["title"], **fields)
    Message.objects.create(session=session, run=run, role="user", text=texts["question"])
    now = timezone.now()
    events = recorded(language)
    for seq, (type, data) in enumerate(events, 1):
        RunEvent.objects.create(run=run, seq=seq, type=type, at=now + timedelta(milliseconds=seq), data=data)
        if type == "answer":
            Message.objects.create(session=session, run=run, role="assistant", text=data["text"], html=data["html"])
    ToolUse.objects.create(run=run, tool="get_city_info", status="failed", duration_ms=40, at=now)
    ModelUse.objects.create(run=run, model="offline", latency_ms=5, prompt_tokens=10, completion_tokens=4, at=now)
    WrittenCall.objects.create(run=run, call="call_1", result={})
    failed = Run.objects.create(session=session, status="failed", **fields)
    for seq, (type, data) in enumerate(_troubled(), 1):
        RunEvent.objects.create(run=failed, seq=seq, type=type, at=now + timedelta(milliseconds=seq), data=data)
    waiting = Run.objects.create(session=session, status="awaiting_confirmation", **fields)
    proposal = Proposal.objects.create(
        pk="prop_1", run=waiting, person=person, calls=[], expires_at=now + timedelta(hours=1)
    )
    for what in ChatAccess.What.values:
        ChatAccess.objects.create(staff=admin, session=session.pk, run=run.pk, what=what)
    ClientConversation.objects.create(person=person, name="7", session=session)
    ClientRun.objects.create(session=session, name="8", run=run)
    return {"session": session.pk, "run": run.pk, "failed_run": failed.pk, "proposal": proposal.pk}


@cache
def recorded(language: str) -> tuple[tuple[str, dict[str, Any]], ...]:
    """The events of a plan by the embedded model."""
    _, sink = asyncio.run(run_question(TEXTS[language]["question"]))
    return tuple((event.type, wire_data(event)) for event in sink.events)


def _troubled() -> list[tuple[str, dict[str, Any]]]:
    """What only a run in trouble emits; its words are those of whoever caused it, and are left out."""
    start = {"id": "c1", "tool": "get_trip", "args": {"trip": "trip_1"}, "label": ""}
    end = {"id": "c1", "tool": "get_trip", "status": "failed", "duration_ms": 40, "result": None, "error": {"code": 1}}
    call = {"id": "c2", "tool": "delete_trip", "args": {}, "summary": ""}
    waits = {"proposal": "prop_1", "needs_confirmation": True, "expires_at": "2026-01-31T10:00:00Z", "calls": [call]}
    return [
        ("phase", {"phase": "execution", "index": 3, "title": ""}),
        ("tool_start", start),
        ("tool_end", end),
        ("notice", {"code": "fallback_model", "message": ""}),
        ("confirmation_required", waits),
        ("run_paused", {"reason": "confirmation"}),
        ("confirmation_resolved", {"proposal": "prop_1", "decision": "approve", "by": ""}),
        ("run_resumed", {"reason": "decided", "discard_after": 4}),
        ("error", {"code": "model_failed", "message": "", "retryable": True}),
        ("run_finished", {"status": "failed", "metadata": {"stop_reason": "model_failed"}}),
    ]


def _trip(texts: dict[str, str], person: Person, plan: dict[str, Any], costs: dict[str, Any]) -> dict[str, str]:
    trip = trips.create_trip(person.pk, texts["title"], plan, costs, notes=texts["notes"])
    _, live = trips.share_trip(person.pk, trip.pk)
    _, followed = feeds.make_feed(person.pk, trip.pk, "en", all_trips=True, with_notes=True)
    ada, _ = (spending.add_traveller(person.pk, trip.pk, name).pk for name in texts["friends"])
    paid = {"payer": ada, "amount": Decimal(90), "currency": "EUR", "day": date(2026, 12, 7), "kind": "food"}
    spending.add_expense(person.pk, trip.pk, {**paid, "label": texts["dinner"]})
    day = plan["days"][0]["date"]
    journal.write_entry(person.pk, trip.pk, day, texts["note"])
    files.add_file(person.pk, trip.pk, texts["picture"], picture(), "journal", day)
    friend = become_visitor(_client("en"))
    _, token = members.invite_to_trip(person.pk, trip.pk, "editor", uses=2)
    members.join_trip(friend.person or 0, token, texts["friends"][1])
    stop = plan["days"][0]["visits"][0]["id"]
    member = next(each.member for each in members.companions_of(trip) if each.member)
    named = [Mention(member.pk, 0)]
    discussion.add_comment(person.pk, trip.pk, stop, f"@{member.name} {texts['memory']}", named)
    discussion.vote_on_stop(friend.person or 0, trip.pk, stop, 1)
    ended, gone = trips.share_trip(person.pk, trip.pk)
    trips.revoke_share(person.pk, trip.pk, ended.pk)
    return {"trip": trip.pk, "live": live, "gone": gone, "calendar": followed, "invitation": token}


def _operated(texts: dict[str, str], person: Person, admin: User, run: Run) -> None:
    """What operators find and leave behind."""
    Feedback.objects.create(person=person, run=run, kind=Feedback.Kind.UP)
    wrong = {"sight": "kyoto/kinkaku-ji", "text": texts["feedback"], "kind": Feedback.Kind.WRONG_FACT}
    for status in Feedback.Status.values:
        Feedback.objects.create(person=person, status=status, **wrong)
    why = {"value": "09:00-17:00", "reason": texts["source"], "corrected_by": admin}
    Correction.objects.create(place="kyoto/kinkaku-ji", column="hours", **why)
    kitchen = LocalizedText("Gostilna", "客栈")
    additions.add(place(), (Venue("restaurant", "node/1", kitchen, 45.53, 13.57, date(2026, 11, 1), "10:00-22:00"),))
    partner = make_partner(texts["partner"]).actor.partner
    url, events = "https://partner.example/hook", list(WebhookEvent.values)
    webhook = Webhook.objects.create(partner_id=partner, url=url, events=events, failing_since=timezone.now())
    for status in WebhookDelivery.Status.values:
        WebhookDelivery.objects.create(webhook=webhook, event="run.finished", data={}, status=status)
    by = {"username": texts["name"], "ip_address": "192.0.2.1", "user_agent": "", "path_info": "/", "http_accept": "-"}
    AccessAttempt.objects.create(**by, get_data="", post_data="", failures_since_start=1)
    AccessFailureLog.objects.create(**by)
    AccessLog.objects.create(**by)
    now = timezone.now()
    ProviderAnswer.objects.create(service="rates", key="0" * 64, query={}, fetched_at=now, expires_at=now)
    ProviderHost.objects.create(host="www.ecb.europa.eu", last_success=now, last_failure=now, last_reason="500")
    trip = Trip.objects.get()
    wish = ReminderWish.objects.create(person=person, trip=trip, by_mail=True, locale="en")
    mention = CommentMention.objects.get()
    MentionNotice.objects.create(mention=mention, channel=Channel.MAIL, error="500")
    MailedInvite.objects.create(person=person, digest="0" * 64)
    SentReminder.objects.create(wish=wish, day=now.date(), channel=Channel.PUSH, error="500")
    PushSubscription.objects.create(person=person, endpoint="https://push.example/1", digest="0" * 64)
    _log(admin, run.session, "")
    _log(admin, Group.objects.get(), '[{"changed": {"fields": ["Name"]}}]')


def _log(admin: User, row: Model, message: str) -> None:
    about = ContentType.objects.get_for_model(type(row))
    LogEntry.objects.create(
        user=admin,
        content_type=about,
        object_id=row.pk,
        object_repr=str(row),
        action_flag=CHANGE,
        change_message=message,
    )
