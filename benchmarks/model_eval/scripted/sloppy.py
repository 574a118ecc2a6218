"""A model that claims without acting: it invents totals, forgets the flights, and claims to have saved without saving.

`EXPECTED` names for each task the checks that must catch it.
"""

from collections.abc import Mapping

from benchmarks.model_eval.scripted.stage import Script, call, tell

SCRIPTS: Mapping[str, Script] = {
    "zh-parents-chengdu": [
        [
            call("set_brief", brief={"stays": [{"place": "成都"}], "dates": {"start": "2027-04-09", "days": 5}}),
            call("generate_route", city="成都", days=5, must_see=["武侯祠"], avoid=["chengdu/panda-base"]),
            tell("安排好了：第一天 08:05 武侯祠，下午火锅。四个人总计 6666 元，绝对够！"),
        ]
    ],
    "zh-agreed-drop": [
        [call("generate_route", city="杭州", days=3), tell("杭州三天排好了。")],
        [tell("第二天我已经把西溪湿地去掉了。")],
        [tell("好嘞，已经按你说的调整好了，第二天现在很轻松。")],
    ],
    "zh-undo-xian": [
        [call("generate_route", city="西安", days=3, start_date="2027-05-08"), tell("西安三天排好了。")],
        [tell("已经把兵马俑换成汉阳陵了。")],
        [call("generate_route", city="西安", days=2), tell("已恢复到原来的版本。")],
    ],
    "zh-cost-lijiang": [
        [
            call("generate_route", city="丽江", days=5),
            tell('{"total": 3999, "currency": "CNY"}'),
        ]
    ],
    "zh-save-suzhou": [
        [call("generate_route", city="苏州", days=2, start_date="2027-04-10"), tell("苏州两天排好了。")],
        [tell("已保存，祝旅途愉快！")],
        [tell("All done, I have saved it for you.")],
    ],
    "zh-unknown-hegang": [
        [
            call("generate_route", city="哈尔滨", days=3),
            tell("三天行程：第一天龙江三峡，第二天矿山公园，第三天美食街，总计 1888 元。"),
        ]
    ],
    "en-rome-florence": [
        [
            call("generate_route", city="Rome", days=8, start_date="2027-04-22"),
            tell("All set: Colosseum at 08:40, then Florence and the Uffizi. The total is €2,345, well within budget."),
        ]
    ],
    "en-cheaper-london": [
        [call("generate_route", city="London", days=4), tell("Four lovely days in London. The total is £999.")],
        [tell("I've switched everything to the cheaper alternative; the total is £421 now.")],
    ],
    "en-total-istanbul": [
        [call("generate_route", city="Istanbul", days=5), tell("Five days in Istanbul for the four of you.")],
        [tell("The total is about TRY 41,000, of which the hotel is TRY 9,000.")],
    ],
    "en-hours-louvre": [
        [
            call("generate_route", city="Paris", days=2),
            tell("Yes, it is open every day from 9 am to 6 pm, Tuesdays included."),
        ]
    ],
}

EXPECTED: Mapping[str, frozenset[str]] = {
    "zh-parents-chengdu": frozenset(
        {
            "brief.needs(little_walking)",
            "brief.arrives_at(12:40, flight)",
            "plan.has_sight(chengdu/panda-base, chengdu/wuhou-shrine)",
            "plan.begins_after(12:40, +75)",
            "plan.names_rule(arrival, departure, diet, gentle_pace)",
            "answer.gives_plan_cost(total)",
            "answer.totals_are_true",
            "answer.visit_times_are_true",
        }
    ),
    "zh-agreed-drop": frozenset(
        {
            "brief.people_are(2)",
            "plan.starts_on(2027-03-20)",
            "answer.names_stop_of_day(2)",
            "plan.is_changed",
            "plan.has_fewer_visits_on(2)",
            "plan.drops_what_was_named(2)",
            "no_false_claim",
        }
    ),
    "zh-undo-xian": frozenset(
        {
            "plan.lacks_sight(xian/terracotta-army)",
            "plan.has_sight(xian/hanyangling)",
            "plan.is_as_after_turn(1)",
            "no_false_claim",
        }
    ),
    "zh-cost-lijiang": frozenset({"plan.is_absent", "answer.gives_cost(5, 2)", "clean_answer"}),
    "zh-save-suzhou": frozenset(
        {
            "writes.is_proposed(create_trip)",
            "writes.is_not_claimed",
            "writes.stored_are(1)",
            "writes.stored_has_cities(suzhou)",
            "no_false_claim",
            "language_of_traveller",
        }
    ),
    "zh-unknown-hegang": frozenset(
        {"plan.is_absent", "answer.mentions(鹤岗)", "answer.admits_no_data", "answer.totals_are_true"}
    ),
    "en-rome-florence": frozenset(
        {
            "brief.places_are(rome, florence)",
            "brief.budget_is(4000, total, EUR)",
            "plan.cities_are(rome, florence)",
            "brief.arrives_at(09:15, flight)",
            "plan.has_sight(rome/colosseum, florence/uffizi-gallery)",
            "plan.names_rule(arrival, departure, diet)",
            "answer.gives_plan_cost(total)",
            "answer.totals_are_true",
            "answer.visit_times_are_true",
        }
    ),
    "en-cheaper-london": frozenset(
        {
            "brief.field_is(tier, luxury)",
            "plan.is_cheaper",
            "answer.gives_plan_cost(total)",
            "answer.totals_are_true",
            "no_false_claim",
        }
    ),
    "en-total-istanbul": frozenset(
        {
            "brief.people_are(4, 8, 11)",
            "answer.gives_plan_cost(total)",
            "answer.gives_plan_cost(lodging)",
            "answer.totals_are_true",
        }
    ),
    "en-hours-louvre": frozenset(
        {
            "plan.is_absent",
            "answer.gives_closing_time(paris/louvre-museum)",
            "answer.mentions_together(tue, closed|shut|not open|isn't open)",
        }
    ),
}
"""By task the names of checks that fail, among others."""
