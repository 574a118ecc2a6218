"""The answer to a request for a plan: the days as tables, the budget, assumptions, what was left out, what to book."""

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import pairwise

from travelagent.assistant.offline import limits
from travelagent.assistant.offline.answers.bloom import BLOOM, bloom_line
from travelagent.assistant.offline.answers.changes import changed_lines
from travelagent.assistant.offline.answers.cost import cost_lines
from travelagent.assistant.offline.answers.good_to_know import altitude_answer, good_to_know
from travelagent.assistant.offline.answers.journey import hours_assumed, of_the_day
from travelagent.assistant.offline.answers.likes import like_lines
from travelagent.assistant.offline.answers.needs import dish_lines, need_lines
from travelagent.assistant.offline.answers.places import sight_table
from travelagent.assistant.offline.answers.words import beyond_answer, unheard_lines
from travelagent.assistant.offline.brief import brief_of
from travelagent.assistant.offline.journey import late_evenings
from travelagent.assistant.offline.reading.asked import asks_altitude_beside, beyond_beside, hours_of_every_day, unheard
from travelagent.assistant.offline.reading.message import read_message
from travelagent.assistant.offline.turn import Turn
from travelagent.assistant.offline.values import DEFAULT_DAYS, Travellers, Understood
from travelagent.assistant.results.route import Day, Leg, Meal, Route, Visit
from travelagent.assistant.tool_results import Found
from travelagent.assistant.wording import (
    Say,
    cause_of,
    listed,
    money,
    month_name,
    problem,
    speaker,
    table,
)
from travelagent.briefs.hours import bedtime_of
from travelagent.briefs.lodging import point_near
from travelagent.briefs.party import GROUP
from travelagent.catalog import source
from travelagent.catalog.labels import SEASON_NAMES
from travelagent.plans.values import PACES
from travelagent.plans.wire_fields import minutes_of
from travelagent.plans.words import clock, duration, short_day

LEFT_OUT = 3
NEXT = 2
"""So many cities are named beside those that were chosen."""
FREE = 90
"""Minutes between two stops, besides the way, from which on they are told to be free."""
OUT_OF_TOWN_KM = 20
"""A way from this length on leads out of town."""
MODES = {"walk": ("walk", "步行"), "transit": ("transit", "公共交通"), "taxi": ("taxi", "打车"),
         "shuttle": ("the area's bus", "景区车"), "ferry": ("ferry", "轮渡"),
         "train": ("train", "火车"), "flight": ("flight", "飞机"),
         "bus": ("coach", "长途汽车"), "car": ("car", "自驾")}  # fmt: skip
TOLD_RULES = frozenset({"counted_party", "short_trips", "low_cities_first"})
"""Rules that an answer tells in their own words; of the others it speaks itself."""


def plan_answer(understood: Understood, turn: Turn) -> str:
    """The plan as it was found; without one, why there is none and what can be had instead."""
    language = understood.language
    say = speaker(language)
    route = turn.route
    if route is None:
        return _without_route(understood, turn, say)
    plan = route.itinerary
    lines = [_headline(understood, plan, turn, say), ""]
    if chosen := _chosen(understood, turn, plan, say):
        lines += [chosen, ""]
    info = turn.last("get_city_info")
    bloom = bloom_line(info.city, understood.spectacle, plan.days, say) if info else ""
    if bloom:
        lines += [bloom, ""]
    if dropped := _dropped(turn, say, language):
        lines += [*dropped, ""]
    if (topic := beyond_beside(turn.said[-1], turn.today)) and not (bloom and topic == BLOOM):
        lines += [beyond_answer(topic, language), ""]
    if asks_altitude_beside(turn.said[-1], turn.today):
        lines += [altitude_answer(understood, turn), ""]
    if wishes := unheard(turn.said[-1], turn.today):
        lines += [*unheard_lines(wishes, say), ""]
    if dishes := dish_lines(turn.said[-1], [city.id for city in plan.cities], language, turn.today):
        lines += [*dishes, ""]
    if likes := like_lines(turn.said[-1], [city.id for city in plan.cities], plan.sights, language, turn.today):
        lines += [*likes, ""]
    if changed := changed_lines(understood, turn, say):
        lines += _section(say("What changed", "改动"), changed)
    for day in plan.days:
        journey = of_the_day(understood, day.day, plan, say)
        if turn.style == "concise":
            lines += [_day_in_short(day, say, journey), ""]
        else:
            lines += [*_day(day, plan, say, language, journey, turn.today), ""]
    budget = turn.last("calculate_budget")
    if budget is not None:
        lines += [*cost_lines(understood, turn), ""]
    lines += _notes(understood, turn, plan, say)
    return "\n".join(lines).strip()


