"""The trip at hand over REST: read, changed, planned, undone, by a key and by the site's cookie."""

from typing import Any

import pytest
from django.http import HttpResponse

from tests.api.caller import Caller, as_nobody, as_visitor, problem
from tests.conftest import Visitor
from tests.support.tables import undone
from travelagent.assistant.refusals import refusal
from travelagent.catalog.planners import Busy
from travelagent.chat import actions, trip_state
from travelagent.chat.models import Run

pytestmark = pytest.mark.django_db

KYOTO = {"stays": [{"place": "Kyoto"}], "dates": {"days": 1}}
NOTHING = {"version": 0, "brief": {}, "plan": "", "can_undo": False, "can_redo": False}


def path(session: str, what: str) -> str:
    return f"sessions/{session}/{what}/"


def body(response: HttpResponse) -> dict[str, Any]:
    assert response.status_code == 200, response.content
    found: dict[str, Any] = response.json()
    assert response["ETag"] == f'"{found["version"]}"'
    return found


def test_it_works(api: Caller, session: str) -> None:
    assert body(api.get(path(session, "brief"))) == NOTHING

    changed = body(api.patch(path(session, "brief"), KYOTO))
    assert (changed["version"], changed["plan"]) == (1, "")
    assert changed["brief"]["stays"] == [{"place": "kyoto"}]
    assert changed["brief"]["sources"] == {"stays": {"source": "api"}, "dates": {"source": "api"}}

    planned = body(api.post(path(session, "plan"), {"brief": {"pace": "relaxed"}}))
    assert (planned["version"], planned["can_undo"], len(planned["itinerary"]["days"])) == (2, True, 1)
    assert planned["itinerary"]["certificate"]["feasible"]
    tea = {"op": "add_place", "name": "Tea class", "near": "Gion", "day": 1, "start": "17:30", "minutes": 60}
    preview = body(api.post(path(session, "plan"), {"edits": [tea], "preview": True}))
    assert "Tea class" in [visit["name"]["en"] for visit in preview["itinerary"]["days"][0]["visits"]]
    assert (preview["version"], preview["plan"]) == (2, "")

    undone = body(api.post(path(session, "undo")))
    assert (undone["version"], undone["plan"], undone["itinerary"]) == (3, "", None)
    assert (undone["brief"], undone["can_undo"], undone["can_redo"]) == (changed["brief"], False, True)
    redone = body(api.post(path(session, "redo")))
    assert (redone["version"], redone["plan"], redone["itinerary"]) == (4, planned["plan"], planned["itinerary"])
    shown = body(api.get(path(session, "brief")))
    assert shown == {name: value for name, value in redone.items() if name != "itinerary"}


def test_a_visitors_changes_are_those_of_the_form(owner: Visitor, page: Caller) -> None:
    session = actions.create_session(owner.actor).pk
    changed = body(page.patch(path(session, "brief"), {"pace": "relaxed"}))
    assert changed["brief"]["sources"] == {"pace": {"source": "form"}}
    assert body(page.patch(path(session, "brief"), {"pace": None}))["brief"] == {}


def test_every_edit_is_a_run_with_its_events(api: Caller, session: str) -> None:
    api.post(path(session, "plan"), {"brief": KYOTO})
    (run,) = api.get(path(session, "runs")).json()["results"]
    assert (run["kind"], run["status"], run["message"]) == ("edit", "succeeded", "")
    events = api.get(f"runs/{run['id']}/events/").json()["results"]
    assert [(event["seq"], event["type"]) for event in events] == [
        *((1, "brief_changed"), (2, "artifact"), (3, "artifact"), (4, "plan_changed"), (5, "run_finished"))
    ]
    assert api.get(f"runs/{run['id']}/history/").json()["results"] == []
    assert api.get("sessions/").json()["results"][0]["message_count"] == 0


def test_a_stale_version_changes_nothing(api: Caller, session: str, subtests: pytest.Subtests) -> None:
    for tag in ('"0"', 'W/"0"'):
        with subtests.test(tag=tag), undone():
            assert api("PATCH", path(session, "brief"), KYOTO, If_Match=tag).status_code == 200
            for method, what, sent in (("PATCH", "brief", {"pace": "relaxed"}), ("POST", "plan", {})):
                response = api(method, path(session, what), sent, If_Match=tag)
                assert problem(response) == (412, "version_conflict")
                assert response.json()["version"] == 1
                assert problem(api(method, path(session, what), sent, If_Match="abc")) == (400, "invalid")
            assert api("PATCH", path(session, "brief"), {"pace": "relaxed"}, If_Match='"1"').status_code == 200
            assert api("PATCH", path(session, "brief"), {"pace": "packed"}, If_Match="*").status_code == 200


def test_nothing_is_changed_while_a_run_is_at_work(api: Caller, session: str) -> None:
    api.patch(path(session, "brief"), KYOTO)
    assert api.post(path(session, "runs"), {"message": "Hello"}).status_code == 202
    for response in (
        api.patch(path(session, "brief"), {"pace": "relaxed"}),
        api.post(path(session, "plan"), {}),
        api.post(path(session, "undo")),
        api.post(path(session, "redo")),
    ):
        assert problem(response) == (409, "run_active")
    assert body(api.get(path(session, "brief")))["version"] == 1


