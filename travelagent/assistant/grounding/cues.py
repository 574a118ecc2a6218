"""The cues of a sentence: words and marks that say which facts a claim is to be held against, in both languages."""

import re
from typing import Final

from travelagent.catalog.labels import Season

BREAK: Final = re.compile(
    r"\n|;\s|(?<=[.!?])(?<!vs\.)(?<!St\.)(?<!Mt\.)(?<!No\.)[*_\"”’)]*\s+(?=[A-Z*_\"“(])|(?<=[。！？；])"
)
AGGREGATE: Final = re.compile(
    r"total|in all|all in|altogether|together|\bsum|add(?:s|ed)? up|budget|per person|\beach\b|a (?:day"
    r"|night|head)\b|per (?:day|night|head)|hotel|\brooms?\b"
    r"|lodging|accommodation|stay|meals?|food|transport|taxi|sav(?:e|ing)|left|spend|spare|under your"
    r"|of your|overall|cost of|whole|reserve|buffer|fare|train|flight"
    r"|合计|总|一共|共|人均|每人|预算|每天|住宿|酒店|餐|吃|交通|打车|车票|备用|省|剩|花费|费用|两人|三人"
    r"|四人|平摊|加起来|火车|高铁|机票|航班|飞机",
    re.IGNORECASE,
)
OPENING_CUE: Final = re.compile(
    r"\bopen(?:s|ing|ed)?\b|\bshuts?\b"
    r"|(?:opening|visiting) hours\b|\bhours:|\bclos(?:es|ing)\b(?! (?:the|out|off|our|your))"
    r"|last (?:entry"
    r"|admission|doors?)|admission until|开放|开门|营业|闭馆|关门|关闭|停止入|入园|入馆",
    re.IGNORECASE,
)
CLAUSE_END: Final = re.compile(r"[,;，；、|()（）\n。！？·•]|[.!?](?=\s|$)|\s[–—]\s|→")
# What a user might ask: a quoted or slanted phrase behind `for example` claims nothing.
EXAMPLE: Final = re.compile(
    r"(?:for example|e\.g\.|such as|try asking|比如|例如|譬如)[:：,，]?\s*(?:\*[^*\n]+\*|[“\"「][^”\"」\n]+[”\"」])"
    r"|(?:of the catalogue I can tell|可以回答)[^\n]*",
    re.I,
)
RAIN: Final = re.compile(
    r"rain|wet day|shower|雨",
    re.IGNORECASE,
)
STOPS: Final = re.compile(
    r"(?:stop|sight|attraction|place|visit|museum|temple)s?\b|个景点|站|处|个地方",
    re.IGNORECASE,
)
PEOPLE: Final = re.compile(
    r"(?:people|persons?|travell?ers?|adults?|guests?)\b|个?人(?![均民气])|位",
    re.IGNORECASE,
)
SUM: Final = re.compile(
    r"=|together|total|in all|\bsum|\bboth\b|\ball (?:two|three|four|five|six)|add(?:s|ed)? up|combined"
    r"|that(?:'|’)s|comes? to|合计|总|共|加起来|一起|全部|各|都",
    re.IGNORECASE,
)
SEASONS: Final[dict[str, Season]] = {
    **{"spring": "spring", "summer": "summer", "autumn": "autumn", "fall": "autumn", "winter": "winter"},
    **{"春": "spring", "夏": "summer", "秋": "autumn", "冬": "winter"},
}
SEASON: Final = re.compile(r"\b(?:(?:spring|summer|autumn|winter)(?=s?\b)|fall\b)|[春夏秋冬]", re.IGNORECASE)
MEAL: Final = re.compile(
    r"(?<!after )(?<!before )\b(?:lunch|dinner)\b|(?:午餐|午饭|晚餐|晚饭|吃饭)(?!之?[后前])",
    re.IGNORECASE,
)
# What is left when times and the small words around them are gone.
WORDS: Final = re.compile(
    r"[^A-Za-z\u4e00-\u9fff]|\b(?:am|pm|at|from|to|till|until|about|around|and|then|the|on|by)\b"
    r"|[到至从在约左右点半上午下晚早傍]",
    re.I,
)
MARKS: Final = " *_,:;，：；（(|–—-约"
COMMA: Final = re.compile(r"[,，、;；→·•]")
RANGE: Final = re.compile(r"\s?(?:–|—|-|~|～|到|至|to|until|till)\s?", re.IGNORECASE)
MARK: Final = re.compile(r"[*_]*\s?(?:[,，、;；.。!！)）|\n]|$)")
PARTED: Final = re.compile(r"[,，;；、。)）→·•]")
TIMES_BEFORE: Final = re.compile(r"(\d{1,2})\s?[×x*]\s?$")
TIMES_AFTER: Final = re.compile(r"\s?[×x*]\s?(\d{1,2})(?!\d)")
EQUALS: Final = re.compile(r"=\s?$")
DIFFERENCE: Final = re.compile(
    r"sav(?:e|ing)|differ|\bvs\b|versus|against|compared|\bthan\b|\bgap\b|left|remain|below|under|cheaper|dearer|more"
    r"|less|extra|earlier|later|longer|shorter|warmer|cooler|hotter|colder|wetter|drier|rises?|drops?|spare|dropped"
    r"|剩|省|差|便宜|贵|降|升|低于|高于|高出|高了|低了|比|多出|超|富余|多[一两三四五六七八九十\d]|少[一两三四五六七八九十\d]|早[一两半\d]|晚[一两半\d]",
    re.IGNORECASE,
)
# Between a name and an amount: what makes the amount one of several things together, or a difference.
DERIVED: Final = re.compile(
    r"[+＋=]|together|total|\bsum|\bboth\b|\band\b.*\band\b|combined|saves?\b|saving|cheaper|dearer|than|left"
    r"|\blos(?:es?|ing)|gain|shorter|longer|extra|缩短|延长|增加|减少|合计|总|共|加起来|一起|全部|省|剩|便宜|比",
    re.IGNORECASE,
)
# `€18 for the Colosseum`, 18欧的圣家堂: an amount before the name that it is about.
OF: Final = re.compile(r"[*_]*\s?(?:(?:for|at|in|to enter) (?:the )?|的)?[*_“”]*", re.IGNORECASE)
DAYS: Final[dict[str, int]] = {
    word: number for number, word in enumerate(("one", "two", "three", "four", "five", "six", "seven"), start=1)
}
# The day of the trip that a label names; a day behind words such as `on` or `per` is no label.
DAY: Final = re.compile(
    r"(?:^|(?<=[\n*#|(>]))[\s*_#|>(·•🌟📅🗓️-]*(?:day\s?(\d{1,2}|one|two|three|four|five|six|seven)\b(?!\s?[-–&/])|D(\d)(?![\d-])"
    r"|第\s?(\d{1,2}|[一二三四五六七])\s?[天日](?![和与、-]))",
    re.IGNORECASE,
)
# A paragraph that starts with one of these speaks of the whole trip again.
OVERALL: Final = re.compile(
    r"^[\s*_#>-]*(?:total|overall|in all|all in all|all told|budget|cost|tips?\b|notes?\b|good to know"
    r"|the (?:whole|total)"
    r"|合计|总|共计|预算|花费|费用|小贴士|贴士"
    r"|提示|注意|备注|温馨|另外|两天|三天|全程)",
    re.IGNORECASE,
)
LATER: Final = re.compile(r"later|\bafter|before|earlier|leave|back by|之后|以后|后|前|再|提前", re.IGNORECASE)
# Shares that are customs of a country rather than facts of a trip.
CUSTOM: Final = re.compile(r"\btips?\b|tipping|gratuit|service charge|小费|服务费", re.IGNORECASE)
# Not Sun, a Sunday or a name.
SUN: Final = re.compile(r"\b(?:sun|[Ss]unshine|[Ss]unlight|[Dd]aylight)\b|日照")
# `one day in three`, 十天里有一天.
ONE_IN: Final = re.compile(r"\s(?:in|out of) (?:every )?(?:two|three|four|five|\d)", re.IGNORECASE)
AVERAGE: Final = re.compile(r"\bon average|averag|平均|均价", re.IGNORECASE)
# Heights and ages up to which children go free: advice, as long as no tool speaks of it.
CHILD: Final = re.compile(r"child|\bkids?\b|toddler|孩|儿童|小朋友|身高", re.IGNORECASE)
BEST: Final = re.compile(r"best (?:time|months?|season)|最佳(?:时间|季节|月份|时节|旅游|旅行)", re.IGNORECASE)
# `seven sights out of the twelve`: a choice that the answer makes.
OUT_OF: Final = re.compile(r"\s(?:[a-z]+ )?(?:out )?of (?:the|these|those)\b", re.IGNORECASE)
TICKETS: Final = re.compile(r"\btickets?\b|\bentr(?:y|ies)\b|admission|门票", re.IGNORECASE)
