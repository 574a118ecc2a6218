"""Where the packaged data comes from: one entry a file, shown on the attribution page and beside answers."""

from dataclasses import dataclass
from typing import Literal

from travelagent.plans.values import LocalizedText

Key = Literal[
    "curated",
    "quarters",
    "ground",
    "geonames",
    "climate",
    "heritage",
    "scenic",
    "per_diem",
    "ecb",
    "fx",
    "network",
    "map_world",
    "map_towns",
    "fonts",
    "font_cjk",
    "encoder",
    "osm",
]


@dataclass(frozen=True, slots=True)
class Attribution:
    """One source: its packaged files, who made it, under which licence, of when, and what to keep in mind."""

    key: Key
    files: tuple[str, ...]
    title: LocalizedText
    origin: LocalizedText
    url: str
    licence: LocalizedText
    licence_url: str
    as_of: str
    rows: int
    note: LocalizedText


OWN = LocalizedText("TravelAgent", "TravelAgent")
CC_BY = LocalizedText("CC BY 4.0", "CC BY 4.0")
OFL = LocalizedText("SIL Open Font License 1.1", "SIL 开放字体许可证 1.1")
OFL_URL = "https://openfontlicense.org/open-font-license-official-text/"
NOTICE_OF_THE_DWD = "Datenbasis: Deutscher Wetterdienst, eigene Bearbeitung"
"""To be shown in these words, whatever the language."""

