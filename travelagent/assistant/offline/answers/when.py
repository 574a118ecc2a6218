"""On which day and at what hour something of the plan at hand is: a sight, or the way from one of its cities to the
next."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from travelagent.assistant.offline.answers.plan import MODES
from travelagent.assistant.offline.reading.asked import WayAsked
from travelagent.assistant.offline.values import Understood
from travelagent.assistant.results.route import Day, Leg, Route, Visit
from travelagent.assistant.wording import Say, listed, speaker
from travelagent.catalog import source
from travelagent.catalog.names import place_name
from travelagent.catalog.public_holidays import is_public_holiday
from travelagent.plans.words import duration, short_day

BOOKING: Mapping[str, tuple[str, str]] = {
    "required": ("**Yes, book it ahead.**", "**要提前预约。**"),
    "recommended": ("**Booking ahead is wise.**", "**建议提前预订。**"),
    "none": ("My notes name no booking for it.", "按我的资料，不需要提前预约。"),
}

BESIDE = timedelta(days=7)
"""So near to a holiday another one is part of the same."""


def when_answer(understood: Understood, plan: Route) -> str:
    """The day and the hour of what the message names, as generate_route or change_route told them."""
    say, language = speaker(understood.language), understood.language
    sights = [place for place in understood.about if "/" in place]
    if sights:
        return "\n\n".join(_of_a_sight(sight, plan.days, language, say) for sight in sights)
    ways = list(_ways(plan.days))
    meant = [way for way in ways if way[1].destination.removeprefix("city:") in understood.about] or ways
    if not meant:
        return say("The plan has no way between its cities.", "这份行程里没有城市之间的路程。")
    return "\n\n".join(_of_a_way(day, leg, language, say) for day, leg in meant)


def booking_answer(sights: Sequence[str], understood: Understood, plan: Route) -> str:
    """Whether these sights of the plan have to be booked ahead, and for when."""
    say, language = speaker(understood.language), understood.language
    told = ((_booking(sight, say), _of_a_sight(sight, plan.days, language, say)) for sight in sights)
    return "\n\n".join(line for lines in told for line in lines)


def stays_answer(sights: Sequence[str], plan: Route, say: Say) -> str:
    """How long these sights of the plan are visited, and how to have it otherwise."""
    visits = [(day, visit) for day in plan.days for visit in day.visits if visit.sight in sights]
    lines = [_stay(visit, day, say) for day, visit in visits]
    name = visits[0][1].name
    hint = say(
        f"If that is too long, say “shorten {name}” for an hour less, or how long it shall be.",
        f"嫌长的话，说“{name}少玩会儿”就缩短一小时，也可以直接说想玩多久。",
    )
    return "\n\n".join([*lines, hint])


def _stay(visit: Visit, day: Day, say: Say) -> str:
    lasts, when = duration(visit.minutes), short_day(day.date)
    eats = any(meal.visit == visit.id for meal in day.meals)
    with_meal = say(", a meal there included", "，含在那里用餐") if eats else ""
    return say(
        f"**{visit.name}** is planned for {lasts.en}{with_meal}: day {day.day} ({when.en}),"
        f" {visit.arrive}–{visit.depart}.",
        f"**{visit.name}**安排了 {lasts.zh}{with_meal}：第 {day.day} 天（{when.zh}）{visit.arrive}–{visit.depart}。",
    )


def when_answer_of(sight: str, plan: Route, understood: Understood) -> str:
    """The day and the hour of one sight in the plan."""
    return _of_a_sight(sight, plan.days, understood.language, speaker(understood.language))


def day_hours_answer(understood: Understood, plan: Route, days: Sequence[int]) -> str:
    """When one sets out and is back on these days of the plan, on all of them where none is named."""
    say = speaker(understood.language)
    lines = []
    for day in (day for day in plan.days if day.visits and (day.day in days or not days)):
        when = short_day(day.date)
        lines.append(
            say(
                f"- **Day {day.day}** ({when.en}): out at {day.start}, at {day.visits[0].name} by"
                f" {day.visits[0].arrive}; back at {day.end}.",
                f"- **第 {day.day} 天**（{when.zh}）：{day.start} 出门，{day.visits[0].arrive} 到"
                f"{day.visits[0].name}；{day.end} 回到住处。",
            )
        )
    return "\n".join(lines) or say("Nothing is planned on that day.", "那天没有安排。")


def holiday_line(day: date, plan: Route, say: Say) -> str:
    """Whether days of the plan are that holiday, or a public one beside it."""
    on, touched = short_day(day), [short_day(when) for when in _holidays_beside(day, plan.days)]
    if not touched:
        return say(
            f"**Your trip is not over it**: it is on {on.en} {day.year}.",
            f"**你的行程没有赶上**：它在{day.year}年{on.zh}。",
        )
    return say(
        f"**Your trip is over it**: it is on {on.en} {day.year}, and of your days"
        f" {listed([when.en for when in touched], 'en')} {'is' if len(touched) == 1 else 'are'} that day or a public"
        " holiday beside it.",
        f"**你的行程赶上了**：它在{day.year}年{on.zh}，"
        f"行程里{listed([when.zh for when in touched], 'zh')}是当天或连着的假日。",
    )


def _holidays_beside(day: date, days: Sequence[Day]) -> list[date]:
    """The dates of a plan that are a holiday, or a public one where they are spent that is near it."""
    dates = [(row.date, source.cities().get(row.city)) for row in days]
    return [
        on
        for on, city in dates
        if on == day or (city and abs(on - day) <= BESIDE and is_public_holiday(city.country, on))
    ]


def festival_answer(begins: date | None, say: Say) -> str:
    """When a festival next is; where no date of it is known, that."""
    if begins is None:
        return say(
            "I have no dates of that festival; its own site has them. Tell me the days, and I plan around them.",
            "我没有这个节日的日期资料，请以官方公布为准；告诉我是哪几天，我就按那几天安排。",
        )
    day = short_day(begins)
    return say(
        f"By my list it is next on **{day.en} {begins.year}** (of several days: the first or the main one). Dates are"
        " moved now and then, so check before you book.",
        f"按我的资料，下一次是**{begins.year}年{day.zh}**（持续多天的，指首日或主要的一天）。日期有时会调整，预订前请核实。",
    )


def way_answer(asked: WayAsked, plan: Route, say: Say) -> str | None:
    """How long the way to the sights is that were asked about, as the plan goes it; None where it visits none."""
    told = [
        _way_to(visit, leg, day, asked, say)
        for day in plan.days
        for visit in day.visits
        for leg in day.legs
        if visit.sight in asked.sights and leg.destination == visit.id
    ]
    return "\n\n".join(told) or None


def _way_to(visit: Visit, leg: Leg, day: Day, asked: WayAsked, say: Say) -> str:
    when, (mode_en, mode_zh) = short_day(day.date), MODES[leg.mode]
    name, hours = visit.name, f"{visit.arrive}–{visit.depart}"
    minutes, km = leg.minutes, f"{leg.km:.1f}"
    yes = say("**Yes.** ", "**来得及。**") if asked.in_time else ""
    return yes + say(
        f"The way to **{name}** takes about {minutes} minutes ({mode_en}, {km} km). It is on day {day.day}"
        f" ({when.en}), {hours}. The time is estimated: look up the timetable before you book.",
        f"去**{name}**路上约 {minutes} 分钟（{mode_zh}，{km} 公里），安排在第 {day.day} 天（{when.zh}）{hours}。"
        "时间为估算，我没有班次和换乘资料，出发前请查实际班次。",
    )


def hours_answer(understood: Understood, plan: Route, days: Sequence[int]) -> str:
    """When the stops of these days of the plan open and close, of all its days where none is named."""
    say = speaker(understood.language)
    lines: list[str] = []
    for day in (day for day in plan.days if day.visits and (day.day in days or not days)):
        when = short_day(day.date)
        lines += ["", say(f"**Day {day.day}** ({when.en})", f"**第 {day.day} 天**（{when.zh}）"), ""]
        for visit in day.visits:
            hours = f"{visit.opens}–{visit.closes}"
            opens = say("always open", "全天开放") if hours == "00:00–24:00" else hours
            lines.append(f"- {visit.name}{say(': ', '：')}{opens}")
    return "\n".join(lines).strip() or say("Nothing is planned on that day.", "那天没有安排。")


def _ways(days: Sequence[Day]) -> list[tuple[Day, Leg]]:
    """The legs from city to city, each with its day."""
    return [(day, leg) for day in days for leg in day.legs if leg.destination.startswith("city:")]


def _of_a_way(day: Day, leg: Leg, language: str, say: Say) -> str:
    origin, goal = (place_name(end.removeprefix("city:"), language) for end in (leg.origin, leg.destination))
    when, mode = short_day(day.date), MODES[leg.mode][language == "zh"]
    told = say(
        f"**From {origin} to {goal}: day {day.day} ({when.en}) at {leg.depart}**, by {mode}, about"
        f" {leg.minutes} minutes.",
        f"**第 {day.day} 天（{when.zh}）{leg.depart} 从{origin}出发去{goal}**，{mode}约 {leg.minutes} 分钟。",
    )
    if not leg.estimated:
        return told
    return told + say(
        " The travel time is estimated: look up the timetable before you book.", "路程时间为估算，订票前请查实际班次。"
    )


def _booking(sight: str, say: Say) -> str:
    """Whether a sight has to be booked ahead, by its notes."""
    row = source.sights()[sight]
    needed, note = BOOKING[row.booking], say(row.note_en, row.note_zh)
    if row.booking == "none":
        return say(*needed)
    return f"{say(*needed)}{say(' ', '')}{note}"


def _of_a_sight(sight: str, days: Sequence[Day], language: str, say: Say) -> str:
    row = source.sights()[sight]
    name = row.name_zh if language == "zh" else row.name_en
    for day in days:
        for visit in (visit for visit in day.visits if visit.sight == sight):
            when, hours = short_day(day.date), f"{visit.arrive}–{visit.depart}"
            return say(
                f"**{name}** is on day {day.day} ({when.en}), {hours}.",
                f"**{name}**安排在第 {day.day} 天（{when.zh}）{hours}。",
            )
    return say(
        f"**{name}** is not in the plan. Say “add {name}” to have it in.",
        f"行程里没有**{name}**。说“加上{name}”就可以安排。",
    )
