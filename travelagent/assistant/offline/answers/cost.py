"""The answer to what a trip costs: the items, the total, and how it stands to the limit that was said."""

from travelagent.assistant.offline import limits
from travelagent.assistant.offline.answers.ways import as_said
from travelagent.assistant.offline.reading.lexicon import pattern
from travelagent.assistant.offline.tickets import tickets_of
from travelagent.assistant.offline.turn import Turn
from travelagent.assistant.offline.values import DEFAULT_DAYS, Understood
from travelagent.assistant.results.budget import Budget, Item
from travelagent.assistant.results.route import Route
from travelagent.assistant.wording import listed, money, problem, speaker, table
from travelagent.catalog import source

TIERS = {"budget": ("budget", "经济"), "mid": ("mid-range", "舒适"), "luxury": ("luxury", "豪华")}


def cost_answer(understood: Understood, turn: Turn) -> str:
    say = speaker(understood.language)
    if turn.last("calculate_budget") is None:
        failures = turn.failures("calculate_budget")
        if failures:
            return problem(failures[-1].error or {}, understood.language)
        return say("Calculating budgets is not available right now.", "目前无法计算预算。")
    lines = cost_lines(understood, turn)
    if understood.entities.days is None:
        days = DEFAULT_DAYS
        lines += ["", say(f"No length was given: {days} days are assumed.", f"未说明天数，按 {days} 天计算。")]
    if understood.entities.travellers is None:
        lines.append(say("For one traveller.", "按 1 人计算。"))
    return "\n".join(lines)


def items_answer(kind: str, budget: Budget, language: str) -> str:
    """A budget's items of one kind, and what it comes to in all."""
    say, cash = speaker(language), budget.currency
    items = [item for item in budget.items if item.kind == kind]
    rows = [_row(item, cash, language) for item in items]
    if not rows:
        return say("The plan's budget holds nothing of that kind.", "这趟行程的预算里没有这一项。")
    columns = say("Item|Quantity × price|Amount", "项目|数量 × 单价|金额").split("|")
    total = money(budget.total, cash, language)
    people = budget.travellers
    told = say(
        f"Of the budget's {total} for {'one traveller' if people == 1 else f'{people} travellers'}:",
        f"预算共 {total}（{people} 人），其中：",
    )
    each = [line for item in items if kind == "meals" for line in _a_head_a_day(item, cash, language)]
    return "\n".join([told, "", *table(columns, rows), *(["", *each] if each else [])])


def tickets_answer(plan: Route, budget: Budget | None, language: str) -> str:
    """The tickets that the stops of a plan need, dearest first, and what they come to in its budget."""
    say, tickets = speaker(language), tickets_of(plan.days)
    if not tickets:
        return say("No stop of the plan needs a ticket that costs anything.", "行程里没有要花钱买的门票。")
    day_of = {visit.id: row.day for row in plan.days for visit in row.visits}
    rows = []
    for ticket in tickets:
        stops = say(" + ", "、").join(visit.name for visit in ticket.visits)
        days = listed(dict.fromkeys(str(day_of[visit.id]) for visit in ticket.visits), language)
        rows.append([days, stops, money(ticket.amount, ticket.currency, language)])
    columns = say("Day|Stop|Ticket, one adult", "第几天|景点|门票（成人每人）").split("|")
    first = tickets[0].visits[0].name
    tail = say(
        f"No other stop has a price on record. To do without one, say “drop {first}” or “drop the most expensive one”.",
        f"其余景点没有要付的门票。想省哪一张，可以说“去掉{first}”，或“把最贵的那个去掉”。",
    )
    head = say("The plan's tickets, dearest first:", "行程里的门票，从贵到便宜：")
    return "\n".join([head, "", *table(columns, rows), "", *_tickets_in(budget, language), tail])


def concession_lines(plan: Route, language: str) -> list[str]:
    """What is on record of reduced prices at the stops of a plan, as lines of Markdown."""
    say = speaker(language)
    stops = (source.sights()[visit.sight] for visit in plan.visits if visit.sight)
    known = [sight for sight in stops if pattern("intents", "concession").search(sight.note_en.lower())]
    lines = [say(f"- {s.name_en}: {s.note_en}", f"- {s.name_zh}：{s.note_zh}") for s in known]
    return [say("**On record for the plan's stops**", "**行程里已知的优惠**"), "", *lines, ""] if lines else []


def _tickets_in(budget: Budget | None, language: str) -> list[str]:
    """What the tickets come to in a budget."""
    items = [item for item in budget.items if item.kind == "tickets"] if budget else []
    if not budget or not items:
        return []
    people, amount = budget.travellers, money(items[0].amount, budget.currency, language)
    told = speaker(language)(
        f"Together {amount} for {'one traveller' if people == 1 else f'{people} travellers'}.",
        f"{people} 人合计 {amount}。",
    )
    return [told, ""]


def share_answer(budget: Budget, language: str) -> str:
    """What a budget comes to for each traveller."""
    say, cash, people = speaker(language), budget.currency, budget.travellers
    total = money(budget.total, cash, language)
    if people == 1:
        return say(f"The plan is for one traveller: {total} in all.", f"行程按 1 人计算，一共 {total}。")
    each = money(budget.total / people, cash, language)
    return say(
        f"**{each} each**: {total} in all, shared by {people} travellers.",
        f"**每人 {each}**：共 {total}，{people} 人平摊。",
    )