def test_a_bad_field_is_named_by_its_path(api: Caller, session: str, subtests: pytest.Subtests) -> None:
    for patch, field in (
        ({"dates": {"start": "May"}}, "dates.start"),
        ({"stays": [{"place": "Kyoto"}, {"days": 2}]}, "stays.1.place"),
        ({"party": {"children": [40]}}, "party.children.0"),
        ({"pace": "hasty"}, "pace"),
        ({"colour": "blue"}, "colour"),
        ({"colour": None}, "colour"),
        ({"stays": [{"place": "Kyoto"}] * 10}, "stays"),
        ({"sources": None}, "sources"),
    ):
        with subtests.test(field=field, patch=patch), undone():
            response = api.patch(path(session, "brief"), patch)
            assert problem(response) == (400, "invalid")
            assert list(response.json()["errors"]) == [field]
            response = api.post(path(session, "plan"), {"brief": patch})
            assert problem(response) == (400, "invalid")
            assert list(response.json()["errors"]) == [f"brief.{field}"]
            assert body(api.get(path(session, "brief"))) == NOTHING


def test_a_patch_is_an_object(api: Caller, session: str, subtests: pytest.Subtests) -> None:
    for sent in ([], "Kyoto", 7):
        with subtests.test(sent=sent), undone():
            assert problem(api.patch(path(session, "brief"), sent)) == (400, "invalid")
            assert problem(api.post(path(session, "plan"), {"brief": sent})) == (400, "invalid")
            assert problem(api.post(path(session, "plan"), {"patch": {}})) == (400, "invalid")


def test_a_name_that_is_not_known_changes_nothing(api: Caller, session: str, subtests: pytest.Subtests) -> None:
    for patch, expected in (
        ({"stays": [{"place": "Atlantis-on-Sea"}]}, (404, "unknown_city")),
        ({"stays": [{"place": "Atlantis\u200d"}]}, (404, "unknown_city")),
        ({"stays": [{"place": "Valencia"}]}, (409, "ambiguous_city")),
        ({"stays": [{"place": "Kyoto"}], "must_see": ["Atlantis"]}, (400, "unknown_sight")),
    ):
        with subtests.test(patch=patch), undone():
            for response in (
                api.patch(path(session, "brief"), patch),
                api.post(path(session, "plan"), {"brief": patch}),
            ):
                assert problem(response) == expected
                assert {"city", "sight"} & response.json().keys()
            assert body(api.get(path(session, "brief"))) == NOTHING


def test_without_a_place_there_is_nothing_to_plan(api: Caller, session: str) -> None:
    for sent in ({}, {"brief": {"pace": "relaxed"}}):
        assert problem(api.post(path(session, "plan"), sent)) == (400, "nothing_to_plan")
    assert body(api.get(path(session, "brief"))) == NOTHING


def test_a_plan_that_cannot_be_made_changes_nothing(api: Caller, session: str) -> None:
    visits = [{"day": 1, "kind": "visit", "value": "kyoto/kinkaku-ji", "start": "23:30"}]
    response = api.post(path(session, "plan"), {"brief": {**KYOTO, "day_wishes": visits}})
    assert problem(response) == (422, "infeasible")
    assert {"clash", "relaxation", "change"} <= response.json().keys()
    assert body(api.get(path(session, "brief"))) == NOTHING
    assert not Run.objects.filter(session=session).exists()


def test_a_planner_with_too_much_to_do_is_busy(api: Caller, session: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(*args: Any) -> Any:
        raise refusal(Busy(), "en")

    monkeypatch.setattr(trip_state, "plan_of_brief", busy)
    response = api.post(path(session, "plan"), {"brief": KYOTO})
    assert problem(response) == (503, "busy")
    assert response["Retry-After"] == "5"


def test_there_is_nothing_to_go_back_to(api: Caller, session: str, subtests: pytest.Subtests) -> None:
    for what, code in (("undo", "nothing_to_undo"), ("redo", "nothing_to_redo")):
        with subtests.test(what=what), undone():
            assert problem(api.post(path(session, what))) == (409, code)


def test_a_foreign_session_is_not_there_whatever_is_sent(
    api: Caller, owner: Visitor, stranger: Visitor, session: str
) -> None:
    own = actions.create_session(owner.actor).pk
    for caller, foreign in ((as_visitor(stranger), session), (as_visitor(stranger), own), (api, own)):
        for method, what, sent in (
            *(("GET", "brief", None), ("PATCH", "brief", {"colour": 1}), ("POST", "plan", {"colour": 1})),
            *(("POST", "undo", None), ("POST", "redo", None)),
        ):
            assert problem(caller(method, path(foreign, what), sent)) == (404, "not_found")
    assert problem(as_nobody().get(path(session, "brief"))) == (401, "not_authenticated")


def test_a_plan_that_is_asked_for_twice_is_made_once(api: Caller, session: str) -> None:
    first, again = (
        api.post(path(session, "plan"), {"brief": KYOTO}, Idempotency_Key="plan-1").json() for _ in range(2)
    )
    assert first == again
    assert Run.objects.filter(session=session).count() == 1
    for _ in range(2):
        api.post(path(session, "undo"), None, Idempotency_Key="undo-1")
    assert Run.objects.filter(session=session).count() == 1


def test_a_problem_is_translated(api: Caller, session: str) -> None:
    response = api("POST", path(session, "redo"), None, Accept_Language="zh-CN")
    assert response.json()["detail"] == "没有可以重做的修改。"
    response = api("POST", path(session, "plan"), {}, Accept_Language="zh-CN")
    assert response.json()["detail"] == "还没有说去哪里，想去什么地方？"
