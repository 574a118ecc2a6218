"""The tags `fee` and `charge` as the price of a ticket."""

import re
from decimal import Decimal

from travelagent.osm.kinds import Tags

SIGNS = {"€": "EUR", "£": "GBP", "$": "USD", "¥": "JPY"}
AMOUNT = re.compile(
    r"(?:(?P<before>[€£$¥]|[A-Z]{3})\s*+)?(?P<figure>\d+(?:[.,]\d{1,2})?)\s*(?P<behind>[€£$¥]|[A-Z]{3})?"
)
MOST = Decimal(100_000)


def tagged_price(tags: Tags, currency: str) -> Decimal | None:
    """Return an adult's ticket in this currency: 0 with `fee=no`, else the first amount of `charge`.

    None where the tags have neither, or another currency.
    """
    if tags.get("fee") == "no":
        return Decimal(0)
    found = AMOUNT.search(tags.get("charge", ""))
    if found is None:
        return None
    unit = found["before"] or found["behind"] or ""
    price = Decimal(found["figure"].replace(",", "."))
    return price if SIGNS.get(unit, unit) == currency and price <= MOST else None