def _chosen(understood: Understood, turn: Turn, plan: Route, say: Say) -> str:
    """That the plan's cities were chosen where none was named, and which of those found come next."""
    found, planned = turn.last("search_cities"), [city.id for city in plan.cities]
    if found is None or set(planned) & set(understood.entities.cities):
        return ""
    language = understood.language
    names = listed([city.name for city in plan.cities], language)
    others = [city.name for city in found.search.cities if city.id not in planned][:NEXT]
    fits = "fits" if len(planned) == 1 else "fit"
    told = say(
        f"You named no city: {names} {fits} best of what I know.", f"你没说去哪座城市：按你的条件，{names}最合适。"
    )
    if not others:
        return told
    return told + say(
        f" Next: {listed(others, 'en')}; name one to plan it instead.",
        f"其次是{listed(others, 'zh')}，想换就告诉我。",
    )


def _headline(understood: Understood, plan: Route, turn: Turn, say: Say) -> str:
    language = understood.language
    names = listed([c.name for c in plan.cities], language)
    visits = plan.stop_count
    days = len(plan.days)
    stops = "1 stop" if visits == 1 else f"{visits} stops"
    lead = say(
        f"**{days} {'day' if days == 1 else 'days'} in {names}: {stops}**. All fit the opening hours on record"
        f" and the estimated travel times ({plan.checks} checks passed).",
        f"**{names} {days} 天，共 {visits} 站**，均符合所记录的开放时间和估算的路程时间（{plan.checks} 项检查通过）。",
    )
    if (budget := turn.last("calculate_budget")) and limits.over_limit(understood, turn, budget.budget):
        limit = limits.total_limit(understood, budget.budget.days) or 0
        asked = money(limit, limits.limit_currency(understood, turn, budget.budget), language)
        least = money(budget.budget.total, budget.budget.currency, language)
        lead += say(
            f" **It comes to {least}, more than the {asked} you named.**", f"**合计 {least}，超出你给的 {asked}**。"
        )
    info = turn.last("get_city_info")
    month = plan.days[0].date.month
    climate = next((m for m in info.city.climate if m.month == month), None) if info else None
    if climate is None or climate.t_max is None or climate.t_min is None:
        return lead
    weather = say(
        f" {month_name(month, 'en')} there is usually {climate.t_min:.0f} to {climate.t_max:.0f} °C.",
        f"当地{month_name(month, 'zh')}气温通常为 {climate.t_min:.0f}～{climate.t_max:.0f} °C。",
    )
    return lead + weather


def _day(day: Day, plan: Route, say: Say, language: str, journey: Sequence[str], today: date) -> list[str]:
    several = len(plan.cities) > 1
    city = next((c.name for c in plan.cities if c.id == day.city), "") if several else ""
    when = _date(day, plan, say, today)
    title = say(f"### Day {day.day} · {when}", f"### 第 {day.day} 天 · {when}")
    if city:
        title += f" · {city}"
    if not day.visits:
        return [title, *journey, say("A day on the way or at leisure.", "途中或自由活动。")]
    arrivals = {leg.destination: leg for leg in day.legs}
    on_site = {meal.visit: meal.kind for meal in day.meals if meal.visit}
    rows = [_row(visit, arrivals.get(visit.id), say, language, inside=on_site.get(visit.id)) for visit in day.visits]
    rows += [_meal(meal, say) for meal in day.meals if not meal.visit]
    rows += _moves(day, plan, say, language)
    rows += _free(day, say)
    rows.sort(key=lambda row: row[0])
    head = say("Time|Stop|Open|Ticket|Getting there", "时间|安排|开放|门票|前往").split("|")
    return [title, *journey, "", *table(head, rows)]