ATTRIBUTIONS: tuple[Attribution, ...] = (
    Attribution(
        "curated",
        (
            "curated/cities/*.csv",
            "curated/sights/*.csv",
            "curated/airports.csv",
            "curated/alternatives.csv",
            "curated/elevations.csv",
            "curated/tickets.csv",
            "curated/bases.csv",
            "curated/routes.csv",
            "curated/best_hours.csv",
            "curated/climbs.csv",
            "curated/closures.csv",
            "curated/concession_places.csv",
            "curated/concessions.csv",
            "curated/dishes.csv",
            "curated/exits.csv",
            "curated/lit.csv",
            "curated/mealtimes.csv",
            "curated/onward.csv",
            "curated/reviewed.csv",
            "curated/roofs.csv",
            "curated/season_prices.csv",
            "curated/sessions.csv",
            "curated/spectacles.csv",
            "curated/strains.csv",
            "names/*",
        ),
        LocalizedText("Cities, sights and usual costs", "城市、景点与常见花费"),
        OWN,
        "",
        LocalizedText("Part of this project", "本项目自有"),
        "",
        "2025",
        406 + 5382,
        LocalizedText(
            "Written from general knowledge; the 600 best-known sights were reviewed by two readers in November 2026."
            " Opening hours, prices and costs are estimates: check before you book.",
            "根据常识编写；2026年11月两位审读者复核了 600 个最知名的景点。开放时间、票价与花费均为估计，预订前请核实。",
        ),
    ),
    Attribution(
        "quarters",
        ("curated/quarters.csv",),
        LocalizedText("Quarters, squares and stations where visitors stay", "游客常住的街区、广场与车站"),
        OWN,
        "",
        LocalizedText("Part of this project", "本项目自有"),
        "",
        "2025",
        431,
        LocalizedText(
            "Written from general knowledge. Positions are good to some 300 metres.",
            "根据常识编写，位置误差约 300 米。",
        ),
    ),
    Attribution(
        "ground",
        (
            "curated/lands.csv",
            "curated/taxis.csv",
            "curated/trains.csv",
            "curated/suburban_trains.csv",
            "curated/shuttles.csv",
            "curated/ferries.csv",
            "curated/stations.csv",
            "curated/coaches.csv",
            "curated/villages.csv",
        ),
        LocalizedText(
            "Land masses, taxi and train prices by country, areas with buses of their own, islands with ferries,"
            " sights with stations, scheduled coaches to far sights, villages without buses",
            "各地陆块、各国出租车与火车票价、景区观光车、轮渡岛屿、有火车站的景点、远处景点的班车、没有公交的村镇",
        ),
        OWN,
        "",
        LocalizedText("Part of this project", "本项目自有"),
        "",
        "2025",
        97 + 73 + 8 + 8 + 32 + 143 + 133 + 135 + 26,
        LocalizedText(
            "Taxi prices follow the meter tariff or the usual price of a large city of the country, named in each row,"
            " time in traffic included; train fares the usual price of the class named in each row, by the distance."
            " Coaches have their usual intervals, hours and fares, which change: check before you go."
            " A land is what roads, rails, bridges and tunnels join.",
            "出租车价格取自该国某大城市的计价标准或常见价格（每行注明），含堵车时间；火车票价取每行所注席别的常见价格，按里程计；班车的间隔、首末班与票价取常见值，会变动，出发前请核对。陆块指由公路、铁路、桥梁与隧道连通的土地。",
        ),
    ),
    Attribution(
        "geonames",
        ("open/cities15000.csv.gz",),
        LocalizedText("Cities of the world: names, position, population", "世界城市：名称、位置与人口"),
        LocalizedText("GeoNames (geonames.org)", "GeoNames（geonames.org）"),
        "https://www.geonames.org/",
        CC_BY,
        "https://creativecommons.org/licenses/by/4.0/",
        "2026",
        34006,
        LocalizedText("Every city of over 15,000 people.", "人口超过 1.5 万的全部城市。"),
    ),
    Attribution(
        "climate",
        ("open/climate_monthly.csv.gz",),
        LocalizedText("Climate by month", "逐月气候"),
        LocalizedText(
            f"German weather service ({NOTICE_OF_THE_DWD})",
            f"德国气象局（{NOTICE_OF_THE_DWD}）",
        ),
        "https://opendata.dwd.de/climate_environment/CDC/observations_global/CLIMAT/",
        CC_BY,
        "https://creativecommons.org/licenses/by/4.0/",
        "2003–2021",
        3136 * 12,
        LocalizedText(
            "Means of 2003–2021, not official normals. The nearest station may be far away; temperatures are moved to "
            "the city's height where the station stands higher or lower.",
            "2003–2021 年平均值，并非官方常年值。最近的气象站可能较远；站点与城市海拔不同时，气温按海拔差作了修正。",
        ),
    ),
    Attribution(
        "heritage",
        ("open/unesco_2023.csv.gz",),
        LocalizedText("World Heritage sites", "世界遗产名录"),
        LocalizedText("UNESCO World Heritage Centre", "联合国教科文组织世界遗产中心"),
        "https://whc.unesco.org/en/list/",
        LocalizedText("Facts of the public list", "公开名录中的事实"),
        "https://whc.unesco.org/en/list/",
        "2023",
        1198,
        LocalizedText("Names, position, year and criteria only.", "仅含名称、位置、列入年份与标准。"),
    ),
    Attribution(
        "scenic",
        ("open/china_5a_2020.csv",),
        LocalizedText("China's 5A scenic areas", "中国国家 5A 级旅游景区"),
        LocalizedText(
            "Ministry of Culture and Tourism list; transcription by HelloWorldFFC/pursuitPro",
            "文化和旅游部名录，由 HelloWorldFFC/pursuitPro 转录",
        ),
        "https://github.com/HelloWorldFFC/pursuitPro",
        LocalizedText("MIT (transcription)", "MIT（转录部分）"),
        "https://opensource.org/license/mit",
        "2020",
        301,
        LocalizedText("Positions are exact to 0.04–0.9 km.", "位置精度约 0.04–0.9 公里。"),
    ),
    Attribution(
        "per_diem",
        ("open/us_state_per_diem_2026-04.csv.gz",),
        LocalizedText("Lodging and meals ceilings abroad", "美国政府境外住宿与餐饮限额"),
        LocalizedText("US Department of State", "美国国务院"),
        "https://aoprals.state.gov/web920/per_diem.asp",
        LocalizedText("Public domain", "公有领域"),
        "https://www.usa.gov/government-copyright",
        "2026-04",
        1079,
        LocalizedText(
            "An upper cross-check on costs, not a traveller's average.", "仅作花费上限的参照，并非旅行者的平均花费。"
        ),
    ),
    Attribution(
        "ecb",
        ("open/ecb_2026-10-30.csv",),
        LocalizedText("Euro reference rates", "欧元参考汇率"),
        LocalizedText("European Central Bank", "欧洲中央银行"),
        "https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/",
        LocalizedText("Free to use with the source acknowledged", "注明来源即可自由使用"),
        "https://www.ecb.europa.eu/services/using-our-site/disclaimer/",
        "2026-10-30",
        29,
        LocalizedText("For information; banks and cards use other rates.", "仅供参考，银行与信用卡汇率有所不同。"),
    ),
    Attribution(
        "fx",
        ("open/fx_supplement.csv",),
        LocalizedText("Rates of currencies that the ECB does not publish", "欧洲央行未公布货币的汇率"),
        OWN,
        "",
        LocalizedText("Part of this project", "本项目自有"),
        "",
        "2025–2026",
        29,
        LocalizedText("Approximate levels, from general knowledge.", "根据常识给出的近似水平。"),
    ),
    Attribution(
        "network",
        (),
        LocalizedText("Railways, ferries, roads and airports between cities", "城市间的铁路、轮渡、公路与机场"),
        LocalizedText(
            "TravelAgent; airports: airportsdata by Mike Borsetti", "TravelAgent；机场坐标取自一个开源软件包"
        ),
        "https://pypi.org/project/airportsdata/",
        LocalizedText("MIT", "MIT"),
        "https://github.com/mborsetti/airportsdata/blob/main/LICENSE",
        "2026",
        9810,
        LocalizedText(
            "Minutes and kilometres from general knowledge of timetables and roads; land and sea from GSHHG.",
            "时间与里程根据对时刻表和道路的一般了解给出；海陆分布取自 GSHHG。",
        ),
    ),
    Attribution(
        "map_world",
        (),
        LocalizedText("Map ground: land, lakes, borders of the world", "地图底图：全球陆地、湖泊与边界"),
        LocalizedText("Natural Earth 1:10m", "Natural Earth 1:1000 万"),
        "https://www.naturalearthdata.com/",
        LocalizedText("Public domain", "公有领域"),
        "https://www.naturalearthdata.com/about/terms-of-use/",
        "5.1",
        350,
        LocalizedText(
            "Simplified, in pieces. Borders show who administers a place, for orientation only; they take no side.",
            "经简化并分块。边界仅反映实际管辖情况，供辨识方位之用，不代表任何立场。",
        ),
    ),
    Attribution(
        "map_towns",
        (),
        LocalizedText("Map ground: coasts, lakes and rivers around cities", "地图底图：城市周边的海岸、湖泊与河流"),
        LocalizedText("GSHHG 2.3 by P. Wessel and W. H. F. Smith", "GSHHG 2.3，P. Wessel 与 W. H. F. Smith"),
        "https://www.soest.hawaii.edu/pwessel/gshhg/",
        LocalizedText("LGPL 3 or later", "LGPL 3 或更新版本"),
        "https://www.gnu.org/licenses/lgpl-3.0.html",
        "2017",
        619,
        LocalizedText(
            "Simplified, in pieces. Coasts are good to some 100 metres, rivers to some 500;"
            " new land and dams are missing.",
            "经简化并分块。海岸误差约 100 米，河流约 500 米；新填海地与水坝未收录。",
        ),
    ),
    Attribution(
        "fonts",
        (),
        LocalizedText(
            "Letters of booklets, books and previews: Noto Sans, for Latin, Greek, Cyrillic and 19 other scripts, and"
            " Noto Emoji",
            "小册子、游记与预览图的字体：Noto Sans（拉丁、希腊、西里尔及其他 19 种文字）与 Noto Emoji",
        ),
        LocalizedText(
            "The Noto Project Authors, Google LLC; packaged by Academa Team",
            "Noto 项目作者与 Google LLC，由 Academa Team 打包",
        ),
        "https://github.com/notofonts",
        OFL,
        OFL_URL,
        "2026",
        22,
        LocalizedText(
            "Embedded in PDFs with the letters that they use. A letter that none of the fonts has is printed as a box.",
            "PDF 中只嵌入用到的字形。所有字体都没有的字符印作方框。",
        ),
    ),
    Attribution(
        "font_cjk",
        (),
        LocalizedText(
            "Letters of booklets, books and previews: Noto Sans CJK, for Chinese, Japanese, Korean and most Latin text",
            "小册子、游记与预览图的字体：Noto Sans CJK（中日韩文字与大部分拉丁文字）",
        ),
        LocalizedText("Adobe and Google LLC; packaged by bowenliang123", "Adobe 与 Google LLC，由 bowenliang123 打包"),
        "https://github.com/notofonts/noto-cjk",
        OFL,
        OFL_URL,
        "2021",
        1,
        LocalizedText("Embedded in PDFs with the letters that they use.", "PDF 中只嵌入用到的字形。"),
    ),
    Attribution(
        "encoder",
        (),
        LocalizedText(
            "The language model that reads messages: multilingual-e5-small", "读懂消息的语言模型：multilingual-e5-small"
        ),
        LocalizedText(
            "Liang Wang et al.; tuned by TravelAgent on its own messages",
            "Liang Wang 等人，由 TravelAgent 用自有语料微调",
        ),
        "https://huggingface.co/intfloat/multilingual-e5-small",
        LocalizedText("MIT", "MIT"),
        "https://opensource.org/license/mit",
        "2024",
        1,
        LocalizedText(
            "Runs on this server: no message leaves it for being read.", "在本服务器上运行：消息不会为此发往别处。"
        ),
    ),
    Attribution(
        "osm",
        (),
        LocalizedText("Added places, restaurants, hotels and services", "后加的地点、餐馆、酒店与便民设施"),
        LocalizedText("OpenStreetMap contributors", "OpenStreetMap 贡献者"),
        "https://www.openstreetmap.org/copyright",
        LocalizedText("ODbL 1.0", "ODbL 1.0"),
        "https://opendatacommons.org/licenses/odbl/1-0/",
        "",
        0,
        LocalizedText(
            "None of it is packaged: an operator imported it, or it was fetched when asked for. Each place shows its"
            " date. Not checked by us; hours and prices that the map does not tell, and all costs, are estimates.",
            "不随程序附带，由运营者导入或在查询时获取，日期以各地点所示为准。本站尚未核实；地图未注明的开放时间与票价以及各项花费均为估计。",
        ),
    ),
)


def attribution(key: Key) -> Attribution:
    """Return the attribution of this key."""
    return next(entry for entry in ATTRIBUTIONS if entry.key == key)
