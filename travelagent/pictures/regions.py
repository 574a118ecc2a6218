"""Ways of building, by country."""

from collections.abc import Mapping
from typing import Literal

Region = Literal[
    "china", "japan", "southeast", "khmer", "bali", "south", "himalaya", "islamic", "egypt", "mediterranean",
    "northern", "nordic", "orthodox", "latin", "andes", "modern", "africa",
]  # fmt: skip

_COUNTRIES: Mapping[Region, str] = {
    "china": "CN TW KR KP VN MO HK MN",
    "japan": "JP",
    "southeast": "TH LA MM MY SG PH BN",
    "khmer": "KH",
    "bali": "ID",
    "south": "IN LK BD PK MV MU",
    "himalaya": "NP BT",
    "islamic": "AE TR UZ JO MA IR IQ SA QA OM KW BH IL LB SY TN DZ LY AZ KZ KG TJ TM",
    "egypt": "EG SD",
    "mediterranean": "IT ES PT GR HR MT CY AL ME",
    "nordic": "NO SE FI DK IS",
    "orthodox": "RU UA BY GE AM RS BG RO MK",
    "latin": "MX CU BR AR CO CL UY PA CR GT DO PR VE PY",
    "andes": "PE EC BO",
    "modern": "US CA AU NZ FJ",
    "africa": "KE TZ ZA ZW BW NA ZM UG RW ET GH SN MG",
}
_REGIONS: Mapping[str, Region] = {code: region for region, codes in _COUNTRIES.items() for code in codes.split()}


def region_of(country: str) -> Region:
    """Return the building style of a country (ISO code); central Europe's where the table does not know it."""
    return _REGIONS.get(country, "northern")
