"""Saving and deleting trips: proposed first, done when confirmed, never claimed before."""

from benchmarks.model_eval.checks import answer, plan, writes
from benchmarks.model_eval.tasks.values import say, task

TASKS = (
    task(
        "zh-save-suzhou",
        "writes",
        say("苏州两日游，4月10号出发", plan.days_are(2), plan.cities_are("suzhou"), writes.stored_are(0)),
        say("帮我把这个行程存下来", writes.is_proposed("create_trip"), writes.stored_are(0), writes.is_not_claimed()),
        say(
            "确认",
            writes.stored_are(1),
            writes.stored_has_cities("suzhou"),
            writes.nothing_waits(),
            answer.mentions("保存", "存好", "已存"),
        ),
    ),
    task(
        "zh-delete-lijiang",
        "writes",
        say("丽江三天，5月6号到", plan.days_are(3), plan.cities_are("lijiang")),
        say("存一下这个行程", writes.is_proposed("create_trip"), writes.stored_are(0), writes.is_not_claimed()),
        say("好的", writes.stored_are(1), writes.nothing_waits()),
        say(
            "不去了，把刚才存的那个删了吧",
            writes.is_proposed("delete_trip"),
            writes.stored_are(1),
            writes.is_not_claimed(),
        ),
    ),
    task(
        "en-save-bruges",
        "writes",
        say("Two days in Bruges from April 24", plan.days_are(2), plan.cities_are("bruges"), writes.stored_are(0)),
        say("Please save this one", writes.is_proposed("create_trip"), writes.stored_are(0), writes.is_not_claimed()),
        say(
            "yes please",
            writes.stored_are(1),
            writes.stored_has_cities("bruges"),
            writes.nothing_waits(),
            answer.mentions("saved"),
        ),
    ),
    task(
        "en-save-refused",
        "writes",
        say("3 days in Salzburg starting 2 June", plan.days_are(3), plan.cities_are("salzburg")),
        say(
            "Save it as Mum's 60th",
            writes.is_proposed("create_trip", title="Mum's 60th"),
            writes.stored_are(0),
            writes.is_not_claimed(),
        ),
        say(
            "no, leave it",
            writes.stored_are(0),
            writes.nothing_waits(),
            writes.is_not_claimed(),
            plan.is_unchanged(),
            answer.mentions("not", "nothing", "won't", "without saving", "unsaved"),
        ),
    ),
)
