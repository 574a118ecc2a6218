"""The small world that the server knows: places, elements of OpenStreetMap, things of Wikidata, articles, files."""

from dataclasses import dataclass, field

LJUBLJANA, BLED = (46.0500, 14.5069), (46.3692, 14.1136)


@dataclass(frozen=True)
class Place:
    """A place as the geocoders know it."""

    osm_kind: str
    osm_id: int
    names: dict[str, str]
    lat: float
    lon: float
    kind: str
    address: str
    country: str = "si"
    extra: dict[str, str] = field(default_factory=dict)


PLACES = (
    Place(
        "relation",
        1675888,
        {"name": "Ljubljana", "name:en": "Ljubljana", "name:zh": "盧布爾雅那"},
        *LJUBLJANA,
        "city",
        "Ljubljana, Slovenia",
        extra={"population": "284293", "wikidata": "Q437", "wikipedia": "sl:Ljubljana"},
    ),
    Place(
        "node",
        3233141187,
        {"name": "Bled", "name:en": "Bled", "name:zh": "布莱德"},
        *BLED,
        "town",
        "Bled, Slovenia",
        extra={"population": "5086", "wikidata": "Q188827"},
    ),
    Place(
        "node",
        1683396213,
        {"name": "Škofja Loka", "name:en": "Škofja Loka", "name:zh": "什科菲亚洛卡"},
        46.1656,
        14.3064,
        "town",
        "Škofja Loka, Slovenia",
        extra={"population": "11706"},
    ),
)


@dataclass(frozen=True)
class Mapped:
    """An element of OpenStreetMap as Overpass knows it; ways and relations are answered at their centre."""

    kind: str
    id: int
    lat: float
    lon: float
    tags: dict[str, str]


def _sight(id: int, lat: float, lon: float, en: str, zh: str, kind: str = "way", **tags: str) -> Mapped:
    names = {"name": en, "name:en": en, **({"name:zh": zh} if zh else {})}
    return Mapped(kind, id, lat, lon, {**names, **{key.replace("__", ":"): value for key, value in tags.items()}})


ELEMENTS = (
    _sight(101, 46.0489, 14.5084, "Ljubljana Castle", "卢布尔雅那城堡", historic="castle", wikidata="Q1365873",
           opening_hours="Mo-Su 09:00-20:00", fee="yes", tourism="attraction"),
    _sight(102, 46.0511, 14.5063, "Triple Bridge", "三重桥", man_made="bridge", wikidata="Q1054193",
           tourism="attraction"),
    _sight(103, 46.0520, 14.5107, "Dragon Bridge", "龙桥", man_made="bridge", wikidata="Q1259090",
           tourism="attraction"),
    _sight(104, 46.0506, 14.5079, "St. Nicholas's Cathedral", "圣尼古拉主教座堂", amenity="place_of_worship",
           wikidata="Q1752653", opening_hours="Mo-Su 10:00-18:00"),
    _sight(105, 46.0551, 14.4950, "Tivoli Park", "蒂沃利公园", leisure="park", wikidata="Q1140551"),
    _sight(106, 46.0539, 14.5002, "National Gallery of Slovenia", "斯洛文尼亚国家美术馆", tourism="gallery",
           wikidata="Q1967089", opening_hours="Tu-Su 10:00-18:00; Th 10:00-20:00"),
    _sight(107, 46.0519, 14.4998, "National Museum of Slovenia", "斯洛文尼亚国家博物馆", tourism="museum",
           wikidata="Q1400038", opening_hours="Mo-Su 10:00-18:00; Th 10:00-20:00", fee="yes"),
    _sight(108, 46.0475, 14.5038, "National and University Library", "斯洛文尼亚国家和大学图书馆", tourism="attraction",
           wikidata="Q1967074", opening_hours="Mo-Fr 08:00-20:00; Sa 09:00-14:00"),
    _sight(109, 46.0513, 14.5090, "Central Market", "中央市场", amenity="marketplace", wikidata="Q15885606",
           opening_hours="Mo-Fr 07:00-16:00; Sa 07:00-14:00"),
    _sight(110, 46.0570, 14.5167, "Metelkova", "梅特尔科瓦", tourism="attraction", wikidata="Q1925082"),
    _sight(111, 46.0430, 14.4933, "House of Architecture", "", kind="node", tourism="museum", wikidata="Q1631389",
           opening_hours="Tu-Sa 10:00-18:00"),
    _sight(112, 46.0527, 14.4726, "Ljubljana Zoo", "卢布尔雅那动物园", tourism="zoo", wikidata="Q1867085",
           opening_hours="Mo-Su 09:00-17:00", fee="yes"),
    _sight(113, 46.0523, 14.5068, "Unnoted Viewpoint", "", kind="node", tourism="viewpoint"),
    _sight(121, 46.3699, 14.1006, "Bled Castle", "布莱德城堡", historic="castle", wikidata="Q882951",
           opening_hours="Mo-Su 08:00-20:00", fee="yes"),
    _sight(122, 46.3622, 14.0901, "Bled Island", "布莱德岛", kind="relation", tourism="attraction", wikidata="Q884003"),
    _sight(123, 46.3930, 14.0850, "Vintgar Gorge", "文特加峡谷", tourism="attraction", wikidata="Q1356384",
           opening_hours="Apr-Oct: Mo-Su 08:00-18:00", fee="yes"),
    _sight(131, 46.2194, 15.2714, "Celje Castle", "", historic="castle", wikidata="Q1052391",
           opening_hours="Mo-Su 09:00-18:00", fee="yes"),
    _sight(132, 46.2293, 15.2662, "Church of Saint Daniel", "圣但以理教堂", amenity="place_of_worship",
           wikidata="Q5117283"),
    _sight(133, 46.2312, 15.2610, "Celje Hall", "", tourism="attraction"),
    _sight(134, 46.2286, 15.2640, "Celje Regional Museum", "", tourism="museum", wikidata="Q12800462",
           opening_hours="Tu-Su 10:00-18:00"),
    _sight(135, 46.2262, 15.2660, "Breg", "", tourism="viewpoint"),
    _sight(136, 46.2304, 15.2646, "Celje Water Tower", "", man_made="tower", opening_hours="Sa,Su 10:00-17:00"),
    _sight(137, 46.2318, 15.2655, "Museum of Recent History", "", tourism="museum",
           opening_hours="Tu-Su 10:00-18:00"),
    _sight(205, 46.2290, 15.2650, "Gostilna pri Vodnjaku", "", kind="node", amenity="restaurant", cuisine="slovenian"),
    _sight(302, 46.2300, 15.2680, "Hotel Savinja", "", tourism="hotel", stars="3"),
    _sight(201, 46.0496, 14.5069, "Gostilna na Gradu", "", kind="node", amenity="restaurant", cuisine="slovenian",
           opening_hours="Mo-Sa 10:00-24:00; Su 12:00-18:00"),
    _sight(202, 46.0502, 14.5048, "Ajdovo zrno", "", kind="node", amenity="restaurant", cuisine="vegetarian",
           diet__vegetarian="only", opening_hours="Mo-Fr 10:00-19:00"),
    _sight(203, 46.0515, 14.5060, "Kavarna Zvezda", "", kind="node", amenity="cafe", opening_hours="Mo-Su 07:00-23:00"),
    _sight(204, 46.0480, 14.5060, "Julija", "", kind="node", amenity="restaurant", cuisine="italian"),
    _sight(301, 46.0520, 14.5050, "Grand Hotel Union", "", tourism="hotel", stars="4", rooms="194"),
    _sight(302, 46.0567, 14.5175, "Hostel Celica", "", tourism="hostel"),
    _sight(303, 46.0490, 14.5055, "Guest House Stari trg", "", kind="node", tourism="guest_house"),
)  # fmt: skip


