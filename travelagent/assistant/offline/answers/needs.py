"""What a person needs or does not eat, in answers: what the catalogue can do for it, and what it does not know."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from travelagent.assistant.offline.reading.asked import allergens
from travelagent.assistant.offline.reading.lexicon import pattern, table
from travelagent.assistant.offline.reading.message import dislikes_rides, read_message
from travelagent.assistant.offline.values import Understood
from travelagent.assistant.results.sights import FoundSight
from travelagent.assistant.wording import Say, listed, speaker
from travelagent.catalog import source

VARIES = "varies"
_CLAUSES = re.compile(r"[;；。]\s*|\.\s+(?=[A-Z])")
_ACCESS = {
    "wheelchair": (
        "A wheelchair: mountains, hikes and sights known for their stairs are left out, but the catalogue does not say"
        " which sights are step-free, and walking times are those of people on foot. Ask the sights before you book.",
        "轮椅出行：行程不安排爬山、徒步和以台阶多著称的景点，但我没有景点的无障碍信息，步行时间按一般步速估算。预订前请向景点确认。",
    ),
    "walking": (
        "Walking is hard for somebody: mountains, hikes and sights known for their stairs are left out, but of the"
        " others I know no slopes, stairs or lifts, and old towns and castles often have many. Ask before you go.",
        "有人走路不方便：行程不安排爬山、徒步和以台阶多著称的景点，其他各处的坡道、台阶和电梯我没有资料，"
        "古镇和城堡往往台阶多，出发前请确认。",
    ),
    "altitude": (
        "The altitude worries somebody: sights known for their thin air are left out. Go slowly on the first day, and"
        " ask a doctor before you go.",
        "有人担心高原反应：行程不安排以海拔高著称的景点。第一天请放慢节奏，出发前请咨询医生。",
    ),
    "stroller": (
        "A stroller: the catalogue does not say which sights have steps. Ask the sights before you go.",
        "婴儿车出行：我没有景点台阶与电梯的信息，出发前请向景点确认。",
    ),
}


def diet_words(diet: Sequence[str], language: str) -> str:
    """The diets in words, `no meat and no nuts`."""
    return listed([table("diets")[each][language] for each in diet], language)


@dataclass(frozen=True, slots=True)
class Judged:
    """Dishes by what they are usually made with: those that suit, those that do not, those of which it depends."""

    suit: tuple[str, ...]
    out: tuple[str, ...]
    open: tuple[str, ...]


def judged_dishes(dishes: Iterable[str], diet: Sequence[str]) -> Judged:
    """The dishes judged for these diets; one that is not known is open."""
    refused = {content for each in diet for content in table("diets")[each]["without"]}
    known = {dish: source.dishes().get(dish, frozenset({VARIES})) for dish in dishes}
    out = tuple(dish for dish, contents in known.items() if contents & refused)
    open_ = tuple(dish for dish, contents in known.items() if VARIES in contents and dish not in out)
    return Judged(tuple(dish for dish in known if dish not in out and dish not in open_), out, open_)


def suiting_first(places: Sequence[FoundSight], diet: Sequence[str]) -> list[FoundSight]:
    """The places to eat, first those whose notes say that they serve the diet, without those for what is not eaten."""
    never = [re.compile("|".join(words)) for each in diet if (words := table("diets")[each].get("places"))]
    places = [p for p in places if not any(rule.search(f"{p.name} {p.note}".lower()) for rule in never)]
    rules = [re.compile("|".join(words)) for each in diet if (words := table("diets")[each]["suits"])]
    return sorted(places, key=lambda place: not any(rule.search(place.note.lower()) for rule in rules))


def eating_note(note: str, language: str) -> str:
    """Of a place's note what concerns eating there; "" where nothing does."""
    clauses = [clause.strip(" ;.；。") for clause in _CLAUSES.split(note)]
    concerns, never = pattern("eating", "concerns"), pattern("eating", "never")
    told = [c for c in clauses if concerns.search(c.lower()) and not never.search(c.lower())]
    if not told:
        return ""
    joined = "；".join(told) + "。" if language == "zh" else "; ".join(told) + "."
    return joined[0].upper() + joined[1:]