def _a_head_a_day(item: Item, currency: str, language: str) -> list[str]:
    """What one person's day of a budget's item costs, as it is counted by such days."""
    if item.unit_price is None:
        return []
    price, say = money(item.unit_price, currency, language), speaker(language)
    return [say(f"{item.label}: {price} a person a day.", f"{item.label}，人均每天 {price}。")]


def cost_lines(understood: Understood, turn: Turn) -> list[str]:
    """The newest budget of this turn as lines of Markdown."""
    language = understood.language
    say = speaker(language)
    found = turn.last("calculate_budget")
    if found is None:
        return []
    budget = found.budget
    cash = budget.currency
    tier = TIERS[budget.tier][language == "zh"]
    people = "one traveller" if budget.travellers == 1 else f"{budget.travellers} travellers"
    head = say(
        f"**Budget: {money(budget.total, cash, language)}** for {people} and {budget.days}"
        f" {'day' if budget.days == 1 else 'days'}, {tier}"
        f" (from {money(budget.low, cash, language)} to {money(budget.high, cash, language)};"
        f" {money(budget.per_person_day, cash, language)} a person a day).",
        f"**预算：{money(budget.total, cash, language)}**，{budget.travellers} 人 {budget.days} 天，{tier}档"
        f"（区间 {money(budget.low, cash, language)}～{money(budget.high, cash, language)}，"
        f"人均每天 {money(budget.per_person_day, cash, language)}）。",
    )
    rows = [_row(as_said(item, understood.journey), cash, language) for item in budget.items]
    columns = say("Item|Quantity × price|Amount", "项目|数量 × 单价|金额").split("|")
    return [head, *_verdict(understood, turn), "", *table(columns, rows), *(f"\n{note}" for note in budget.notes)]


def _row(item: Item, currency: str, language: str) -> list[str]:
    return [item.label, _times(item, currency, language), money(item.amount, currency, language)]


def _times(item: Item, currency: str, language: str) -> str:
    if item.unit_price is None:
        return f"× {item.quantity}"
    return f"{item.quantity} × {money(item.unit_price, currency, language)}"


def _a_head(understood: Understood, said_in: str, language: str) -> str:
    """How a limit, in that currency, was said where that is for each of several people."""
    said, say = understood.entities.budget, speaker(language)
    if said is None or limits.people(understood) == 1:
        return ""
    each = money(said.amount, said_in, language)
    if said.per == "person_day":
        return say(f" ({each} a person a day)", f"（每人每天 {each}）")
    return say(f" ({each} a person)", f"（每人 {each}）") if said.per == "person" else ""


def _verdict(understood: Understood, turn: Turn) -> list[str]:
    """How the total stands to what was said, and what was tried."""
    language = understood.language
    say = speaker(language)
    found = turn.last("calculate_budget")
    limit = limits.total_limit(understood, found.budget.days) if found else None
    if found is None or limit is None:
        return []
    said_in = limits.limit_currency(understood, turn, found.budget)
    amount, head = money(limit, said_in, language), _a_head(understood, said_in, language)
    if not limits.over_limit(understood, turn, found.budget):
        lowered = len(turn.results("calculate_budget")) > 1
        how = say(" with budget lodging and meals", "（按经济档食宿）") if lowered else ""
        return ["", say(f"That keeps within {amount}{head}{how}.", f"在 {amount} 以内{head}{how}。")]
    if found.budget.tier != "budget":
        over = say(f"That is more than {amount}{head}.", f"超出 {amount}{head}。")
    elif _is_cheapest(turn):
        over = say(
            f"That is more than {amount}{head}, even with budget lodging and meals and free sights before dear ones. A"
            " day less or a cheaper city helps.",
            f"即使食宿按经济档、优先免费景点，也超出 {amount}{head}：可以减少一天，或换一个更便宜的城市。",
        )
    else:
        over = say(
            f"That is more than {amount}{head}, even with budget lodging and meals. “Make it cheaper” prefers free"
            " sights; a day less or a cheaper city helps, too.",
            f"即使食宿按经济档也超出 {amount}{head}：可以说“便宜一点”多排免费景点，减少一天，或换一个更便宜的城市。",
        )
    return ["", over + _dearest(understood, found.budget)]


def _is_cheapest(turn: Turn) -> bool:
    """Whether the plan spares all tickets that are not worth their price."""
    plans = (*turn.plans, *([turn.route] if turn.route else []))
    return any(plan.brief.get("thrift") == "cheapest" or plan.call.args.get("cheaper") for plan in plans)


def _dearest(understood: Understood, budget: Budget) -> str:
    """Which line of a budget costs most."""
    language = understood.language
    lines = [item for item in budget.items if item.kind != "reserve"]
    most = as_said(max(lines, key=lambda item: item.amount), understood.journey)
    amount = money(most.amount, budget.currency, language)
    return speaker(language)(
        f" The largest item is “{most.label}”: {amount}.", f"其中最大的一项是“{most.label}”：{amount}。"
    )