@dataclass(frozen=True)
class Thing:
    """A thing of Wikidata with the titles of its articles."""

    id: str
    labels: dict[str, str]
    descriptions: dict[str, str]
    at: tuple[float, float] | None = None
    image: str = ""
    titles: dict[str, str] = field(default_factory=dict)


THINGS = (
    Thing(
        "Q437",
        {"en": "Ljubljana", "zh": "盧布爾雅那"},
        {"en": "capital of Slovenia", "zh": "斯洛文尼亞首都"},
        LJUBLJANA,
        "Ljubljana old town.jpg",
        {"enwiki": "Ljubljana", "zhwiki": "卢布尔雅那"},
    ),
    Thing(
        "Q1365873",
        {"en": "Ljubljana Castle", "zh-hans": "卢布尔雅那城堡", "zh": "盧布爾雅那城堡"},
        {"en": "castle in Slovenia"},
        (46.0489, 14.5084),
        "Ljubljana Castle.jpg",
        {"enwiki": "Ljubljana Castle"},
    ),
    Thing("Q1052391", {"en": "Celje Castle", "zh": "采列城堡"}, {"en": "castle in Celje"}),
    Thing("Q1259090", {"en": "Dragon Bridge"}, {"en": "bridge in Ljubljana"}),
)

EXTRACTS = {
    ("en", "Ljubljana"): "Ljubljana is the capital of Slovenia, on the river Ljubljanica.",
    ("zh", "卢布尔雅那"): "盧布爾雅那是斯洛文尼亞的首都，位於盧布爾雅尼察河畔。",
    ("en", "Ljubljana Castle"): "Ljubljana Castle stands on a hill above the old town.",
}
FILES = {
    "Ljubljana old town.jpg": ("CC BY-SA 4.0", '<a href="//commons.wikimedia.org/wiki/User:Ann">Ann &amp; Bo</a>'),
    "Ljubljana Castle.jpg": ("CC BY-NC 4.0", "Somebody"),
}
RATES = {
    **{"USD": "1.1172", "JPY": "171.30", "BGN": "1.9558", "CZK": "24.31", "DKK": "7.4690", "GBP": "0.8790"},
    **{"HUF": "384.2", "PLN": "4.2410", "RON": "5.0860", "SEK": "10.95", "CHF": "0.9290", "ISK": "146.1"},
    **{"NOK": "11.72", "TRY": "47.5", "AUD": "1.7650", "BRL": "6.20", "CAD": "1.6180", "CNY": "7.4320"},
    **{"HKD": "8.6900", "INR": "98.40", "KRW": "1630.2", "SGD": "1.5020", "THB": "37.60", "ZAR": "20.1"},
}
