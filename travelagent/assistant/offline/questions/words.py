"""The words of data questions, in both languages, as patterns over a folded text whose places are marked out."""

import re
from collections.abc import Mapping
from typing import Final

from travelagent.assistant.offline.reading.lexicon import ENGLISH_COUNTS
from travelagent.catalog.labels import CATEGORY_ZH, TAG_ZH
from travelagent.catalog.values import CATEGORIES, TAGS, Category, Tag


def words(english: str, chinese: str = "") -> re.Pattern[str]:
    """A pattern of whole English words, or Chinese ones anywhere."""
    return re.compile("|".join(part for part in (rf"\b(?:{english})\b" if english else "", chinese) if part), re.ASCII)


# -- figures -----------------------------------------------------------------------------------------------------------

_ENGLISH_NUMBER: Final = "|".join(sorted((word for word in ENGLISH_COUNTS if word.isalpha()), key=len, reverse=True))
NUMBER: Final = rf"(?:\d[\d,]*(?:\.\d+)?(?:[kw万千百](?![a-z]))?|半(?=个?小时)|[一二两三四五六七八九十百千万]+|\b(?:{_ENGLISH_NUMBER})\b)"
CURRENCIES: Final[Mapping[str, str]] = {
    "USD": r"us\$|usd|dollars?|bucks|美元|美金|刀|\$",
    "EUR": r"€|eur|euros?|欧元|欧",
    "GBP": r"£|gbp|pounds?|英镑",
    "JPY": r"jpy|yen|日元|日圆|円",
    "CNY": r"cny|rmb|yuan|人民币|块钱|块|元|¥|￥",
    "THB": r"thb|baht|泰铢",
    "KRW": r"krw|won|韩元|韩币|₩",
    "HKD": r"hk\$|hkd|港币|港元",
    "INR": r"inr|rupees?|卢比|₹",
}
MONEY: Final = "|".join(f"(?P<{code}>{names})" for code, names in CURRENCIES.items())
BEFORE_NUMBER: Final[Mapping[str, str]] = {
    "<=": r"at most|up to|no more than|not more than|a maximum of|maximum|within|不超过|不高于|不多于|最多(?=\s*\d)|至多",
    ">=": r"at least|no less than|not less than|no fewer than|a minimum of|minimum|不低于|不少于|不小于|至少|最少(?=\s*\d)",
    ">": r"more than|over|above|exceeding|greater than|higher than|longer than|warmer than|pricier than|超过|高于|大于|多于"
    r"|高过|超出|长于|>",
    "<": r"less than|fewer than|under|below|cheaper than|lower than|shorter than|colder than|cooler than|不到|低于|少于"
    r"|小于|不足|短于|<",
    "=": r"exactly|of exactly|rated|scored|等于|正好|恰好|刚好",
}
AFTER_NUMBER: Final[Mapping[str, str]] = {
    ">=": r"(?:及|或)?以上|之上|起|\+|(?:or|and) (?:more|higher|above|up|over|better|longer|warmer)|plus|或更高",
    "<=": r"(?:及|或)?以下|以内|之内|之下|(?:or|and) (?:less|below|under|lower|cheaper|fewer|shorter|cooler)",
}
UNITS: Final[Mapping[str, str]] = {
    "minutes": r"minutes?|mins?|分钟",
    "hours": r"hours?|hrs?|个?小时",
    "score": r"points?|stars?|/10|out of (?:10|ten)|分(?!钟)",
    "degrees": r"°c?|℃|degrees?(?: c(?:elsius)?)?|度",
    "rain_days": r"rain(?:y)? days|days of rain|个?(?:下雨|雨)天|天(?:下雨|有雨)",
    "sun_hours": r"sun(?:shine)? hours|hours of sun(?:shine)?",
    "metres": r"m|met(?:er|re)s?|米",
}

# -- what is asked -----------------------------------------------------------------------------------------------------

