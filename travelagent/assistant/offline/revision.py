"""What a follow-up changes of the plan at hand: only that is changed, and the rest of the plan stays as it is."""

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from travelagent.assistant.offline import limits
from travelagent.assistant.offline.brief import brief_of
from travelagent.assistant.offline.day_wishes import rains, rainy_days, rest_wanted, rests_given_up
from travelagent.assistant.offline.journey import says_coming, with_wished_hours
from travelagent.assistant.offline.reading.asked import gives_up_dearest, hours_of_every_day
from travelagent.assistant.offline.reading.day_kinds import day_kinds, is_full_of, kinds_to_bring
from travelagent.assistant.offline.reading.dialogue import in_the
from travelagent.assistant.offline.reading.extra_day import ExtraDay, extra_day
from travelagent.assistant.offline.reading.hours import AFTER_REST, MIDDAY, SOONER, Hours
from travelagent.assistant.offline.reading.lexicon import pattern
from travelagent.assistant.offline.reading.message import read_message, says, wants_fewer
from travelagent.assistant.offline.reading.places import out_of_town
from travelagent.assistant.offline.reading.visit_lengths import lengths_wished
from travelagent.assistant.offline.reading.visits import (
    Days,
    called_alike,
    days_named,
    days_of_visits,
    exchanged,
    visits_wished,
)
from travelagent.assistant.offline.tickets import number_to_save, sights_of_dearest
from travelagent.assistant.offline.turn import Turn
from travelagent.assistant.offline.values import Understood
from travelagent.assistant.results.route import Day, Visit
from travelagent.assistant.tool_results import ROUTES, Found
from travelagent.briefs.hours import LAST_MINUTE, bedtime_of
from travelagent.catalog import source
from travelagent.catalog.sight_kinds import sights_of_kinds_by_name
from travelagent.costs.budget import RESERVE_SHARE
from travelagent.plans.wire_fields import minutes_of
from travelagent.plans.words import clock

CHEAPER = re.compile(
    r"便宜|省钱|省一点|少花|划算|\b(?:cheaper|less expensive|spend less|save money|more affordable)\b", re.I
)
SWAP = re.compile(r"对调|对换|互换|调换|交换|换一下|换过来|\b(?:swap|switch|exchange|flip)\b", re.I)
USUAL_WAY, EARLIEST = 45, 5 * 60
"""The minutes of a way to the first sight of a day that is not known yet, and the hour before which no day begins."""
DAYS_TRIED = 3
"""On so many days it is tried whether sights fit that are to share one."""
SHORTEST = 30
"""Minutes of a day on which nothing is to be planned."""
MOVE = re.compile(
    r"[挪移调换改排放]|安排|推迟|提前|留到|\b(?:move|shift|put|push|bring|swap|switch|schedule|reschedule|leave|keep|pin|instead)\b"
    r"|\b(?:what|how) about\b",
    re.I,
)


