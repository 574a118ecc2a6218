"""`manage.py plan`: a verified trip from the catalogue, without a database."""

import json
import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from travelagent.catalog.adapter import city_stay, planning_sights
from travelagent.catalog.source import cities
from travelagent.plans.values import PlanRequest
from travelagent.verifier import verify
from travelagent.wire.itinerary import itinerary_from_wire


def run(*args: str) -> str:
    out = StringIO()
    call_command("plan", *args, "--start", "2026-04-14", stdout=out)
    return out.getvalue()


def refused(*args: str) -> CommandError:
    with pytest.raises(CommandError) as refusal:
        run(*args)
    return refusal.value


def test_json_is_one_document_whose_plan_the_verifier_accepts() -> None:
    itinerary = itinerary_from_wire(json.loads(run("Bath", "--days", "2", "--json")))
    request = PlanRequest((city_stay(cities()["bath"]),), 2, start_date=itinerary.days[0].date, walkers=("adult",))
    certificate = verify(itinerary, request, planning_sights(["bath"]))
    assert len(itinerary.visits) >= 4
    assert certificate.feasible
    assert certificate == itinerary.certificate


def test_a_day_is_told_in_the_order_of_its_clock_with_all_its_parts() -> None:
    payload = json.loads(run("Bath", "--days", "1", "--json"))
    events = [event for part in ("legs", "visits", "meals") for event in payload["days"][0][part]]
    text = run("Bath", "--days", "1")
    day = text.split("\n\n")[0]
    times = re.findall(r"^\d\d:\d\d", day, re.MULTILINE)
    assert times == sorted(times)
    assert len(times) == len(events) + 1
    for visit in payload["days"][0]["visits"]:
        assert f"{visit['arrive']}–{visit['depart']}  {visit['name']['en']}" in day
        assert visit["why"]["en"] in day
    for left in payload["left_out"]:
        (line,) = (
            line for line in text.split("\n") if line.endswith(f": {left['reason']['en']} {left['relaxation']['en']}")
        )
        assert left["name"]["en"] in line
    assert f"all {len(payload['certificate']['checks'])} checks passed" in text


def test_the_budget_is_of_the_party_the_tier_and_the_visited_sights() -> None:
    text = run("Bath", "--days", "3", "--travellers", "3", "--tier", "luxury")
    bath = cities()["bath"]
    assert f"(4 × £{bath.lodging.luxury})" in text
    assert f"(9 × £{bath.meals.luxury})" in text
    assert "  Roman Baths (3 × £" in text


@pytest.mark.parametrize("name", ["巴斯", "bath", "Bath Spa"])
def test_a_city_is_known_by_any_of_its_names(name: str) -> None:
    assert json.loads(run(name, "--days", "1", "--json"))["cities"] == ["bath"]


def test_chinese_is_chinese() -> None:
    text = run("京都", "--days", "1", "--lang", "zh")
    assert "第 1 天，2026年4月14日（周二），京都" in text
    assert "校验：可行" in text
    assert re.findall("[A-Za-z]{4,}", text) == []


def test_wishes_reach_the_plan() -> None:
    itinerary = itinerary_from_wire(
        json.loads(
            run("kyoto", "--days", "2", "--pace", "relaxed", "--must-see", "金阁寺,kyoto/nijo-castle",
                "--hotel", "34.9858,135.7588", "--interests", "history", "--json")
        )
    )  # fmt: skip
    assert {"kyoto/kinkaku-ji", "kyoto/nijo-castle"} <= {visit.sight for visit in itinerary.visits}
    assert all(len(day.visits) <= 3 for day in itinerary.days)
    assert {(day.origin.lat, day.destination.lon) for day in itinerary.days} == {(34.9858, 135.7588)}
    assert any("matches history" in visit.why.en for visit in itinerary.visits)


def test_what_is_not_in_the_catalogue_is_refused_with_what_is() -> None:
    error = refused("Wolfsburg", "--days", "2")
    assert error.returncode == 1
    assert re.search(r"no sights for it.*nearest covered cities: .*\d km", str(error))
    assert refused("Xyzzyville", "--days", "2").returncode == 1
    assert refused("kyoto", "--days", "2", "--must-see", "Eiffel Tower").returncode == 1


def test_a_demand_that_cannot_be_kept_says_what_would_help() -> None:
    error = refused("beijing", "--days", "1", "--must-see", "八达岭长城,beijing/mutianyu-great-wall")
    assert error.returncode == 1
    assert "Drop" in str(error)


@pytest.mark.parametrize("days", ["0", "-1", "31"])
def test_a_length_that_makes_no_sense_has_a_code_of_its_own(days: str) -> None:
    error = refused("kyoto", "--days", days)
    assert error.returncode == 2
    assert "1 to 30 days" in str(error)


@pytest.mark.parametrize(
    "option",
    ["--hotel=nowhere", "--hotel=95,0", "--interests=hystory", "--pace=mad", "--start=2026-02-30", "--tier=royal"],
)
def test_an_option_that_makes_no_sense_is_refused_before_planning(option: str) -> None:
    assert option.split("=")[0] in str(refused("kyoto", "--days", "1", option))
