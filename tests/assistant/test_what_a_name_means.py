"""A name that is no covered city's own is told for what it was taken; an area without one is no other city."""

import pytest

from tests.assistant.asking import asked
from travelagent.catalog import gazetteer, source
from travelagent.catalog.names import area_members, nearest_to_area


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("想去喀纳斯玩五天", ("喀纳斯", "我没有那里", "乌鲁木齐")),
        ("国庆前后去新疆看喀纳斯，七天", ("喀纳斯", "我没有那里")),
        ("five days in Kanas", ("Kanas", "not in my data", "Urumqi")),
        ("去稻城亚丁玩五天", ("稻城亚丁", "我没有那里")),
        ("a week in Tasmania", ("Tasmania", "Melbourne")),
        ("去朝鲜旅游怎么安排", ("朝鲜", "我没有那里", "首尔")),
        ("10 days in Libya", ("Libya", "not in my data")),
    ],
)
async def test_an_area_without_a_covered_city_is_told_to_be_one(said: str, told: tuple[str, ...]) -> None:
    result, sink = await asked(said)

    assert all(word in result.final_reply for word in told), result.final_reply
    assert not [e for e in sink.of("artifact") if e.kind == "itinerary"]


@pytest.mark.parametrize(
    ("said", "city", "told"),
    [
        ("乌鲁木齐和喀纳斯，六天", "urumqi", "**喀纳斯**：我没有那里"),
        ("6 days in Urumqi and Kanas", "urumqi", "**Kanas** is not in my data"),
        ("想去顺德吃三天，推荐一下", "foshan", "顺德属于佛山"),
        ("3 days in Shunde", "foshan", "Shunde is part of Foshan"),
        ("去凯里玩三天", "qiandongnan", "凯里属于黔东南"),
        ("Giza in 3 days", "cairo", "Giza is near Cairo"),
        ("塔县三日游", "kashgar", "塔县在喀什附近"),
        ("3 days in Tashkurgan", "kashgar", "Tashkurgan is near Kashgar"),
        ("周末想去重请玩两天", "chongqing", "我把“重请”理解为重庆"),
        ("周末想去重请耍两天，巴适不嘛", "chongqing", "我把“重请”理解为重庆"),
        ("barcelna 4 3 days", "barcelona", "I took “barcelna” as Barcelona"),
        ("lisbn in may, 3 days", "lisbon", "I took “lisbn” as Lisbon"),
        ("3 days for us two, going to viena", "vienna", "I took “viena” as Vienna"),
        ("edinburg 4 days", "edinburgh", "I took “edinburg” as Edinburgh"),
    ],
)
async def test_what_a_name_was_taken_for_is_told_beside_the_plan(said: str, city: str, told: str) -> None:
    result, sink = await asked(said)

    assert told in result.final_reply
    assert [e.payload["cities"] for e in sink.of("artifact") if e.kind == "itinerary"] == [[city]]


@pytest.mark.parametrize("said", ["规划喀什六日游，要去塔什库尔干", "6 days in Kashgar and Tashkurgan"])
async def test_a_place_near_a_city_takes_none_of_its_days(said: str) -> None:
    _, sink = await asked(said)

    (plan,) = [e.payload for e in sink.of("artifact") if e.kind == "itinerary"]
    assert (plan["cities"], len(plan["days"])) == (["kashgar"], 6)


@pytest.mark.parametrize(
    "said", ["去佛山顺德玩三天", "3 days in Foshan", "三藩市三日游", "3 days in NYC", "峇里岛三日游"]
)
async def test_nothing_is_told_of_a_citys_own_names(said: str) -> None:
    result, _ = await asked(said)

    assert result.final_reply.startswith("**")


@pytest.mark.parametrize("word", ["girlfreind", "girlfriend", "boyfreind"])
async def test_misspelt_companions_are_counted(word: str) -> None:
    result, _ = await asked(f"amstredam long weekend with my {word}")

    assert "Amsterdam" in result.final_reply
    assert "for 2 travellers" in result.final_reply


@pytest.mark.parametrize(
    ("said", "names"),
    [
        ("想去马尔代夫或者巴厘岛，五天", "马累（马尔代夫） | 巴厘岛"),
        ("go to Maldives or Bali", "Malé (Maldives) | Bali"),
    ],
)
async def test_an_area_of_one_covered_city_is_compared_as_that_city(said: str, names: str) -> None:
    result, _ = await asked(said)

    assert names in result.final_reply


def test_every_area_without_a_covered_city_lies_somewhere() -> None:
    for row in gazetteer.rows("macros.csv"):
        assert area_members(row["name"]) or nearest_to_area("region", row["name"]), row["name"]


def test_every_listed_district_stands_for_its_city() -> None:
    for row in gazetteer.rows("districts.csv"):
        assert row["city"] in source.cities()
        for name in gazetteer.split(row["names"]):
            assert name in source.cities()[row["city"]].aliases or row["city"] in (area_members(name) or ()), name