def revision(
    understood: Understood, turn: Turn, wanted: Mapping[str, Any], unchanged: Mapping[str, Any] | None = None
) -> dict[str, Any] | None:
    """The arguments of change_route that turn the plan at hand into the wanted one, none but the plan where it stays as
    it is; None when there is no plan of these cities, or the message asks for one of its cities anew or for other days
    of several. `wanted` is what is asked for as of now; `unchanged` the part of it that the message does not speak of,
    where the plan was changed beside the conversation. An earlier wish that could not be met is not tried again."""
    standing = _changed_plan(turn)
    if standing is None or [place.id for place in standing.itinerary.cities] != _cities(wanted):
        return None
    asked = {**standing.value["asked"], **_as_asked(unchanged or {})}
    said = turn.said[-1]
    days = standing.itinerary.days
    each = dict(zip(_cities(wanted), wanted["days_each"], strict=False))
    others = _with_other_days(each, said, days, turn.today)
    if len(others) > 1:
        return None
    refusals = _refusals(said, days, turn.today)
    new = {name: [x for x in wanted[name] if x not in asked.get(name, ())] for name in ("must_see", "avoid")}
    moves = _moves_wished(understood, turn, days)
    moved = {move["sight"] for move in moves}
    must = set(asked.get("must_see", ()))
    changes = {
        "move": moves,
        "add": [
            *(sight for sight in new["must_see"] if sight not in moved and sight in understood.about),
            *_of_the_extra_day(turn, standing, _cities(wanted)),
        ],
        "drop": [
            *(x for x in new["avoid"] if x not in {refusal["what"] for refusal in refusals}),
            *(x for x in asked.get("must_see", ()) if x not in wanted["must_see"]),
            *_sights_given_up(understood, turn, days, must),
        ],
        "city": next(iter(others), None) or _city_of_the_day_given_up(said, days, turn.today),
        "start_date": _start(understood, {**standing.value, "asked": asked}, wanted["start_date"]),
        **_of_the_trip(understood, wanted, asked),
        "avoid_on": refusals,
        "only_on": _kinds_alone(said, days, turn.today),
        "day_windows": _narrowest([*_windows_wished(understood, turn, wanted, asked), *_early_windows(moves, days)]),
        "rainy_days": rainy_days(said, days, turn.today),
        "rest": rest_wanted(turn.said, wanted["days"], days, turn.today),
        "cheaper": CHEAPER.search(said) is not None or None,
    }
    changes = {name: value for name, value in changes.items() if value or (name == "interests" and value is not None)}
    if not changes and _asks_anew(understood, said, turn.today):
        return None
    return {"itinerary": standing.artifact("itinerary"), **changes}


def _moves_wished(understood: Understood, turn: Turn, days: Sequence[Day]) -> list[dict[str, Any]]:
    """The visits that the message moves, by the first way of saying so that it uses."""
    said = turn.said[-1]
    return (
        _swapped_days(said, days, turn.today)
        or _exchanged(understood, said, days, turn.today)
        or _moves(understood, _wish(turn), days, turn.today)
        or _on_one_day(understood, turn, days)
        or _of_kinds(understood, said, days, turn.today)
    )


def _windows_wished(
    understood: Understood, turn: Turn, wanted: Mapping[str, Any], asked: Mapping[str, Any]
) -> list[Mapping[str, Any]]:
    """The hours that are other than asked for, those that the message wishes for days of the plan, and those of days
    that come to it."""
    standing = _changed_plan(turn)
    days = standing.itinerary.days if standing else ()
    return [
        *_new_windows(wanted["day_windows"], asked.get("day_windows", ()), understood),
        *_wished_windows(turn.said[-1], days, wanted["day_windows"], turn.today),
        *_windows_of_added_days(turn.said, wanted, len(days), turn.today),
    ]


def _sights_given_up(understood: Understood, turn: Turn, days: Sequence[Day], must: set[str]) -> list[str]:
    """The sights of the plan that the message gives up without naming them."""
    said = turn.said[-1]
    return [
        *_of_the_day_given_up(said, days, turn.today),
        *rests_given_up(said, days, turn.today),
        *_some_of(wants_fewer(read_message(said, turn.today)), days, must),
        *_dearest(said, days, must, turn.today),
        *_over_the_limit(understood, turn, days, must),
    ]


def _of_the_trip(understood: Understood, wanted: Mapping[str, Any], asked: Mapping[str, Any]) -> dict[str, Any]:
    """What is wanted of the whole trip and was asked for otherwise, None for the rest."""
    entities = understood.entities
    return {
        "days": wanted["days"] if entities.days not in (None, asked["days"]) else None,
        "pace": wanted["pace"] if entities.pace not in (None, asked.get("pace")) else None,
        "travellers": wanted["travellers"] if wanted["travellers"] != asked.get("travellers") else None,
        "way": wanted["way"] if wanted["way"] != asked.get("way") else None,
        "hotel": wanted["hotel"] if wanted["hotel"] and wanted["hotel"]["name"] != asked.get("hotel") else None,
        **{ride: wanted[ride] for ride in ("arrival", "departure") if wanted[ride] != asked.get(ride)},
        "interests": wanted["interests"] if wanted["interests"] != list(asked.get("interests", ())) else None,
    }


