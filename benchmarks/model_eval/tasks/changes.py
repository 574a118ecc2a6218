"""A plan that is changed: second thoughts, rain, an undo, and agreement in a word."""

from datetime import date

from benchmarks.model_eval.checks import answer, brief, plan
from benchmarks.model_eval.tasks.values import say, task

TASKS = (
    task(
        "zh-second-thoughts",
        "changes",
        say(
            "想四月中旬去桂林玩四天",
            brief.places_are("guilin"),
            brief.is_in_month(4),
            plan.cities_are("guilin"),
            plan.days_are(4),
        ),
        say(
            "算了，桂林去过了，换厦门吧，时间不变",
            brief.places_are("xiamen"),
            brief.is_in_month(4),
            plan.cities_are("xiamen"),
            plan.days_are(4),
        ),
        say(
            "刚问了领导，只批了三天",
            brief.places_are("xiamen"),
            plan.cities_are("xiamen"),
            plan.days_are(3),
            plan.is_feasible(),
            plan.keeps_opening_hours(),
        ),
    ),
    task(
        "zh-agreed-drop",
        "changes",
        say(
            "3月20号起在杭州待三天，我跟闺蜜两个人",
            brief.people_are(2),
            plan.days_are(3),
            plan.starts_on(date(2027, 3, 20)),
        ),
        say(
            "第二天排得太满了吧，你觉得哪个可以不去？先说说，行程别动",
            plan.is_unchanged(),
            brief.is_unchanged(),
            answer.names_stop_of_day(2),
        ),
        say(
            "好的，就这样改",
            plan.is_changed(),
            plan.has_fewer_visits_on(2),
            plan.drops_what_was_named(2),
            plan.keeps_other_days(2),
            plan.is_feasible(),
        ),
    ),
    task(
        "zh-rain-nanjing",
        "changes",
        say("4月3号到5号一个人逛南京", plan.days_are(3), plan.starts_on(date(2027, 4, 3)), plan.cities_are("nanjing")),
        say(
            "看预报4号要下一整天的雨，会影响哪些地方？",
            plan.is_unchanged(),
            brief.is_unchanged(),
            answer.names_stop_of_day(2, outdoors=True),
        ),
        say(
            "那4号换成以室内为主，另外两天别动",
            plan.is_drier_on(2, at_most=1),
            plan.keeps_other_days(2),
            plan.is_feasible(),
            plan.keeps_opening_hours(),
        ),
    ),
    task(
        "zh-undo-xian",
        "changes",
        say("五一之后，5月8号去西安三天", plan.days_are(3), plan.starts_on(date(2027, 5, 8))),
        say(
            "兵马俑我去过好几次了，删掉，换成汉阳陵",
            plan.lacks_sight("xian/terracotta-army"),
            plan.has_sight("xian/hanyangling"),
            plan.days_are(3),
            plan.is_feasible(),
        ),
        say("嗯……还是恢复成改之前那版吧", plan.is_as_after_turn(1), plan.lacks_sight("xian/hanyangling")),
    ),
    task(
        "zh-move-chongqing",
        "changes",
        say(
            "重庆三天，5月21号到，大足石刻和洪崖洞都要去",
            plan.days_are(3),
            plan.has_sight("chongqing/dazu-rock-carvings", "chongqing/hongya-cave"),
        ),
        say(
            "大足石刻放到最后一天，洪崖洞要晚上去看灯",
            plan.visit_is("chongqing/dazu-rock-carvings", day="last"),
            plan.visit_is("chongqing/hongya-cave", not_before="17:30"),
            plan.days_are(3),
            plan.is_feasible(),
            plan.keeps_opening_hours(),
        ),
    ),
    task(
        "en-moved-flight",
        "changes",
        say(
            "Thinking of a long weekend in Seville, April 16 to 18, just the two of us",
            brief.people_are(2),
            plan.days_are(3),
            plan.starts_on(date(2027, 4, 16)),
        ),
        say(
            "Bah, they moved our flight: we only get there on the 17th, but we can stay until the 19th",
            plan.days_are(3),
            plan.starts_on(date(2027, 4, 17)),
            plan.is_feasible(),
            plan.keeps_opening_hours(),
        ),
        say(
            "Great. Can the Alcázar be the very first thing on the second day?",
            plan.visit_is("seville/real-alcazar", day=2, first=True),
            plan.is_feasible(),
            plan.keeps_opening_hours(),
        ),
    ),
    task(
        "en-agreed-drop",
        "changes",
        say("Three days in Barcelona from May 4 for a couple", brief.people_are(2), plan.days_are(3)),
        say(
            "The first day looks heavy to me. Which stop would you skip? Just tell me, leave the plan alone for now.",
            plan.is_unchanged(),
            brief.is_unchanged(),
            answer.names_stop_of_day(1),
        ),
        say(
            "sounds good",
            plan.is_changed(),
            plan.has_fewer_visits_on(1),
            plan.drops_what_was_named(1),
            plan.keeps_other_days(1),
            plan.is_feasible(),
        ),
    ),
    task(
        "en-rain-amsterdam",
        "changes",
        say("Amsterdam May 11-13, solo trip", plan.days_are(3), plan.starts_on(date(2027, 5, 11))),
        say(
            "It's going to pour all day on the 12th. Make that day mostly indoors and don't touch the other two.",
            plan.is_drier_on(2, at_most=1),
            plan.keeps_other_days(2),
            plan.is_feasible(),
            plan.keeps_opening_hours(),
        ),
    ),
    task(
        "en-undo-prague",
        "changes",
        say("4 days in Prague starting 3 May", plan.days_are(4), plan.has_sight("prague/prague-castle")),
        say("Drop the castle", plan.lacks_sight("prague/prague-castle"), plan.days_are(4), plan.is_feasible()),
        say("Hmm, no. Undo that.", plan.is_as_after_turn(1), plan.has_sight("prague/prague-castle")),
    ),
    task(
        "en-swap-budapest",
        "changes",
        say("Budapest for three days starting Tuesday 13 April", plan.days_are(3), plan.starts_on(date(2027, 4, 13))),
        say(
            "Could you switch days one and two around?",
            plan.swaps_days(1, 2),
            plan.keeps_other_days(1, 2),
            plan.is_feasible(),
            plan.keeps_opening_hours(),
        ),
    ),
)
