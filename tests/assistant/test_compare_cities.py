"""Cities side by side: the figures are the catalogue's, the verdict states who leads in the requested aspects."""

from typing import Any

import pytest

from agent_core.tools import ToolContext, ToolError, ToolResult
from tests.assistant.asking import run_question
from travelagent.assistant.tools.compare_cities import compare_cities
from travelagent.catalog import source
from travelagent.catalog.climate import climate_of
from travelagent.catalog.money import packaged_rates


def compared(locale: str = "en", **args: Any) -> ToolResult:
    context = ToolContext("run", "call", locale, lambda fraction, note: None)
    result: ToolResult = compare_cities.function(**compare_cities.validated(args, {}), context=context)
    return result


def rows(result: ToolResult) -> dict[str, list[Any]]:
    return {row["label"]: row["values"] for row in result.value["rows"]}


def test_the_figures_are_those_of_the_catalogue() -> None:
    kyoto, osaka = source.cities()["kyoto"], source.cities()["osaka"]
    found = rows(compared(cities=["京都", "Osaka"], month=4, interests=["food"]))
    assert found["A person's day, mid-range"] == [
        {"amount": f"{city.daily_cost('mid'):.2f}", "currency": "JPY"} for city in (kyoto, osaka)
    ]
    assert found["Sights: food"] == [
        sum("food" in s.tags for s in source.sights_of(city)) for city in ("kyoto", "osaka")
    ]
    normals = [climate_of(city).months[3] for city in ("kyoto", "osaka")]
    assert found["April, rain days"] == [round(n.rain_days) for n in normals]
    assert found["April, °C"] == [f"{round(n.t_min)} – {round(n.t_max)}" for n in normals]


def test_costs_of_several_currencies_are_told_in_one() -> None:
    result = compared(cities=["kyoto", "rome"])
    daily = source.cities()["rome"].daily_cost("mid")
    dollars = packaged_rates().convert(daily, "EUR", "USD").amount
    assert rows(result)["A person's day, mid-range"][1] == {"amount": f"{dollars:.2f}", "currency": "USD"}
    assert any("European Central Bank" in s.title for s in result.sources)
    in_euros = rows(compared(cities=["kyoto", "rome"], currency="EUR"))
    assert in_euros["A person's day, mid-range"][1] == {"amount": f"{daily:.2f}", "currency": "EUR"}


def test_the_verdict_follows_the_aspects_that_were_asked() -> None:
    by_climate = compared(cities=["bangkok", "chiang-mai", "phuket"], aspects=["climate", "costs"], month=1)
    first, second = by_climate.value["verdict"].split("; ")
    assert first == "I would take Chiang Mai: in January Chiang Mai is driest (rain days: 1, Phuket 7)"
    assert second.startswith("Chiang Mai is cheapest: about THB\u00a02,100 a mid-range day, Phuket THB\u00a03,100")
    assert {row["aspect"] for row in by_climate.value["rows"]} == {"climate", "costs"}


def test_where_nothing_differs_the_verdict_says_so() -> None:
    verdict = compared(cities=["kyoto", "osaka"], aspects=["getting_around"]).value["verdict"]
    assert verdict == "In what was compared they do not differ."


def test_the_artifact_speaks_both_languages() -> None:
    (shown,) = compared(cities=["kyoto", "osaka"]).shown
    assert shown.kind == "comparison"
    payload = shown.payload
    assert payload["cities"][0]["name"] == {"en": "Kyoto", "zh": "京都"}
    assert set(payload["verdict"]) == {"en", "zh"}
    assert all(set(aspect["values"]) == {"kyoto", "osaka"} for aspect in payload["aspects"])


@pytest.mark.parametrize(
    ("args", "code"),
    [
        ({"cities": ["Kyoto"]}, "invalid_arguments"),
        ({"cities": ["Kyoto", "京都"]}, "invalid_arguments"),
        ({"cities": ["Kyoto", "Bielefeld"]}, "unknown_city"),
        ({"cities": ["Kyoto", "Springfield"]}, "ambiguous_city"),
        ({"cities": ["Kyoto", "Osaka"], "month": 13}, "invalid_arguments"),
        ({"cities": ["Kyoto", "Osaka"], "aspects": ["mood"]}, "invalid_arguments"),
        ({"cities": ["Kyoto", "Osaka"], "currency": "XTS"}, "missing_rate"),
    ],
    ids=str,
)
def test_what_cannot_be_compared_is_refused(args: dict[str, Any], code: str) -> None:
    with pytest.raises(ToolError) as refused:
        compared(**args)
    assert refused.value.code == code


def test_unknown_cities_are_left_out_of_a_comparison() -> None:
    found = compared(cities=["Kyoto", "Bielefeld", "Osaka", "Nowhereville"])
    assert [city["id"] for city in found.value["cities"]] == ["kyoto", "osaka"]
    reasons = found.value["left_out"]
    assert [name for name in ("Bielefeld", "Nowhereville") if any(name in line for line in reasons)] == [
        "Bielefeld", "Nowhereville",
    ]  # fmt: skip


@pytest.mark.parametrize("question", ["Kyoto or Osaka in April, which is cheaper?", "四月去京都还是大阪，哪个便宜"])
async def test_the_embedded_model_compares_in_one_call(question: str) -> None:
    result, sink = await run_question(question)
    calls = [row.action for row in result.history if row.action and row.action.tool != "set_brief"]
    assert [(call.tool, call.args["cities"], call.args["month"]) for call in calls] == [
        ("compare_cities", ["kyoto", "osaka"], 4)
    ]
    assert [event.kind for event in sink.events if event.type == "artifact"] == ["comparison"]
    assert calls[0].result["verdict"] in result.final_reply
    assert "16,000" in result.final_reply


async def test_of_three_cities_the_known_ones_are_compared() -> None:
    result, sink = await run_question("京都、大阪和比勒费尔德哪个便宜")
    assert [event.kind for event in sink.events if event.type == "artifact"] == ["comparison"]
    assert "比勒费尔德" in result.final_reply


async def test_a_city_outside_the_catalogue_does_not_hide_the_other() -> None:
    result, _ = await run_question("Berlin or Bielefeld?")
    assert "Berlin" in result.final_reply
    assert "I know no sights in Bielefeld" in result.final_reply


def test_a_taste_that_both_meet_alike_is_told_so_and_with_its_dishes() -> None:
    result = compared(cities=["osaka", "tokyo"], aspects=["sights"], interests=["food"])
    counts = rows(result)["Sights: food"]
    assert counts[0] == counts[1]
    assert result.value["verdict"] == f"They have as many sights for food: {counts[0]} each."
    assert rows(result)["Dishes"][0] == ", ".join(source.cities()["osaka"].food_en)


def test_a_taste_that_none_meets_is_not_mentioned() -> None:
    result = compared(cities=["kyoto", "osaka"], aspects=["sights", "costs"], interests=["beach"])
    assert rows(result)["Sights: beach"] == [0, 0]
    assert "beach" not in result.value["verdict"]


async def test_what_is_liked_is_compared() -> None:
    result, _ = await run_question("成都和重庆哪个好吃")
    assert "美食" in result.final_reply