HOW_MANY: Final = words(
    r"how many|number of|count of|count|tally|how much (?=sights)|totals? of",
    r"多少(?:个|座|家|处|条|片)?|几(?:个|座|家|处|条|片)|数量|个数|统计|数一数|总数",
)
AVERAGE: Final = words(r"averages?|mean|avg|on average|typical(?:ly)?", "平均|均值|均价|人均(?!每天|一天)")
SHARE: Final = words(
    r"share of|share|percentage of|percentage|per cent of|percent of|proportion of",
    "占比|比例|百分之几|占几成|占多少|百分比",
)
MOST: Final = words("the most|most", "最多")
FEWEST: Final = words("the fewest|fewest|the least|least", "最少")
ASCENDING: Final = words(
    "ascending|lowest first|cheapest first|shortest first|low to high", "从低到高|从少到多|由低到高|升序|从便宜到贵"
)
DESCENDING: Final = words(
    "descending|highest first|most first|best first|high to low", "从高到低|从多到少|由高到低|降序|从贵到便宜"
)
RANK: Final = words(
    r"rank(?:ed|ing|ings)?|sort(?:ed)?|order(?:ed)?(?= by)|top|list(?: me)?|show(?: me)?",
    "排名|排行|排序|排个序|排列|排前|排出|列出|列一下|列举|榜单",
)
COMPARED: Final = words(
    r"vs\.?|versus|compare[ds]?|comparing|comparison|each|respectively|or|than|difference between",
    "各有|各|分别|对比|比较|相比|比|还是|哪个|哪座|谁|哪边|每个",
)
TOGETHER: Final = words("altogether|in total|combined|together", "一共|总共|加起来|合计|共有")
EACH: Final = words(r"by|per|each|every|for each|in each|for every|across", "每个|各个|各|按|每座|逐个|每")

CITY: Final = words(r"cit(?:y|ies)|towns?|destinations?", "城市|城(?=最|的|有)")
COUNTRY: Final = words(r"countr(?:y|ies)|nations?", "国家|哪国|各国")
REGION: Final = words(r"provinces?|regions?|states?", "省份|省|自治区")
CATEGORY: Final = words(r"categor(?:y|ies)|types? of sights?|kinds? of sights?", "类别|类型|种类")
SIGHT: Final = words(
    r"sights?|attractions?|places (?:to see|of interest|to visit)|places|spots|points of interest|landmarks?|things to see",
    "景点|景区|景观|去处|名胜|好玩的|地方",
)
WHICH: Final = words(
    r"which|what|where|name|find|give me|cities with|cities under|that have",
    "哪些|哪个|哪几|哪座|哪|什么|有没有|的城市",
)

# -- figures of sights and cities --------------------------------------------------------------------------------------

TIERS: Final = {
    "budget": words("budget|backpacker|backpacking|economy|low[- ]end|basic", "经济型?|穷游|低档|实惠|背包"),
    "mid": words("mid[- ]range|midrange|mid[- ]tier|mid|medium|moderate|standard|comfortable", "中档|中等|舒适|中端"),
    "luxury": words("luxury|luxurious|high[- ]end|upscale|five[- ]star", "高档|豪华|奢华|高端"),
}
# Field → what names it. The longest sense first: 最高气温 is a field, not a highest one.
FIELDS: Final[Mapping[str, re.Pattern[str]]] = {
    "t_max": words(r"(?:daily |average |mean )*(?:maximum|max|high|highest daytime|daytime) temperatures?|daily highs?|average highs?", "(?:平均)?最高(?:气温|温度)|白天(?:气温|温度)"),
    "t_min": words(r"(?:daily |average |mean )*(?:minimum|min|low|night) temperatures?|daily lows?|average lows?", "(?:平均)?最低(?:气温|温度)|夜间(?:气温|温度)"),
    "t_mean": words(r"(?:average |mean )*temperatures?|how (?:warm|hot|cold)", "(?:平均)?(?:气温|温度)|多少度"),
    "rain_days": words(r"rain(?:y)? days|days of rain", "雨天数?|下雨天数?|降雨天数"),
    "precip_mm": words(r"rainfall|precipitation|rain", "降水量?|降雨量?|雨量"),
    "sun_hours": words(r"sun(?:shine)?(?: hours)?", "日照(?:时间|时长)?"),
    "elevation_m": words(r"elevations?|altitudes?|height above sea level", "海拔"),
    "lodging": words(r"hotels?|lodging|accommodation|rooms?|nights?(?= cost)|double rooms?", "住宿|酒店|房价|旅馆|宾馆"),
    "meals": words(r"meals?|eating|dining|food costs?|(?<=cost of )food|food a day|food prices?", "餐费|吃饭|伙食|用餐|餐饮"),
    "transit_day": words(r"local transport(?:ation)?|public transport(?:ation)?|transport(?:ation)?(?= costs?)|transit", "市内交通|公共交通|交通费用?"),
    "price": words(r"ticket(?:s| prices?| costs?)?|entrance fees?|entry fees?|admissions?(?: fees?| prices?)?", "门票(?:价格)?|票价|入场费"),
    "minutes": words(r"visit(?:ing)? (?:length|time|duration)s?|(?:length|duration) of (?:a |the )?visits?|visits?|durations?|stay length", "(?:游览|参观|停留|游玩)(?:时间|时长)?|时长"),
    "score": words(r"scores?|scored|ratings?|rated|points", "评分|得分|分数|分值"),
    "day": words(r"(?:a )?(?:person'?s )?days?(?: out)?(?: costs?)?|daily (?:costs?|budgets?|expenses|spending)|daily|(?:living )?costs?(?: of living)?(?: per day| a day)?|prices?|budgets?|expenses|spending", "(?:每人|人均)?(?:每天|每日|一天|日均)(?:的)?(?:花费|消费|费用|开销|成本|预算)?|花费|消费|开销|物价|费用|价格"),
}  # fmt: skip
COSTS: Final = ("lodging", "meals", "day")

