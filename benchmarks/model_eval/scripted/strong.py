"""A model that acts first and reports what the product found, read from the conversation's own state."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from benchmarks.model_eval.reading import has_chinese
from benchmarks.model_eval.scripted.stage import Act, Scene, Script, Step, call, tell
from benchmarks.model_eval.sights import is_outdoors


def _text(template: str) -> Step:
    """Return a reply in which {days}, {days_en}, {total} and {lodging} are filled in."""
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
        raise KeyError(name)


def _day(day: Mapping[str, Any], language: str) -> str:
    stops = [f"{visit['arrive']} {visit['name'][language]}" for visit in day["visits"]]
    return f"第 {day['day']} 天：{'、'.join(stops)}" if language == "zh" else f"Day {day['day']}: {'; '.join(stops)}"


def _last_stop(scene: Scene, day: int) -> Mapping[str, Any]:
    stop: Mapping[str, Any] = scene.plan["days"][day - 1]["visits"][-1]
    return stop


def _name_last_stop(day: int, text: str) -> Step:
    """Return a reply that names the last stop of a day, the `{stop}` of the text, as the one to give up."""

    def step(scene: Scene) -> Act:
        name = _last_stop(scene, day)["name"]
        return Act(text.format(stop=name["zh" if has_chinese(text) else "en"]))

    return step


def _remove_last_stop(day: int) -> Step:
    return lambda scene: Act(
        calls=(("change_route", {"edits": [{"op": "remove", "visit": _last_stop(scene, day)["id"]}]}),)
    )


def _remove_outdoor_stops(day: int) -> Step:
    def step(scene: Scene) -> Act:
        outdoors = [visit["id"] for visit in scene.plan["days"][day - 1]["visits"] if is_outdoors(visit)]
        return Act(calls=(("change_route", {"edits": [{"op": "remove", "visit": id} for id in outdoors]}),))

    return step


def _end_of_day(day: int) -> Step:
    def step(scene: Scene) -> Act:
        stop = _last_stop(scene, day)
        return Act(f"Your last stop is {stop['name']['en']}, and you are done there at {stop['depart']}.")

    return step


def _save(title: str) -> Step:
    return lambda scene: Act(calls=(("create_trip", {"title": title, "itinerary": scene.trip.plan}),))


def _delete(scene: Scene) -> Act:
    return Act(calls=(("delete_trip", {"id": scene.saved[-1]}),))


def _planned(city: str, days: int, brief: Mapping[str, Any], *more: str) -> Sequence[Step]:
    """Return the calls that write the brief down and plan from it."""
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
        [_name_last_stop(2, "第 2 天最后一站{stop}可以不去。")],
        [_remove_last_stop(2), tell("第二天那一站已经去掉了，另外两天没动。")],
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
        [_save("苏州两日游")],
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
    "zh-children-xiamen": [
        [
            *_planned(
                "厦门",
                4,
                {
                    "stays": [{"place": "厦门"}],
                    "dates": {"start": "2027-04-24", "end": "2027-04-27"},
                    "arrival": {"at": "11:05", "mode": "train", "port": "厦门北"},
                    "departure": {"at": "15:20", "mode": "train"},
                    "party": {"adults": 2, "children": [9, 5]},
                    "must_see": ["鼓浪屿", "厦门园林植物园"],
                    "avoid": ["museum"],
                },
            ),
            _text("厦门四天，晚上八点半前收工：\n{days}"),
        ],
        [
            call("change_route", day_windows=[{"day": 3, "start": "10:30"}]),
            _text("第三天改成十点半以后出门：\n{days}"),
        ],
    ],
    "zh-terse-nanjing": [
        [
            *_planned("南京", 2, {"stays": [{"place": "南京"}], "dates": {"start": "2027-03-13", "days": 2}}),
            _text("周六出发，南京两天：\n{days}"),
        ]
    ],
    "zh-pregnant-jiangnan": [
        [
            *_planned(
                "杭州",
                6,
                {
                    "stays": [{"place": "杭州", "days": 3}, {"place": "苏州", "days": 3}],
                    "origin": "北京",
                    "dates": {"start": "2027-05-11", "end": "2027-05-16"},
                    "arrival": {"mode": "train"},
                    "departure": {"mode": "train"},
                    "party": {"adults": 2},
                    "needs": ["little_walking"],
                    "pace": "relaxed",
                    "must_see": ["灵隐寺", "拙政园"],
                    "avoid": ["hiking", "climb"],
                },
                "苏州",
            ),
            _text("先杭州后苏州，一天最多三处，不爬山：\n{days}"),
        ]
    ],
    "zh-halal-xian": [
        [
            *_planned(
                "西安",
                4,
                {
                    "stays": [{"place": "西安"}],
                    "origin": "兰州",
                    "dates": {"start": "2027-10-12", "end": "2027-10-15"},
                    "arrival": {"at": "13:00", "mode": "car"},
                    "departure": {"at": "16:00", "mode": "car"},
                    "party": {"adults": 5},
                    "must_see": ["xian/terracotta-army", "xian/stele-forest"],
                    "avoid": ["show"],
                    "diet": ["halal"],
                },
            ),
            _text("西安四天，吃饭按清真安排：\n{days}"),
        ]
    ],
    "en-terse-edinburgh": [
        [
            *_planned(
                "Edinburgh",
                3,
                {
                    "stays": [{"place": "Edinburgh"}],
                    "dates": {"start": "2027-05-14", "days": 3},
                    "pace": "relaxed",
                },
            ),
            _text("Three slow days in Edinburgh:\n{days_en}"),
        ]
    ],
    "en-wheelchair-vienna": [
        [
            *_planned(
                "Vienna",
                5,
                {
                    "stays": [{"place": "Vienna"}],
                    "dates": {"start": "2027-06-07", "end": "2027-06-11"},
                    "party": {"adults": 1, "seniors": 2},
                    "needs": ["wheelchair"],
                    "must_see": ["vienna/kunsthistorisches-museum", "vienna/vienna-state-opera"],
                    "day_wishes": [
                        {"day": "every", "kind": "hours", "start": "10:00"},
                        {"day": 2, "kind": "hours", "start": "10:00", "end": "23:00"},
                    ],
                },
            ),
            _text("Five days in Vienna, never out before ten, with an evening at the opera:\n{days_en}"),
        ]
    ],
    "en-friends-portugal": [
        [
            *_planned(
                "Lisbon",
                6,
                {
                    "stays": [{"place": "Lisbon"}, {"place": "Porto"}],
                    "dates": {"start": "2027-10-04", "end": "2027-10-09"},
                    "arrival": {"at": "16:50", "mode": "flight"},
                    "departure": {"at": "11:10", "mode": "flight"},
                    "party": {"adults": 2},
                    "interests": ["food", "photography"],
                    "must_see": ["porto/vila-nova-de-gaia-port-cellars"],
                    "avoid": ["museum"],
                    "travel": {"between": "train"},
                },
                "Porto",
            ),
            _text("Lisbon, then Porto by train:\n{days_en}"),
        ]
    ],
    "en-vegetarians-kyoto": [
        [
            *_planned(
                "Kyoto",
                4,
                {
                    "stays": [{"place": "Kyoto"}],
                    "dates": {"start": "2027-04-05", "days": 4},
                    "party": {"adults": 2},
                    "must_see": ["kyoto/fushimi-inari-taisha"],
                    "avoid": ["kyoto/kinkaku-ji"],
                    "diet": ["vegetarian"],
                    "day_wishes": [
                        {"day": 2, "kind": "hours", "start": "05:30"},
                        {"day": 2, "kind": "visit", "value": "kyoto/fushimi-inari-taisha", "start": "06:00"},
                    ],
                },
            ),
            _text("Four days in Kyoto, Fushimi Inari at first light on day 2:\n{days_en}"),
        ],
        [_end_of_day(4)],
    ],
    "zh-second-thoughts": [
        [
            *_planned("桂林", 4, {"stays": [{"place": "桂林"}], "dates": {"month": 4, "part": "middle", "days": 4}}),
            _text("桂林四天：\n{days}"),
        ],
        [call("generate_route", city="厦门", days=4), _text("换成厦门，时间不变：\n{days}")],
        [call("generate_route", city="厦门", days=3), _text("缩到三天：\n{days}")],
    ],
    "zh-rain-nanjing": [
        [
            *_planned("南京", 3, {"stays": [{"place": "南京"}], "dates": {"start": "2027-04-03", "days": 3}}),
            _text("南京三天：\n{days}"),
        ],
        [call("ask_plan", topic="rain", days=[2]), _text("4号那天的这些露天的地方会受影响：\n{days}")],
        [call("change_route", rainy_days=[2]), _text("4号换成室内为主，其余两天没动：\n{days}")],
    ],
    "zh-move-chongqing": [
        [
            *_planned(
                "重庆",
                3,
                {
                    "stays": [{"place": "重庆"}],
                    "dates": {"start": "2027-05-21", "days": 3},
                    "must_see": ["chongqing/dazu-rock-carvings", "chongqing/hongya-cave"],
                },
            ),
            _text("重庆三天：\n{days}"),
        ],
        [
            call(
                "change_route",
                move=[
                    {"sight": "chongqing/dazu-rock-carvings", "day": 3},
                    {"sight": "chongqing/hongya-cave", "when": "evening"},
                ],
            ),
            _text("大足石刻挪到第三天，洪崖洞放在晚上：\n{days}"),
        ],
    ],
    "en-moved-flight": [
        [
            *_planned(
                "Seville",
                3,
                {
                    "stays": [{"place": "Seville"}],
                    "dates": {"start": "2027-04-16", "end": "2027-04-18"},
                    "party": {"adults": 2},
                },
            ),
            _text("A long weekend in Seville:\n{days_en}"),
        ],
        [call("change_route", start_date="2027-04-17"), _text("Moved by a day, 17 to 19 April:\n{days_en}")],
        [
            call("change_route", move=[{"sight": "seville/real-alcazar", "day": 2, "when": "first"}]),
            _text("The Alcázar now opens day 2:\n{days_en}"),
        ],
    ],
    "en-agreed-drop": [
        [
            *_planned(
                "Barcelona",
                3,
                {
                    "stays": [{"place": "Barcelona"}],
                    "dates": {"start": "2027-05-04", "days": 3},
                    "party": {"adults": 2},
                },
            ),
            _text("Three days in Barcelona:\n{days_en}"),
        ],
        [_name_last_stop(1, "I would skip the last stop of that day, {stop}.")],
        [_remove_last_stop(1), tell("That stop is gone; the other two days stay as they were.")],
    ],
    "en-rain-amsterdam": [
        [
            *_planned("Amsterdam", 3, {"stays": [{"place": "Amsterdam"}], "dates": {"start": "2027-05-11", "days": 3}}),
            _text("Three days in Amsterdam:\n{days_en}"),
        ],
        [_remove_outdoor_stops(2), _text("Nothing outdoors is left on the 12th; the other days stay:\n{days_en}")],
    ],
    "en-undo-prague": [
        [
            *_planned("Prague", 4, {"stays": [{"place": "Prague"}], "dates": {"start": "2027-05-03", "days": 4}}),
            _text("Four days in Prague:\n{days_en}"),
        ],
        [call("change_route", drop=["prague/prague-castle"]), _text("Without the castle:\n{days_en}")],
        [call("undo_change"), _text("Back to the plan before:\n{days_en}")],
    ],
    "en-swap-budapest": [
        [
            *_planned("Budapest", 3, {"stays": [{"place": "Budapest"}], "dates": {"start": "2027-04-13", "days": 3}}),
            _text("Three days in Budapest:\n{days_en}"),
        ],
        [
            call("change_route", edits=[{"op": "swap_days", "first": 1, "second": 2}]),
            _text("Days 1 and 2 have changed places:\n{days_en}"),
        ],
    ],
    "zh-cheaper-shanghai": [
        [
            *_planned(
                "上海",
                3,
                {
                    "stays": [{"place": "上海"}],
                    "dates": {"start": "2027-06-08", "days": 3},
                    "party": {"adults": 2},
                    "tier": "luxury",
                },
            ),
            _text("上海三天：\n{days}"),
        ],
        [
            call("set_brief", brief={"tier": "mid"}),
            call("change_route", cheaper=True),
            call("calculate_budget", city="上海", days=3),
            _text("换成中档酒店、少去收费贵的地方，总计约 ¥{total}。"),
        ],
    ],
    "zh-enough-yunnan": [
        [
            call(
                "set_brief",
                brief={
                    "stays": [{"place": "大理"}, {"place": "丽江"}],
                    "origin": "深圳",
                    "dates": {"days": 6},
                    "party": {"adults": 2},
                    "budget": {"amount": "3500", "currency": "CNY", "per": "person"},
                },
            ),
            call("generate_route", city="大理", cities=["丽江"], days=6),
            call("calculate_budget", city="大理", days=6),
            _text("含机票两个人总计约 ¥{total}，每人三千五不够。"),
        ],
        [
            call("generate_route", city="大理", cities=["丽江"], days=6, start_date="2027-05-10"),
            _text("按这个预算尽量省，5月10号出发：\n{days}"),
        ],
    ],
    "en-cost-lisbon": [
        [
            call("calculate_budget", city="Lisbon", days=6, travellers=2, tier="mid", fares_left_out=True),
            _text("For two people, six days and a mid-range hotel it comes to about €{total}, flights not included."),
        ]
    ],
    "zh-hours-mogao": [
        [
            call("ask_plan", topic="hours", about=["莫高窟"], months=[4]),
            tell("莫高窟4月开到 18:00，门票要提前预约。"),
        ]
    ],
    "zh-compare-sichuan": [
        [
            call("compare_cities", cities=["成都", "重庆"]),
            tell("带老人孩子我更推荐成都：地势平、熊猫孩子喜欢；重庆坡多台阶多，老人会累。"),
        ],
        [
            *_planned(
                "成都",
                4,
                {
                    "stays": [{"place": "成都"}],
                    "dates": {"start": "2027-05-15", "end": "2027-05-18"},
                    "party": {"adults": 2, "seniors": 2, "children": [6]},
                },
            ),
            _text("成都四天：\n{days}"),
        ],
    ],
    "zh-why-beijing": [
        [
            *_planned(
                "北京",
                4,
                {
                    "stays": [{"place": "北京"}],
                    "dates": {"start": "2027-04-19", "end": "2027-04-22"},
                    "must_see": ["beijing/forbidden-city"],
                },
            ),
            _text("北京四天：\n{days}"),
        ],
        [
            call("ask_plan", topic="why", about=["故宫"], days=[1]),
            tell("第一天是周一，故宫周一闭馆，所以排在后面。"),
        ],
    ],
    "en-compare-kansai": [
        [
            call("compare_cities", cities=["Kyoto", "Osaka"]),
            tell(
                "With a toddler I'd go for Osaka: an aquarium, parks and flat streets; Kyoto has more steps and gravel."
            ),
        ],
        [
            *_planned(
                "Osaka",
                3,
                {
                    "stays": [{"place": "Osaka"}],
                    "dates": {"start": "2027-05-20", "end": "2027-05-22"},
                    "party": {"adults": 2, "children": [2]},
                },
            ),
            _text("Three days in Osaka, back by half past seven:\n{days_en}"),
        ],
    ],
    "en-why-florence": [
        [
            *_planned(
                "Florence",
                4,
                {
                    "stays": [{"place": "Florence"}],
                    "dates": {"start": "2027-04-11", "days": 4},
                    "must_see": ["florence/uffizi-gallery"],
                },
            ),
            _text("Four days in Florence:\n{days_en}"),
        ],
        [
            call("ask_plan", topic="why", about=["Uffizi"], days=[2]),
            tell("The Uffizi is closed on Mondays, so it cannot be day 2."),
        ],
    ],
    "zh-delete-lijiang": [
        [
            *_planned("丽江", 3, {"stays": [{"place": "丽江"}], "dates": {"start": "2027-05-06", "days": 3}}),
            _text("丽江三天：\n{days}"),
        ],
        [_save("丽江三日游")],
        [tell("存好了。")],
        [call("list_trips"), _delete],
    ],
    "en-save-bruges": [
        [
            *_planned("Bruges", 2, {"stays": [{"place": "Bruges"}], "dates": {"start": "2027-04-24", "days": 2}}),
            _text("Two days in Bruges:\n{days_en}"),
        ],
        [_save("Two days in Bruges")],
        [tell("It is saved with your trips.")],
    ],
    "en-save-refused": [
        [
            *_planned("Salzburg", 3, {"stays": [{"place": "Salzburg"}], "dates": {"start": "2027-06-02", "days": 3}}),
            _text("Three days in Salzburg:\n{days_en}"),
        ],
        [_save("Mum's 60th")],
        [tell("All right, nothing was saved.")],
    ],
    "zh-resignation-letter": [[tell("这个我帮不上忙，我只负责旅行：排行程、算预算、答行程里的问题。")]],
    "en-phone-porto": [
        [
            *_planned("Porto", 3, {"stays": [{"place": "Porto"}], "dates": {"start": "2027-04-06", "days": 3}}),
            _text("Three days in Porto:\n{days_en}"),
        ],
        [tell("I do not have phone numbers of restaurants; a map of the area around your last stop will show some.")],
    ],
    "en-python-function": [[tell("That is outside of what I do: I plan trips. Is there a journey I can help with?")]],
}