def hidden_foods(diet: Sequence[str], language: str) -> str:
    """Where what somebody does not eat is met unawares."""
    said = [table("diets")[each]["hidden"][language] for each in diet if "hidden" in table("diets")[each]]
    return ("" if language == "zh" else " ").join(said)


def dish_lines(said: str, cities: Sequence[str], language: str, today: date) -> list[str]:
    """What becomes of the dishes that a message wishes for in a plan of these cities: where they are at home, and that
    the plan names no restaurants."""
    message = read_message(said, today)
    if message.manner.diet or "food" in message.tastes.avoid:
        return []
    wished = dict.fromkeys(match[0] for match in pattern("eating", "dish").finditer(said.lower()))
    return [_dish_line(dish, cities, language) for dish in wished]


def _dish_line(dish: str, cities: Sequence[str], language: str) -> str:
    say = speaker(language)
    local = [
        (city.name_zh if language == "zh" else city.name_en, name)
        for city in map(source.cities().get, cities)
        if city
        for name in (city.food_zh if language == "zh" else city.food_en)
        if dish.replace(" ", "") in name.lower().replace(" ", "")
    ]
    if local:
        known = [say(f"{name} in {city}", f"{city}的{name}") for city, name in local]
        lead = say(f"at home here ({listed(known, 'en')}).", f"当地就有（{listed(known, 'zh')}）。")
    else:
        lead = say("none of the dishes that I list for this trip.", "我列出的当地特色菜里没有它。")
    return say(
        f"{dish[0].upper()}{dish[1:]}: {lead} The plan sets times for meals, no restaurants: choose one near the last"
        " stop of a day.",
        f"{dish}：{lead}行程只安排用餐时间，在哪里吃由你选择，可以在当天最后一站附近找。",
    )


def _allergy_line(foods: Sequence[str], say: Say) -> str:
    rows = [table("manner")["allergen"][food] for food in foods]
    en, zh = (listed([row[code] for row in rows], code) for code in ("en", "zh"))
    diets = list(dict.fromkeys(row["diet"] for row in rows))
    return say(
        f"An allergy to {en}: the plan sets times for meals, no restaurants, and of none I can vouch that it cooks"
        " without. Tell the kitchen before you order. " + hidden_foods(diets, "en"),
        f"{zh}过敏：行程只安排用餐时间，不指定餐厅，我也无法保证哪家餐厅的菜里没有。点餐前请告诉店家。"
        + hidden_foods(diets, "zh"),
    )


def access_answer(needs: Iterable[str], say: Say) -> str:
    """What is known, and is not, of a place for somebody with these needs."""
    return "\n".join(say(*_ACCESS[need]) for need in needs)


def need_lines(understood: Understood, said: Sequence[str], say: Say, today: date) -> list[str]:
    """The lines of a plan on diets, allergies that these messages tell, and access: each is named, and what of it the
    plan cannot promise."""
    lines = [say(*_ACCESS[need]) for need in understood.needs]
    if any(dislikes_rides(read_message(text, today)) for text in said):
        lines.append(
            say(
                "Short rides: nothing out of town is planned but what you name yourself; say “add …” to have it back.",
                "少坐车：没有安排城外的地方，除非你点名要去；想去可以说“加上……”。",
            )
        )
    if foods := allergens(said):
        lines.append(_allergy_line(foods, say))
    minded = {table("manner")["allergen"][food]["diet"] for food in foods}
    if diet := [each for each in understood.entities.diet if each not in minded]:
        lines.append(
            say(
                f"Food, {diet_words(diet, 'en')}: the plan sets times for meals, no restaurants, so choose what suits"
                " and ask there.",
                f"饮食（{diet_words(diet, 'zh')}）：行程只安排用餐时间，在哪里吃由你选择，点餐前请确认。",
            )
        )
    return lines
