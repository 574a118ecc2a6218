"""Rules of what suits the party: its pace, its ways, and what it is to be spared."""

from __future__ import annotations

from collections.abc import Mapping

from travelagent.briefs.costs import is_tight
from travelagent.briefs.party import ADULT_FROM, everybody, goes_gently, has_seniors, young_children
from travelagent.briefs.rules import Draft, Outcome, Rule
from travelagent.briefs.values import Need
from travelagent.catalog import source
from travelagent.catalog.sight_kinds import sights_of_kinds_by_name
from travelagent.planning.edits.trip import CHEAPER_THRIFT
from travelagent.planning.wishes import SPARING
from travelagent.plans.values import LocalizedText, Strain

STRAINS: Mapping[Need, tuple[Strain, ...]] = {
    "wheelchair": ("stairs", "climb"),
    "little_walking": ("stairs", "climb"),
    "no_altitude": ("altitude",),
    "no_heights": ("heights",),
    "pregnant": ("climb", "altitude"),
}
"""What nobody is led to who has these needs."""
FEW_DAYS = 3
"""Of so many calm days none is spent on long ways."""


def gentle_pace(draft: Draft) -> Outcome:
    """Plan relaxed days where somebody goes gently and no pace was stated."""
    if draft.brief.pace is not None or not goes_gently(draft.brief):
        return None
    who = ("With seniors", "有长辈同行") if has_seniors(draft.brief.party) else ("Somebody goes gently", "有人需要慢行")
    text = LocalizedText(
        f"{who[0]}: three sights a day at most, and longer meals.", f"{who[1]}：每天最多三个景点，用餐时间更长。"
    )
    return draft.asking(pace="relaxed"), text


def short_trips(draft: Draft) -> Outcome:
    """Prefer what is near for those on whom long ways are hard, and on a few calm days."""
    brief = draft.brief
    requested = "short_trips" in brief.needs or has_seniors(brief.party)
    if not requested and not (draft.request.pace == "relaxed" and draft.days <= FEW_DAYS):
        return None
    text = LocalizedText(
        "Short ways first: what lies far out is in the plan only where it is well worth the way.",
        "优先安排路近的景点，路远的要特别值得去才排进来。",
    )
    return draft.asking(short_ways=True), text


def family_sights(draft: Draft) -> Outcome:
    """Count what suits families among the interests where children go."""
    request = draft.request
    if not young_children(draft.brief.party) or "family" in (*request.interests, *request.avoid):
        return None
    text = LocalizedText(
        "With children, places that families enjoy come first.", "有孩子同行，优先安排适合亲子的地方。"
    )
    return draft.asking(interests=(*request.interests, "family")), text


def spared_strains(draft: Draft) -> Outcome:
    """Leave out what asks too much of somebody's body."""
    strains = [strain for need in draft.brief.needs for strain in STRAINS.get(need, ())]
    if "mountain" in draft.brief.avoid:
        strains.append("climb")
    return _avoiding(
        draft,
        strains,
        LocalizedText("Left out: places known for their {en}.", "不安排以{zh}著称的地方。"),
    )


def not_for_children(draft: Draft) -> Outcome:
    """Leave out what is not for the minors of the party, where these cities have any of it."""
    party = draft.brief.party
    strains: list[Strain] = ["atrocity"] if young_children(party) else []
    if any(age is None or age < ADULT_FROM for age in everybody(party).children):
        strains.append("adult")
    there = {
        strain
        for sight in source.sights().values()
        if sight.city in draft.cities
        for strain in source.strains_of(sight)
    }
    text = LocalizedText("With children, {en} is left out.", "有孩子同行，不安排{zh}。")
    return _avoiding(draft, [strain for strain in strains if strain in there], text)


_STRAIN_NAMES: Mapping[Strain, LocalizedText] = {
    "stairs": LocalizedText("stairs", "台阶多"),
    "climb": LocalizedText("climbs", "爬坡登山"),
    "altitude": LocalizedText("thin air", "海拔高"),
    "heights": LocalizedText("heights", "高空"),
    "atrocity": LocalizedText("what shows atrocities", "展示暴行的场所"),
    "adult": LocalizedText("what is for adults", "成人场所"),
}


