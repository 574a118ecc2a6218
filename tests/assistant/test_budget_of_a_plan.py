"""The budget of real plans, made by the tool, is what the catalogue's rows say it is: to the smallest unit.

Everything is computed once more here, in fractions and from the packaged files themselves.
"""

import csv
import math
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import pairwise, permutations
from typing import Any

import pytest

from agent_core.tools import ToolContext, ToolError
from travelagent.assistant.tools.calculate_budget import calculate_budget
from travelagent.briefs.at_hand import TripAtHand
from travelagent.briefs.values import Stay, TripBrief
from travelagent.catalog import source
from travelagent.catalog.adapter import city_stay, planning_sights
from travelagent.catalog.files import DATA
from travelagent.catalog.money import packaged_rates
from travelagent.costs.budget import WHOLE_UNIT_CURRENCIES, convert
from travelagent.planning.engine import plan
from travelagent.plans.values import PlanRequest
from travelagent.plans.words import calendar_day
from travelagent.wire.itinerary import itinerary_to_wire

TRIPS = (("beijing", 4), ("kyoto", 3), ("paris", 4), ("lijiang", 3), ("new-york", 1), ("budapest", 2))
CONTEXT = ToolContext("run", "call", "en", lambda share, text: None)
Line = tuple[str, int, Fraction, Fraction]
"""(kind, quantity, unit price, amount)"""


def spent(city: str, /, **arguments: Any) -> dict[str, Any]:
    """The payload that the tool shows."""
    (shown,) = calculate_budget.function(city, context=CONTEXT, **arguments).shown
    return shown.payload


@cache
def itinerary(city: str, days: int, start: date = date(2026, 4, 14)) -> dict[str, Any]:
    request = PlanRequest((city_stay(source.cities()[city]),), days, start_date=start)
    return itinerary_to_wire(plan(request, planning_sights([city])))


