"""Questions about one sight, between two cities, and about the plan."""

from datetime import date

from benchmarks.model_eval.checks import answer, brief, plan
from benchmarks.model_eval.tasks.values import say, task

TASKS = (
    task(
        "zh-hours-mogao",
        "questions",
        say(
            "莫高窟4月份开到几点？票需要提前订吗",
            plan.is_absent(),
            answer.gives_closing_time("dunhuang/mogao-caves", date(2027, 4, 15)),
            answer.mentions("提前", "预约", "预订", "需要订"),
        ),
    ),
    task(
        "zh-compare-sichuan",
        "questions",
        say(
            "五月份带老人孩子出门四天，成都还是重庆好？帮我拿个主意",
            plan.is_absent(),
            answer.mentions("成都"),
            answer.mentions("重庆"),
            answer.chooses("成都", "重庆"),
            answer.mentions("老人", "长辈", "父母", "孩子", "小朋友", "亲子"),
        ),
        say(
            "行，听你的，那就定成都：5月15到18号，我们夫妻俩、两位老人，还有个6岁的",
            brief.places_are("chengdu"),
            brief.starts_on(date(2027, 5, 15)),
            brief.people_are(5, children=(6,), elders=True),
            plan.cities_are("chengdu"),
            plan.days_are(4),
            plan.ends_by("20:30", "every"),
            plan.visits_a_day_are_at_most(3),
            plan.is_feasible(),
            plan.keeps_opening_hours(),
        ),
    ),
    task(
        "zh-why-beijing",
        "questions",
        say(
            "4月19号周一到22号在北京，故宫无论如何要去",
            brief.places_are("beijing"),
            brief.must_see_has("beijing/forbidden-city"),
            plan.days_are(4),
            plan.visit_is("beijing/forbidden-city", weekday_not="Mo"),
            plan.is_feasible(),
        ),
        say(
            "为啥故宫不放在第一天？",
            plan.is_unchanged(),
            brief.is_unchanged(),
            answer.mentions_together(("周一", "星期一", "礼拜一"), ("闭", "不开", "休", "关门", "不接待")),
            answer.visit_times_are_true(),
        ),
    ),
    task(
        "en-hours-louvre",
        "questions",
        say(
            "Is the Louvre open on a Tuesday, and until when on Fridays?",
            plan.is_absent(),
            answer.gives_closing_time("paris/louvre-museum", date(2027, 4, 16)),
            answer.mentions_together(("tue",), ("closed", "shut", "not open", "isn't open")),
        ),
    ),
    task(
        "en-compare-kansai",
        "questions",
        say(
            "Kyoto or Osaka for three days in May with a toddler? Which one would you go for?",
            plan.is_absent(),
            answer.mentions("Kyoto"),
            answer.mentions("Osaka"),
            answer.chooses("Kyoto", "Osaka"),
            answer.mentions("toddler", "child", "kid", "famil", "little one", "stroller", "pram"),
        ),
        say(
            "OK, Osaka it is then. May 20 to 22, two adults and our two-year-old.",
            brief.places_are("osaka"),
            brief.starts_on(date(2027, 5, 20)),
            brief.people_are(3, children=(2,)),
            plan.cities_are("osaka"),
            plan.days_are(3),
            plan.ends_by("19:30", "every"),
            plan.is_feasible(),
            plan.keeps_opening_hours(),
        ),
    ),
    task(
        "en-why-florence",
        "questions",
        say(
            "Four days in Florence from Sunday 11 April, the Uffizi is a must",
            brief.must_see_has("florence/uffizi-gallery"),
            plan.days_are(4),
            plan.starts_on(date(2027, 4, 11)),
            plan.visit_is("florence/uffizi-gallery", weekday_not="Mo"),
            plan.is_feasible(),
        ),
        say(
            "Why don't we do the Uffizi on the Monday, when it's quieter?",
            plan.is_unchanged(),
            brief.is_unchanged(),
            answer.mentions_together(("monday", "mon "), ("closed", "shut", "not open", "isn't open")),
            answer.visit_times_are_true(),
        ),
    ),
)