# What orders, by which figure, and whether the largest comes first.
SUPERLATIVES: Final[tuple[tuple[str, bool, re.Pattern[str]], ...]] = (
    ("t_mean", True, words("warmest|hottest|most tropical", "最(?:暖和?|热|温暖|炎热)")),
    ("t_mean", False, words("coldest|coolest|chilliest", "最(?:冷|凉快|凉爽|寒冷)")),
    ("rain_days", True, words("rainiest|wettest|(?:the )?most rain(?:y days)?", "(?:雨|下雨|雨天)最多|最(?:潮湿|多雨|爱下雨)")),
    ("rain_days", False, words("driest|(?:the )?(?:least|fewest) rain(?:y days| days)?", "(?:雨|下雨|雨天)最少|最(?:干燥|少雨)")),
    ("sun_hours", True, words("sunniest|(?:the )?most sun(?:shine)?", "(?:日照|阳光)最(?:多|长|充足)|最晴朗")),
    ("lat", True, words("northernmost|most northern|farthest north|furthest north", "最(?:靠)?北(?:边|端|部)?")),
    ("lat", False, words("southernmost|most southern|farthest south|furthest south", "最(?:靠)?南(?:边|端|部)?")),
    ("elevation_m", True, words("highest[- ](?:lying|altitude)|highest(?= (?:city|cities|town))", "海拔最高")),
    ("elevation_m", False, words("lowest[- ](?:lying|altitude)|lowest(?= (?:city|cities|town))", "海拔最低")),
    ("score", True, words("best[- ]rated|highest[- ]rated|top[- ]rated|highest[- ]scor(?:ed|ing)|best[- ]scored|best", "(?:评分|得分|分数)最高|最高分|最好|最佳(?!月)")),
    ("score", False, words("worst[- ]rated|lowest[- ]rated|lowest[- ]scor(?:ed|ing)|worst", "(?:评分|得分|分数)最低|最低分|最差")),
    ("minutes", True, words("longest", "(?:时间|时长)?最(?:长|久)|最花时间")),
    ("minutes", False, words("shortest|quickest", "(?:时间|时长)?最短|最快")),
    ("cost", False, words("cheapest|least expensive|most affordable", "最(?:便宜|实惠|省钱)")),
    ("cost", True, words("most expensive|priciest|dearest|costliest", "最(?:贵|昂贵)")),
    ("", True, words("highest|largest|greatest|biggest|more", "最高|最大|更多|更高")),
    ("", False, words("lowest|smallest|fewer|less", "最低|最小|更少|更低")),
)  # fmt: skip
# By what the rows are to be put in order: the field's own name stands behind it.
ORDER_BY: Final = re.compile(r"(?:\bby (?:the |their |its )?|按照?)$", re.ASCII)
IN_CURRENCY: Final = re.compile(rf"(?:\b(?:in|to|into) |用|按|成|为)(?:{MONEY})(?![a-z])", re.ASCII)
NATIONWIDE: Final = words("nationwide", "全国|国内")
CHEAPER: Final = words("cheaper|less expensive|more affordable", "更?便宜|更?实惠")
DEARER: Final = words("dearer|pricier|more expensive|costlier", "更?贵")

