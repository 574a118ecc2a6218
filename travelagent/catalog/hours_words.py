"""Opening hours as people say them, in both languages, from the opening_hours syntax of the catalogue.

What the catalogue writes is read: months, dates, weekdays, times, `off`. Anything else is left as it stands.
"""

import re
from collections.abc import Sequence

from travelagent.catalog.values import Sight
from travelagent.plans.fields import clock
from travelagent.plans.values import LocalizedText
from travelagent.plans.words import MONTHS, WEEKDAY_NAMES, closure_days, listed

MOST_CLOSURES = 3
"""So many of the days on which a sight is closed are listed beside its hours."""
_MONTHS = tuple(name[:3] for name in MONTHS)
_DAYS = tuple(WEEKDAY_NAMES)
_ALWAYS = LocalizedText("open all day", "全天开放")
_TIME = r"(?:\d\d:\d\d\+?|sunrise|sunset)"
_MONTH = f"(?:{'|'.join(_MONTHS)})(?: \\d{{1,2}}(?!\\d|:)(?:-\\d{{1,2}}(?!\\d|:))?)?"
_DAY = f"(?:{'|'.join(_DAYS)})(?:\\[[1-4]\\])?"
_NTH = (("1st", "一"), ("2nd", "二"), ("3rd", "三"), ("4th", "四"))


def _list(part: str) -> str:
    return f"{part}(?:-{part})?(?:,{part}(?:-{part})?)*"


_RULE = re.compile(
    f"(?:(?P<months>{_list(_MONTH)})(?: |$))?(?:(?P<days>{_list(_DAY)})(?: |$))?(?P<times>off|24/7|{_list(_TIME)})?"
)


def opening_text(sight: Sight) -> LocalizedText:
    """Return the hours of a sight, the sessions at which it begins, and the first holidays on which it is closed.

    `Tue–Sun 18:00–23:00; begins 19:00, 21:00; closed 25 December`.
    """
    parts = [hours_text(sight.hours)]
    if sight.sessions:
        starts = listed(dict.fromkeys(clock(session.start) for session in sight.sessions))
        parts.append(LocalizedText(f"begins {starts.en}", f"{starts.zh} 开始"))
    if sight.closed_on:
        closed = tuple(dict.fromkeys(map(closure_days, sight.closed_on)))
        days, more = listed(closed[:MOST_CLOSURES]), len(closed) > MOST_CLOSURES
        parts.append(LocalizedText(f"closed {days.en}{' …' if more else ''}", f"{days.zh}{'等' if more else ''}休"))
    return listed(parts, "; ", "；")


def hours_text(hours: str) -> LocalizedText:
    """Describe opening hours: `Tu-Su 09:00-17:00; Mo off` as `Tue–Sun 09:00–17:00; Mon closed`, 周二至周日
    09:00–17:00；周一休.
    """
    if hours == "24/7":
        return _ALWAYS
    rules = [_RULE.fullmatch(rule.strip()) for rule in re.split(r";|, (?=[A-Z])", hours)]
    if not all(rule and rule["times"] for rule in rules):
        return LocalizedText(hours, hours)
    texts = [_rule(rule) for rule in rules if rule]
    return LocalizedText("; ".join(text.en for text in texts), "；".join(text.zh for text in texts))


def _rule(rule: re.Match[str]) -> LocalizedText:
    when = [_joined(rule[name], name) for name in ("months", "days") if rule[name]]
    times = rule["times"]
    if times == "off":
        return LocalizedText(" ".join([*(w.en for w in when), "closed"]), f"{' '.join(w.zh for w in when)}休")
    open_ = _ALWAYS if times == "24/7" else _joined(times, "times")
    return LocalizedText(" ".join(w.en for w in (*when, open_)), " ".join(w.zh for w in (*when, open_)))


def _joined(text: str, kind: str) -> LocalizedText:
    """Spans by commas, each of one or two ends."""
    spans = [
        [_end(end, kind) for end in re.split(r"-(?!\d+$)" if kind == "months" else "-", span)]
        for span in text.split(",")
    ]
    to = "–" if kind == "times" and "s" not in text else "至"
    return LocalizedText(", ".join(_span(s, "en", "–") for s in spans), "、".join(_span(s, "zh", to) for s in spans))


def _span(ends: Sequence[LocalizedText], language: str, to: str) -> str:
    return to.join(getattr(end, language) for end in ends)


def _end(text: str, kind: str) -> LocalizedText:
    match kind:
        case "days":
            name = WEEKDAY_NAMES[text[:2]]
            if len(text) == len("Mo"):
                return LocalizedText(name.en[:3], name.zh)
            nth = _NTH[int(text[3]) - 1]
            return LocalizedText(f"{nth[0]} {name.en[:3]} of the month", f"每月第{nth[1]}个{name.zh}")
        case "months":
            month, _, day = text.partition(" ")
            number, day = _MONTHS.index(month) + 1, "–".join(each.lstrip("0") for each in day.split("-"))
            return LocalizedText(f"{day} {month}" if day else month, f"{number}月{day}日" if day else f"{number}月")
        case _:
            at = _of_the_day(text)
            return LocalizedText(at, {"sunrise": "日出", "sunset": "日落"}.get(at, at))


def _of_the_day(time: str) -> str:
    """A time that goes on past midnight by the next day's clock: `25:00` is `01:00`."""
    hour = int(time[:2]) if time[:2].isdigit() else 0
    return f"{hour - 24:02d}{time[2:]}" if time[:5] > "24:00" and hour else time