def _date(day: Day, plan: Route, say: Say, today: date) -> str:
    """A day's date, with the year on the first day of each year but this one."""
    told = day.date
    before = [other.date for other in plan.days if other.day < day.day]
    when = short_day(told)
    if told.year == (before[-1] if before else today).year:
        return say(when.en, when.zh)
    return say(f"{when.en} {told.year}", f"{told.year}年{when.zh}")


def _day_in_short(day: Day, say: Say, journey: Sequence[str]) -> str:
    """One line: when each stop begins, and the journey."""
    stops = [f"{visit.arrive} {visit.name}" for visit in day.visits]
    title = say(f"**Day {day.day}**", f"**第 {day.day} 天**")
    return f"{title} {' → '.join(stops) or say('on the way or at leisure', '途中或自由活动')}" + "".join(
        say(f" ({line})", f"（{line}）") for line in journey
    )


def _row(visit: Visit, leg: Leg | None, say: Say, language: str, *, inside: str | None) -> list[str]:
    ticket = visit.ticket
    price = say("free", "免费") if ticket and ticket.amount == 0 else "–"
    if ticket and ticket.amount > 0:
        price = money(ticket.amount, ticket.currency, language)
        if visit.shared_ticket:
            price += say(" (shared ticket)", "（联票）")
    opens = f"{visit.opens}–{visit.closes}" if visit.sight else "–"
    if opens == "00:00–24:00":
        opens = say("always", "全天")
    meal = {"lunch": say(" (lunch on site)", "（含午餐）"), "dinner": say(" (dinner there)", "（含晚餐）")}
    name = f"**{visit.name}**" + meal.get(inside or "", "")
    return [f"{visit.arrive}–{visit.depart}", name, opens, price, _way(leg, say, language)]


def _free(day: Day, say: Say) -> Iterator[list[str]]:
    """A row for every stretch of a day, between two stops, of which long is left besides the way."""
    stops = [(visit.arrive, visit.depart) for visit in day.visits]
    stops += [(meal.start, meal.end) for meal in day.meals if not meal.visit]
    for (_, ends), (begins, _) in pairwise(sorted(stops)):
        ways = sum(leg.minutes for leg in day.legs if ends <= leg.depart < begins)
        if minutes_of(begins) - minutes_of(ends) - ways >= FREE:
            yield [f"{ends}–{begins}", say("Free time", "自由活动"), "", "", ""]


def _moves(day: Day, plan: Route, say: Say, language: str) -> Iterator[list[str]]:
    """A row for every move of the day from one city of the trip to another."""
    names = {f"city:{city.id}": city.name for city in plan.cities}
    for leg in day.legs:
        if leg.origin in names and leg.destination in names:
            here, there, mode = names[leg.origin], names[leg.destination], MODES[leg.mode][language == "zh"]
            lasts, length = duration(leg.minutes), _length(leg.km, say)
            way = say(f"{mode} {lasts.en} door to door, {length}", f"{mode}，门到门 {lasts.zh}，{length}")
            yield [leg.depart, say(f"{here} to {there}", f"{here}至{there}"), "", "", way]


def _way(leg: Leg | None, say: Say, language: str) -> str:
    """How one gets there: nothing where one is there already."""
    if leg is None or not leg.minutes:
        return ""
    mode, known = MODES[leg.mode][language == "zh"], leg.km > 0
    length = _length(leg.km, say)
    return say(
        f"{mode} {leg.minutes} min" + (f", {length}" if known else ""),
        f"{mode} {leg.minutes} 分钟" + (f"，{length}" if known else ""),
    )


