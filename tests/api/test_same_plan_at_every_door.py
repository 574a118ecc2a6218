"""One brief, one plan: by words, by a model's tools, by a partner's call and by the page's form."""

import json
from functools import partial
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from agent_core.messages import call
from agent_core.testing import ScriptedModel, calls, text
from tests.api.caller import Caller, as_partner, as_visitor
from tests.chat.scripted import Listener, listening, supervised
from tests.conftest import make_partner, make_visitor
from tests.support.examples import sampled
from travelagent.accounts.actors import Actor
from travelagent.assistant.embedded.model import EmbeddedModel
from travelagent.chat import actions
from travelagent.chat.hub import Hub
from travelagent.chat.threads import in_db_thread

pytestmark = pytest.mark.django_db(transaction=True)

MESSAGES = [
    "西安两天，不要早起",
    "Plan 3 days in Kyoto",
    "规划北京三日游",
    "带爸妈去西安玩三天，爸妈腿脚不好",
    "four days in Rome with two kids, we love food",
    "我周五中午12点到西安，周日晚上8点的飞机回",
    "从成都坐高铁去西安玩三天",
    "Vienna for 2 days, relaxed pace, no museums",
    "上海三日游，预算5000元，两个人",
    "3 days in Paris in May, must see the Louvre and the Eiffel Tower",
    "一家三口暑假去成都玩四天",
    "5 days in Rome, nothing planned on day 3",
    "规划普吉六日游，想留一天发呆",
    "2 days in Bergen in wet weather",
    "solo trip to Bangkok, 4 days, packed",
    "京都和大阪五天",
    "a weekend in Prague for two, as cheap as possible",
    "国庆去北京三天",
    "3 days in Amsterdam, vegetarian, staying near Museumplein",
    "带80岁的奶奶去苏州两天，每天中午回酒店休息",
    "two days in Edinburgh by train from Leeds",
    "广州三天，我吃素，预算人均每天300",
    "three days in Sydney, I come from London",
    "红叶季去京都三天",
    "Tokyo 4 days with my parents, my mother is in a wheelchair",
    "12月1日到3日去哈尔滨，看冰雪",
    "Lisbon and Porto, 6 days, by train",
    "杭州两天，第一天去西湖",
    "we land in Barcelona at 10:00 and fly home at 20:00 on day 3, 3 days",
    "九寨沟和黄龙三天，怕高反",
]


async def run_of(actor: Actor, message: str, model: Any) -> Listener:
    """A run of a new session, to its end."""
    hub = Hub()
    session = (await in_db_thread(partial(actions.create_session, actor))).pk
    run = await in_db_thread(partial(actions.start_run, actor, session, message))
    async with supervised(hub, model), listening(hub, session, run.pk) as listener:
        await listener.wait_for("run_finished", seconds=60)
    return listener


def plan_in(listener: Listener) -> bytes:
    """The first itinerary of a run."""
    shown = [event.data for event in listener.of("artifact") if event.data["kind"] == "itinerary"]
    assert shown, [event.data for event in listener.of("tool_end")]
    return exact(shown[0]["payload"])


def brief_in(listener: Listener) -> dict[str, Any]:
    """The brief of a run, without who filled it."""
    brief = dict(listener.of("brief_changed")[0].data["brief"])
    del brief["sources"]
    return brief


def exact(payload: Any) -> bytes:
    return json.dumps(payload, ensure_ascii=False, sort_keys=True).encode()


async def planned_by(caller: Caller, brief: dict[str, Any]) -> bytes:
    """The plan that a call of the API makes of a brief."""
    session = (await sync_to_async(caller.post)("sessions/", {})).json()["id"]
    answer = await sync_to_async(caller.post)(f"sessions/{session}/plan/", {"brief": brief})
    assert answer.status_code == 200, answer.content
    return exact(answer.json()["itinerary"])


async def test_the_same_brief_gives_the_same_plan_byte_for_byte(subtests: pytest.Subtests) -> None:
    visitor, key = await in_db_thread(make_visitor), await in_db_thread(partial(make_partner, "partner"))
    for message in sampled(MESSAGES, 20):
        with subtests.test(message=message):
            listener = await run_of(visitor.actor, message, EmbeddedModel())
            brief, plan = brief_in(listener), plan_in(listener)

            city, *cities = [stay["place"] for stay in brief["stays"]]
            route = call("route", "generate_route", city=city, cities=cities, days=brief["dates"]["days"])
            model = ScriptedModel(calls(call("brief", "set_brief", brief=brief)), calls(route), text("Done."))

            assert plan_in(await run_of(visitor.actor, "Plan it", model)) == plan
            assert await planned_by(as_partner(key), brief) == plan
            assert await planned_by(as_visitor(visitor), brief) == plan