@cache
def rows(kind: str) -> dict[str, dict[str, str]]:
    """The rows of the packaged files as they are: cities by id, sights by `city/id`."""
    found = {}
    for path in sorted((DATA / "curated" / kind).glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                found["/".join([row["city"], row["id"]] if kind == "sights" else [row["id"]])] = row
    return found


@cache
def tariffs() -> dict[str, dict[str, str]]:
    """The taxi prices by country."""
    with (DATA / "curated/taxis.csv").open(encoding="utf-8", newline="") as file:
        return {row["country"]: row for row in csv.DictReader(file)}


@cache
def fares() -> dict[str, Fraction]:
    """The fares of the coaches by the sights that they lead to."""
    with (DATA / "curated/coaches.csv").open(encoding="utf-8", newline="") as file:
        return {row["sight"]: Fraction(row["fare"]) for row in csv.DictReader(file)}


@cache
def gates() -> dict[str, str]:
    """The sights that are entered on another's ticket, with that one."""
    with (DATA / "curated/tickets.csv").open(encoding="utf-8", newline="") as file:
        return {row["sight"]: row["ticket"] for row in csv.DictReader(file)}


def unit(currency: str) -> Fraction:
    return Fraction(1) if currency in WHOLE_UNIT_CURRENCIES else Fraction(1, 100)


def rounded(amount: Fraction, currency: str) -> Fraction:
    return math.floor(amount / unit(currency) + Fraction(1, 2)) * unit(currency)


def coach_rides(day: dict[str, Any]) -> Iterator[Fraction]:
    """What one adult pays for each ride by coach of a day."""
    sights = {visit["id"]: visit["sight"] for visit in day["visits"]}
    for leg in day["legs"]:
        known = [fares()[sights[end]] for end in (leg["from"], leg["to"]) if sights.get(end) in fares()]
        if leg["mode"] == "bus" and known:
            yield known[0] if len(known) == 1 else max(abs(known[0] - known[1]), min(known) / 2)


def expected(city: str, days: int, travellers: int, tier: str, currency: str) -> Iterator[Line]:
    """All lines but the reserve."""
    row, per_usd = rows("cities")[city], {code: rate.per_usd for code, rate in packaged_rates().rows.items()}

    def line(kind: str, quantity: int, price: Fraction) -> Line:
        there = price * Fraction(per_usd[currency]) / Fraction(per_usd[row["currency"]])
        price = rounded(there if currency != row["currency"] else price, currency)
        return kind, quantity, price, quantity * price

    if days > 1:
        yield line("lodging", math.ceil(travellers / 2) * (days - 1), Fraction(row[f"lodging_{tier}"]))
    yield line("meals", travellers * days, Fraction(row[f"meals_{tier}"]))
    yield line("transport", travellers * days, Fraction(row["transit_day"]))
    taxis = [Fraction(str(leg["km"])) for day in itinerary(city, days)["days"] for leg in day["legs"]
             if leg["mode"] == "taxi"]  # fmt: skip
    if taxis:
        taxi = tariffs()[row["country"]]
        fare = len(taxis) * Fraction(taxi["base"]) + sum(taxis) * Fraction(taxi["per_km"])
        yield line("transport", math.ceil(travellers / 4), fare)
    coaches = [ride for day in itinerary(city, days)["days"] for ride in coach_rides(day)]
    if coaches:
        yield line("transport", travellers, sum(coaches, Fraction(0)))
    on_one: dict[str, Fraction] = {}
    for visit in (visit for day in itinerary(city, days)["days"] for visit in day["visits"]):
        ticket = gates().get(visit["sight"], visit["sight"])
        on_one[ticket] = max(on_one.get(ticket, Fraction(0)), Fraction(rows("sights")[visit["sight"]]["price"]))
    yield from (line("tickets", travellers, price) for price in on_one.values() if price)


@pytest.mark.parametrize(("start", "price"), [(date(2026, 10, 30), {60, 40}), (date(2026, 12, 8), {40})])
def test_a_ticket_costs_what_it_costs_on_the_day_of_the_visit(start: date, price: set[int]) -> None:
    palace, days = "beijing/forbidden-city", itinerary("beijing", 3, start)
    (visit,) = [visit for day in days["days"] for visit in day["visits"] if visit["sight"] == palace]
    (day,) = [day for day in days["days"] if visit in day["visits"]]
    paid = Fraction(visit["ticket"]["amount"])
    assert paid == (40 if day["date"] >= "2026-11-01" else 60)
    assert paid in price
    items = spent("beijing", days=3, travellers=2, itinerary=days)["items"]
    (ticket,) = [item for item in items if item["kind"] == "tickets" and "Forbidden City" in item["label"]["en"]]
    assert Fraction(ticket["unit_price"]) == paid


@pytest.mark.parametrize(("city", "days"), TRIPS)
@pytest.mark.parametrize("currency", [None, "USD", "JPY", "CNY", "VND"])
def test_every_line_and_the_total_can_be_recomputed_from_the_rows(city: str, days: int, currency: str | None) -> None:
    payload = spent(city, days=days, travellers=5, tier="mid", currency=currency, itinerary=itinerary(city, days))
    assert payload["currency"] == (currency or rows("cities")[city]["currency"])
    lines = [
        (item["kind"], item["quantity"], Fraction(item["unit_price"]), Fraction(item["amount"]))
        for item in payload["items"]
    ]
    wanted = list(expected(city, days, 5, "mid", payload["currency"]))
    reserve = rounded(sum(line[3] for line in wanted) / 10, payload["currency"])
    assert lines == [*wanted, ("reserve", 1, reserve, reserve)]
    assert Fraction(payload["total"]) == sum(line[3] for line in wanted) + reserve


@pytest.mark.parametrize(("city", "days"), TRIPS)
@pytest.mark.parametrize("tier", ["budget", "luxury"])
def test_the_tier_is_that_of_the_row(city: str, days: int, tier: str) -> None:
    payload = spent(city, days=days, travellers=1, tier=tier, itinerary=itinerary(city, days))
    prices = {item["kind"]: Fraction(item["unit_price"]) for item in payload["items"]}
    for kind in ("lodging", "meals") if days > 1 else ("meals",):
        assert prices[kind] == Fraction(rows("cities")[city][f"{kind}_{tier}"])
    assert ("lodging" in prices) == (days > 1)


@pytest.mark.parametrize(("city", "days"), TRIPS)
def test_items_range_around_their_amount_and_sum_up_like_it(city: str, days: int) -> None:
    payload = spent(city, days=days, travellers=2, currency="EUR", itinerary=itinerary(city, days))
    for key, total in (("amount", "total"), ("low", "low"), ("high", "high")):
        assert sum(Decimal(item[key]) for item in payload["items"]) == Decimal(payload[total])
    for item in payload["items"]:
        assert Decimal(item["low"]) <= Decimal(item["amount"]) <= Decimal(item["high"])


@pytest.mark.parametrize("origin", [None, "shanghai"])
def test_every_item_says_where_it_comes_from_and_of_when(origin: str | None) -> None:
    payload = spent("paris", days=4, currency="CNY", origin=origin, itinerary=itinerary("paris", 4))
    assert {item["kind"] for item in payload["items"]} >= {"lodging", "meals", "transport", "tickets", "reserve"}
    assert ("intercity" in {item["kind"] for item in payload["items"]}) == (origin is not None)
    for item in payload["items"]:
        assert item["source"]
        assert item["label"]["en"]
        assert item["label"]["zh"]
        assert 2024 <= int(item["as_of"][:4]) <= 2026
    (rates,) = [note for note in payload["notes"] if "rates" in note["en"]]
    as_of = calendar_day(packaged_rates().as_of)
    assert as_of.en in rates["en"]
    assert as_of.zh in rates["zh"]


@pytest.mark.parametrize("currency", [None, "EUR"])
def test_in_every_city_more_days_people_or_comfort_cost_more(currency: str | None) -> None:
    def total(city: str, days: int = 3, travellers: int = 2, tier: str = "mid") -> Decimal:
        return Decimal(spent(city, days=days, travellers=travellers, tier=tier, currency=currency)["total"])

    faults = []
    for city in source.cities():
        ladders = {
            "days": [total(city, days=days) for days in (1, 2, 3, 4, 30)],
            "travellers": [total(city, travellers=people) for people in (1, 2, 3, 4, 5)],
            "tier": [total(city, tier=tier) for tier in ("budget", "mid", "luxury")],
        }
        faults += [(city, what) for what, ladder in ladders.items() if any(a >= b for a, b in pairwise(ladder))]
    assert faults == []


def test_money_changed_there_and_back_is_the_same_to_the_smallest_unit() -> None:
    table = packaged_rates().table()
    worth = {code: Decimal("512.35") * rate for code, rate in table.rates.items()}
    assert len(worth) > 50
    for here, there in permutations(worth, 2):
        amount = rounded(Fraction(worth[here]), here)
        changed = convert(Decimal(amount.numerator) / amount.denominator, here, there, table)
        assert rounded(Fraction(convert(changed, there, here, table)), here) == amount, (here, there)


def test_a_total_in_another_currency_is_the_total_up_to_the_rounding_of_its_prices() -> None:
    for city, days in TRIPS:
        own = spent(city, days=days, travellers=3, itinerary=itinerary(city, days))
        other = spent(city, days=days, travellers=3, currency="GBP", itinerary=itinerary(city, days))
        changed = convert(Decimal(own["total"]), own["currency"], "GBP", packaged_rates().table())
        pieces = sum(item["quantity"] for item in other["items"])
        assert abs(changed - Decimal(other["total"])) <= pieces * Decimal("0.0055") * 2


def test_a_currency_without_a_rate_is_refused_by_name() -> None:
    with pytest.raises(ToolError) as refusal:
        spent("paris", days=2, currency="XAU")
    assert refusal.value.code == "missing_rate"
    assert "XAU" in str(refusal.value)


def test_a_budget_prices_the_plan_that_stands_and_names_it() -> None:
    standing = TripAtHand(1, TripBrief(stays=(Stay("kyoto", 3),)), "c1_a1", itinerary("kyoto", 3))
    of_plan = spent("", trip=lambda: standing)
    assert (of_plan["plan"], of_plan["days"], of_plan["nights"]) == ("c1_a1", 3, 2)
    assert of_plan == {**spent("kyoto", days=3, itinerary=itinerary("kyoto", 3)), "plan": "c1_a1"}
    assert "plan" not in spent("kyoto", days=2, trip=lambda: standing)
    several = TripAtHand(1, TripBrief(stays=(Stay("rome", 2), Stay("florence", 1))))
    lodging = [line["label"]["en"] for line in spent("", trip=lambda: several)["items"] if line["kind"] == "lodging"]
    assert lodging == ["Rome: 1 room × 2 nights"]
    with pytest.raises(ToolError, match="neither plan nor brief"):
        spent("")