def _length(km: float, say: Say) -> str:
    """The length of a way: in metres below a kilometre, to the kilometre and called a way's where it leads out."""
    if km < 1:
        return say(f"{km * 1000:.0f} m", f"{km * 1000:.0f} 米")
    if km >= OUT_OF_TOWN_KM:
        return say(f"a way of about {km:.0f} km", f"路程约 {km:.0f} 公里")
    return say(f"{km:.1f} km", f"{km:.1f} 公里")


def _meal(meal: Meal, say: Say) -> list[str]:
    name = say("Lunch", "午餐") if meal.kind == "lunch" else say("Dinner", "晚餐")
    name += say(f" near {meal.near}", f"（{meal.near}一带）") if meal.near else ""
    return [f"{meal.start}–{meal.end}", name, "", "", ""]


def _notes(understood: Understood, turn: Turn, plan: Route, say: Say) -> list[str]:
    language = understood.language
    lines: list[str] = []
    to_book = [v for v in plan.visits if v.booking == "required"]
    if to_book:
        rows = [f"{v.name}{say(': ', '：')}{v.note}" for v in to_book]
        lines += _section(say("Book ahead", "需提前预约"), rows)
    left = plan.left_out[:LEFT_OUT]
    if left:
        rows = [f"{x.name}{say(': ', '：')}{x.reason}{say(' ', '')}{x.relaxation}" for x in left]
        lines += _section(say("Left out", "未能安排"), rows)
    if needs := need_lines(understood, turn.said, say, turn.today):
        lines += _section(say("Your needs", "你的需要"), needs)
    if known := good_to_know(understood, turn, plan):
        lines += _section(say("Good to know", "出行提示"), known)
    assumed = [
        *_assumed(understood, turn, plan, say),
        *_hours_wished(plan, turn, say),
        *_most_a_day(understood, turn, say),
        *(rule.text for rule in plan.rules if rule.rule in TOLD_RULES),
        *plan.assumptions,
        *(say(f"You once told me: {text}", f"你曾告诉我：{text}") for text in turn.memories),
    ]
    if assumed:
        lines += _section(say("Assumed", "默认假设"), assumed)
    for tool in ("calculate_budget", "get_city_info"):
        for failure in turn.failures(tool) if turn.last(tool) is None else ():
            lines.append(problem(failure.error or {}, language, understood.entities.month))
    return lines


def _section(title: str, rows: Sequence[str]) -> list[str]:
    """A heading and its list, set apart from what stands around them."""
    return [f"**{title}**", "", *(f"- {row}" for row in rows), ""]


def _assumed(understood: Understood, turn: Turn, plan: Route, say: Say) -> list[str]:
    e = understood.entities
    lines = []
    if e.hotel_area and point_near(e.hotel_area, e.cities):
        lines.append(say(f"The ways begin and end at {e.hotel_area}.", f"每天从{e.hotel_area}出发，也回到那里。"))
    elif e.hotel_area:
        lines.append(
            say(
                f"The catalogue cannot place {e.hotel_area}, so the days do not begin there; name a sight near it.",
                f"我的资料里找不到“{e.hotel_area}”的位置，每天的起点没有按它安排；告诉我附近的一个景点即可。",
            )
        )
    if e.days is None:
        lines.append(say(f"No length was given: {DEFAULT_DAYS} days.", f"未说明天数，按 {DEFAULT_DAYS} 天安排。"))
    if understood.group:
        lines.append(
            say(
                f"You did not say how many you are: counted for {GROUP}. Tell me the number.",
                f"未说明同行人数，按 {GROUP} 人计算；告诉我一共几个人即可。",
            )
        )
    if e.travellers and e.travellers.children:
        lines.append(_family(e.travellers, say))
        lines.extend(_bedtime(understood, plan, turn, say))
    if limits.with_children(understood) and "family" not in (*e.interests, *e.avoid):
        lines.append(say("With children: sights for families count more.", "有孩子同行，适合亲子的景点优先。"))
    if limits.with_elders(understood):
        lines += _for_elders(understood, plan, say)
    lines += hours_assumed(understood, plan, say)
    if e.month and not e.start_date:
        month = month_name(e.month, understood.language)
        lines.append(say(f"Dates in {month} are an example.", f"{month}的具体日期为示例。"))
    elif e.season and not e.start_date:
        lines.append(say(f"Dates in {e.season} are an example.", f"{SEASON_NAMES[e.season]}的具体日期为示例。"))
    elif understood.weekend and not e.start_date:
        lines.append(say("No date was given: the coming weekend.", "未说明日期，按即将到来的周末安排。"))
    return lines