FREE: Final = words("free of charge|free admission|free entry|free", "免费(?:开放)?|不要钱|不收(?:门)?票|免门票")
PAID: Final = words("ticketed|paid|charging", "收费|要门票|要买票")
BOOKING: Final = (
    (("required",), words("(?:that )?(?:must|have to|has to) be booked(?: ahead)?|booking required|required booking|need(?:s|ing)? (?:a )?(?:booking|reservation)s?|requir(?:e|es|ing) (?:a )?(?:booking|reservation)s?", "(?:需要|必须|要)(?:提前)?(?:预约|预订)")),
    (("none",), words("without (?:a )?(?:booking|reservation)|need(?:s|ing)? no (?:booking|reservation)s?|no (?:booking|reservation) needed", "(?:无需|不用|不需要)(?:提前)?(?:预约|预订)")),
)  # fmt: skip
INDOOR: Final = (
    (("fully",), words("indoors?|under a roof", "室内")),
    (("none",), words("outdoors?|open[- ]air", "室外|户外|露天")),
)
NAMED: Final = re.compile(r"[“\"「『](?P<text>[^”\"」』]{1,20})[”\"」』]")
BEST_MONTH: Final = words("best (?:in|months?|time)|at their best", "最佳(?:月份|季节|时间)|最适合")

# What sounds like the family and is none of it: the file does not hold it, or it is not worked out.
BEYOND: Final = words(
    r"medians?|percentiles?|standard deviation|variance|correlat\w+|population|inhabitants|gdp|square kilomet\w+|unesco"
    r"|world heritage|heritage|5a|distances?|how far|flights?|trains?|visas?|growth|trend|over time|last year|visitors|reviews",
    "中位数|标准差|方差|相关性|人口|面积|gdp|世界遗产|世遗|5a|aaaaa|距离|多远|航班|高铁|签证|增长|趋势|去年|游客量|客流|评论|点评",
)
# Who wants advice wants more than figures.
ADVICE: Final = words(
    "recommend|suggest|should i|should we|ideas?|for me|honeymoon", "推荐|建议|适合我|想去|带.{0,4}去|蜜月|好玩"
)
EXCEPT: Final = words("except|excluding|other than|apart from|besides|not in", "除了|除去|不包括|不含|以外|之外")

# -- kinds of sights ---------------------------------------------------------------------------------------------------

