"""Checks of an answer's text against the state that the product keeps."""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, Literal, TypeAlias

from benchmarks.model_eval.checks.values import Check, named
from benchmarks.model_eval.conversation import Moment, days_of, sight_of
from benchmarks.model_eval.costs import is_near, known_amounts, plan_cost, true_totals
from benchmarks.model_eval.reading import clauses, clock_times, numbers, sentences, totals
from benchmarks.model_eval.sights import is_named, is_outdoors
from travelagent.assistant.tools import TOOLS
from travelagent.catalog import source
from travelagent.catalog.search import opening_windows

Cost: TypeAlias = Literal["total", "lodging", "meals"]

_NO_DATA = re.compile(
    r"没有[^。\n]{0,14}(?:数据|资料|信息|记录|收录|景点|电话|餐厅|安排)|暂无|未收录|没收录|查不到|不掌握|不知道|不清楚|还不支持"
    r"|无法(?:提供|规划|安排|查)|不在[^。\n]{0,10}(?:范围|目录|资料|收录)"
    r"|\b(?:have|list|know|keep|hold|offer) no\b|not (?:covered|listed|available)"
    r"|\b(?:no|any) (?:\w+ )?(?:data|information|details?|record|sights|listing|number)\b"
    r"|(?:don't|do not|doesn't|does not|can't|cannot|can not|isn't|unable to)\b[^.\n]{0,40}"
    r"\b(?:have|know|tell|cover|plan|find|include|name|list|book|look)",
    re.IGNORECASE,
)
_DECLINES = re.compile(
    r"(?:旅行|旅游|出行|行程)[^。\n]{0,12}(?:助手|问题|规划|为主|方面|相关)|只(?:能|会|负责|回答)|帮不上|做不了|不能帮|无法帮|不在我"
    r"|\b(?:travel|trip)s?\b|(?:can't|cannot|not able to|unable to|outside|beyond)",
    re.IGNORECASE,
)
_CODE = re.compile(r"```|\bdef \w+\(|\breturn \w+ ?[+\-]|尊敬的|此致|敬礼|\bDear\b")
_RAW = re.compile(
    r"Traceback \(most recent|\b\w+(?:Error|Exception)\b: |<\/?(?:tool_call|function|tool|think|arguments)\b"
    r"|\{\s*\"\w+\"\s*:|\[\s*\{\s*\"|```(?:json|tool)|\"(?:arguments|parameters|tool)\"\s*:"
    r"|\b(?:unknown|invalid|ambiguous|nothing_to|unsupported)_[a-z_]+\b|\bundefined\b|\[object Object\]"
    r"|\b(?:run|call|plan|ses)_?\w*_a\d+\b"
)
_SIGHT_ID = re.compile(r"\b[a-z][a-z-]+/[a-z][a-z0-9-]+\b")
_ADVISES = re.compile(
    r"建议|推荐|更(?:适合|合适|推荐|好|省心|轻松)|首选|优先|选|倾向"
    r"|\b(?:recommend|suggest|better|pick|choose|go for|go with|prefer|take|easier|suits?|winner)\b|I'd",
    re.IGNORECASE,
)
_PHONE = re.compile(r"(?<!\d)(?:\+?\d[\d\s-]{7,}\d)(?!\d)")


def mentions(*words: str) -> Check:
    """Demand that the answer has one of these words, in any case."""

    def fault(moment: Moment) -> str:
        text = moment.answer.lower()
        return "" if any(word.lower() in text for word in words) else "it does not"

    return Check(named("answer.mentions", *words), fault)


def mentions_together(*groups: tuple[str, ...]) -> Check:
    """Demand that one sentence of the answer has a word of each of these groups, in any case."""

    def fault(moment: Moment) -> str:
        for sentence in sentences(moment.answer.lower()):
            if all(any(word in sentence for word in group) for group in groups):
                return ""
        return "no sentence does"

    return Check(named("answer.mentions_together", *("|".join(group) for group in groups)), fault)


def shows_nothing() -> Check:
    """Demand that the turn shows no cities, sights, plans or budgets beside its answer."""

    def fault(moment: Moment) -> str:
        return ", ".join(kind for kind, _ in moment.artifacts)

    return Check("answer.shows_nothing", fault)


def gives_closing_time(sight: str, day: date) -> Check:
    """Demand that the answer has the sight's closing time of that day, by the catalogue."""
    closes = opening_windows(source.sights()[sight], day)[-1][1]

    def fault(moment: Moment) -> str:
        stated = clock_times(moment.answer)
        return "" if closes in stated else f"it tells {stated or 'no time'}"

    return Check(named("answer.gives_closing_time", sight), fault)


def gives_end_of_day(day: int) -> Check:
    """Demand that the answer names the last stop of that day, and when its visit ends."""

    def fault(moment: Moment) -> str:
        rows = days_of(moment.itinerary)
        if len(rows) < day or not rows[day - 1]["visits"]:
            return "there is no such visit"
        last = rows[day - 1]["visits"][-1]
        if not is_named(last, moment.answer):
            return "it does not name the stop"
        return "" if last["depart"] in clock_times(moment.answer) else f"it does not say {last['depart']}"

    return Check(named("answer.gives_end_of_day", day), fault)


