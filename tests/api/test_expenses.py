"""The money of a trip over REST: travellers, expenses in several currencies, the ledger, the table."""

import csv
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from tests.api.caller import Caller, problem
from tests.api.world import PLAN
from tests.conftest import Visitor
from tests.support.tables import undone
from travelagent.catalog.money import current_rates, put_in_force, rates_of
from travelagent.catalog.values import RateRow
from travelagent.ops import personal_data
from travelagent.trips import actions as trips
from travelagent.trips import spending
from travelagent.trips.models import ExpensePart, Traveller, Trip, TripExpense

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("planned")]
KEY = {"Idempotency_Key": "dinner-1"}


@pytest.fixture
def trip(owner: Visitor, costs: dict[str, Any]) -> Trip:
    """A trip of the owner's, with a budget, settled in yuan."""
    person = owner.actor.person or 0
    trip = trips.create_trip(person, "Kyoto", PLAN, budget=costs)
    assert spending.currency_of(trip) == costs["currency"]
    return spending.settle_in(person, trip.pk, "CNY")


@pytest.fixture
def path(trip: Trip) -> str:
    return f"trips/{trip.pk}/"


@pytest.fixture
def who(owner: Visitor, trip: Trip) -> dict[str, str]:
    """Three travellers' ids by their names."""
    return {name: spending.add_traveller(owner.actor.person or 0, trip.pk, name).pk for name in ("Ann", "Ben", "小明")}


def spent(payer: str, amount: str, currency: str = "CNY", **more: Any) -> dict[str, Any]:
    return {"payer": payer, "amount": amount, "currency": currency, "day": "2026-04-13", "kind": "food", **more}


def test_it_works(page: Caller, path: str, who: dict[str, str]) -> None:
    """Three currencies, three ways to split, settled with the fewest transfers, each balance to the penny."""
    ann, ben, ming = who.values()
    shares = [{"traveller": ann, "weight": "2"}, {"traveller": ben, "weight": "1"}]
    amounts = [{"traveller": ben, "weight": "12.34"}, {"traveller": ming, "weight": "27.66"}]
    dinner = page.post(f"{path}expenses/", spent(ann, "10000", "JPY", label="Kaiseki"))
    assert dinner.status_code == 201, dinner.content
    assert dinner["ETag"] == '"1"'
    page.post(f"{path}expenses/", spent(ben, "100.01", method="shares", parts=shares, kind="tickets"))
    page.post(f"{path}expenses/", spent(ming, "40.00", "EUR", method="amounts", parts=amounts, kind="shopping"))

    body = dinner.json()
    yen = current_rates().convert(Decimal(10000), "JPY", "CNY")
    assert (body["rate"]["currency"], body["rate"]["day"]) == ("CNY", str(yen.as_of))
    assert Decimal(body["worth"]) == round(yen.amount, 2)
    assert sum(Decimal(part["worth"]) for part in body["parts"]) == Decimal(body["worth"])
    assert (body["amount"], body["label"], body["method"]) == ("10000", "Kaiseki", "equal")

    ledger = page.get(f"{path}ledger/").json()
    assert ledger["currency"] == "CNY"
    nets = {row["name"]: Decimal(row["net"]) for row in ledger["balances"]}
    assert sum(nets.values()) == 0
    assert Decimal(ledger["spent"]) == sum(Decimal(row["paid"]) for row in ledger["balances"])
    assert len(ledger["transfers"]) == 2
    for transfer in ledger["transfers"]:
        names = {ident: name for name, ident in who.items()}
        nets[names[transfer["debtor"]]] += Decimal(transfer["amount"])
        nets[names[transfer["creditor"]]] -= Decimal(transfer["amount"])
    assert not any(nets.values())

    kinds = {row["kind"]: row for row in ledger["kinds"]}
    assert kinds["tickets"]["actual"] == "100.01"
    assert Decimal(kinds["lodging"]["planned"]) > 0
    assert kinds["lodging"]["actual"] == "0.00"
    assert [row["kind"] for row in page.get(f"{path}expenses/").json()["results"]] == ["shopping", "tickets", "food"]


def test_the_rate_of_the_day_stays_with_the_expense(page: Caller, path: str, who: dict[str, str]) -> None:
    ident = page.post(f"{path}expenses/", spent(who["Ann"], "50.00", "EUR")).json()["id"]
    before = page.get(f"{path}expenses/{ident}/").json()
    rows = {**current_rates().rows, "EUR": RateRow("EUR", Decimal("0.5"), date(2027, 1, 4), "ecb", "")}
    put_in_force(rates_of(rows.values()))
    try:
        changed = page.patch(f"{path}expenses/{ident}/", {"label": "Lunch"}).json()
        assert (changed["rate"], changed["worth"]) == (before["rate"], before["worth"])
        again = page.patch(f"{path}expenses/{ident}/", {"currency": "USD"}).json()
        assert again["rate"]["value"] != before["rate"]["value"]
        own = page.patch(f"{path}expenses/{ident}/", {"rate": "7.25"}).json()
        assert (own["rate"]["value"], own["rate"]["day"], own["worth"]) == ("7.25", "2026-04-13", "362.50")
        dollars = page.patch(f"{path}ledger/", {"currency": "USD"}).json()
        assert (dollars["currency"], dollars["spent"]) == ("USD", "50.00")
    finally:
        put_in_force(None)


