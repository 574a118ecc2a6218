"""Exchange rates: the European Central Bank's reference rates of one day, and estimates for currencies it leaves out.

Every conversion has its date and whether an estimate took part, so that whoever shows the amount can show both. Amounts
are exact decimals and unrounded; rounding belongs to whoever shows them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from functools import cache

from babel.numbers import (
    format_currency,
    format_decimal,
    get_currency_name,
    get_currency_symbol,
    get_territory_currencies,
)

from travelagent.catalog.open_data import rate_rows
from travelagent.catalog.values import RateRow
from travelagent.costs.values import RateTable
from travelagent.plans.errors import MissingRate
from travelagent.plans.values import LocalizedText

EN, ZH = "en_US", "zh_Hans_CN"
RATES_SOURCE = LocalizedText("European Central Bank reference rates", "欧洲中央银行参考汇率")
RATES_SOURCE_ESTIMATED = LocalizedText(
    "European Central Bank reference rates; unlisted currencies estimated", "欧洲中央银行参考汇率，未公布的货币为估算"
)


def amount_text(amount: Decimal, currency: str) -> LocalizedText:
    """Format an amount as people of either language write it, without cents where they are zero: `CN¥620`, ¥620.

    Chinese names every currency but its own: `¥500`, 500 日元. The page formats amounts alike in `static/js/format.js`.
    """
    digits = "#,##0" if amount == amount.to_integral_value() else "#,##0.00"
    if currency == "CNY":
        return LocalizedText(_with_sign(amount, currency, EN, digits), _with_sign(amount, currency, ZH, digits))
    figure = format_decimal(amount, format=digits, locale=ZH)
    return LocalizedText(_with_sign(amount, currency, EN, digits), f"{figure} {currency_name(currency).zh}")


def whole(amount: Decimal) -> Decimal:
    """Round an estimate to whole units, halves up, as pages round it. Differences are taken of the rounded amounts that
    stand beside them, so that what is read adds up."""
    return amount.quantize(Decimal(1), ROUND_HALF_UP)


def ticket_text(amount: Decimal, currency: str, counted: str = "") -> LocalizedText:
    """Format a price as it is paid, with its worth in `counted`, the currency the reader counts in.

    Only where that is another currency whose rate is known: `¥500 (about $3)`, 500 日元（约 ¥23）.
    """
    paid, rates = amount_text(amount, currency), current_rates()
    if currency == counted or counted not in rates or currency not in rates:
        return paid
    worth = rates.convert(amount, currency, counted).amount
    near = amount_text(whole(worth) if worth >= 1 else worth.quantize(Decimal("0.01"), ROUND_HALF_UP), counted)
    return LocalizedText(f"{paid.en} (about {near.en})", f"{paid.zh}（约 {near.zh}）")


def currency_name(currency: str) -> LocalizedText:
    """Return the name of a currency: `Japanese Yen`, 日元. A code without a name is its own name."""
    return LocalizedText(*(str(get_currency_name(currency, locale=locale)) for locale in (EN, ZH)))


def _with_sign(amount: Decimal, currency: str, locale: str, digits: str) -> str:
    gap = "\u00a0" if get_currency_symbol(currency, locale)[-1].isalpha() else ""
    return format_currency(amount, currency, locale=locale, format=f"¤{gap}{digits}", currency_digits=False)


def usual_currency(language: str, country: str = "") -> str:
    """Return the currency that readers of a language in a country count in.

    That of the country where its rate is known, else CNY for Chinese (`zh`) and USD for English (`en`).
    """
    found = get_territory_currencies(country) if country else []
    if found and found[0] in current_rates():
        return str(found[0])
    return "CNY" if language == "zh" else "USD"


@dataclass(frozen=True, slots=True)
class Converted:
    """An amount after conversion: the date of the published rate, and whether an estimated rate took part."""

    amount: Decimal
    currency: str
    as_of: date
    approximate: bool


@dataclass(frozen=True, slots=True)
class Rates:
    """A dated table of rates by currency code."""

    rows: Mapping[str, RateRow]
    as_of: date

    def __contains__(self, currency: object) -> bool:
        return currency in self.rows

    def convert(self, amount: Decimal, origin: str, target: str) -> Converted:
        """Convert `amount` of `origin` to `target`, through the US dollar.

        `MissingRate` when one of the two is unknown.
        """
        if origin == target:
            return Converted(amount, target, self.as_of, approximate=False)
        if origin not in self.rows or target not in self.rows:
            raise MissingRate(origin, target)
        there, here = self.rows[target], self.rows[origin]
        return Converted(
            amount=amount * there.per_usd / here.per_usd,
            currency=target,
            as_of=self.as_of,
            approximate=there.approximate or here.approximate,
        )

    def per_usd(self) -> dict[str, str]:
        """Return the units of each currency for one US dollar, as decimal strings."""
        return {code: f"{row.per_usd:f}" for code, row in self.rows.items()}

    def table(self) -> RateTable:
        """Return the same rates as the planning engine takes them: units for one US dollar."""
        return RateTable(
            base="USD",
            rates={code: row.per_usd for code, row in self.rows.items()},
            source=RATES_SOURCE_ESTIMATED if any(row.approximate for row in self.rows.values()) else RATES_SOURCE,
            as_of=self.as_of,
        )


def rates_of(rows: Iterable[RateRow]) -> Rates:
    """Return a table of these rows; its date is the newest published one. `ValueError` when none is dated."""
    by_code = {row.currency: row for row in rows}
    dates = [row.as_of for row in by_code.values() if row.as_of is not None]
    if not dates:
        raise ValueError("no rate carries a date")
    return Rates(by_code, max(dates))


@cache
def packaged_rates() -> Rates:
    """Return the rates that come with the catalogue."""
    return rates_of(rate_rows())


_in_force: Rates | None = None


def current_rates() -> Rates:
    """Return the rates that amounts are converted by: the newest that are known here, else the packaged ones."""
    return _in_force or packaged_rates()


def put_in_force(rates: Rates | None) -> None:
    """Convert by these rates from now on, in this process; by the packaged ones with None."""
    global _in_force
    _in_force = rates