def _as_asked(unchanged: Mapping[str, Any]) -> dict[str, Any]:
    """What a message does not speak of, in the words of a plan's request: the plan counts as having it already."""
    hotel = unchanged.get("hotel")
    return {**unchanged, **({"hotel": hotel["name"]} if hotel else {})}


def extra_day_wished(turn: Turn, plan: Found, cities: Sequence[str]) -> ExtraDay | None:
    """What the message wants a day more of the plan for."""
    return extra_day(read_message(turn.said[-1], turn.today), cities, plan.itinerary.sights)


def _of_the_extra_day(turn: Turn, plan: Found, cities: Sequence[str]) -> list[str]:
    """The sight for which a day more is wished, where only its kind is named."""
    wish = extra_day_wished(turn, plan, cities)
    return [wish.best] if wish and wish.best else []


def _given_up(said: str, days: Days, today: date) -> Day | None:
    """The day of the plan that is to be one less; None where the message names no such one."""
    named = days_named(said, days, today) if pattern("length", "change", "day").search(said.lower()) else []
    return next(row for row in days if row.day == named[0]) if len(named) == 1 else None


def _of_the_day_given_up(said: str, days: Days, today: date) -> list[str]:
    """The sights of the day that is given up: the other days stay as they are."""
    row = _given_up(said, days, today)
    return [visit.sight for visit in row.visits if visit.sight] if row else []


def _city_of_the_day_given_up(said: str, days: Days, today: date) -> str | None:
    row = _given_up(said, days, today)
    return row.city if row and len({day.city for day in days}) > 1 else None


