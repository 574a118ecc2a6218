"""The admin: history found by what it did, read as a timeline, never edited; who read it is itself recorded."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.utils import quote
from django.test import Client
from django.utils import timezone

from tests.chat.scripted import listening, supervised
from tests.chat.test_runs import begin
from tests.support.tables import undone
from travelagent.accounts.models import ApiKey, Partner, Person, User
from travelagent.assistant.embedded.model import EmbeddedModel
from travelagent.assistant.tools import TOOLS
from travelagent.chat.branches import branch
from travelagent.chat.failures import Lately, model_failures, tool_failures
from travelagent.chat.hub import Hub
from travelagent.chat.models import (
    ChatAccess,
    ChatSession,
    Feedback,
    Message,
    ModelSetting,
    ModelUse,
    Run,
    RunEvent,
    ToolSetting,
    ToolUse,
)
from travelagent.chat.modelset import barred_models, offered_models, sync_models
from travelagent.chat.redaction import REDACTED, StillOpen, redact
from travelagent.chat.threads import in_db_thread
from travelagent.chat.toolset import enabled_tools, sync_tools

SECRET_WORDS = "a surprise for Marie"


def made_run(number: int = 0, **fields: Any) -> Run:
    """A finished run with its log, as the writer would have left it."""
    session = ChatSession.objects.create(person=Person.objects.create(visitor_key=f"v{number}"), title=SECRET_WORDS)
    at = timezone.now() - timedelta(hours=number % 300)
    known = {"status": "succeeded", "intent": "travel_planning", "duration_ms": 2_000, "model": "offline"}
    run = Run.objects.create(session=session, message=SECRET_WORDS, answer="Paris.", locale="en", **(known | fields))
    Message.objects.create(session=session, run=run, role="user", text=SECRET_WORDS)
    Message.objects.create(session=session, run=run, role="assistant", text="Paris.", html="<p>Paris.</p>")
    events: list[tuple[str, dict[str, Any]]] = [
        ("run_started", {"session": session.pk, "message": SECRET_WORDS, "model": "offline"}),
        ("phase", {"phase": "execution", "index": 3, "title": "Looking things up"}),
        ("tool_start", {"id": "c1", "tool": "get_city_info", "args": {"city": "Paris"}, "label": "Reading on Paris…"}),
        ("tool_end", {"id": "c1", "tool": "get_city_info", "status": "failed", "duration_ms": 40, "error": {"x": 1}}),
        ("answer", {"text": "Paris.", "html": "<p>Paris.</p>", "sources": [], "follow_ups": []}),
        ("run_finished", {"status": "succeeded", "metadata": {}}),
    ]
    for seq, (type, data) in enumerate(events, 1):
        RunEvent.objects.create(run=run, seq=seq, type=type, at=at + timedelta(milliseconds=seq * 100), data=data)
    ToolUse.objects.create(run=run, tool="get_city_info", status="failed", duration_ms=40, at=at)
    ModelUse.objects.create(run=run, model="offline", latency_ms=5, prompt_tokens=10, completion_tokens=4, at=at)
    return run


@pytest.mark.django_db(transaction=True)
async def test_it_works() -> None:
    hub, run = Hub(), await in_db_thread(begin)
    async with supervised(hub, EmbeddedModel()), listening(hub, run.session_id, run.pk) as listener:
        await listener.wait_for("run_finished")
    row = await Run.objects.aget(pk=run.pk)
    assert row.intent
    assert row.duration_ms
    assert await ToolUse.objects.filter(run=run.pk).acount() == len(listener.of("tool_end"))
    assert await ModelUse.objects.filter(run=run.pk).acount() == len(listener.of("model_call"))


def test_what_is_read_of_a_conversation_is_recorded(staff: Client) -> None:
    """A run is a timeline with the answer as it was seen; its session leads to it; every reading is recorded."""
    run = made_run()
    page = staff.get(f"/admin/chat/run/{quote(run.pk)}/change/").content.decode()
    for shown in (
        SECRET_WORDS,
        "Looking things up",
        "get_city_info",
        "&quot;city&quot;: &quot;Paris&quot;",
        "<p>Paris.</p>",
    ):
        assert shown in page
    page = staff.get(f"/admin/chat/chatsession/{quote(run.session_id)}/change/").content.decode()
    assert SECRET_WORDS in page
    assert f"/admin/chat/run/{quote(run.pk)}/change/" in page
    exported = staff.post("/admin/chat/run/", {"action": "export", "_selected_action": [run.pk]}).getvalue()
    assert [json.loads(line)["seq"] for line in exported.decode().splitlines()] == [1, 2, 3, 4, 5, 6]

    read = ChatAccess.objects.order_by("at").values_list("staff__username", "session", "run", "what")
    assert list(read) == [
        ("ada", run.session_id, run.pk, "read"),
        ("ada", run.session_id, "", "read"),
        ("ada", run.session_id, run.pk, "exported"),
    ]
    record = ChatAccess.objects.latest("at")
    assert staff.post(f"/admin/chat/chataccess/{record.pk}/delete/", {"post": "yes"}).status_code == 403


def test_no_list_tells_what_was_said(staff: Client, subtests: pytest.Subtests) -> None:
    made_run()
    for page in ("run", "chatsession", "proposal", "feedback", "chataccess", "toolsetting"):
        with subtests.test(page=page):
            assert SECRET_WORDS not in staff.get(f"/admin/chat/{page}/").content.decode()
            assert not ChatAccess.objects.exists()


def test_questions_are_listed_when_they_are_asked_for_and_it_is_recorded(staff: Client) -> None:
    run = made_run()
    Run.objects.filter(pk=run.pk).update(message=f"\n{SECRET_WORDS}\nand a second line")

    page = staff.get("/admin/chat/run/?questions=shown").content.decode()

    assert SECRET_WORDS in page
    assert "a second line" not in page
    seen = ChatAccess.objects.get()
    assert (seen.session, seen.run, seen.what) == (run.session_id, run.pk, "listed")


def test_history_cannot_be_changed(staff: Client) -> None:
    run = made_run()
    for path in (f"run/{quote(run.pk)}", f"chatsession/{quote(run.session_id)}"):
        assert staff.post(f"/admin/chat/{path}/change/", {"message": "other"}).status_code == 403
        assert staff.post(f"/admin/chat/{path}/delete/", {"post": "yes"}).status_code == 403
    assert Run.objects.get().message == SECRET_WORDS


FOUND = {
    "": 2,
    "status__exact=failed": 1,
    "intent=food": 1,
    "tool=get_city_info": 2,
    "tool=search_cities": 0,
    "tool_failed=yes": 2,
    "slower_than=10000": 1,
    "model__exact=gpt": 1,
    "q=Marie": 2,
}
"""How many of two runs a query of the list finds."""


def test_runs_are_found_by_what_they_did(staff: Client, subtests: pytest.Subtests) -> None:
    sync_tools()
    made_run(1)
    made_run(2, status="failed", intent="food", duration_ms=12_000, model="gpt")
    for query, found in FOUND.items():
        with subtests.test(query=query):
            assert staff.get(f"/admin/chat/run/?{query}").context["cl"].result_count == found


MOST_QUERIES = {
    "chat/run/": 20,
    "chat/chatsession/": 12,
    "usage/": 16,
    "chat/toolsetting/": 10,
    "chat/feedback/": 12,
}


def test_a_thousand_sessions_take_no_more_queries_than_ten(
    staff: Client, django_assert_max_num_queries: Any, subtests: pytest.Subtests
) -> None:
    people = Person.objects.bulk_create([Person(visitor_key=f"m{n}") for n in range(1_000)])
    sessions = ChatSession.objects.bulk_create([ChatSession(person=person) for person in people])
    runs = Run.objects.bulk_create([Run(session=s, message="x", locale="en", status="succeeded") for s in sessions])
    now = timezone.now()
    ToolUse.objects.bulk_create(
        [ToolUse(run=run, tool="get_city_info", status="success", duration_ms=1, at=now) for run in runs]
    )
    Feedback.objects.bulk_create([Feedback(person=p, run=r, kind="up") for p, r in zip(people, runs, strict=True)])
    for path, most in MOST_QUERIES.items():
        with subtests.test(path=path), django_assert_max_num_queries(most):
            assert staff.get(f"/admin/{path}").status_code == 200


def test_a_redacted_conversation_keeps_its_bones_alone(staff: Client) -> None:
    run = made_run()
    staff.post("/admin/chat/chatsession/", {"action": "redact_selected", "_selected_action": [run.session_id]})

    rows = [
        *Run.objects.values("message", "answer"),
        *Message.objects.values("text", "html"),
        *RunEvent.objects.values("data"),
        *ChatSession.objects.values("title"),
    ]
    kept = json.dumps(rows)
    for word in ("Marie", "Paris", "Looking"):
        assert word not in kept
    assert RunEvent.objects.get(type="tool_end").data["duration_ms"] == 40
    assert Run.objects.get().message == REDACTED
    assert ChatAccess.objects.get().what == "redacted"


REDACTED_EVENTS: tuple[tuple[str, dict[str, Any], dict[str, Any]], ...] = (
    (
        "brief_changed",
        {"version": 1, "source": "said", "changes": [{"field": "origin"}], "brief": {"origin": "paris"}},
        {"version": 1, "source": "said", "changes": [], "brief": {}},
    ),
    (
        "plan_changed",
        {"version": 2, "artifact": "c1_a1", "difference": {"added": ["paris"]}},
        {"version": 2, "artifact": "c1_a1", "difference": {}},
    ),
)
"""Type, data, and what is left of the data."""


def test_redacted_events_of_the_trip_keep_their_form(db: None, subtests: pytest.Subtests) -> None:
    run = made_run()
    for seq, (type, data, _) in enumerate(REDACTED_EVENTS, 7):
        RunEvent.objects.create(run=run, seq=seq, type=type, at=timezone.now(), data=data)

    redact(run.session_id)

    for type, _, kept in REDACTED_EVENTS:
        with subtests.test(type=type):
            assert RunEvent.objects.get(type=type).data == kept


def test_a_conversation_under_way_is_not_redacted(db: None) -> None:
    run = made_run(status="running")
    with pytest.raises(StillOpen):
        redact(run.session_id)
    assert Run.objects.get().message == SECRET_WORDS


def test_branches_are_redacted_with_what_they_branched_off(db: None) -> None:
    """Also a branch of a branch that has been deleted; not the conversation that a branch came from."""
    run = made_run()
    middle = branch(run)
    last = branch(middle.runs.get())
    middle.delete()

    redact(last.pk)
    assert Run.objects.get(pk=run.pk).message == SECRET_WORDS
    Message.objects.filter(session=last).update(text=SECRET_WORDS)
    redact(run.session_id)

    assert set(Message.objects.values_list("session", "text")) == {(run.session_id, REDACTED), (last.pk, REDACTED)}
    assert set(ChatSession.objects.values_list("title", flat=True)) == {REDACTED}


def test_a_branch_under_way_is_not_redacted(db: None) -> None:
    run = made_run()
    branched = branch(run)
    Run.objects.create(session=branched, message="And Lyon?", locale="en", status="running")
    with pytest.raises(StillOpen):
        redact(run.session_id)
    assert Run.objects.get(pk=run.pk).message == SECRET_WORDS


def test_a_tool_is_switched_off_from_its_list(staff: Client) -> None:
    sync_tools()
    rows = list(ToolSetting.objects.order_by("name"))
    form: dict[str, Any] = {"form-TOTAL_FORMS": len(rows), "form-INITIAL_FORMS": len(rows), "_save": "Save"}
    for at, row in enumerate(rows):
        form |= {f"form-{at}-name": row.name, f"form-{at}-timeout_s": "7"}
        if row.name != "compare_cities":
            form[f"form-{at}-enabled"] = "on"
    assert staff.post("/admin/chat/toolsetting/", form).status_code == 302
    assert enabled_tools().get("compare_cities") is None
    tool = enabled_tools().get("search_cities")
    assert tool is not None
    assert tool.timeout_s == 7


def test_the_dashboard_adds_up(staff: Client) -> None:
    for number in range(3):
        made_run(number)
    made_run(4, status="failed")
    made_run(24 * 12)
    shown = staff.get("/admin/usage/?days=7").context
    assert (shown["runs"], shown["failed"]) == (5, 1)  # all of them were made today
    assert sum(bar.height for bar in shown["runs_chart"]) > 0
    assert [(row["tool"], row["calls"], row["failed"]) for row in shown["tools"]] == [("get_city_info", 4, 4)]


def used(tool: str, *, failed: int, of: int, hours_ago: int = 1) -> None:
    """Calls of a tool, and of the model `m` as often, so many of them failed."""
    run, at = made_run(7), timezone.now() - timedelta(hours=hours_ago)
    ToolUse.objects.all().delete()
    ModelUse.objects.all().delete()
    for number in range(of):
        status, reason = ("timeout", "error") if number < failed else ("success", "stop")
        ToolUse.objects.create(run=run, tool=tool, status=status, duration_ms=1, at=at)
        ModelUse.objects.create(
            run=run, model="m", finish_reason=reason, latency_ms=1, prompt_tokens=1, completion_tokens=1, at=at
        )


RATES = (
    (2, 8, 1, True, True),
    (1, 5, 1, False, False),  # a fifth is the bound, and does not pass it
    (2, 5, 1, True, True),
    (4, 4, 1, False, False),  # of so few the share says nothing
    (5, 5, 30, False, True),
    (5, 5, 24 * 8, False, False),
)
"""Failed calls, of how many, how many hours ago; whether the day and the week are alarming."""


def test_a_failure_rate_over_the_bound_raises_the_alarm(db: None, settings: Any, subtests: pytest.Subtests) -> None:
    settings.FAILURE_ALARM_PERCENT, settings.FAILURE_ALARM_CALLS = 20, 5
    for failed, calls, hours_ago, day, week in RATES:
        with subtests.test(failed=failed, calls=calls, hours_ago=hours_ago), undone():
            used("get_city_info", failed=failed, of=calls, hours_ago=hours_ago)
            for rates in (
                tool_failures().get("get_city_info", Lately()),
                model_failures().get("m", Lately()),
            ):
                assert (rates.day.is_alarming, rates.week.is_alarming) == (day, week)


def test_the_alarm_stands_in_words_on_the_dashboard_and_in_the_lists(staff: Client, subtests: pytest.Subtests) -> None:
    sync_tools()
    used("get_city_info", failed=3, of=6)
    for language, word in (("en", "alarm: 3 of 6 (50 %)"), ("zh-hans", "告警：6 次中失败 3 次（50%）")):
        with subtests.test(language=language):
            headers = {"Accept-Language": language}
            usage = staff.get("/admin/usage/", headers=headers)
            assert [row.get("tool") or row["model"] for row in usage.context["alarms"]] == ["get_city_info", "m"]
            for page in (usage, staff.get("/admin/chat/toolsetting/", headers=headers)):
                assert word in page.content.decode()


def test_the_list_of_tools_tells_which_of_them_write(staff: Client) -> None:
    sync_tools()
    shown = staff.get("/admin/chat/toolsetting/?writes__exact=1").context["cl"].result_list
    assert {tool.name for tool in shown} == {tool.name for tool in TOOLS if tool.writes}
    assert 'class="badge warn">writes<' in staff.get("/admin/chat/toolsetting/").content.decode()


def test_the_dashboard_is_for_staff(client: Client, db: None) -> None:
    assert client.get("/admin/usage/").status_code == 302
    client.force_login(User.objects.create_user("ben", is_staff=True))
    assert client.get("/admin/usage/").status_code == 403


def test_a_new_keys_secret_is_shown_once(staff: Client) -> None:
    partner = Partner.objects.create(name="acme")
    form = {"partner": partner.pk, "scopes": ["tools", "runs"], "expires_at_0": "", "expires_at_1": ""}
    page = staff.post("/admin/accounts/apikey/add/", form, follow=True).content.decode()
    key = ApiKey.objects.get()
    secret = page.split("tk_")[1].split("<")[0].strip()
    assert (key.partner, sorted(key.scopes)) == (partner, ["runs", "tools"])
    assert f"tk_{secret}" not in staff.get("/admin/accounts/apikey/").content.decode()

    staff.post("/admin/accounts/apikey/", {"action": "revoke", "_selected_action": [key.pk]})
    key.refresh_from_db()
    assert key.revoked_at is not None


def test_a_model_that_is_switched_off_is_offered_to_nobody(staff: Client) -> None:
    sync_models()
    ModelSetting.objects.filter(name="offline").update(enabled=False)
    assert "offline" not in [model.name for model in offered_models()]
    assert barred_models(0) == {"offline": "switched_off"}
