"""A model that acts first and tells what the product found: its figures are read from the conversation's own state."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from benchmarks.model_eval.scripted.stage import Act, Scene, Script, Step, call, tell


def _text(template: str) -> Step:
    """A reply in which {days}, {total}, {lodging} and {stop}, of the plan's second day, are filled in."""
    return lambda scene: Act(template.format_map(_Values(scene)))


class _Values(dict[str, str]):
    """What a template may name, looked up only when it does."""

    def __init__(self, scene: Scene) -> None:
        super().__init__()
        self._scene = scene

    def __missing__(self, name: str) -> str:
        match name:
            case "days":
                return "\n".join(_day(day, "zh") for day in self._scene.plan["days"])
            case "days_en":
                return "\n".join(_day(day, "en") for day in self._scene.plan["days"])
            case "total":
                return f"{Decimal(self._scene.budgets[0]['total']):,.0f}"
            case "lodging":
                items = [item for item in self._scene.budgets[0]["items"] if item["kind"] == "lodging"]
                return f"{sum(Decimal(item['amount']) for item in items):,.0f}"
            case "stop":
                return str(_last_stop(self._scene)["name"]["zh"])
        raise KeyError(name)


def _day(day: Mapping[str, Any], language: str) -> str:
    stops = [f"{visit['arrive']} {visit['name'][language]}" for visit in day["visits"]]
    return f"第 {day['day']} 天：{'、'.join(stops)}" if language == "zh" else f"Day {day['day']}: {'; '.join(stops)}"


def _last_stop(scene: Scene) -> Mapping[str, Any]:
    stop: Mapping[str, Any] = scene.plan["days"][1]["visits"][-1]
    return stop


def _remove_last_stop(scene: Scene) -> Act:
    edit = {"op": "remove", "visit": _last_stop(scene)["id"]}
    return Act(calls=(("change_route", {"edits": [edit]}),))


def _save(scene: Scene) -> Act:
    return Act(calls=(("create_trip", {"title": "苏州两日游", "itinerary": scene.trip.plan}),))


def _planned(city: str, days: int, brief: Mapping[str, Any], *more: str) -> Sequence[Step]:
    """The calls that write the brief down and plan from it."""
    route: dict[str, Any] = {"city": city, "days": days, **({"cities": list(more)} if more else {})}
    return call("set_brief", brief=brief), call("generate_route", **route)


SCRIPTS: Mapping[str, Script] = {
    "zh-parents-chengdu": [
        [
            *_planned(
                "成都",
                5,
                {
                    "stays": [{"place": "成都"}],
                    "origin": "广州",
                    "dates": {"start": "2027-04-09", "end": "2027-04-13"},
                    "arrival": {"at": "12:40", "mode": "flight"},
                    "departure": {"at": "20:00", "mode": "flight"},
                    "party": {"adults": 2, "seniors": 2},
                    "needs": ["little_walking"],
                    "budget": {"amount": "12000", "currency": "CNY"},
                    "must_see": ["成都大熊猫繁育研究基地", "武侯祠"],
                    "diet": ["no_spicy"],
                    "travel": {"fares": "left_out"},
                },
            ),
            call("calculate_budget", city="成都", days=5),
            _text("成都五天排好了，每天最多三处，饭都避开辣的。\n{days}\n四个人吃住玩总计约 ¥{total}，机票没算在内。"),
        ]
    ],
    "zh-agreed-drop": [
        [
            *_planned(
                "杭州",
                3,
                {"stays": [{"place": "杭州"}], "dates": {"start": "2027-03-20", "days": 3}, "party": {"adults": 2}},
            ),
            _text("杭州三天的安排：\n{days}"),
        ],
        [_text("第二天最后一站{stop}可以不去，少跑一段路。要去掉的话跟我说一声。")],
        [_remove_last_stop, tell("第二天那一站已经去掉了，另外两天没动。")],
    ],
    "zh-undo-xian": [
        [
            *_planned("西安", 3, {"stays": [{"place": "西安"}], "dates": {"start": "2027-05-08", "days": 3}}),
            _text("西安三天：\n{days}"),
        ],
        [
            call("change_route", drop=["xian/terracotta-army"], add=["xian/hanyangling"]),
            _text("兵马俑已经换成汉阳陵：\n{days}"),
        ],
        [call("undo_change"), _text("恢复好了，还是原来那版：\n{days}")],
    ],
    "zh-cost-lijiang": [
        [
            call("calculate_budget", city="丽江", days=5, travellers=2, tier="mid", fares_left_out=True),
            _text("两个人五天住中档酒店，不算来回机票，总计约 ¥{total}。"),
        ]
    ],
    "zh-save-suzhou": [
        [
            *_planned("苏州", 2, {"stays": [{"place": "苏州"}], "dates": {"start": "2027-04-10", "days": 2}}),
            _text("苏州两天：\n{days}"),
        ],
        [_save],
        [tell("已经保存到你的行程里。")],
    ],
    "zh-unknown-hegang": [
        [
            call("generate_route", city="鹤岗", days=3),
            tell("抱歉，鹤岗没有收录景点数据，排不出靠谱的行程。可以换个附近的城市，比如哈尔滨。"),
        ]
    ],
    "en-rome-florence": [
        [
            *_planned(
                "Rome",
                8,
                {
                    "stays": [{"place": "Rome"}, {"place": "Florence"}],
                    "dates": {"start": "2027-04-22", "end": "2027-04-29"},
                    "arrival": {"at": "09:15", "mode": "flight"},
                    "departure": {"at": "18:30", "mode": "flight"},
                    "party": {"adults": 2, "children": [14]},
                    "budget": {"amount": "4000", "currency": "EUR"},
                    "must_see": ["rome/colosseum", "florence/uffizi-gallery"],
                    "diet": ["gluten_free"],
                    "travel": {"between": "train", "fares": "paid"},
                },
                "Florence",
            ),
            call("calculate_budget", city="Rome", days=8),
            _text("Rome first, then Florence by train.\n{days_en}\nFor the three of you that comes to about €{total}."),
        ]
    ],
    "en-cheaper-london": [
        [
            *_planned(
                "London",
                4,
                {
                    "stays": [{"place": "London"}],
                    "dates": {"start": "2027-05-18", "days": 4},
                    "party": {"adults": 2},
                    "tier": "luxury",
                },
            ),
            call("calculate_budget", city="London", days=4),
            _text("Four days in London:\n{days_en}\nIn total about £{total}."),
        ],
        [
            call("set_brief", brief={"tier": "budget"}),
            call("change_route", cheaper=True),
            call("calculate_budget", city="London", days=4),
            _text("I've switched to simple hotels and cheaper sights; in total that is about £{total}."),
        ],
    ],
    "en-total-istanbul": [
        [
            *_planned(
                "Istanbul",
                5,
                {
                    "stays": [{"place": "Istanbul"}],
                    "dates": {"start": "2027-04-12", "days": 5},
                    "party": {"adults": 2, "children": [8, 11]},
                },
            ),
            _text("Five days in Istanbul with the children:\n{days_en}"),
        ],
        [
            call("calculate_budget", city="Istanbul", days=5),
            _text("In total about TRY {total}, of which the hotel is TRY {lodging}."),
        ],
    ],
    "en-hours-louvre": [
        [
            call("ask_plan", topic="hours", about=["Louvre"]),
            tell("The Louvre is closed on Tuesdays. On Fridays it stays open until 21:00."),
        ]
    ],
}
