"""The services: what each is asked for, what is sent to it, how often, and under which licence its answers come."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Literal
from urllib.parse import urlsplit

from django.conf import settings

from travelagent.plans.values import LocalizedText
from travelagent.provider_settings import DEFAULT_ADDRESSES
from travelagent.providers.http import Limits
from travelagent.public_addresses import is_public

ServiceKey = Literal["nominatim", "photon", "overpass", "wikipedia", "wikidata", "commons", "open_meteo", "rates"]


@dataclass(frozen=True, slots=True)
class Service:
    """One service.

    `source`, `source_url`: whom its data is owed to. `interval_s`: seconds between two requests to the public host, by
    its usage policy. `fresh`, `empty`: how long an answer, or the answer that there is nothing, holds; `stale`: how
    long after that it stands in for a service that is down. `setting`: the environment's variable with its address.
    """

    key: ServiceKey
    title: LocalizedText
    source: LocalizedText
    source_url: str
    used_for: LocalizedText
    sent: LocalizedText
    licence: LocalizedText
    licence_url: str
    policy_url: str
    interval_s: float
    fresh: timedelta
    empty: timedelta
    stale: timedelta
    setting: str
    limits: Limits = field(default_factory=Limits)

    @property
    def address(self) -> str:
        """As set, without a slash at its end; empty where the service is switched off."""
        return settings.PROVIDER_ADDRESSES[self.key].rstrip("/") if settings.PROVIDERS else ""

    @property
    def is_on(self) -> bool:
        """Whether it may be asked: of the two geocoders one is."""
        return bool(self.address) and (self.key not in GEOCODERS or self.key == settings.GEOCODER)

    @property
    def is_own(self) -> bool:
        """Whether the operator set another address than the public one."""
        return self.address != DEFAULT_ADDRESSES[self.key]

    @property
    def pace_s(self) -> float:
        """Seconds between two requests; a service of one's own has no policy."""
        return 0.0 if self.is_own else self.interval_s

    @property
    def is_internal(self) -> bool:
        """Whether it stands in a network of the operator's own, whose names concern nobody else."""
        host = urlsplit(self.address).hostname or ""
        try:
            return not is_public(host)
        except ValueError:
            return "." not in host or host.endswith(INTERNAL_DOMAINS)

    @property
    def hosts(self) -> tuple[str, ...]:
        """The hosts that are asked, with their port where it is not the usual one."""
        found = (self.address.replace("{language}", language) for language in ("en", "zh"))
        return tuple(dict.fromkeys(urlsplit(address).netloc for address in found if address))


INTERNAL_DOMAINS = (".local", ".localdomain", ".internal", ".intranet", ".lan", ".home.arpa")
GEOCODERS = frozenset({"nominatim", "photon"})
OPENSTREETMAP = LocalizedText("OpenStreetMap", "OpenStreetMap")
ODBL = LocalizedText("ODbL 1.0, © OpenStreetMap contributors", "ODbL 1.0，© OpenStreetMap 贡献者")
ODBL_URL = "https://www.openstreetmap.org/copyright"
_PLACE_NAMES = LocalizedText(
    "The name or address of the place that is looked for, and the language", "所查地点的名称或地址，以及语言"
)
_DAY, _WEEK = timedelta(days=1), timedelta(days=7)