def _for_elders(understood: Understood, plan: Route, say: Say) -> list[str]:
    """What a plan does for the elders of a party, and which of its stops ask for a climb."""
    lines = []
    if understood.entities.pace is None:
        lines.append(say("With your elders along, the days are calm.", "有长辈同行，节奏放慢。"))
    known = source.sights()
    stops = dict.fromkeys(visit.sight for visit in plan.visits if visit.sight)
    uphill = [known[stop] for stop in stops if stop in known and "climb" in source.strains_of(known[stop])]
    if uphill:
        en, zh = listed([sight.name_en for sight in uphill], "en"), listed([sight.name_zh for sight in uphill], "zh")
        lines.append(
            say(
                f"One walks uphill or climbs there: {en}. Say *no climbing* and I leave that out.",
                f"{zh}要爬坡或登山，不想爬就说 *不要爬山*。",
            )
        )
    return lines


def _family(party: Travellers, say: Say) -> str:
    """How many of a party with children are which."""
    adults, children, seniors = party.adults or 0, party.children or 0, party.seniors or 0
    en = [_so_many(adults, "adult", "adults"), _so_many(seniors, "senior", "seniors")]
    zh = [f"{adults} 个大人" if adults else "", f"{seniors} 位长者" if seniors else "", f"{children} 个孩子"]
    return say(
        f"Counted for {listed([*filter(None, en), _so_many(children, 'child', 'children')], 'en')}.",
        f"按 {'、'.join(filter(None, zh))}计算。",
    )


def _so_many(number: int, one: str, more: str) -> str:
    return f"{number} {one if number == 1 else more}" if number else ""


def _hours_wished(plan: Route, turn: Turn, say: Say) -> list[str]:
    """Between which hours the days of a new plan lie, where that was wished for."""
    hours = hours_of_every_day(turn.said, turn.today)
    if hours is None or turn.route is None or turn.route.tool != "generate_route":
        return []
    lines, windows = [], plan.asked.day_windows
    if (hours.start is not None or hours.begins_by) and (starts := [w.start for w in windows if w.start]):
        at = min(starts)
        lines.append(say(f"As you wish, the days begin at {at} at the earliest.", f"按你的要求，每天最早 {at} 出发。"))
    if (hours.end is not None or hours.ends_by) and (ends := [w.end for w in windows if w.end]):
        at = max(ends)
        lines.append(say(f"As you wish, the days end by {at} at the latest.", f"按你的要求，每天最晚 {at} 结束。"))
    return lines


def _most_a_day(understood: Understood, turn: Turn, say: Say) -> list[str]:
    """How many stops a day the pace has at most, where a limit was wished for that set the pace."""
    wished = (read_message(text, turn.today).manner for text in reversed(turn.said))
    manner = next((manner for manner in wished if manner.most or manner.pace), None)
    if manner is None or manner.most is None or manner.pace != understood.entities.pace or manner.pace is None:
        return []
    visits = PACES[manner.pace].visits
    if visits <= manner.most:
        most = manner.most
        return [say(f"As you wish, no day has more than {most} stops.", f"按你的要求，每天不超过 {most} 站。")]
    return [
        say(
            f"Fewer than {visits} stops a day is no pace that I plan by: drop what is too much.",
            f"我没有每天少于 {visits} 站的节奏，多出来的景点请告诉我去掉。",
        )
    ]