def _avoiding(draft: Draft, strains: list[Strain], words: LocalizedText) -> Outcome:
    new = [strain for strain in dict.fromkeys(strains) if strain not in draft.request.avoid]
    if not new:
        return None
    en = " and ".join(_STRAIN_NAMES[strain].en for strain in new)
    zh = "、".join(_STRAIN_NAMES[strain].zh for strain in new)
    text = LocalizedText(words.en.format(en=en), words.zh.format(zh=zh))
    return draft.asking(avoid=(*draft.request.avoid, *new)), text


def refused_by_name(draft: Draft) -> Outcome:
    """Leave out sights that are of a refused kind by their names alone."""
    kept = {*draft.brief.must_see, *draft.request.avoid}
    named = [sight for sight in sights_of_kinds_by_name(draft.brief.avoid, draft.cities) if sight not in kept]
    if not named:
        return None
    text = LocalizedText(
        f"What you refuse is refused by name, too: {len(named)} more left out.",
        f"名称属于你不想去的类型的地方也不安排，共 {len(named)} 处。",
    )
    return draft.asking(avoid=(*draft.request.avoid, *named)), text


def watched_money(draft: Draft) -> Outcome:
    """Let dear tickets and far taxis be worth their price where there is a limit, or it is to be cheap."""
    brief = draft.brief
    if brief.thrift == "cheapest" or is_tight(brief):
        return draft.asking(thrift=CHEAPER_THRIFT), LocalizedText(
            "As little as possible is spent: dear tickets are left out, however famous.",
            "尽量少花钱：贵的门票再有名也不安排。",
        )
    if brief.thrift == "sparing" or brief.budget is not None or brief.tier == "budget":
        return draft.asking(thrift=SPARING), LocalizedText(
            "Your budget is kept in view: an expensive ticket has to be worth it.",
            "顾着预算：票价贵的景点，值得才安排。",
        )
    return None


SUITABILITY = (
    Rule(
        "gentle_pace",
        LocalizedText("relaxed: 3 sights a day, 75-minute meals", "轻松：每天 3 个景点，用餐 75 分钟"),
        LocalizedText(
            "Seniors and whoever walks with difficulty see less in a day.", "长辈和行动不便的人一天看得少些。"
        ),
        gentle_pace,
    ),
    Rule(
        "short_trips",
        LocalizedText("seniors, or up to 3 relaxed days", "有长辈，或不超过 3 天的轻松行程"),
        LocalizedText("Long rides tire, and take a short trip's time.", "路远累人，短途行程也不划算。"),
        short_trips,
    ),
    Rule(
        "family_sights",
        LocalizedText("children under 13", "13 岁以下儿童"),
        LocalizedText("A day that bores the children is long for everybody.", "孩子无聊，大人也玩不好。"),
        family_sights,
    ),
    Rule(
        "spared_strains",
        LocalizedText("stairs, climbs, altitude, heights", "台阶、爬坡、高海拔、高处"),
        LocalizedText("Nobody is led to what their body cannot do.", "不带人去身体吃不消的地方。"),
        spared_strains,
    ),
    Rule(
        "not_for_children",
        LocalizedText("atrocities under 13, adult places under 18", "13 岁以下不看暴行展示，18 岁以下不去成人场所"),
        LocalizedText("Some places are not for children.", "有些地方不适合孩子。"),
        not_for_children,
    ),
    Rule(
        "refused_by_name",
        LocalizedText("names of the refused kinds", "名称属于被拒类型"),
        LocalizedText("A refused kind is refused under any category.", "不想去的类型，归到别的分类也不去。"),
        refused_by_name,
    ),
    Rule(
        "watched_money",
        LocalizedText("a budget or the tier budget was named", "给出了预算或选择经济档"),
        LocalizedText("Who watches the money skips tickets that are not worth it.", "在意花费的人不买不值的票。"),
        watched_money,
    ),
)
