"""The largest cities without sights in the catalogue: each is told for what it is, the nearest covered ones named."""

import pytest

from agent_core.messages import AssistantMessage, HumanMessage
from tests.assistant.asking import asked, conversed
from travelagent.assistant.follow_ups import follow_ups
from travelagent.catalog import source
from travelagent.catalog.climate import nearest_climate
from travelagent.catalog.matches import CityMatch
from travelagent.catalog.names import near_covered, resolve_city
from travelagent.catalog.open_data import world_cities
from travelagent.catalog.values import WorldCity

pytestmark = pytest.mark.sampled(of=5)


def largest_uncovered(number: int) -> list[WorldCity]:
    """World cities whose English name means them, by people, none of them in the catalogue."""
    found = []
    for place in sorted(world_cities(), key=lambda city: -city.population):
        meant = resolve_city(place.name_en)
        if isinstance(meant, CityMatch) and not meant.covered and meant.id == place.id:
            found.append(place)
        if len(found) == number:
            break
    return found


@pytest.mark.parametrize("place", largest_uncovered(50), ids=lambda place: place.name_en)
async def test_a_plan_for_an_uncovered_city_is_declined_usefully(place: WorldCity) -> None:
    await _is_honest_and_useful(f"Plan 3 days in {place.name_en}", place, place.name_en, "en")
    if place.name_zh:
        await _is_honest_and_useful(f"规划{place.name_zh}三日游", place, place.name_zh, "zh")


async def _is_honest_and_useful(question: str, place: WorldCity, name: str, language: str) -> None:
    result, sink = await asked(question)

    reply = result.final_reply
    assert name in reply, reply
    assert ("the catalogue has no sights for it" if language == "en" else "没有它的景点资料") in reply, reply
    assert not [e for e in sink.of("artifact") if e.kind in ("itinerary", "budget")]
    nearest = [source.cities()[city] for city, _ in near_covered(place.lat, place.lon, 3)]
    assert all((city.name_en if language == "en" else city.name_zh) in reply for city in nearest), reply
    coldest = min(nearest_climate(place.lat, place.lon).months, key=lambda month: month.t_mean)
    to = " to " if language == "en" else "～"
    lowest_to_highest = f"{round(coldest.t_min)}{to}{round(coldest.t_max)} °C"
    assert lowest_to_highest in reply or f"{round(coldest.t_mean)} °C" in reply, reply


async def test_its_weather_in_a_month_is_told() -> None:
    result, _ = await asked("Is Ankara cold in January?")

    assert "January" in result.final_reply
    assert "Lows and highs" in result.final_reply


@pytest.mark.parametrize(
    ("said", "country", "limit"),
    [("two days in Whitby, England", "Canada", "no small towns"), ("去惠特比玩两天", "加拿大", "没有小镇")],
)
async def test_a_namesake_elsewhere_is_told_to_be_one(said: str, country: str, limit: str) -> None:
    result, _ = await asked(said)
    assert country in result.final_reply
    assert limit in result.final_reply


async def test_another_city_is_offered_and_taken() -> None:
    asking = "Plan 3 days in Ankara"
    declined, _ = await asked(asking)
    before = (HumanMessage(asking), AssistantMessage(declined.final_reply))
    _, sink = await asked("Istanbul then", history=before)

    assert [e.payload["cities"] for e in sink.of("artifact") if e.kind == "itinerary"] == [["istanbul"]]


@pytest.mark.parametrize(
    ("asking", "days", "told"),
    [
        ("Plan 4 days in Ankara and Istanbul", 2, "the catalogue has no sights for it"),
        ("想去景德镇和宜春，各玩两天", 2, "没有它的景点资料"),
        ("规划扬州四日游，从武汉坐高铁，顺便去淮安", 2, "没有它的景点资料"),
        ("4 days in Istanbul and Ankara from Athens by plane", 2, "the catalogue has no sights for it"),
    ],
)
async def test_beside_a_covered_city_the_covered_one_is_planned_for_its_share(
    asking: str, days: int, told: str
) -> None:
    result, sink = await asked(asking)

    (plan,) = [e.payload for e in sink.of("artifact") if e.kind == "itinerary"]
    assert len(plan["days"]) == days
    assert told in result.final_reply
    assert [e for e in sink.of("artifact") if e.kind == "budget"]