def _bedtime(understood: Understood, plan: Route, turn: Turn, say: Say) -> list[str]:
    """When the days end with children, and which of them ends later for a sight's sake; nothing where an earlier hour
    was wished for."""
    hour, wished = bedtime_of(brief_of(understood, ())), hours_of_every_day(turn.said, turn.today)
    if hour is None or (wished and wished.end is not None and wished.end < hour):
        return []
    at = clock(hour)
    text = say(f"With children the days end by {at}.", f"带孩子出行，每天 {at} 前结束。")
    late = late_evenings(plan.asked.day_windows, hour)
    for day in (row for row in plan.days if row.day in late):
        text += say(
            f" Day {day.day} may end later, as what you must see cannot be had otherwise.",
            f"第 {day.day} 天例外：为了排进必去的景点，可以晚一些结束。",
        )
    return [text]


def _dropped(turn: Turn, say: Say, language: str) -> list[str]:
    """What an earlier, impossible attempt had asked for."""
    return [
        say("**Not possible as asked**: ", "**无法按原要求安排**：") + problem(f.error or {}, language)
        for f in turn.failures("generate_route")
        if not _had_after_all(f, turn.route)
    ]


def _had_after_all(failure: Found, route: Found | None) -> bool:
    """Whether the plan holds the very sights for whose sake an attempt had been impossible, bound as they were."""
    wished = set(failure.brief.get("must_see", ()))
    if route and failure.brief.get("day_wishes", []) != route.brief.get("day_wishes", []):
        return False
    if route is None or not wished or (failure.error or {}).get("code") != "infeasible":
        return False
    return wished <= set(route.itinerary.asked.must_see)


def refused_answer(understood: Understood, turn: Turn, refused: Found) -> str:
    """Why a change of the plan cannot be, and what would let it be without giving anything up."""
    say, error = speaker(understood.language), refused.error or {}
    moves = [move for move in refused.call.args.get("move", ()) if move["sight"] in error.get("clash", ())]
    days = sorted({move["day"] for move in moves if "day" in move})
    plan = turn.standing_route.itinerary if turn.standing_route else None
    rides = [
        say(f"Day {day}: {line}", f"第 {day} 天：{line}")
        for day in days
        if plan
        for line in of_the_day(understood, day, plan, say)
    ]
    also = [move["day"] for failure in turn.failures("change_route")[1:] for move in failure.call.args["move"][:1]]
    if also:
        other_days = listed([f"day {day}" for day in also], "en", "or")
        rides.append(say(f"Nor does it fit into {other_days}.", f"第 {'、'.join(map(str, also))} 天也排不下。"))
    gives_up = (error.get("change") or {}).get("drop")
    helps = [str(error["relaxation"])] if error.get("relaxation") and not gives_up else []
    cause = say(" ", "").join([cause_of(error, understood.language), *rides, *helps])
    return say(f"**That cannot be done.** {cause} The plan stays as it was.", f"**这样排不了**。{cause}行程保持不变。")


def _without_route(understood: Understood, turn: Turn, say: Say) -> str:
    language = understood.language
    month = understood.entities.month
    lines: list[str] = [problem(f.error or {}, language, month) for f in turn.failures("generate_route")]
    if lines and turn.standing_route:
        lines.append(say("The plan stays as it was.", "行程保持不变。"))
    found = turn.last("query_attractions")
    if found is not None:
        lines += [say("I could not arrange the days; these are the sights:", "暂时无法排出行程，先列出景点："), ""]
        lines += sight_table(found.attractions.cities, language)
    if turn.last("calculate_budget") is not None:
        lines += ["", *cost_lines(understood, turn)]
    if not lines:
        lines.append(say("Arranging a route is not available right now.", "目前无法安排行程。"))
    return "\n".join(_unique(lines)).strip()


def _unique(lines: Sequence[str]) -> list[str]:
    return [line for i, line in enumerate(lines) if not line or line not in lines[:i]]
