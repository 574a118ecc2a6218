"""Answers that need no tool: greetings, thanks, and honest words about what cannot be done."""

from collections.abc import Iterable

from travelagent.assistant.intents import Intent
from travelagent.assistant.offline.reading.lexicon import pattern
from travelagent.assistant.offline.turn import Turn
from travelagent.assistant.offline.values import Understood
from travelagent.assistant.wording import Say, month_name, speaker

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
    "passport_lost": (
        "Report it to the local police and keep their report, then ask your country's embassy or consulate there for"
        " a travel document. I know no addresses or numbers of theirs.",
        "先到当地警方报案并保留回执，再联系本国驻当地的使领馆补办旅行证件。我没有它们的地址和电话资料。",
    ),
    "visa": (
        "I know no visa or entry rules: they depend on your passport and change. Ask the destination's embassy or its"
        " official immigration site before you book; I can go on with places, days and costs.",
        "我没有签证和入境政策的资料：它取决于你的护照，而且经常变化。订票前请向目的地使领馆或官方移民网站确认。"
        "目的地、行程和花费我可以继续帮你。",
    ),
    "queues": (
        "I know neither passes that shorten the queue nor their prices: the sight's own site sells them. Queues are"
        " usually shorter early and on weekdays.",
        "我没有快速票、免排队票的资料和价格，请看景点官网。一般早上和工作日排队短一些。",
    ),
    "transfer": (
        "I know neither lines nor fares between airports and towns: the airport's own site shows trains, coaches and"
        " taxis. Tell me when you land and leave, and the plan keeps that time free.",
        "我没有机场与市区之间的线路和票价资料，请看机场官网的火车、大巴和出租车信息。告诉我几点降落、几点起飞，我会把这段时间留出来。",
    ),
    "permit": (
        "I know no rules on permits: border areas, parts of high mountains and some protected places ask for one, and"
        " the rules change. Ask the local police or the sight before you go; some take days to issue.",
        "我没有边防证、通行证这类证件的资料：边境地区、部分高原和保护区往往要办，要求也会变。"
        "出发前请向公安机关或景区确认，有的要提前几天办理。",
    ),
    "shop_hours": (
        "I know no hours of shops. On Sundays and public holidays they are shut in some countries and open in others:"
        " look at a map or ask where you stay. Of the sights I know when they open.",
        "我没有商店营业时间的资料。周日和节假日，有的国家商店关门，有的照常营业：请在地图上查看或问住处。"
        "景点的开放时间我可以告诉你。",
    ),
    "discounts": (
        "I know the adult price of each ticket only and count it for everybody; I have none for seniors, students or"
        " children. Many sights have reduced ones: look at the sight's own site and take a proof along.",
        "我只有成人票价，预算里每个人都按它计算；我没有老人、学生、儿童等优惠票的资料。"
        "不少景点有优惠：请查看景点官方信息，并带上证件。",
    ),
    "shops": (
        "I know no single restaurants or shops, nor what goes into their dishes. Tell the kitchen before you order, and"
        " carry a card that names what you cannot eat in the local language.",
        "我没有具体店铺和配料的资料。点餐前请告诉店家，最好带一张写明忌口的当地语言卡片。",
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
        "I cannot say: I know the usual weeks of cherry blossom and autumn leaves in some cities, not of this. They"
        " shift by a week or two from year to year. The weather service or tourist office there forecasts them; tell me"
        " the dates then, and I move the plan.",
        "我没法说：我只有部分城市樱花和红叶的通常时段，没有这一项的资料，而且每年会早晚一两周。"
        "请看当地气象部门或旅游局的预报，确定日期后告诉我，我来调整行程。",
    ),
    "everyday": (
        "I have no data on that: tap water, tips, sockets, SIM cards and the like differ from country to country. The"
        " destination's official tourist board tells; I can go on with places, days and costs.",
        "这些我没有资料：自来水、小费、插座、电话卡等各国不同，请查看目的地旅游局的官方信息。目的地、行程和花费我可以继续帮你。",
    ),
    "sunset": (
        "I keep to daylight where a sight needs it, but I have no table of sunrise and sunset to tell. Any weather app"
        " shows them for your dates.",
        "需要天亮的景点我会安排在白天，但我没有日出日落时刻可以报给你，天气应用里能查到你出行那几天的时间。",
    ),
    "holidays": (
        "I have no numbers of visitors, holiday prices or holiday hours. Usually famous places are crowded then, rooms"
        " and tickets dearer and sold out early, and some sights and shops shut: book ahead and check their hours. To"
        " go at another time, say for example “start a week later”.",
        "我没有客流、节假日价格和放假开放时间的资料。一般来说热门景点人多，住宿和车票涨价、早早售罄，部分景点和店铺不开："
        "请提前预订并核实开放时间。想错开的话，可以说“推迟一周出发”。",
    ),
    "crowds": (
        "I have no numbers of visitors, so I cannot say how full it will be. Early hours and weekdays are usually"
        " calmer; to see a sight then, say for example “start day 2 at 8”.",
        "我没有客流资料，说不准人多不多。一般早上和工作日人少些；想赶早，可以说“第二天八点出发”。",
    ),
    "safety": (
        "I have no data on how safe a place is. Read your foreign ministry's travel advice for it before you book.",
        "我没有治安与安全方面的数据，出发前请查看外交部门发布的旅行提醒。",
    ),
}
"""What the catalogue does not tell, by its topic."""


