"""The steps of a plan and of its budget: the route, another one where it failed, what it costs."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from travelagent.assistant.lexer.places import city_of
from travelagent.assistant.offline import limits
from travelagent.assistant.offline.answers.changes import nothing_read
from travelagent.assistant.offline.answers.plan import plan_answer, refused_answer
from travelagent.assistant.offline.answers.sights import elsewhere_answer, in_vain_answer, no_further_answer
from travelagent.assistant.offline.answers.when import when_answer_of
from travelagent.assistant.offline.arguments import (
    budget_arguments,
    new_plan_arguments,
    route_arguments,
    search_arguments,
    understood_before,
)
from travelagent.assistant.offline.lookups import SIGHTS, can_be_searched, recommend
from travelagent.assistant.offline.reading.city_days import days_by_city
from travelagent.assistant.offline.reading.message import read_message
from travelagent.assistant.offline.reading.visits import bound_to_days
from travelagent.assistant.offline.revision import (
    extra_day_wished,
    kinds_in_vain,
    revision,
    sights_to_share_a_day,
)
from travelagent.assistant.offline.steps import Answered, Calls, Step, Tools, available
from travelagent.assistant.offline.tour import cities_of_plan
from travelagent.assistant.offline.turn import Turn
from travelagent.assistant.offline.values import DEFAULT_DAYS, Understood
from travelagent.assistant.tool_results import ROUTES, Found

HOPELESS = frozenset({"unknown_city", "ambiguous_city", "invalid_arguments"})


def plan(understood: Understood, turn: Turn, tools: Tools) -> Step:
    """Route, city facts, then the budget of that route; a place that is open is searched for first."""
    cities = _with_those_of_the_wished(understood, turn, cities_of_plan(understood, turn))
    if not cities:
        if not turn.tried("search_cities") and can_be_searched(understood, turn):
            if call := available(tools, ("search_cities", search_arguments(understood, turn))):
                return call
        return recommend(understood, turn, tools)
    refused = _refused_change(turn)
    if refused and not sights_to_share_a_day(understood, turn):
        return Answered(refused_answer(understood, turn, refused))
    if turn.standing_route and not turn.found and (far := _sights_elsewhere(understood, cities)):
        return Answered(elsewhere_answer(understood, far), tells_plan=False)
    if turn.standing_route and not turn.found and (wish := extra_day_wished(turn, turn.standing_route, cities)):
        if wish.held:
            return Answered(when_answer_of(wish.held, turn.standing_route.itinerary, understood), tells_plan=False)
        if wish.in_vain:
            return Answered(in_vain_answer(understood, wish, cities), tells_plan=False)
    if turn.standing_route and not turn.found and (kinds := kinds_in_vain(understood, turn, turn.standing_route)):
        return Answered(no_further_answer(understood, kinds, cities), tells_plan=False)
    if call := _route_step(understood, turn, tools, cities):
        return call
    if retry := _second_route(understood, turn, tools):
        return retry
    if _hopeless(turn):
        return Answered(plan_answer(understood, turn))
    planned = turn.route.itinerary.cities[0].id if turn.route else cities[0]
    if step := budget_step(understood, turn, tools, planned):
        return step
    if told := nothing_read(understood, turn):
        return Answered(told, tells_plan=False)
    return Answered(plan_answer(understood, turn))


def _sights_elsewhere(understood: Understood, cities: Sequence[str]) -> tuple[str, ...]:
    """The sights that a message names where it names no other places: all of them outside the cities of the plan."""
    about = understood.about
    far = tuple(place for place in about if "/" in place and city_of(place) not in cities)
    return far if len(far) == len(about) else ()


def _with_those_of_the_wished(understood: Understood, turn: Turn, cities: tuple[str, ...]) -> tuple[str, ...]:
    """The cities of a plan with those of the sights that are wished for elsewhere, as far as it has days for them:
    those of a new plan, and of one at hand those that are bound to a day."""
    days, wished = understood.entities.days or DEFAULT_DAYS, understood.entities.must_see
    if turn.standing_route:
        wished = tuple(bound_to_days(turn.said, wished, days, turn.today))
    return tuple(dict.fromkeys([*cities, *map(city_of, wished)]))[: max(days, len(cities))] if cities else ()


def _route_step(understood: Understood, turn: Turn, tools: Tools, cities: tuple[str, ...]) -> Calls | None:
    """The plan at hand changed where it is of these cities, else a new one; anew, too, where a change broke down."""
    wanted = route_arguments(understood, cities, turn.today)
    if turn.standing_route and not wanted["days_each"]:
        wanted.update(_days_said(turn, turn.standing_route, cities))
    if turn.standing_route:  # a sight elsewhere was told to be so when it was wished for
        wanted["must_see"] = [sight for sight in wanted["must_see"] if city_of(sight) in cities]
    facts = ("get_city_info", {"city": cities[0]})
    if not turn.tried(*ROUTES) or _refused_change(turn):
        held = _unchanged(turn, wanted, cities)
        if "change_route" in tools and (changes := revision(understood, turn, wanted, held)) is not None:
            beside = available(tools, facts) if not turn.tried("get_city_info") else None
            return Calls((("change_route", changes), *(beside.calls if beside else ())))
        return available(tools, ("generate_route", new_plan_arguments(understood, turn, wanted)), facts)
    if turn.route is None and not turn.tried("generate_route"):
        return available(tools, ("generate_route", new_plan_arguments(understood, turn, wanted)))
    return None


def _unchanged(turn: Turn, wanted: Mapping[str, Any], cities: tuple[str, ...]) -> dict[str, Any]:
    """What is wanted as it was before the message, where the plan was changed beside the conversation."""
    if not turn.edited:
        return {}
    before = route_arguments(understood_before(turn), cities, turn.today)
    return {name: value for name, value in wanted.items() if before[name] == value}


def _days_said(turn: Turn, standing: Found, cities: Sequence[str]) -> dict[str, Any]:
    """The days of the trip and of each city where the message has more or fewer in several cities of the plan."""
    held = Counter(day.city for day in standing.itinerary.days)
    each = days_by_city(held, read_message(turn.said[-1], turn.today))
    if set(each) != set(cities):
        return {}
    return {"days": sum(each.values()), "days_each": [each[city] for city in cities]}


def _refused_change(turn: Turn) -> Found | None:
    """A change of the plan at hand that cannot be: the plan stays as it is unless another one for the wish can."""
    if turn.results("change_route"):
        return None
    return next((f for f in turn.failures("change_route") if (f.error or {}).get("code") == "infeasible"), None)


def _second_route(understood: Understood, turn: Turn, tools: Tools) -> Step | None:
    """After a failed route: without the cities that have no sights, on any day what clashes on that to which it is
    bound, without the demands that clash, else sights alone."""
    failures = turn.failures("generate_route")
    if not failures or turn.results("generate_route"):
        return None
    failed = failures[-1]
    args = dict(failed.call.args)
    error = failed.error or {}
    code = str(error.get("code"))
    cities = [str(args.get("city")), *args.get("cities", ())]
    covered = tuple(city for city in cities if city != error.get("id"))
    if error.get("known") and covered and len(covered) < len(cities):
        days = _days_in(covered, cities, understood) or max(1, round(args["days"] * len(covered) / len(cities)))
        share = replace(understood, entities=replace(understood.entities, days=days))
        wanted = route_arguments(share, covered, turn.today)
        return available(tools, ("generate_route", new_plan_arguments(share, turn, wanted)))
    clash = set(error.get("clash", ())) | {error.get("sight")}
    brief = dict(args["brief"])
    wishes, musts = brief.get("day_wishes", []), brief.get("must_see", [])
    if code == "infeasible" and any(_is_visit_of(clash, wish) for wish in wishes):
        brief["day_wishes"] = [wish for wish in wishes if not _is_visit_of(clash, wish)]
        return available(tools, ("generate_route", {**args, "brief": brief}))
    if code in ("infeasible", "unknown_sight") and len(failures) < 3 and musts:
        brief["must_see"] = [sight for sight in musts if sight not in clash]
        return available(tools, ("generate_route", {**args, "brief": brief}))
    if code not in HOPELESS and not turn.tried("query_attractions"):
        return available(tools, ("query_attractions", {"cities": [args.get("city")], "limit": SIGHTS}))
    return None


def _is_visit_of(sights: Collection[Any], wish: Mapping[str, Any]) -> bool:
    """Whether a wish binds one of these sights to a day."""
    return wish["kind"] == "visit" and wish["value"] in sights


def _days_in(covered: Sequence[str], cities: Sequence[str], understood: Understood) -> int:
    """The days in these of the cities, where they were said of all; else 0."""
    each = understood.days_each
    return sum(each[city] for city in covered) if set(each) == set(cities) else 0


def _hopeless(turn: Turn) -> bool:
    """Whether the route failed over its city or its length: then no other call helps, only the user's word."""
    codes = {str((f.error or {}).get("code")) for f in turn.failures("generate_route")}
    return bool(codes & HOPELESS) and not turn.results("generate_route")


def budget_step(understood: Understood, turn: Turn, tools: Tools, city: str) -> Step | None:
    """The budget of what was planned; when it breaks the limit that was said, once more a tier lower."""
    last = turn.last("calculate_budget")
    if last is None:
        if turn.tried("calculate_budget"):
            return None
        return available(tools, ("calculate_budget", budget_arguments(understood, turn, city)))
    tier = last.budget.tier
    if limits.over_limit(understood, turn, last.budget) and tier != "budget" and understood.entities.tier is None:
        if len(turn.results("calculate_budget")) == 1:
            return available(tools, ("calculate_budget", {**last.call.args, "tier": "budget"}))
    return None
