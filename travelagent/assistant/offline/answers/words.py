"""Answers that need no tool: greetings, thanks, and honest words about what cannot be done."""

from travelagent.assistant.offline.values import Intent, Understood

WORDS: dict[Intent, tuple[str, str]] = {
    "greeting": (
        "Hello! I plan trips: tell me a city and how many days, or what you like, and I will find places, arrange days"
        " that work and add up the costs. For example: *Three days in Kyoto in April for two, under $900*.",
        "您好！我来帮您规划旅行：告诉我城市和天数，或您的喜好，我会推荐目的地、排出可行的行程并算好预算。"
        "比如：*规划北京三日游*。",
    ),
    "general_chat": (
        "With pleasure. I can recommend cities, list sights, arrange days and calculate budgets."
        " What would you like next?",
        "不客气，很乐意帮忙。我可以推荐城市、查询景点、安排行程、计算预算，接下来想做什么？",
    ),
    "complaint": (
        "I am sorry that it does not suit you. Say what should be different (fewer stops, another pace, a lower price)"
        " and I will arrange it anew.",
        "很抱歉没能让您满意。告诉我哪里需要调整（少几站、放慢节奏、降低花费），我马上重新安排。",
    ),
    "out_of_scope": (
        "That is outside what I know: I only plan travel. Ask me about places, days, food, seasons or costs.",
        "这超出了我的范围，我只负责旅行规划。可以问我目的地、行程、美食、季节或花费。",
    ),
    "trip_management": (
        "I cannot keep, change or delete saved trips yet; nothing was changed. The plan stays in this conversation.",
        "我目前还不能保存、修改或删除行程，没有做任何更改。当前方案会保留在这段对话中。",
    ),
    "data_question": (
        "I cannot count or rank over the whole catalogue yet. I can search cities by interest, month and budget,"
        " or list a city's sights by score.",
        "我目前还不能对整个目录做统计。可以按兴趣、月份、预算搜索城市，或按评分列出某个城市的景点。",
    ),
    "memory": (
        "I do not keep personal preferences beyond this conversation yet; within it I take them into account.",
        "我目前不会在对话之外保存个人偏好；在本次对话中会予以考虑。",
    ),
}


def words_answer(understood: Understood) -> str:
    en, zh = WORDS[understood.intent]
    return zh if understood.language == "zh" else en