TOPICS = {
    "passport_lost": ("A lost passport", "护照遗失"),
    "visa": ("Visa and entry", "签证与入境"),
    "queues": ("Queues", "排队与快速票"),
    "transfer": ("Between airport and town", "机场与市区之间"),
    "permit": ("Permits", "通行证件"),
    "shop_hours": ("Shop hours", "商店营业时间"),
    "discounts": ("Reduced prices", "优惠票"),
    "shops": ("Restaurants and shops", "餐厅与店铺"),
    "health": ("Health", "健康"),
    "insurance": ("Insurance", "保险"),
    "clock": ("Local time", "当地时间"),
    "bloom": ("Blossoms and leaves", "花期与红叶"),
    "everyday": ("Everyday things", "日常事项"),
    "sunset": ("Sunrise and sunset", "日出日落"),
    "holidays": ("Public holidays", "节假日"),
    "crowds": ("Crowds", "人流"),
    "safety": ("Safety", "安全"),
}


def beyond_answer(topic: str, language: str) -> str:
    """Where to ask what the catalogue does not tell, led by its topic."""
    say = speaker(language)
    return say(f"**{TOPICS[topic][0]}**: {BEYOND[topic][0]}", f"**{TOPICS[topic][1]}**：{BEYOND[topic][1]}")


UNHEARD = {
    "sugar": (
        "Diabetes: I know no sugar in dishes; ask for less of it.",
        "糖尿病：我没有菜品含糖量的资料，点餐时请说明少糖。",
    ),
    "allergy": (
        "An allergy: of dishes I know whether they are usually made with meat, fish, shellfish, eggs, dairy, gluten or"
        " nuts, and of nothing else: ask before you order.",
        "过敏：我只知道菜里通常有没有肉、鱼、虾蟹贝类、蛋、奶、麸质和坚果，别的没有资料，点餐前请先问清。",
    ),
    "pets": ("Pets: I do not know which sights let them in.", "宠物：我没有哪些景点允许带宠物的资料。"),
    "crowds": (
        "Crowds: I have no numbers of visitors; early hours and weekdays are calmer.",
        "人流：我没有客流数据，早上和工作日一般人少些。",
    ),
    "shows": (
        "Shows and matches: I have no programmes or dates; book one, and I keep that evening free: “nothing in the"
        " evening on day 2”.",
        "演出和赛事：我没有场次资料；你订好后告诉我“第二天晚上不安排”，我把那晚空出来。",
    ),
    "meals": ("Board: I know no single hotels, nor what meals they serve.", "含餐：我没有具体酒店及其餐食的资料。"),
    "drive": (
        "Driving: within a city the plan counts on foot, public transport and taxis; by car it goes only from city to"
        " city.",
        "自驾：市内按步行、公共交通和打车计算，只有城市之间可以按自驾安排。",
    ),
    "cabs": (
        "Taxis: the plan itself chooses between walking, public transport, trains and taxis, so a ride that you would"
        " rather take by taxi is counted as it stands there.",
        "打车：步行、公共交通、火车和打车由行程自行选择，你想改为打车的路段仍按行程里的方式计算。",
    ),
    "guide": (
        "Guides: I know no guided tours, audio guides or their prices, and arrange none; ask at the sight or look at"
        " its own site.",
        "讲解：我没有导游、讲解和语音导览的资料，也不能代为安排，请向景点或其官方渠道询问。",
    ),
    "quiet": (
        "Quiet: how quiet a place is I do not know; early hours and weekdays are calmer.",
        "安静：哪家安静，我没有资料；早上和工作日一般人少些。",
    ),
    "table": (
        "Tables: which restaurants want a booking I do not know; ask a well-known one before you go.",
        "订座：哪家要提前订，我没有资料；热门的店建议去之前先打电话问。",
    ),
}
"""What is said of a wish that no plan can take up."""