NOMINATIM = Service(
    "nominatim",
    LocalizedText("Nominatim", "Nominatim"),
    OPENSTREETMAP,
    ODBL_URL,
    LocalizedText("finding places by name", "按名称查找地点"),
    _PLACE_NAMES,
    ODBL,
    ODBL_URL,
    "https://operations.osmfoundation.org/policies/nominatim/",
    1.0,
    fresh=30 * _DAY,
    empty=_DAY,
    stale=180 * _DAY,
    setting="NOMINATIM_URL",
)
PHOTON = Service(
    "photon",
    LocalizedText("Photon", "Photon"),
    OPENSTREETMAP,
    ODBL_URL,
    LocalizedText("finding places by name", "按名称查找地点"),
    _PLACE_NAMES,
    ODBL,
    ODBL_URL,
    "https://photon.komoot.io/",
    1.0,
    fresh=30 * _DAY,
    empty=_DAY,
    stale=180 * _DAY,
    setting="PHOTON_URL",
)
OVERPASS = Service(
    "overpass",
    LocalizedText("Overpass", "Overpass"),
    OPENSTREETMAP,
    ODBL_URL,
    LocalizedText("sights, places to eat and to sleep around a point", "某地周边的景点、餐饮与住宿"),
    LocalizedText("A point, rounded to some 100 m, and a radius", "一个坐标点（取整到约 100 米）与半径"),
    ODBL,
    ODBL_URL,
    "https://dev.overpass-api.de/overpass-doc/en/preface/commons.html",
    2.0,
    fresh=_WEEK,
    empty=_DAY,
    stale=90 * _DAY,
    setting="OVERPASS_URL",
    limits=Limits(25.0),
)
WIKIPEDIA = Service(
    "wikipedia",
    LocalizedText("Wikipedia", "维基百科"),
    LocalizedText("Wikipedia", "维基百科"),
    "https://www.wikipedia.org/",
    LocalizedText("short texts on places", "地点简介"),
    LocalizedText("The title of an article", "条目标题"),
    LocalizedText("CC BY-SA 4.0", "CC BY-SA 4.0"),
    "https://creativecommons.org/licenses/by-sa/4.0/",
    "https://www.mediawiki.org/wiki/API:Etiquette",
    0.2,
    fresh=30 * _DAY,
    empty=_WEEK,
    stale=180 * _DAY,
    setting="WIKIPEDIA_URL",
)
WIKIDATA = Service(
    "wikidata",
    LocalizedText("Wikidata", "维基数据"),
    LocalizedText("Wikidata", "维基数据"),
    "https://www.wikidata.org/",
    LocalizedText("names and descriptions in both languages", "中英文名称与描述"),
    LocalizedText("The identifiers of places (Q90)", "地点的编号（如 Q90）"),
    LocalizedText("CC0 1.0", "CC0 1.0"),
    "https://creativecommons.org/publicdomain/zero/1.0/",
    "https://www.mediawiki.org/wiki/API:Etiquette",
    0.2,
    fresh=30 * _DAY,
    empty=_WEEK,
    stale=180 * _DAY,
    setting="WIKIDATA_API_URL",
)
COMMONS = Service(
    "commons",
    LocalizedText("Wikimedia Commons", "维基共享资源"),
    LocalizedText("Wikimedia Commons", "维基共享资源"),
    "https://commons.wikimedia.org/",
    LocalizedText("photographs with author and licence", "带作者与许可信息的照片"),
    LocalizedText("The name of a file, or of a sight with its position", "文件名，或景点名称及其坐标"),
    LocalizedText("Named with each photograph", "随每张照片注明"),
    "https://commons.wikimedia.org/wiki/Commons:Licensing",
    "https://www.mediawiki.org/wiki/API:Etiquette",
    0.2,
    fresh=30 * _DAY,
    empty=_WEEK,
    stale=180 * _DAY,
    setting="COMMONS_API_URL",
)
OPEN_METEO = Service(
    "open_meteo",
    LocalizedText("Open-Meteo", "Open-Meteo"),
    LocalizedText("Open-Meteo", "Open-Meteo"),
    "https://open-meteo.com/",
    LocalizedText("the weather of the next 16 days", "未来 16 天的天气"),
    LocalizedText("A point, rounded to some 1 km, and its time zone", "一个坐标点（取整到约 1 公里）与时区"),
    LocalizedText("CC BY 4.0", "CC BY 4.0"),
    "https://creativecommons.org/licenses/by/4.0/",
    "https://open-meteo.com/en/terms",
    0.2,
    fresh=timedelta(hours=3),
    empty=timedelta(hours=3),
    stale=_DAY,
    setting="OPEN_METEO_URL",
)
RATES = Service(
    "rates",
    LocalizedText("European Central Bank", "欧洲中央银行"),
    LocalizedText("European Central Bank", "欧洲中央银行"),
    "https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/",
    LocalizedText("the exchange rates of the day", "当日汇率"),
    LocalizedText("Nothing but the request itself", "仅请求本身，不含任何信息"),
    LocalizedText("Free to use with the source acknowledged", "注明来源即可自由使用"),
    "https://www.ecb.europa.eu/services/using-our-site/disclaimer/",
    "https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/",
    1.0,
    fresh=timedelta(hours=6),
    empty=timedelta(hours=6),
    stale=_WEEK,
    setting="RATES_URL",
)
SERVICES = (NOMINATIM, PHOTON, OVERPASS, WIKIPEDIA, WIKIDATA, COMMONS, OPEN_METEO, RATES)
TITLES: Mapping[str, LocalizedText] = {service.key: service.title for service in SERVICES}
