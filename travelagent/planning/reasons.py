"""Why a visit is where it is, in a sentence out of the plan's own figures."""

from __future__ import annotations

from travelagent.planning.taste import NIGHTFALL, after_dark
from travelagent.plans.values import Leg, LocalizedText, PlanRequest, Sight
from travelagent.plans.words import joined
from travelagent.travel.legs import MODE_NAMES, Hop

FAR_MINUTES = 45
"""A way of at least this length is said."""
BOOKING = LocalizedText("Yours, kept at its time.", "你自己的安排，按原定时间保留。")


def why(request: PlanRequest, sight: Sight, hop: Hop | Leg, *, first: bool, arrive: int, spare: int) -> LocalizedText:
    """Demanded or of high score, the interests it meets, its nearness or distance, its hour, the minutes to spare."""
    parts = [_merit(request, sight)]
    if met := [tag for tag in request.interests if tag in (sight.category, *sight.tags)]:
        names = joined(met)
        parts.append(LocalizedText(f"matches {names.en}", f"符合兴趣：{names.zh}"))
    mode = MODE_NAMES[hop.mode]
    if (hop.mode == "walk" and not first) or hop.minutes >= FAR_MINUTES:
        start = LocalizedText("where the day starts", "出发地") if first else LocalizedText("the stop before", "上一站")
        parts.append(
            LocalizedText(
                f"{hop.minutes} min {mode.en if hop.mode == 'walk' else f'by {mode.en}'} from {start.en}",
                f"从{start.zh}{mode.zh if hop.mode == 'walk' else f'乘{mode.zh}'} {hop.minutes} 分钟",
            )
        )
    if after_dark(sight) and arrive >= NIGHTFALL:
        parts.append(LocalizedText("at its best in the evening", "适合傍晚和夜间游览"))
    parts.append(LocalizedText(f"{spare} min to spare", f"时间余量 {spare} 分钟"))
    en = "; ".join(part.en for part in parts)
    return LocalizedText(en[0].upper() + en[1:] + ".", "；".join(part.zh for part in parts) + "。")


def _merit(request: PlanRequest, sight: Sight) -> LocalizedText:
    if any(pin.sight == sight.id and pin.said for pin in request.pinned):
        return LocalizedText("you pinned it", "你已固定")
    if sight.id in request.must_see:
        return LocalizedText("on your must-see list", "你的必去景点")
    return LocalizedText(f"rated {sight.score:g} of 10", f"推荐度 {sight.score:g}/10")
