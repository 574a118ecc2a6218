"""Whether so many days are enough: for sights by what their visits take, for a city by how long people stay."""

from collections.abc import Sequence

from travelagent.assistant.offline.answers.places import sight_table
from travelagent.assistant.offline.reading.asked import Enough
from travelagent.assistant.offline.turn import Turn
from travelagent.assistant.offline.values import Understood
from travelagent.assistant.results.city import CityFacts
from travelagent.assistant.results.sights import FoundSight, SightsOfCity
from travelagent.assistant.wording import listed, problem, speaker

EASY, FULL = 6 * 60, 510
"""Minutes of visits that leave a day room, and that fill one from opening to closing."""


def enough_answer(understood: Understood, turn: Turn, wish: Enough) -> str:
    """The verdict and what it stands on; without the facts, why there are none."""
    say, language = speaker(understood.language), understood.language
    days = say("One day" if wish.days == 1 else f"{wish.days} days", "一天" if wish.days == 1 else f"{wish.days} 天")
    if sights := _named(turn, wish.sights):
        names = listed([sight.name for sight in sights], language)
        minutes = [sight.minutes for sight in sights]
        if max(minutes) > FULL or sum(minutes) > wish.days * FULL:
            lead = say(f"**{days} will hardly do for {names}.**", f"**{names}：{days}不太够**。")
        elif sum(minutes) <= wish.days * EASY:
            lead = say(f"**{days} will do for {names}.**", f"**{names}：{days}够了**。")
        else:
            lead = say(
                f"**{days} will just do for {names}, from opening to closing.**",
                f"**{names}：{days}刚够，要从开门走到关门**。",
            )
        way = say("The way between them comes on top of the visits.", "路上的时间要另外加。")
        return "\n".join([lead, "", *sight_table([SightsOfCity("", "", sights=tuple(sights))], language), "", way])
    if infos := turn.results("get_city_info"):
        return "\n".join(_stay(info.city, wish.days, understood) for info in infos)
    failures = turn.failures("get_city_info")
    return (
        problem(failures[0].error or {}, language) if failures else say("I cannot look that up now.", "目前无法查询。")
    )


def _named(turn: Turn, wanted: Sequence[str]) -> list[FoundSight]:
    """The sights that were asked about, as the tool found them."""
    found = turn.last("query_attractions")
    rows = {sight.id: sight for sight in found.attractions.sights} if found else {}
    return [rows[sight] for sight in wanted if sight in rows]


def _stay(info: CityFacts, days: int, understood: Understood) -> str:
    """How so many days compare with a usual stay in a city."""
    say, name, least, most = speaker(understood.language), info.name, info.days_min, info.days_max
    usual = say(f"A usual stay in {name} is {least}–{most} days.", f"{name}通常玩 {least}～{most} 天。")
    if days < least:
        return say(f"**That is short for {name}.** {usual}", f"**有点赶**。{usual}")
    return say(f"**That is enough for {name}.** {usual}", f"**够了**。{usual}")