def unheard_lines(wishes: Iterable[str], say: Say) -> list[str]:
    """A line for each wish that the plan leaves out, and why."""
    return [say(*UNHEARD[wish]) for wish in wishes]


def take_along_answer(understood: Understood) -> str:
    """Where a plan is printed, shared or exported."""
    return speaker(understood.language)(
        "That is done on the trip's page: say “save this trip”, then open it under *Trips*. *Share* makes a link for"
        " others; *Export* prints it, or gives it as calendar, PDF or GPX file.",
        "这些在行程页上完成：先说“保存这个行程”，再到“行程”里打开它。“分享”会生成链接，"
        "“导出”可以打印，也可以存成日历、PDF 或 GPX 文件。",
    )


FAREWELL = ("You are welcome. Have a good trip!", "不客气，祝你旅途愉快！")
NO_BOOKING = (
    "I book nothing: neither rooms nor tickets. The plan tells under “Book ahead” what needs it; book that with the"
    " sight, the railway or a travel site. I can save the trip for you: say “save this trip”.",
    "我不能代订酒店、机票或门票。行程里的“需提前预约”列出了需要预订的地方，请到景点、铁路或旅行平台的官方渠道预订。"
    "需要的话，我可以帮你保存行程，说“保存这个行程”即可。",
)


def words_answer(understood: Understood, said: str) -> str:
    """Small talk answered; thanks and a farewell are answered as such, and an order to book with what can be done."""
    for cue, words in (("farewell", FAREWELL), ("books", NO_BOOKING)):
        if pattern("intents", cue).search(said.strip().lower()):
            return speaker(understood.language)(*words)
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


def refused_before(understood: Understood) -> str:
    """That the last change was refused, so that the plan is as it was before it."""
    return speaker(understood.language)(
        "The last change was not made, so there is nothing of it to take back; the plan stays as it is. Say it once"
        " more to take back the change before.",
        "上一次改动没有执行，所以不需要撤销，行程保持不变。要撤销再上一次的改动，请再说一次“撤销”。",
    )


def listed_answer(cities: int, say: Say) -> str:
    """That the list of cities has no such place."""
    number = "one city" if cities == 1 else f"{cities} cities"
    return say(
        f"The list holds {number} only. Say which one you mean, or ask for more.",
        f"列表里只有 {cities} 座城市。告诉我你指的是哪一座，或让我多推荐几座。",
    )


def no_such_day(month: int, day: int, language: str) -> str:
    """That a month has no such day, and the question which one is meant."""
    name = month_name(month, language)
    return speaker(language)(
        f"There is no {day} {name}, so I planned nothing for it. On which day does the trip begin?",
        f"{name}没有 {day} 日，所以没有据此安排。你打算哪天出发？",
    )
