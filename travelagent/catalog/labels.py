"""What interests, categories, seasons, tiers and months are called, in both languages."""

from calendar import month_name
from typing import Literal, get_args

from travelagent.catalog.values import Category, Tag, Tier
from travelagent.plans.values import LocalizedText

Season = Literal["spring", "summer", "autumn", "winter"]
SEASONS: tuple[Season, ...] = get_args(Season)
# As most travellers who ask say them: the northern calendar, wherever the place is.
SEASON_MONTHS: dict[Season, tuple[int, ...]] = {
    "spring": (3, 4, 5),
    "summer": (6, 7, 8),
    "autumn": (9, 10, 11),
    "winter": (12, 1, 2),
}
TAG_ZH: dict[Tag, str] = {
    "history": "历史", "culture": "文化", "art": "艺术", "architecture": "建筑", "museum": "博物馆", "nature": "自然",
    "mountain": "山", "beach": "海滩", "island": "海岛", "lake": "湖泊", "river": "江河", "hiking": "徒步",
    "wildlife": "野生动物", "hot_spring": "温泉", "food": "美食", "nightlife": "夜生活", "shopping": "购物",
    "family": "亲子", "romance": "浪漫", "adventure": "探险", "religion": "宗教", "photography": "摄影",
    "theme_park": "主题乐园", "ancient_town": "古镇", "grassland": "草原", "desert": "沙漠", "snow": "冰雪",
    "park": "公园", "science": "科学", "ethnic_culture": "民族风情", "village": "乡村",
}  # fmt: skip
CATEGORY_ZH: dict[Category, str] = {
    "palace": "宫殿", "temple": "寺庙", "church": "教堂", "mosque": "清真寺", "shrine": "神社", "monument": "纪念地",
    "museum": "博物馆", "gallery": "美术馆", "old_town": "老城", "street": "街区", "market": "市场", "park": "公园",
    "garden": "园林", "mountain": "山", "lake": "湖泊", "river": "江河", "beach": "海滩", "island": "海岛",
    "waterfall": "瀑布", "cave": "洞穴", "canyon": "峡谷", "desert": "沙漠", "grassland": "草原", "glacier": "冰川",
    "hot_spring": "温泉", "zoo": "动物园", "aquarium": "水族馆", "theme_park": "主题乐园", "viewpoint": "观景点",
    "tower": "塔", "bridge": "桥", "university": "大学", "castle": "城堡", "fortress": "要塞", "ruins": "遗址",
    "cemetery": "陵园", "square": "广场", "show": "演出", "village": "村落", "ski": "滑雪场", "forest": "森林",
    "national_park": "国家公园", "neighborhood": "街区",
}  # fmt: skip
TIER_NAMES: dict[Tier, LocalizedText] = {
    "budget": LocalizedText("budget", "经济"),
    "mid": LocalizedText("mid-range", "舒适"),
    "luxury": LocalizedText("luxury", "豪华"),
}


def tag_name(tag: Tag) -> LocalizedText:
    """Return the name of an interest: `hot spring`, 温泉."""
    return LocalizedText(tag.replace("_", " "), TAG_ZH[tag])


def category_name(category: Category) -> LocalizedText:
    """Return the name of a sight's category: `old town`, 老城."""
    return LocalizedText(category.replace("_", " "), CATEGORY_ZH[category])


def month_names(months: tuple[int, ...]) -> LocalizedText:
    """Return the names of months, joined: `January`, 1月."""
    return LocalizedText(", ".join(month_name[month] for month in months), "、".join(f"{month}月" for month in months))
