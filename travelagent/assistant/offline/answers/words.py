"""Answers that need no tool: greetings, thanks, and honest words about what cannot be done."""

from travelagent.assistant.offline.answers.tongue import speaker
from travelagent.assistant.offline.turn import Turn
from travelagent.assistant.offline.values import Intent, Understood

WORDS: dict[Intent, tuple[str, str]] = {
    "greeting": (
        "Hello! I plan trips: tell me a city and how many days, or what you like, and I will find places, arrange days"
        " that work and add up the costs. For example: *Three days in Kyoto in April for two, under $900*.",
        "你好！我来帮你规划旅行：告诉我城市和天数，或者说说喜好，我会推荐目的地、排出走得通的行程，并算好预算。"
        "比如：*规划北京三日游*。",
    ),
    "general_chat": (
        "With pleasure. I can recommend cities, list sights, arrange days and calculate budgets."
        " What would you like next?",
        "很乐意帮忙。我可以推荐城市、查询景点、安排行程、计算预算，接下来想做什么？",
    ),
    "complaint": (
        "I am sorry that it does not suit you. Say what should be different (fewer stops, another pace, a lower price)"
        " and I will arrange it anew.",
        "很抱歉没能让你满意。告诉我哪里需要调整（少几站、放慢节奏、降低花费），我马上重新安排。",
    ),
    "out_of_scope": (
        "That is outside what I know: I only plan travel. Ask me about places, days, food, seasons or costs.",
        "这超出了我的范围，我只负责旅行规划。可以问我目的地、行程、美食、季节或花费。",
    ),
    "trip_management": (
        "I cannot keep, change or delete saved trips yet; nothing was changed. The plan stays in this conversation.",
        "我目前还不能保存、修改或删除行程，没有做任何更改。当前方案会保留在这段对话中。",
    ),
}


UNSURE = 0.5
"""Below this confidence a message that asks for nothing known was rather not understood than small talk."""
LOST_WORDS = (
    "I did not understand that. I plan trips: tell me a city and how many days, or what you like."
    " For example: *Three days in Kyoto in April for two, under $900*.",
    "抱歉，我没有理解你的意思。我是旅行规划助手：告诉我城市和天数，或你的喜好就行。比如：*规划北京三日游*。",
)


BEYOND = {
    "visa": (
        "I know no visa or entry rules: they depend on your passport and change. Ask the destination's embassy or its"
        " official immigration site before you book; I can go on with places, days and costs.",
        "我没有签证和入境政策的资料：它取决于你的护照，而且经常变化。订票前请向目的地使领馆或官方移民网站确认。"
        "目的地、行程和花费我可以继续帮你。",
    ),
    "health": (
        "I know nothing of vaccinations or health rules. Ask a travel clinic or your health authority weeks ahead.",
        "我没有疫苗和健康要求的资料，请提前几周咨询旅行门诊或卫生部门。",
    ),
    "insurance": (
        "I know no insurance offers and give no advice on them; ask an insurer what is covered where you go.",
        "我没有保险产品的资料，也不提供这方面的建议，请向保险公司确认目的地的保障范围。",
    ),
    "clock": (
        "I have no clock of places, only the dates of your plan. Your phone shows the local time there.",
        "我不掌握实时时间，只知道行程里的日期和时刻。当地时间请看手机。",
    ),
    "bloom": (
        "I cannot say yes or no: I have no dates of blossoms or autumn colours, and they shift by a week or two from"
        " year to year. The weather service or tourist office there forecasts them; tell me the dates then, and I move"
        " the plan.",
        "我没法说是或不是：我没有花期和红叶的资料，每年会早晚一两周。请看当地气象部门或旅游局的预报，"
        "确定日期后告诉我，我来调整行程。",
    ),
    "safety": (
        "I have no data on how safe a place is. Read your foreign ministry's travel advice for it before you book.",
        "我没有治安与安全方面的数据，出发前请查看外交部门发布的旅行提醒。",
    ),
}
"""What the catalogue does not tell, by its topic."""


def beyond_answer(topic: str, language: str) -> str:
    """Where to ask what the catalogue does not tell."""
    return speaker(language)(*BEYOND[topic])


def words_answer(understood: Understood) -> str:
    lost = understood.intent == "general_chat" and understood.confidence < UNSURE
    return speaker(understood.language)(*(LOST_WORDS if lost else WORDS[understood.intent]))


def chat_answer(intent: Intent, language: str) -> str:
    """What the embedded model says to a question that is put to it for a free answer."""
    if intent in ("greeting", "complaint", "out_of_scope"):
        return speaker(language)(*WORDS[intent])
    return speaker(language)(
        "Without a language model I have no free words for that. In a conversation I can look it up: cities, sights,"
        " climate, costs, routes, and questions over the whole catalogue.",
        "没有接入语言模型时，我无法自由作答。你可以在对话中让我查询城市、景点、气候、花费和路线，或对整个目录提问。",
    )


def memory_answer(understood: Understood, turn: Turn) -> str:
    """What is remembered of the person, each thing in their own words."""
    say = speaker(understood.language)
    if not turn.memories:
        return say("I remember nothing about you.", "我没有记住你的任何信息。")
    head = say("This is what I remember of you:", "我记得你的这些信息：")
    foot = say("You can change or delete it under Memories.", "可在“记忆”页面修改或删除。")
    return "\n".join([head, "", *(f"- {text}" for text in turn.memories), "", foot])


def nothing_to_undo(understood: Understood) -> str:
    """That no change of the plan can be taken back."""
    say = speaker(understood.language)
    return say(
        "There is no earlier plan to go back to, so the plan stays as it is. Say what should be different.",
        "没有可以退回的上一版行程，当前行程保持不变。告诉我想怎么改就行。",
    )