def _some_of(kinds: Sequence[str], days: Days, musts: Container[str]) -> list[str]:
    """What to drop where fewer sights of these kinds are wanted: the lesser half of those that the plan visits, none
    that is a must, and all that it does not visit, of which another would take their place."""
    visited = {visit.sight for row in days for visit in row.visits}
    dropped: list[str] = []
    for kind in kinds:
        cities = dict.fromkeys(row.city for row in days)
        of_kind = [s for city in cities for s in source.sights_of(city) if kind in (s.category, *s.tags)]
        here = sorted((s for s in of_kind if s.id in visited), key=lambda sight: (sight.score, sight.id))
        dropped += [s.id for s in here[: len(here) // 2] if s.id not in musts]
        dropped += [s.id for s in of_kind if s.id not in visited]
    return list(dict.fromkeys(dropped))


def _dearest(said: str, days: Days, musts: Container[str], today: date) -> list[str]:
    """What to drop where the dearest tickets are to go: those of the days that are named, of all where none is."""
    number = gives_up_dearest(said, today)
    named = days_named(said, days, today) if number else []
    return sights_of_dearest(number, [row for row in days if row.day in named or not named], days, musts)


def _over_the_limit(understood: Understood, turn: Turn, days: Days, musts: Container[str]) -> list[str]:
    """What to drop where the plan is to be cheaper and breaks, with budget lodging and meals, the limit that was said:
    as many of the dearest tickets as make it keep within that, none where all of them would not."""
    budget = turn.newest("calculate_budget")
    if budget is None or budget.budget.tier != "budget" or not CHEAPER.search(turn.said[-1]):
        return []
    over = limits.excess(understood, turn, budget.budget)
    each = over / limits.people(understood) / (1 + RESERVE_SHARE)
    number = number_to_save(each, budget.budget.currency, days, musts) if over else 0
    return sights_of_dearest(number, days, days, musts) if number else []


def _with_other_days(each: Mapping[str, int], said: str, days: Days, today: date) -> list[str]:
    """The cities of the plan that are to have more days or fewer: by what is wanted of each of them or, where that was
    not said, the one that the message names with such a change."""
    planned = Counter(day.city for day in days)
    if each:
        return [city for city in each if each[city] != planned[city]]
    message = read_message(said, today)
    named = [city for city in message.places.cities if city in planned]
    return named if message.length.change and len(named) == 1 and len(planned) > 1 else []


def with_first_day_kept(understood: Understood, turn: Turn) -> Understood:
    """With the first day of the plan at hand where only a day of the week was said and the plan begins on it, on a date
    that was an assumption: the plan keeps it."""
    standing, entities = turn.standing_route, understood.entities
    if standing is None or entities.start_date is None:
        return understood
    first = standing.itinerary.days[0].date
    if _start(understood, standing.value, entities.start_date.isoformat()) or standing.value["asked"].get("start_date"):
        return understood
    return replace(understood, entities=replace(entities, start_date=first))


def _new_windows(
    wanted: Iterable[Mapping[str, Any]], asked: Iterable[Mapping[str, Any]], understood: Understood
) -> list[Mapping[str, Any]]:
    """The wanted hours of days that the plan at hand does not keep to. The children's bedtime, and an hour that is only
    assumed, change no day that has an hour of its own: an earlier end, or the evening that was given for a sight."""
    journey, hour = understood.journey, bedtime_of(brief_of(understood, ()))
    bedtime = None if hour is None else clock(hour)
    said = {"start": says_coming(journey), "end": journey.leaves is not None, "day": True}
    held = {window["day"]: window for window in asked}
    new = [
        {k: v for k, v in w.items() if k != "end" or v != bedtime or "end" not in held.get(w["day"], {})}
        for w in wanted
    ]
    return [w for w in new if any(_is_news(held.get(w["day"], {}), name, w, said[name]) for name in w)]


def _windows_of_added_days(
    said: Sequence[str], wanted: Mapping[str, Any], planned: int, today: date
) -> list[dict[str, Any]]:
    """The hours of the days that are to follow those that are planned, where some were wished for every day."""
    hours = hours_of_every_day(said, today)
    windows = with_wished_hours((), hours, wanted["days"], wanted["pace"] or "normal") if hours else []
    return [window for window in windows if window["day"] > planned]


def _early_windows(moves: Sequence[Mapping[str, Any]], days: Days) -> list[dict[str, Any]]:
    """The earlier begin of each day on which a sight is to be visited, or is by now where no other is named, at an hour
    too early for the way there."""
    begins = {row.day: minutes_of(row.start) for row in days}
    on = {visit.sight: row.day for row in days for visit in row.visits}
    timed = ({"day": on.get(move["sight"]), **move} for move in moves if "start" in move)
    leaving = (
        (move["day"], minutes_of(move["start"]) - _way_to(move["sight"], days))
        for move in timed
        if move["day"] in begins
    )
    return [{"day": day, "start": clock(max(EARLIEST, at))} for day, at in leaving if at < begins[day]]


def _way_to(sight: str, days: Days) -> int:
    """The minutes of the way to a sight with which a day of the plan begins, else of a usual one."""
    first = ((row, row.visits[0]) for row in days if row.visits)
    ways = (minutes_of(visit.arrive) - minutes_of(row.start) for row, visit in first if visit.sight == sight)
    return next(ways, USUAL_WAY)


def _narrowest(windows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """One window for each day: none begins sooner or ends later than any of its own."""
    days: dict[int, dict[str, Any]] = {}
    for window in windows:
        held = days.setdefault(window["day"], {"day": window["day"]})
        if "start" in window:
            held["start"] = max(window["start"], held.get("start", ""))
        if "end" in window:
            held["end"] = min(window["end"], held.get("end", "24:00"))
    return list(days.values())


def _is_news(held: Mapping[str, Any], name: str, window: Mapping[str, Any], said: bool) -> bool:
    return held.get(name) != window[name] and (said or name not in held)


def _changed_plan(turn: Turn) -> Found | None:
    """The plan that the message changes: that at hand, or the one before it where its last change was not meant so."""
    standing = turn.standing_route
    if standing is None or standing.tool != "change_route" or not _corrects(turn):
        return standing
    of = standing.call.args["itinerary"]
    plans = (f for f in turn.earlier if f.tool in ROUTES and f.error is None)
    return next((plan for plan in plans if plan.artifact("itinerary") == of), standing)


def _corrects(turn: Turn) -> bool:
    """Whether the message only says what the one before it should have named."""
    return len(turn.said) > 1 and pattern("dialogue", "meant").search(turn.said[-1].lower()) is not None


def _wish(turn: Turn) -> str:
    """What is wished for: the last message, with the one before it where it only corrects a name."""
    return f"{turn.said[-2]}; {turn.said[-1]}" if _corrects(turn) else turn.said[-1]


def _wished_windows(said: str, days: Days, framed: Iterable[Mapping[str, Any]], today: date) -> list[dict[str, Any]]:
    """The hours that are wished for days of the plan: those that are named, else all, of which the day that is `framed`
    by the ride there begins no sooner. A named day that is too full ends sooner; where none is named, the last one
    before that of leaving is left free."""
    message = read_message(said, today)
    hours = message.hours
    named = days_named(said, days, today) or (_last_full_day(days) if hours.off else [])
    if hours == Hours() and message.manner.pace == "relaxed":
        hours = Hours(ends_by=-SOONER) if named else hours
    daily = pattern("journey", "cue", "daily").search(message.sentence.masked) is not None
    of_all = not named and (daily or (hours.end != MIDDAY and hours.start != AFTER_REST))
    rows = [row for row in days if row.visits and (row.day in named or of_all)]
    rows = [row for row in rows if hours.end is None or hours.end > minutes_of(row.start)]
    windows = [_window(hours, row) for row in rows if hours != Hours()]
    if not named:
        begins = {window["day"]: window["start"] for window in framed if "start" in window}
        windows = [_no_sooner(window, begins.get(window["day"], "")) for window in windows]
    return [window for window in windows if len(window) > 1]


def _last_full_day(days: Days) -> list[int]:
    """The number of the last day with visits before that of leaving, or of the only one that has any."""
    numbers = [row.day for row in days if row.visits]
    return numbers[-2:][:1]


def _no_sooner(window: Mapping[str, Any], begins: str) -> dict[str, Any]:
    """A day's window without a start before the hour at which the day can begin."""
    return {name: at for name, at in window.items() if name != "start" or at > begins}


def _window(hours: Hours, row: Day) -> dict[str, Any]:
    """The day's number with the hours of it that are to be others."""
    begins, ends = minutes_of(row.start), minutes_of(row.end)
    if hours.off:
        return {"day": row.day, "start": clock(begins), "end": clock(begins + SHORTEST)}
    start = min(begins + hours.begins_by, ends - SHORTEST) if hours.begins_by else hours.start
    end = max(ends + hours.ends_by, begins + SOONER) if hours.ends_by else hours.end
    window = {"day": row.day, "start": start, "end": end if end is None else min(end, LAST_MINUTE)}
    return {name: clock(at) if name != "day" else at for name, at in window.items() if at is not None}


def lower_tier(turn: Turn) -> str | None:
    """The tier below the one last calculated with, when something cheaper is wanted."""
    if not CHEAPER.search(turn.said[-1]):
        return None
    before = turn.newest("calculate_budget")
    return {"luxury": "mid", "mid": "budget"}.get(before.budget.tier) if before else None


def _cities(wanted: Mapping[str, Any]) -> list[str]:
    return [str(wanted["city"]), *wanted["cities"]]


def _asks_anew(understood: Understood, said: str, today: date) -> bool:
    """Whether the message names a city of the plan, other than to tell where one stays or how many days it gets."""
    named = any("/" not in place for place in understood.about) and not read_message(said, today).length.change
    return named and pattern("intents", "base").search(said.lower()) is None


def _start(understood: Understood, plan: Mapping[str, Any], wanted: str | None) -> str | None:
    """The first day that is wanted where it is another. A mere weekday is kept by a plan that begins on one, as long as
    its date is an assumption."""
    said = plan["asked"].get("start_date")
    if wanted in (None, said):
        return None
    first = date.fromisoformat(plan["days"][0]["date"])
    if understood.weekday and said is None and date.fromisoformat(wanted).weekday() == first.weekday():
        return None
    return wanted


def _moves(understood: Understood, said: str, days: Days, today: date) -> list[dict[str, Any]]:
    """The sights that are to be visited on the day, in the part of a day or at the hour that is named; empty where a
    question is asked."""
    asks = pattern("intents", "question").search(said.lower()) and not MOVE.search(said)
    if rains(said) or (asks and not pattern("dialogue", "may_we").search(said.lower())):
        return []
    message = read_message(said, today)
    wished = visits_wished(message, understood.about, days)
    to = days_of_visits(said, days, today)
    of_all = {"day": to[0]} if len(to) == 1 and not any("day" in wish for wish in wished.values()) else {}
    of_others = {"day": to[0]} if len(to) == 1 else {}
    unwanted = understood.entities.avoid
    sights = [place for place in understood.about if "/" in place and place not in unwanted]
    found = {sight: {**wished[sight], **of_all} if sight in wished else of_others for sight in sights}
    for sight, others in called_alike(message, sights, days).items():
        if "day" in found[sight]:
            found = {**{other: {"day": found[sight]["day"]} for other in others}, **found}
    lengths = lengths_wished(in_the(tuple({row.city: None for row in days}), message), understood.about, days)
    found = {**found, **{sight: {**found.get(sight, {}), "minutes": minutes} for sight, minutes in lengths.items()}}
    return [{"sight": sight, **when} for sight, when in found.items() if when]


def _swapped_days(said: str, days: Days, today: date) -> list[dict[str, Any]]:
    """The visits of two days of one city that are to change places, each on the other day."""
    named = days_named(said, days, today)
    return _with_each_other(named, days) if len(named) == 2 and SWAP.search(said) else []


def _exchanged(understood: Understood, said: str, days: Days, today: date) -> list[dict[str, Any]]:
    """The sights that are to change places, each on the day of the other one, and on one day at its hour; all visits of
    their days where the days are meant. Empty where the plan does not visit both."""
    message = read_message(said, today)
    visited = {visit.sight: (row.day, visit) for row in days for visit in row.visits}
    groups = [[s for s in named if s in visited] for named in exchanged(message, understood.about)]
    if not groups or not all(groups):
        return []
    (one, here), (other, there) = (visited[group[0]] for group in groups)
    if one == other:
        visits = next(row for row in days if row.day == one).visits
        return [{"sight": v.sight, "day": one, **_place_of(at, visits)} for v, at in ((here, there), (there, here))]
    if says(message, "whole_days"):
        return _with_each_other([one, other], days)
    return [{"sight": sight, "day": day} for group, day in zip(groups, (other, one), strict=True) for sight in group]


def _place_of(visit: Visit, visits: Sequence[Visit]) -> dict[str, Any]:
    """Where a visit stands among those of its day: as the first or the last one, else at its hour."""
    if visit in (visits[0], visits[-1]):
        return {"when": "first" if visit == visits[0] else "last"}
    return {"start": visit.arrive}


def _with_each_other(pair: Sequence[int], days: Days) -> list[dict[str, Any]]:
    """The visits of these two days, each moved to the other one; empty where they are in two cities."""
    first, second = (next(row for row in days if row.day == day) for day in pair)
    if first.city != second.city:
        return []
    moved = [(row, other) for row, other in ((first, second), (second, first))]
    return [{"sight": v.sight, "day": other.day} for row, other in moved for v in row.visits if v.sight]


def _on_one_day(understood: Understood, turn: Turn, days: Days) -> list[dict[str, Any]]:
    """The sights that are to share a day of the plan, all kept on that day; empty where they share one already, and
    where every day that there is for them was tried."""
    sights = _sharing(understood, turn.said[-1])
    tried = len(turn.failures("change_route"))
    day = next(iter(_days_to_share(sights, days)[tried:DAYS_TRIED]), None)
    return [{"sight": sight, "day": day} for sight in sights] if day else []


def wants_one_day(understood: Understood, turn: Turn) -> bool:
    """Whether a message wants sights on one day that the plan at hand has on several, or not at all."""
    plan = turn.plan_before
    return plan is not None and bool(_days_to_share(_sharing(understood, turn.said[-1]), plan.itinerary.days))


def sights_to_share_a_day(understood: Understood, turn: Turn) -> list[dict[str, Any]]:
    """The sights that are to share a day of the plan at hand, each with the day that is to be tried next."""
    plan = turn.plan_before
    return _on_one_day(understood, turn, plan.itinerary.days) if plan else []


def _sharing(understood: Understood, said: str) -> list[str]:
    """The sights that a message wants on one day."""
    if not pattern("dialogue", "same_day").search(said.lower()) or rains(said):
        return []
    return [place for place in understood.about if "/" in place and place not in understood.entities.avoid]


def _days_to_share(sights: Sequence[str], days: Days) -> list[int]:
    """The days of their city on which these sights may be together, the likeliest first: that of the first one that the
    plan visits, else those with the least that would have to go. None where they share one already."""
    on = {visit.sight: row.day for row in days for visit in row.visits}
    planned = [on[sight] for sight in sights if sight in on]
    if len(sights) < 2 or (len(planned) == len(sights) and len(set(planned)) == 1):
        return []
    rows = [row for row in days if row.city == sights[0].partition("/")[0]]
    worth = {row.day: sum(source.sights()[v.sight].score for v in row.visits if v.sight) for row in rows}
    others = sorted((day for day in worth if day not in planned), key=worth.__getitem__)
    return list(dict.fromkeys([*planned, *others]))


def far_visits(plan: Found, lying: Callable[[Sequence[str]], Sequence[str]] = out_of_town) -> tuple[str, ...]:
    """The sights out of town that a plan visits and that are no musts; `lying`: which ones of its cities are meant."""
    musts = plan.itinerary.asked.must_see
    far = lying([city.id for city in plan.itinerary.cities])
    return tuple(sight for sight in far if sight in plan.itinerary.sights and sight not in musts)


def _of_kinds(understood: Understood, said: str, days: Days, today: date) -> list[dict[str, Any]]:
    """The sight that comes to a day of which more of its kind is wished."""
    wish = day_kinds(said, days, today)
    sight = kinds_to_bring(wish, days, understood.entities.avoid) if wish else None
    return [{"sight": sight, "day": wish.day}] if wish and sight else []


def _kinds_alone(said: str, days: Days, today: date) -> list[dict[str, Any]]:
    """The day that is to hold certain kinds of sight alone, with them."""
    wish = day_kinds(said, days, today)
    return [{"day": wish.day, "kinds": list(wish.kinds)}] if wish and wish.alone else []


def kinds_in_vain(understood: Understood, turn: Turn, plan: Found) -> Sequence[str]:
    """The kinds of which more is wished for on a day that has all that is known of them; none where something comes."""
    days = plan.itinerary.days
    wish = day_kinds(turn.said[-1], days, turn.today)
    return wish.kinds if wish and is_full_of(wish, days, understood.entities.avoid) else ()


def _refusals(said: str, days: Days, today: date) -> list[dict[str, Any]]:
    """What the message does not want on the days that it names, other than to move a visit there: "no museums on
    day 1"."""
    named = days_named(pattern("dialogue", "moved_to").sub(" ", said.lower()), days, today)
    city = {row.day: row.city for row in days}
    unwanted = in_the(tuple(dict.fromkeys(city.values())), read_message(said, today)).tastes.avoid
    return [
        {"day": day, "what": term}
        for day in named
        for term in (*unwanted, *sights_of_kinds_by_name(unwanted, [city[day]]))
    ]