def test_a_lost_update_is_refused(page: Caller, path: str, who: dict[str, str]) -> None:
    ident = page.post(f"{path}expenses/", spent(who["Ann"], "50.00")).json()["id"]
    one = f"{path}expenses/{ident}/"
    assert page("PATCH", one, {"amount": "60.00"}, If_Match='"1"')["ETag"] == '"2"'
    assert problem(page("PATCH", one, {"amount": "70.00"}, If_Match='"1"')) == (412, "version_conflict")
    assert problem(page("DELETE", one, None, If_Match='"1"')) == (412, "version_conflict")
    assert page.get(one).json()["amount"] == "60.00"
    assert "expense" in page("PATCH", one, {"amount": "70.00"}, If_Match='"1"').json()["detail"]
    assert page("DELETE", one, None, If_Match='"2"').status_code == 204
    assert problem(page.get(one)) == (404, "not_found")


def test_an_expense_sent_twice_is_there_once(page: Caller, path: str, who: dict[str, str]) -> None:
    first, again = (page.post(f"{path}expenses/", spent(who["Ann"], "50.00"), **KEY) for _ in range(2))
    assert first.json() == again.json()
    assert again["Idempotent-Replayed"] == "true"
    assert TripExpense.objects.count() == 1


def test_what_cannot_be_is_refused_in_words(
    page: Caller, path: str, who: dict[str, str], subtests: pytest.Subtests
) -> None:
    for language in ("en", "zh-CN"):
        for field, changes in (
            ("amount", {"amount": "0"}),
            ("amount", {"amount": "1.001"}),
            ("amount", {"amount": "10.5", "currency": "JPY"}),
            ("currency", {"currency": "XQX"}),
            ("currency", {"currency": "DEM"}),
            ("payer", {"payer": "trv_0000000000000000000000"}),
            ("kind", {"kind": "bribes"}),
            ("rate", {"currency": "EUR", "rate": "0"}),
            ("parts", {"parts": [{"traveller": "trv_0000000000000000000000"}]}),
            ("parts", {"method": "amounts"}),
        ):
            with subtests.test(field=field, language=language), undone():
                refused = page.post(
                    f"{path}expenses/", {**spent(who["Ann"], "50.00"), **changes}, Accept_Language=language
                )
                assert problem(refused) == (400, "invalid")
                assert list(refused.json()["errors"]) == [field]
                assert TripExpense.objects.count() == 0


def test_a_traveller_of_another_trip_shares_nothing(page: Caller, path: str, who: dict[str, str]) -> None:
    other = f"trips/{page.post('trips/', {'title': 'Other', 'itinerary': PLAN}).json()['id']}/"
    foreign = page.post(f"{other}travellers/", {"name": "Eve"}).json()["id"]
    parts = [{"traveller": foreign}]
    assert problem(page.post(f"{path}expenses/", spent(who["Ann"], "1.00", parts=parts))) == (400, "invalid")
    assert problem(page.post(f"{path}expenses/", spent(foreign, "1.00"))) == (400, "invalid")
    assert problem(page.patch(f"{path}travellers/{foreign}/", {"name": "Mine"})) == (404, "not_found")
    ident = page.post(f"{path}expenses/", spent(who["Ann"], "1.00")).json()["id"]
    assert problem(page.get(f"{other}expenses/{ident}/")) == (404, "not_found")


def test_travellers(page: Caller, path: str, who: dict[str, str]) -> None:
    page.post(f"{path}expenses/", spent(who["Ann"], "1.00", parts=[{"traveller": who["Ben"]}]))
    for name in ("Ann", "Ben"):
        refused = page("DELETE", f"{path}travellers/{who[name]}/")
        assert problem(refused) == (409, "traveller_in_use")
    assert page("DELETE", f"{path}travellers/{who['小明']}/").status_code == 204
    assert problem(page.post(f"{path}travellers/", {"name": " Ann "})) == (400, "invalid")
    assert problem(page.post(f"{path}travellers/", {"name": "  "})) == (400, "invalid")
    assert page.patch(f"{path}travellers/{who['Ann']}/", {"name": "Anna"}).json()["name"] == "Anna"
    assert [row["name"] for row in page.get(f"{path}travellers/").json()["results"]] == ["Anna", "Ben"]


def test_the_table_opens_in_spreadsheets(page: Caller, path: str, who: dict[str, str]) -> None:
    page.post(f"{path}expenses/", spent(who["小明"], "10.00", label="=cmd|' /C calc'!A0"))
    answer = page.get(f"{path}ledger/table/?lang=zh")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert "attachment" in answer["Content-Disposition"]
    head, row = csv.reader(answer.content.decode("utf-8-sig").splitlines())
    assert head[:4] == ["日期", "付款人", "类别", "说明"]
    assert row[1:6] == ["小明", "餐饮", "'=cmd|' /C calc'!A0", "10.00", "CNY"]
    assert sum(map(Decimal, row[9:])) == Decimal("10.00")
    assert problem(page.get(f"{path}ledger/table/?lang=fr")) == (400, "invalid")


def test_everything_goes_with_the_trip_and_is_handed_out(
    page: Caller, path: str, who: dict[str, str], owner: Visitor
) -> None:
    page.post(f"{path}expenses/", spent(who["Ann"], "10.00", label="Soba"))
    trip = Trip.objects.get()
    exported = personal_data.export(trip.person)
    assert exported["expenses"][0]["label"] == "Soba"
    assert {row["name"] for row in exported["travellers"]} == set(who)
    assert page("DELETE", path).status_code == 204
    assert not any(model.objects.exists() for model in (Traveller, TripExpense, ExpensePart))


def test_a_shared_link_tells_nothing_of_it(page: Caller, path: str, who: dict[str, str]) -> None:
    page.post(f"{path}expenses/", spent(who["Ann"], "10.00", label="Zanzibar soba"))
    url = page.post(f"{path}share/", {}).json()["url"]
    shown = Client().get(url.removeprefix("http://testserver")).content.decode()
    assert "Kyoto" in shown
    assert "Zanzibar" not in shown
    assert who["Ann"] not in shown
