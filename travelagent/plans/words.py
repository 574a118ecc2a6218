"""What interests and categories are called in both languages, and how times of day and dates are written.

Terms that are not in the table (of a caller's own sights) are written as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date

from travelagent.plans.closures import Closure
from travelagent.plans.fields import clock
from travelagent.plans.values import LocalizedText, MealKind, PartOfDay, Pin, PlaceInDay, Strain

CHINESE = {
    "history": "历史", "culture": "文化", "art": "艺术", "architecture": "建筑", "museum": "博物馆", "nature": "自然",
    "mountain": "山", "beach": "海滩", "island": "海岛", "lake": "湖泊", "river": "江河", "hiking": "徒步",
    "wildlife": "野生动物", "hot_spring": "温泉", "food": "美食", "nightlife": "夜生活", "shopping": "购物",
    "family": "亲子", "romance": "浪漫", "adventure": "探险", "religion": "宗教", "photography": "摄影",
    "theme_park": "主题乐园", "ancient_town": "古镇", "grassland": "草原", "desert": "沙漠", "snow": "冰雪",
    "park": "公园", "science": "科学", "ethnic_culture": "民族风情", "village": "乡村", "palace": "宫殿",
    "temple": "寺庙", "church": "教堂", "mosque": "清真寺", "shrine": "神社", "monument": "纪念地", "gallery": "美术馆",
    "old_town": "老城", "street": "街区", "market": "市场", "garden": "园林", "waterfall": "瀑布", "cave": "洞穴",
    "canyon": "峡谷", "glacier": "冰川", "zoo": "动物园", "aquarium": "水族馆", "viewpoint": "观景点", "tower": "塔",
    "bridge": "桥", "university": "大学", "castle": "城堡", "fortress": "要塞", "ruins": "遗址", "cemetery": "陵园",
    "square": "广场", "show": "演出", "ski": "滑雪场", "forest": "森林", "national_park": "国家公园",
    "neighborhood": "街区", "stairs": "台阶", "climb": "爬坡", "altitude": "高海拔", "heights": "高处",
    "atrocity": "暴行展陈", "adult": "成人场所",
}  # fmt: skip
MEAL_NAMES: Mapping[MealKind, LocalizedText] = {
    "lunch": LocalizedText("lunch", "午餐"),
    "dinner": LocalizedText("dinner", "晚餐"),
}
REST = LocalizedText("Rest at the hotel", "回酒店休息")
STRAIN_NAMES: Mapping[Strain, LocalizedText] = {
    "stairs": LocalizedText("the stairs", "台阶"),
    "climb": LocalizedText("the climb", "爬坡"),
    "altitude": LocalizedText("the altitude", "海拔高"),
    "heights": LocalizedText("the height above the ground", "离地太高"),
    "atrocity": LocalizedText("the atrocities that children would see there", "展出暴行、不适合孩子"),
    "adult": LocalizedText("what is for grown-ups there", "是成年人去的地方"),
}
WEEKDAY_NAMES = {
    "Mo": LocalizedText("Monday", "周一"),
    "Tu": LocalizedText("Tuesday", "周二"),
    "We": LocalizedText("Wednesday", "周三"),
    "Th": LocalizedText("Thursday", "周四"),
    "Fr": LocalizedText("Friday", "周五"),
    "Sa": LocalizedText("Saturday", "周六"),
    "Su": LocalizedText("Sunday", "周日"),
}
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


HOLIDAY_NAMES = {
    "thanksgiving": LocalizedText("Thanksgiving", "感恩节"),
    "good-friday": LocalizedText("Good Friday", "耶稣受难日"),
    "easter-sunday": LocalizedText("Easter Sunday", "复活节"),
    "easter-monday": LocalizedText("Easter Monday", "复活节星期一"),
    "orthodox-good-friday": LocalizedText("Orthodox Good Friday", "东正教耶稣受难日"),
    "orthodox-easter-sunday": LocalizedText("Orthodox Easter", "东正教复活节"),
    "cny-eve": LocalizedText("Chinese New Year's Eve", "除夕"),
    "cny-1": LocalizedText("Chinese New Year", "春节"),
    "cny-2": LocalizedText("Chinese New Year", "春节"),
    "cny-3": LocalizedText("Chinese New Year", "春节"),
    **dict.fromkeys(("passover-1", "passover-2", "passover-7", "passover-8"), LocalizedText("Passover", "逾越节")),
    **dict.fromkeys(("shavuot-1", "shavuot-2"), LocalizedText("Shavuot", "五旬节")),
    **dict.fromkeys(("rosh-hashanah-1", "rosh-hashanah-2"), LocalizedText("Rosh Hashanah", "犹太新年")),
    "yom-kippur": LocalizedText("Yom Kippur", "赎罪日"),
    **dict.fromkeys(("sukkot-1", "sukkot-2"), LocalizedText("Sukkot", "住棚节")),
    "shemini-atzeret": LocalizedText("Shemini Atzeret", "住棚节圣会"),
    "simchat-torah": LocalizedText("Simchat Torah", "欢庆圣法节"),
    **dict.fromkeys((f"eid-al-fitr-{day}" for day in (1, 2, 3)), LocalizedText("Eid al-Fitr", "开斋节")),
    **dict.fromkeys((f"eid-al-adha-{day}" for day in (1, 2, 3, 4)), LocalizedText("Eid al-Adha", "宰牲节")),
}
PARTS: Mapping[PartOfDay | PlaceInDay, LocalizedText] = {
    "morning": LocalizedText("in the morning", "上午"),
    "afternoon": LocalizedText("in the afternoon", "下午"),
    "evening": LocalizedText("in the evening", "晚上"),
    "first": LocalizedText("first", "当天第一站"),
    "last": LocalizedText("last", "当天最后一站"),
}


def pinned_time(pin: Pin) -> LocalizedText:
    """Return when on its day a pinned visit is requested: `in the morning`, `at 09:30`, 上午.

    Empty where at any time.
    """
    if pin.start is not None:
        return LocalizedText(f"at {clock(pin.start)}", clock(pin.start))
    return PARTS[pin.when] if pin.when else LocalizedText("", "")


def calendar_day(day: date) -> LocalizedText:
    """Format a date: `7 December 2026`, 2026年12月7日."""
    return LocalizedText(f"{day.day} {MONTHS[day.month - 1]} {day.year}", f"{day.year}年{day.month}月{day.day}日")


def week_day(day: date) -> LocalizedText:
    """Format a date with its weekday: `Monday 7 December 2026`, 2026年12月7日（周一）."""
    name, written = tuple(WEEKDAY_NAMES.values())[day.weekday()], calendar_day(day)
    return LocalizedText(f"{name.en} {written.en}", f"{written.zh}（{name.zh}）")


def short_day(day: date) -> LocalizedText:
    """Format a date of a known year: `Mon 7 Dec`, 12月7日 周一."""
    name = tuple(WEEKDAY_NAMES.values())[day.weekday()]
    return LocalizedText(f"{name.en[:3]} {day.day} {MONTHS[day.month - 1][:3]}", f"{day.month}月{day.day}日 {name.zh}")


def closure_name(closure: Closure) -> LocalizedText:
    """Return why a sight is closed on a day on which its hours would have it open: `Thanksgiving`, 感恩节."""
    if closure.holiday:
        return HOLIDAY_NAMES[closure.holiday]
    return LocalizedText("yearly closure", "年度闭馆") if closure.is_span else LocalizedText("holiday", "节假日")


def closure_days(closure: Closure) -> LocalizedText:
    """Return the days of a closure, in any year: `25 December`, 12月25日; `Thanksgiving`, 感恩节."""
    if closure.holiday:
        return HOLIDAY_NAMES[closure.holiday]
    return listed((_day_of_year(*day) for day in dict.fromkeys((closure.first, closure.last))), "–", "至")


def _day_of_year(month: int, day: int) -> LocalizedText:
    return LocalizedText(f"{day} {MONTHS[month - 1]}", f"{month}月{day}日")


def closed_day(written: LocalizedText, closure: Closure | None) -> LocalizedText:
    """Format a date on which a sight is closed, with the reason where there is one: `Fri 25 Dec (holiday)`."""
    if closure is None:
        return written
    name = closure_name(closure)
    return LocalizedText(f"{written.en} ({name.en})", f"{written.zh}（{name.zh}）")


def span(start: int, end: int) -> str:
    """Format a span of time: `10:00–17:00`."""
    return f"{clock(start)}–{clock(end)}"


def duration(minutes: int) -> LocalizedText:
    """Format a length of time: `4 h 50 min`, 4 小时 50 分钟."""
    hours, rest = divmod(minutes, 60)
    parts = [(hours, "h", "小时"), (rest, "min", "分钟")]
    shown = [part for part in parts if part[0]] or parts[1:]
    return LocalizedText(
        " ".join(f"{number} {en}" for number, en, _ in shown), " ".join(f"{number} {zh}" for number, _, zh in shown)
    )


def term(name: str) -> LocalizedText:
    """Return the name of an interest or a category: `hot spring`, 温泉."""
    return LocalizedText(name.replace("_", " "), CHINESE.get(name, name))


def joined(names: Iterable[str]) -> LocalizedText:
    """Join the names of interests or categories: `history, food`, 历史、美食."""
    return listed(map(term, names))


def listed(parts: Iterable[LocalizedText | str], en: str = ", ", zh: str = "、") -> LocalizedText:
    """Join several texts into one, with these marks between them."""
    texts = [LocalizedText(part, part) if isinstance(part, str) else part for part in parts]
    return LocalizedText(en.join(text.en for text in texts), zh.join(text.zh for text in texts))


def sentence(text: LocalizedText) -> LocalizedText:
    """Return the text with a capital letter and a full stop."""
    return LocalizedText(f"{text.en[0].upper()}{text.en[1:]}.", f"{text.zh}。")