_PLURALS: Final[Mapping[str, str]] = {
    "church": "church(?:es)?|cathedrals?", "old_town": "old towns?|old cit(?:y|ies)", "gallery": "(?:art )?galler(?:y|ies)",
    "beach": "beach(?:es)?", "university": "universit(?:y|ies)", "fortress": "fortress(?:es)?|forts?", "show": "shows(?! me)|performances?",
    "cemetery": "cemeter(?:y|ies)|tombs?", "ski": "ski (?:areas?|resorts?)", "ruins": "ruins?|archaeological sites?",
    "theme_park": "theme parks?|amusement parks?", "national_park": "national parks?", "hot_spring": "hot springs?",
    "canyon": "canyons?|gorges?", "viewpoint": "viewpoints?|lookouts?", "neighborhood": "neighbou?rhoods?|districts?",
    "zoo": "zoos?", "street": "streets", "square": "squares?|plazas?", "mountain": "mountains?|peaks?", "cave": "caves?",
}  # fmt: skip
_CHINESE: Final[Mapping[str, str]] = {
    "temple": "寺庙|寺院|佛寺|庙宇|寺|庙", "gallery": "美术馆|画廊", "old_town": "老城|古城", "market": "市场|集市|夜市",
    "park": "公园", "garden": "园林|花园", "mountain": "名山|高山|山峰|山(?!区)", "lake": "湖泊|湖", "river": "江河|河流|河",
    "beach": "海滩|沙滩", "island": "海岛|岛屿|小岛|岛", "cave": "洞穴|溶洞|山洞", "aquarium": "水族馆|海洋馆",
    "theme_park": "主题乐园|主题公园|游乐园", "viewpoint": "观景点|观景台", "tower": "塔", "bridge": "桥梁|桥", "castle": "城堡",
    "fortress": "要塞|堡垒", "ruins": "遗址|废墟", "cemetery": "陵园|陵墓|公墓|墓地", "show": "演出|表演", "village": "村落|村庄|村子",
    "palace": "宫殿|皇宫|王宫", "monument": "纪念地|纪念碑", "street": "街区|街道", "neighborhood": "街区|社区", "ski": "滑雪场",
}  # fmt: skip
_TAG_ENGLISH: Final[Mapping[str, str]] = {
    "history": "histor(?:y|ic|ical)", "culture": "cultur(?:e|al)", "nature": "natur(?:e|al)", "romance": "romantic|romance",
    "family": "famil(?:y|ies)(?:[- ]friendly)?|kids?|children", "religion": "religi(?:on|ous)|sacred", "science": "scien(?:ce|tific)",
    "adventure": "adventur(?:e|ous)", "art": "art", "architecture": "architectur(?:e|al)", "ancient_town": "ancient towns?|water towns?",
    "photography": "photograph(?:y|ic)|photogenic", "food": "food|culinary|street food", "snow": "snow(?:y)?|winter sports",
    "ethnic_culture": "ethnic(?: culture)?", "hiking": "hiking|hikes?|trekking",
}  # fmt: skip
_TAG_CHINESE: Final[Mapping[str, str]] = {
    "ancient_town": "古镇", "family": "亲子|适合孩子|适合小孩", "food": "美食|小吃", "science": "科学|科技|科普", "nature": "自然|风光",
}  # fmt: skip
# These are not said of sights by their tag: the category of the name is meant, or something else.
_NO_TAGS: Final = frozenset({"park", "museum", "mountain", "beach", "island", "lake", "river", "desert", "grassland", "village", "hot_spring", "theme_park"})  # fmt: skip


def _kind(category: Category) -> re.Pattern[str]:
    english = _PLURALS.get(category, category.replace("_", " ") + "s?")
    return words(english, _CHINESE.get(category, CATEGORY_ZH[category]))


def _tag(tag: Tag) -> re.Pattern[str]:
    english = _TAG_ENGLISH.get(tag, tag.replace("_", " "))
    return words(english, _TAG_CHINESE.get(tag, TAG_ZH[tag]))


# Longer names first: a national park is no park.
KINDS: Final[tuple[tuple[Category, re.Pattern[str]], ...]] = tuple(
    (category, _kind(category)) for category in sorted(CATEGORIES, key=lambda c: (-len(c.split("_")), c != "gallery"))
)
SIGHT_TAGS: Final[tuple[tuple[Tag, re.Pattern[str]], ...]] = tuple(
    (tag, _tag(tag)) for tag in TAGS if tag not in _NO_TAGS
)

_MONTHS: Final = (
    *("january|jan", "february|feb", "march", "april|apr", "(?<=in )may|(?<=of )may|(?<=for )may|(?<=during )may"),
    *("june|jun", "july|jul", "august|aug", "september|sept?", "october|oct", "november|nov", "december|dec"),
)
_MONTHS_ZH: Final = ("一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二")
MONTHS: Final = tuple(
    words(english, rf"(?<![十\d])(?:{number}|{chinese})月(?:份)?")
    for number, (english, chinese) in enumerate(zip(_MONTHS, _MONTHS_ZH, strict=True), 1)
)
SEASONS: Final = {
    "spring": words("spring(?!s)", "春(?:天|季)"),
    "summer": words("summer", "夏(?:天|季)"),
    "autumn": words("autumn|fall", "秋(?:天|季)"),
    "winter": words("winter", "冬(?:天|季)"),
}