@pytest.mark.parametrize(
    ("said", "name", "told"),
    [
        ("天水两日游", "天水", "没有它的景点资料"),
        ("天水有什么好玩的", "天水", "没有它的景点资料"),
        ("安康三日游", "安康", "没有它的景点资料"),
        ("Two days in Tianshui", "Tianshui", "the catalogue has no sights for it"),
    ],
)
async def test_a_name_that_is_a_common_word_is_no_other_city(said: str, name: str, told: str) -> None:
    result, sink = await asked(said)

    assert name in result.final_reply
    assert told in result.final_reply
    assert not [e for e in sink.of("artifact") if e.kind in ("itinerary", "budget")]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "第比利斯和埃里温哪个更适合吃喝，五月，7天",
            ["到第比利斯必尝：", "Yerevan-Arabkir", "没有埃里温的景点、美食和价格资料"],
        ),
        (
            "Tbilisi or Yerevan for food in May?",
            ["In Tbilisi, try ", "Yerevan-Arabkir", "no data on sights, food and prices in Yerevan"],
        ),
    ],
)
async def test_compared_with_a_covered_city_what_is_known_is_told_and_what_is_not(said: str, told: list[str]) -> None:
    result, _ = await asked(said)
    assert [words for words in told if words not in result.final_reply] == []


@pytest.mark.parametrize(
    ("said", "button"),
    [
        ("3 days in Valletta in May for two", "Plan 3 days in Naples in May"),
        ("五月去瓦莱塔三天，两个人", "规划5月那不勒斯三日游"),
    ],
)
async def test_a_button_leads_on_to_the_nearest_covered_city_with_the_same_trip(said: str, button: str) -> None:
    first, second = await conversed([said, button])
    assert follow_ups(first)[0] == button
    assert second.understanding is not None
    entities = second.understanding["entities"]
    assert (entities["cities"], entities["days"], entities["month"]) == (["naples"], 3, 5)
    assert entities["travellers"] == {"adults": 2}


@pytest.mark.parametrize(
    ("turns", "told", "instead"),
    [
        (
            (
                "a day trip to York on a Saturday in June for four women, driving over from Leeds",
                "she'd love an afternoon tea around three",
                "how far do we have to walk?",
                "is the Minster open on that day?",
                "could we do it on the Sunday instead?",
            ),
            "As I said, I know no sights in York",
            "plan Oxford",
        ),
        (
            ("天水两日游", "第一天几点出门", "有什么好玩的", "改成三天"),
            "前面说过，我没有天水的景点资料",
            "规划",
        ),
        (
            ("三天去列支敦士登", "有什么好玩的"),
            "前面说过，我没有列支敦士登的景点资料",
            "规划苏黎世",
        ),
        (
            ("3 days in Liechtenstein", "what is there to see?"),
            "As I said, I know no sights in Liechtenstein",
            "plan Zurich",
        ),
    ],
)
async def test_what_was_told_of_an_uncovered_place_is_only_referred_to_later(
    turns: tuple[str, ...], told: str, instead: str
) -> None:
    first, *later = (str(state.messages[-1].text) for state in await conversed(turns))
    assert told not in first
    for answer in later:
        assert answer.startswith(told)
        assert instead in answer
        assert len(answer) < len(first)


@pytest.mark.parametrize("turns", [("2 days in York", "how warm is it in July?"), ("天水两日游", "七月天气怎么样")])
async def test_the_weather_of_another_month_is_told_in_full(turns: tuple[str, str]) -> None:
    _, after = await conversed(turns)
    assert "°C" in after.messages[-1].text
