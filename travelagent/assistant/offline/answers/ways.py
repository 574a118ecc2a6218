"""How one gets from one city to another: what is known of it, and how a plan brings an estimate."""

from collections.abc import Sequence
from dataclasses import replace

from travelagent.assistant.offline.values import Journey
from travelagent.assistant.results.budget import Budget, Item
from travelagent.assistant.wording import Say, money, speaker
from travelagent.catalog import source
from travelagent.catalog.open_data import world_city
from travelagent.plans.values import LocalizedText, Mode, Way
from travelagent.travel.legs import MODE_NAMES


def journey_answer(origin: str, city: str, say: Say) -> str:
    """That timetables and fares are not known, and the wish that brings distance, time and cost of the way."""
    here, there = (_name(end, say) for end in (origin, city))
    return say(
        f"I know no timetables, lines or ticket prices from {here} to {there}: ask the railway or the airline."
        f" A plan brings an estimate of time and cost; say “plan a weekend in {there} by train from {here}”.",
        f"我没有{here}到{there}的车次、时刻和票价，请到铁路或航空公司的官方渠道查询。"
        f"规划行程时，预算会按距离估算路上的时间和花费；可以说“规划从{here}坐高铁去{there}的行程”。",
    )


def rides_in(budget: Budget) -> list[Item]:
    """The rides of the trip as calculate_budget told them."""
    return [item for item in budget.items if item.kind == "intercity"]


def mode_named(mode: Mode, journey: Journey) -> LocalizedText:
    """What a way is called, a train by the traveller's own word for it: 高铁."""
    name = MODE_NAMES[mode]
    return LocalizedText(name.en, journey.train) if mode == "train" and journey.train else name


def as_said(item: Item, journey: Journey) -> Item:
    """An item of a budget, the train of a ride by the traveller's own word for it."""
    if item.kind != "intercity":
        return item
    said = mode_named("train", journey).zh
    return replace(item, label=item.label.replace(f"，{MODE_NAMES['train'].zh}，", f"，{said}，"))


def rides_between(budget: Budget, origin: str, city: str) -> list[Item]:
    """The rides of the trip that lead from one city to another."""
    names = [[_name(end, speaker(language)) for end in (origin, city)] for language in ("en", "zh")]
    way = (f"{' to '.join(names[0])},", f"{'至'.join(names[1])}，")
    return [ride for ride in rides_in(budget) if ride.label.startswith(way)]


def from_home_and_back(budget: Budget, origin: str | None) -> list[str]:
    """The rides of the trip from home and back there, as calculate_budget calls them."""
    if origin is None:
        return []
    ends = [_name(origin, speaker(language)) for language in ("en", "zh")]
    labels = [ride.label for ride in rides_in(budget)]
    sides = (f"{ends[0]} to ", f" to {ends[0]},", f"{ends[1]}至", f"至{ends[1]}，")
    return [label for label in labels if label.startswith(sides[::2]) or any(side in label for side in sides[1::2])]


def has_coach(budget: Budget) -> bool:
    """Whether one of the trip's rides is by coach."""
    return any(_is_by("bus", ride) for ride in rides_in(budget))


def counted_answer(budget: Budget, language: str) -> str:
    """Whether the rides there and back are within a budget, and which they are."""
    say, rides, people = speaker(language), rides_in(budget), budget.travellers
    told = rides_answer(rides, budget.currency, language, say)
    if not rides:
        return say("**No.** ", "**没有算在内。**") + told
    total = money(budget.total, budget.currency, language)
    return (
        say(
            f"**Yes**: the budget of {total} for {'one traveller' if people == 1 else f'{people} people'} holds it.",
            f"**已算在内**：预算一共 {total}（{people} 人），包含下面的交通。",
        )
        + f"\n\n{told}"
    )


def fares_told(rides: Sequence[Item], people: int, currency: str, language: str) -> str:
    """What several rides of the trip come to."""
    total = money(sum(ride.amount for ride in rides), currency, language)
    return speaker(language)(
        f"**{total} in all** for {'one traveller' if people == 1 else f'{people} travellers'}, all rides together.",
        f"**一共 {total}**（{people} 人，下面各段合计）。",
    )


def rides_answer(rides: Sequence[Item], currency: str, language: str, say: Say) -> str:
    """These rides of the trip, each with its time and price; without one, how to have them."""
    if not rides:
        return say(
            "The budget holds no journey there and back: it was not said where you set out from. Say, for example,"
            " “by train from London”.",
            "预算不含往返交通：还没说从哪里出发。可以说“从上海坐高铁出发”。",
        )
    lines = []
    for ride in rides:
        amount = money(ride.amount, currency, language)
        count = ride.quantity
        if _is_by("car", ride):
            people = say(f" for {count} cars", f"（{count} 辆车）") if count > 1 else ""
        else:
            people = say(f" for {count}", f"（{count} 人）") if count > 1 else ""
        lines.append(f"- {ride.label}{say(': ', '：')}{amount}{people}")
    if any(_is_by("car", ride) for ride in rides):
        lines += ["", say("Of a car its fuel and tolls are counted, no rent.", "自驾按油费和过路费估算，不含租车费。")]
    return "\n".join(
        [
            say("**The rides in your budget**", "**预算里的往返与城际交通**"),
            "",
            *lines,
            "",
            say(
                "Times are from door to door; both are estimates by distance, so look up the timetable, and where one"
                " changes, before you book. To compare, say “fly instead” or “by train instead”.",
                "时间按门到门计算，与票价一样按距离估算；我没有班次和换乘资料，订票前请查询。想比较的话，可以说“改坐飞机”或“改坐高铁”。",
            ),
        ]
    )


def _is_by(way: Way, ride: Item) -> bool:
    name = MODE_NAMES[way]
    return f", {name.en}, " in ride.label or f"，{name.zh}，" in ride.label


def _name(city: str, say: Say) -> str:
    """What a city is called, of the catalogue or by its GeoNames id."""
    place = source.cities().get(city) or world_city(int(city.removeprefix("geonames:")))
    return say(place.name_en, place.name_zh or place.name_en) if place else city
