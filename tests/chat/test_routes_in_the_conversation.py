"""Plans of a conversation: what their artifacts carry, and how one is changed in one thing while the rest stands."""

from typing import Any

import pytest

from agent_core.messages import call
from agent_core.testing import ScriptedModel, calls, text
from tests.chat.scripted import Listener, listening, supervised
from tests.conftest import make_visitor
from travelagent.catalog.adapter import planning_sights
from travelagent.chat import actions
from travelagent.chat.hub import Hub
from travelagent.chat.threads import in_db_thread
from travelagent.verifier import verify
from travelagent.wire.itinerary import itinerary_from_wire
from travelagent.wire.request import request_from_wire

pytestmark = pytest.mark.django_db(transaction=True)

PLAN = calls(call("plan", "generate_route", city="Kyoto", days=2, start_date="2027-04-13", pace="relaxed"))


async def run_steps(*steps: Any) -> Listener:
    """Return the listener of a run with these steps."""
    hub, actor = Hub(), (await in_db_thread(make_visitor)).actor
    session = await in_db_thread(lambda: actions.create_session(actor))
    run = await in_db_thread(lambda: actions.start_run(actor, session.pk, "Plan, then change it"))
    async with supervised(hub, ScriptedModel(*steps, text("Done."))), listening(hub, session.pk, run.pk) as listener:
        await listener.wait_for("run_finished")
    return listener


def itineraries(listener: Listener) -> list[dict[str, Any]]:
    return [event.data["payload"] for event in listener.of("artifact") if event.data["kind"] == "itinerary"]


async def test_a_further_day_leaves_the_others_as_they_are() -> None:
    listener = await run_steps(PLAN, calls(call("more", "change_route", itinerary="plan_a1", days=3)))
    before, after = itineraries(listener)
    assert after["difference"]["same_days"] == [1, 2]
    assert after["difference"]["of"] == "plan_a1"
    assert after["difference"]["told"][-1]["zh"] == "第 1、2 天保持不变。"
    assert [(v["sight"], v["arrive"]) for day in after["days"][:2] for v in day["visits"]] == [
        (v["sight"], v["arrive"]) for day in before["days"] for v in day["visits"]
    ]


async def test_a_further_day_of_one_city_leaves_those_of_the_other_as_they_are() -> None:
    plan = calls(call("plan", "generate_route", city="Kyoto", cities=["Osaka"], days=3, start_date="2027-04-13"))
    listener = await run_steps(plan, calls(call("more", "change_route", itinerary="plan_a1", days=4, city="Kyoto")))
    before, after = itineraries(listener)
    cities = [day["city"] for day in before["days"]]
    assert [day["city"] for day in after["days"]] == ["kyoto", *cities]
    new = cities.count("kyoto") + 1
    assert after["difference"]["same_days"] == [day for day in (1, 2, 3, 4) if day != new]


async def test_a_city_that_is_not_of_the_plan_has_no_days_to_change() -> None:
    listener = await run_steps(PLAN, calls(call("more", "change_route", itinerary="plan_a1", days=3, city="Osaka")))
    errors = [event.data["error"] for event in listener.of("tool_end") if event.data["error"]]
    assert [(error["code"], error["field"]) for error in errors] == [("invalid_arguments", "city")]


async def test_every_itinerary_carries_its_certificate_its_request_and_its_alternatives() -> None:
    listener = await run_steps(PLAN, calls(call("fuller", "change_route", itinerary="plan_a1", pace="normal")))
    for payload in itineraries(listener):
        request = request_from_wire(payload["request"])
        itinerary = itinerary_from_wire(payload)
        assert verify(itinerary, request, planning_sights(["kyoto"])).failures == ()
        assert payload["certificate"]["feasible"] is True
        assert {"fuller", "rainy"} & {other["kind"] for other in payload["alternatives"]}
        assert all(left["change"] for left in payload["left_out"] if "must-see" in left["relaxation"]["en"])


async def test_the_model_reads_what_changed() -> None:
    listener = await run_steps(PLAN, calls(call("rain", "change_route", itinerary="plan_a1", rainy_days=[1])))
    results = [event.data["result"] for event in listener.of("tool_end")]
    assert results[-1]["changed"]
    assert any("rain" in assumption for assumption in results[-1]["assumptions"])


async def test_a_plan_that_is_not_there_is_refused() -> None:
    listener = await run_steps(PLAN, calls(call("none", "change_route", itinerary="other_a1", days=3)))
    errors = [event.data["error"]["code"] for event in listener.of("tool_end") if event.data["error"]]
    assert errors == ["unknown_artifact"]


async def test_without_a_change_the_plan_is_told_as_it_stands() -> None:
    listener = await run_steps(PLAN, calls(call("nothing", "change_route", itinerary="plan_a1")))
    before, after = itineraries(listener)
    assert after["difference"]["told"] == []
    assert after["difference"]["same_days"] == [1, 2]
    assert after["days"] == before["days"]
    assert after["alternatives"] == before["alternatives"]


async def test_what_cannot_be_kept_names_the_clash_and_the_way_out() -> None:
    windows = [{"day": day, "start": "10:00", "end": "11:00"} for day in (1, 2)]
    call_ = call("short", "change_route", itinerary="plan_a1", add=["kyoto/kinkaku-ji"], day_windows=windows)
    listener = await run_steps(PLAN, calls(call_))
    error = listener.of("tool_end")[-1].data["error"]
    assert error["code"] == "infeasible"
    assert error["clash"] == ["kyoto/kinkaku-ji"]
    assert error["change"]


async def test_own_places_windows_rain_and_several_cities_are_in_the_artifact() -> None:
    whole = call(
        "plan",
        "generate_route",
        city="Kyoto",
        cities=["Nara", "Osaka"],
        days=5,
        start_date="2027-04-13",
        any_order=True,
        origin="Tokyo",
        rainy_days=[2],
        day_windows=[{"day": 1, "start": "15:00", "from": {"name": "Station", "lat": 34.985, "lon": 135.758}}],
        fixed=[{"name": "Tea with Yuki", "lat": 35.003, "lon": 135.775, "start": "19:30", "minutes": 90}],
    )
    payload = itineraries(await run_steps(calls(whole)))[0]
    assert sorted(payload["cities"]) == ["kyoto", "nara", "osaka"]
    moves = [leg for day in payload["days"] for leg in day["legs"] if leg["from"].startswith("city:")]
    assert len(moves) == 2
    own = [visit for day in payload["days"] for visit in day["visits"] if visit["sight"] is None]
    assert [(visit["name"]["en"], visit["arrive"], visit["depart"]) for visit in own] == [
        ("Tea with Yuki", "19:30", "21:00")
    ]
    assert payload["days"][0]["start"] >= "15:00"
    assert payload["days"][0]["origin"]["name"]["en"] == "Station"
    assumed = " ".join(assumption["en"] for assumption in payload["assumptions"])
    assert "shortest moves" in assumed
    assert "Day 2 is planned for rain" in assumed
    assert {check["constraint"] for check in payload["certificate"]["checks"]} >= {"fixed", "day_ends", "opening_hours"}
    assert all(leg["slack_minutes"] >= 0 for day in payload["days"] for leg in day["legs"])
    assert any(visit["alternates"] for day in payload["days"] for visit in day["visits"])
