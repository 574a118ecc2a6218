"""What a trip costs, without and with a plan, and how it gets cheaper."""

from datetime import date

from benchmarks.model_eval.checks import answer, brief, plan
from benchmarks.model_eval.tasks.values import say, task

TASKS = (
    task(
        "zh-cost-lijiang",
        "money",
        say(
            "先不用给我排行程，就想知道两个大人在丽江玩五天、住中等酒店，不算来回机票大概得花多少钱",
            plan.is_absent(),
            answer.gives_cost(days=5, travellers=2),
            answer.totals_are_true(),
        ),
    ),
    task(
        "zh-cheaper-shanghai",
        "money",
        say(
            "6月8号和男朋友去上海三天，酒店要住五星的",
            brief.people_are(2),
            brief.field_is("tier", "luxury"),
            plan.days_are(3),
            answer.totals_are_true(),
        ),
        say(
            "哎有点超了，给我换个便宜点的方案",
            plan.is_cheaper(),
            plan.days_are(3),
            plan.cities_are("shanghai"),
            answer.gives_plan_cost(),
            answer.totals_are_true(),
        ),
    ),
    task(
        "zh-enough-yunnan",
        "money",
        say(
            "深圳出发两个人，大理加丽江一共六天，每个人三千五够不够？含机票",
            brief.budget_is(3500, "person", "CNY"),
            brief.people_are(2),
            answer.gives_cost(days=6, travellers=2),
            answer.mentions("够", "超", "不足"),
            answer.totals_are_true(),
        ),
        say(
            "那就照这个预算给我安排，5月10号走",
            brief.places_are("dali", "lijiang"),
            brief.budget_is(3500, "person", "CNY"),
            plan.days_are(6),
            plan.cities_are("dali", "lijiang"),
            plan.starts_on(date(2027, 5, 10)),
            plan.is_feasible(),
            plan.keeps_opening_hours(),
            answer.totals_are_true(),
        ),
    ),
    task(
        "en-cost-lisbon",
        "money",
        say(
            "No plan yet please, just a ballpark: what would 6 days in Lisbon run the two of us, mid-range hotel,"
            " flights not included?",
            plan.is_absent(),
            answer.gives_cost(days=6, travellers=2),
            answer.totals_are_true(),
        ),
    ),
    task(
        "en-cheaper-london",
        "money",
        say(
            "London from 18 May, 4 days, two adults, five-star hotels please",
            brief.people_are(2),
            brief.field_is("tier", "luxury"),
            plan.days_are(4),
            answer.totals_are_true(),
        ),
        say(
            "Ouch, that's steep. We'll take the cheaper alternative.",
            plan.is_cheaper(),
            plan.days_are(4),
            plan.cities_are("london"),
            answer.gives_plan_cost(),
            answer.totals_are_true(),
        ),
    ),
    task(
        "en-total-istanbul",
        "money",
        say(
            "5 days in Istanbul from April 12, family of four, the kids are 8 and 11",
            brief.people_are(4, children=(8, 11)),
            plan.days_are(5),
            plan.is_feasible(),
        ),
        say(
            "What does all of that come to, and how much of it is the hotel?",
            plan.is_unchanged(),
            brief.is_unchanged(),
            answer.gives_plan_cost(),
            answer.gives_plan_cost("lodging"),
            answer.totals_are_true(),
        ),
    ),
)
