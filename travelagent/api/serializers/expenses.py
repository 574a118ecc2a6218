"""Travellers, expenses and the ledger of a trip as the contract names them. Amounts are decimal strings."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, ClassVar

from rest_framework import serializers

from travelagent.api.serializers.base import Body, Text
from travelagent.expenses.split import worth_shares
from travelagent.expenses.values import Expense, rounded
from travelagent.trips import spending
from travelagent.trips.models import Kind, Method, Traveller, TripExpense

CURRENCY = r"^[A-Z]{3}$"
AMOUNT: Mapping[str, Any] = {"max_digits": 14, "decimal_places": 4}


class TravellerSerializer(serializers.ModelSerializer[Traveller]):
    """Somebody who shares the expenses of a trip."""

    class Meta:
        model = Traveller
        fields: ClassVar = ["id", "name", "created_at"]
        read_only_fields: ClassVar = fields


class TravellerBody(Body):
    """A name, no two alike in a trip."""

    name = Text(max_length=spending.NAME_CHARS)


class PartBody(Body):
    """A traveller's part. `weight`: shares, or the amount in the expense's currency; of no account where it is split
    equally."""

    traveller = Text(max_length=40)
    weight = serializers.DecimalField(**AMOUNT, required=False, default=Decimal(1))


class ExpenseChanges(Body):
    """What is named is changed. `rate`: units of the trip's currency for one of this; without it, that of the day."""

    payer = Text(required=False, max_length=40)
    amount = serializers.DecimalField(**AMOUNT, required=False)
    currency = serializers.RegexField(CURRENCY, required=False)
    day = serializers.DateField(required=False)
    kind = serializers.ChoiceField(Kind.choices, required=False)
    label = Text(required=False, allow_blank=True, max_length=spending.LABEL_CHARS)  # type: ignore[assignment]  # the contract's word
    method = serializers.ChoiceField(Method.choices, required=False)
    parts = PartBody(many=True, max_length=spending.MOST_TRAVELLERS, required=False, allow_empty=False)  # type: ignore[call-arg]  # not in the stubs
    rate = serializers.DecimalField(max_digits=19, decimal_places=10, min_value=Decimal("0.0000000001"), required=False)

    def validate_parts(self, parts: list[dict[str, Any]]) -> list[tuple[str, Decimal]]:
        """Return the parts as pairs of a traveller's id and weight."""
        return [(part["traveller"], part["weight"]) for part in parts]


class NewExpense(ExpenseChanges):
    """What somebody paid; for all travellers equally unless `method` and `parts` say otherwise."""

    payer = Text(max_length=40)
    amount = serializers.DecimalField(**AMOUNT)
    currency = serializers.RegexField(CURRENCY)
    day = serializers.DateField()
    kind = serializers.ChoiceField(Kind.choices)


class RateSerializer(serializers.Serializer[Any]):
    """One unit of the expense's currency is `value` units of `currency`, the trip's, by the rates of `day`."""

    currency = serializers.CharField()
    value = serializers.CharField()
    day = serializers.DateField()
    estimated = serializers.BooleanField()


class PartSerializer(serializers.Serializer[Any]):
    """A traveller's part; `worth` is what it comes to in the trip's currency."""

    traveller = serializers.CharField()
    weight = serializers.CharField()
    worth = serializers.CharField()


class ExpenseSerializer(serializers.Serializer[Any]):
    """What one traveller paid for some. `worth`: the amount in the trip's currency."""

    id = serializers.CharField()
    payer = serializers.CharField()
    amount = serializers.CharField()
    currency = serializers.CharField()
    day = serializers.DateField()
    kind = serializers.ChoiceField(Kind.choices)
    label = serializers.CharField()  # type: ignore[assignment]  # the contract's word
    method = serializers.ChoiceField(Method.choices)
    parts = PartSerializer(many=True)
    rate = RateSerializer()
    worth = serializers.CharField()
    version = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()

    def to_representation(self, row: TripExpense) -> dict[str, Any]:
        return super().to_representation(_shown(row, spending.value_of(row, spending.currency_of(row.trip))))


class LedgerBody(Body):
    """The currency that the trip is settled in; what is spent is converted anew."""

    currency = serializers.RegexField(CURRENCY)


class BalanceSerializer(serializers.Serializer[Any]):
    """`net` is what a traveller paid less what the traveller owes: above zero it is to be received."""

    traveller = serializers.CharField()
    name = serializers.CharField()
    paid = serializers.CharField()
    owed = serializers.CharField()
    net = serializers.CharField()


class TransferSerializer(serializers.Serializer[Any]):
    """`debtor` pays `creditor`, both ids of travellers."""

    debtor = serializers.CharField()
    creditor = serializers.CharField()
    amount = serializers.CharField()


class KindSumSerializer(serializers.Serializer[Any]):
    """What was planned and spent for a kind; `planned` is null for a trip without a budget."""

    kind = serializers.ChoiceField(Kind.choices)
    planned = serializers.CharField(allow_null=True)
    actual = serializers.CharField()


class LedgerSerializer(serializers.Serializer[Any]):
    """Balances, the fewest transfers that settle them, planned beside actual; all in `currency`."""

    currency = serializers.CharField()
    spent = serializers.CharField()
    balances = BalanceSerializer(many=True)
    transfers = TransferSerializer(many=True)
    kinds = KindSumSerializer(many=True)

    def to_representation(self, ledger: spending.Ledger) -> dict[str, Any]:
        def written(amount: Decimal) -> str:
            return f"{rounded(amount, ledger.currency):f}"

        balances = [
            {
                "traveller": each.traveller,
                "name": ledger.names[each.traveller],
                **{name: written(getattr(each, name)) for name in ("paid", "owed", "net")},
            }
            for each in ledger.balances
        ]
        transfers = [
            {"debtor": each.debtor, "creditor": each.creditor, "amount": written(each.amount)}
            for each in ledger.transfers
        ]
        kinds = [
            {
                "kind": each.kind,
                "planned": None if each.planned is None else written(each.planned),
                "actual": written(each.actual),
            }
            for each in ledger.kinds
        ]
        spent = {"currency": ledger.currency, "spent": written(ledger.spent)}
        return {**spent, "balances": balances, "transfers": transfers, "kinds": kinds}


def _shown(row: TripExpense, value: Expense) -> dict[str, Any]:
    """Return the fields of an expense by their names on the wire."""
    borne = worth_shares(value)
    plain = {name: getattr(value, name) for name in ("id", "payer", "currency", "day", "kind", "label", "method")}
    rate = {"currency": value.rate.currency, "day": value.rate.day, "estimated": value.rate.estimated}
    return {
        **plain,
        "amount": f"{value.amount:f}",
        "worth": f"{value.worth:f}",
        "rate": {**rate, "value": f"{value.rate.value.normalize():f}"},
        "parts": [
            {
                "traveller": part.traveller,
                "weight": f"{part.weight.normalize() if value.method == 'shares' else part.weight:f}",
                "worth": f"{borne[part.traveller]:f}",
            }
            for part in value.parts
        ],
        **{name: getattr(row, name) for name in ("version", "created_at", "updated_at")},
    }