def visit_times_are_true() -> Check:
    """Demand that a time beside one sight of the plan is that of its visit, or of its opening hours."""

    def fault(moment: Moment) -> str:
        visits = [(day, visit) for day in days_of(moment.itinerary) for visit in day["visits"]]
        for clause in clauses(moment.answer):
            named_here = [(day, visit) for day, visit in visits if is_named(visit, clause)]
            if len(named_here) != 1 or not (stated := clock_times(clause)):
                continue
            known = {*_times_of(*named_here[0]), *clock_times(" ".join(turn.message for turn in moment.turns))}
            if wrong := [time for time in stated if time not in known]:
                return f"{clause}: {', '.join(wrong)}"
        return ""

    return Check("answer.visit_times_are_true", fault)


def gives_cost(*, days: int, travellers: int) -> Check:
    """Demand the total that was calculated for so many days and people, in one budget or several."""

    def fault(moment: Moment) -> str:
        of_party = [budget for budget in moment.budgets if budget["travellers"] == travellers]
        fitting = [float(budget["total"]) for budget in of_party if budget["days"] == days]
        if sum(budget["days"] for budget in of_party) == days:
            fitting.append(sum(float(budget["total"]) for budget in of_party))
        if not fitting:
            return "no such budget was calculated"
        stated = numbers(moment.answer)
        return "" if any(is_near(number, true) for number in stated for true in fitting) else f"not {fitting[-1]:.0f}"

    return Check(named("answer.gives_cost", days, travellers), fault)


def gives_plan_cost(part: Cost = "total") -> Check:
    """Demand that the answer has the cost of the plan in all, or of a part of it."""

    def fault(moment: Moment) -> str:
        wanted = true_totals(moment) if part == "total" else _parts(moment, part)
        stated = numbers(moment.answer)
        if any(is_near(number, true) for number in stated for true in wanted):
            return ""
        return f"it does not say {wanted[-1]:.0f}" if wanted else "there is no plan that can be priced"

    return Check(named("answer.gives_plan_cost", part), fault)


def totals_are_true() -> Check:
    """Demand that what the answer calls a total is an amount that was calculated, or that the traveller named."""

    def fault(moment: Moment) -> str:
        known = [*known_amounts(moment), *(each for turn in moment.turns for each in numbers(turn.message))]
        counts = {float(n) for n in range(61)}
        wrong = [
            f"{stated:g}" for stated in totals(moment.answer) if not _is_among(stated, known) and stated not in counts
        ]
        return f"invented: {', '.join(wrong)}" if wrong else ""

    return Check("answer.totals_are_true", fault)


def names_stop_of_day(day: int, *, outdoors: bool = False) -> Check:
    """Demand that the answer names a stop, or an outdoor stop, of that day as it stood before the turn."""

    def fault(moment: Moment) -> str:
        rows = days_of(moment.before.trip.itinerary)
        if len(rows) < day:
            return "there is no such day"
        visits = [visit for visit in rows[day - 1]["visits"] if not outdoors or is_outdoors(visit)]
        return "" if any(is_named(visit, moment.answer) for visit in visits) else "it names none"

    return Check(named("answer.names_stop_of_day", day, *(["outdoors"] if outdoors else [])), fault)


def admits_no_data() -> Check:
    """Demand that the answer admits that this is not known."""
    return _matches("answer.admits_no_data", _NO_DATA, "it does not say so")


def has_no_phone_number() -> Check:
    return Check("answer.has_no_phone_number", lambda moment: _found(_PHONE, moment.answer))


def declines() -> Check:
    """Demand that the answer states what the assistant is for, or that this is not it."""
    return _matches("answer.declines", _DECLINES, "it does not say that this is not its work")


def has_no_work_outside_travel() -> Check:
    """Demand that the answer holds no code and no letter."""
    return Check("answer.has_no_work_outside_travel", lambda moment: _found(_CODE, moment.answer))


def chooses(*places: str) -> Check:
    """Demand that a sentence of the answer advises one of these places."""

    def fault(moment: Moment) -> str:
        advice = [
            sentence
            for sentence in sentences(moment.answer)
            if _ADVISES.search(sentence) and any(place.lower() in sentence.lower() for place in places)
        ]
        return "" if advice else "it does not choose"

    return Check(named("answer.chooses", *places), fault)


def raw_text(answer: str) -> str:
    """Return what of an answer is no language for a traveller: errors, JSON, calls, ids; "" where it is clean."""
    if found := _found(_RAW, answer):
        return found
    if name := next((tool.name for tool in TOOLS if "_" in tool.name and tool.name in answer), ""):
        return name
    return next((id for id in _SIGHT_ID.findall(answer) if id in source.sights()), "")


def _times_of(day: Mapping[str, Any], visit: Mapping[str, Any]) -> Iterator[str]:
    """Yield the times that are true of a visit: its own, and when its sight opens and closes that day."""
    yield from (visit["arrive"], visit["depart"], visit.get("opens", ""), visit.get("closes", ""))
    if sight := source.sights().get(sight_of(visit)):
        yield from (time for window in opening_windows(sight, date.fromisoformat(day["date"])) for time in window)


def _parts(moment: Moment, kind: str) -> list[float]:
    cost = plan_cost(moment.after.trip)
    anew = [float(sum(item.amount for item in cost.items if item.kind == kind))] if cost else []
    shown = [
        sum(float(item["amount"]) for item in budget["items"] if item["kind"] == kind) for budget in moment.budgets[-2:]
    ]
    return [*shown, *anew]


def _is_among(stated: float, known: list[float]) -> bool:
    return any(is_near(stated, amount) for amount in known)


def _found(pattern: re.Pattern[str], text: str) -> str:
    match = pattern.search(text)
    return match[0] if match else ""


def _matches(name: str, pattern: re.Pattern[str], otherwise: str) -> Check:
    return Check(name, lambda moment: "" if pattern.search(moment.answer) else otherwise)
