"""The euro reference rates of the day: the European Central Bank's file, or the same as Frankfurter's JSON."""

import xml.etree.ElementTree as ET
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from django.utils import timezone
from pydantic import TypeAdapter

from travelagent.catalog.money import Rates, packaged_rates, rates_of
from travelagent.catalog.values import RateRow
from travelagent.providers.calls import UnusableAnswer, call, json_object
from travelagent.providers.http import JSON_TYPES, XML_TYPES
from travelagent.providers.services import RATES

BASE = "EUR"
FEWEST = 15
LARGEST_FACTOR = 3
"""A rate that differs more from the packaged one is an error of the source."""
OLDEST = timedelta(days=10)
_CUBE = "{http://www.ecb.int/vocabulary/2002-08-01/eurofxref}Cube"


@dataclass(frozen=True, slots=True)
class DailyRates:
    """Units of each currency for one euro, exact, as published for a day."""

    date: date
    per_euro: Mapping[str, Decimal]

    def table(self) -> Rates:
        """Return the packaged rates with these in their place; currencies that are not published stay estimates."""
        dollar = self.per_euro["USD"]
        published = {BASE: Decimal(1), **self.per_euro}
        rows = {code: RateRow(code, rate / dollar, self.date, "ecb", "") for code, rate in published.items()}
        return rates_of({**packaged_rates().rows, **rows}.values())


DAILY_RATES = TypeAdapter(DailyRates)


class ReferenceRates:
    """https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml, or https://frankfurter.dev (`/v1/latest`)."""

    def today(self) -> DailyRates:
        """Return the newest published rates. Raises ProviderError."""
        return call(RATES, "", _read, accept=JSON_TYPES | XML_TYPES)


def _read(body: bytes) -> DailyRates:
    rates = _of_json(body) if body.lstrip()[:1] == b"{" else _of_xml(body)
    packaged = packaged_rates().rows
    age = timezone.now().date() - rates.date
    if not timedelta(days=-1) <= age <= OLDEST:
        raise UnusableAnswer(f"rates of {rates.date}")
    if "USD" not in rates.per_euro or len(rates.per_euro) < FEWEST:
        raise UnusableAnswer("currencies are missing")
    for code, rate in rates.per_euro.items():
        if not (len(code) == 3 and code.isascii() and code.isupper()) or not rate.is_finite() or rate <= 0:
            raise UnusableAnswer(f"a rate of {rate} for {code[:10]}")
        if code in packaged:
            usual = packaged[code].per_usd / packaged[BASE].per_usd
            if not usual / LARGEST_FACTOR <= rate <= usual * LARGEST_FACTOR:
                raise UnusableAnswer(f"{rate} {code} for one euro")
    return rates


def _of_json(body: bytes) -> DailyRates:
    answer = json_object(body)
    if answer["base"] != BASE or answer.get("amount", 1) != 1:
        raise UnusableAnswer("rates of another currency than the euro")
    return DailyRates(
        date.fromisoformat(answer["date"]), {code: Decimal(rate) for code, rate in answer["rates"].items()}
    )


def _of_xml(body: bytes) -> DailyRates:
    if b"<!" in body:  # the file has no document type; entities may be made to grow without end
        raise UnusableAnswer("a document type in the file")
    try:
        root = ET.fromstring(body)
    except ET.ParseError as error:
        raise ValueError(f"no XML: {error}") from error
    days = [cube for cube in root.iter(_CUBE) if "time" in cube.attrib]
    if len(days) != 1:
        raise UnusableAnswer(f"{len(days)} days instead of one")
    rows = {
        cube.attrib["currency"]: Decimal(cube.attrib["rate"]) for cube in days[0].iter(_CUBE) if "rate" in cube.attrib
    }
    return DailyRates(date.fromisoformat(days[0].attrib["time"]), rows)
