"""Famous sights are found by what people call them, not only by their names in the catalogue."""

import pytest

from travelagent.catalog import gazetteer, source
from travelagent.catalog.local import landmarks
from travelagent.catalog.names import find_places


@pytest.mark.parametrize(
    ("text", "sight"),
    [
        ("索菲亚王后", "madrid/reina-sofia-museum"), ("Reina Sofía", "madrid/reina-sofia-museum"),
        ("Museum Island", "berlin/museum-island"), ("Pergamon", "berlin/museum-island"),
        ("慕田峪", "beijing/mutianyu-great-wall"), ("Badaling", "beijing/badaling-great-wall"),
        ("鸟巢", "beijing/olympic-park"), ("后海", "beijing/shichahai-houhai"), ("景山", "beijing/jingshan-park"),
        ("the Orangerie", "paris/musee-de-lorangerie"), ("橘园", "paris/musee-de-lorangerie"),
        ("Galleria Borghese", "rome/borghese-gallery"), ("V&A", "london/victoria-and-albert-museum"),
        ("911纪念馆", "new-york/9-11-memorial-museum"), ("Gyeongbokgung", "seoul/gyeongbokgung-palace"),
        ("Meiji Shrine", "tokyo/meiji-jingu"), ("吉卜力", "tokyo/ghibli-museum"), ("祇园", "kyoto/gion-hanamikoji"),
        ("Petronas Towers", "kuala-lumpur/petronas-twin-towers"), ("Topkapi", "istanbul/topkapi-palace"),
        ("谢赫扎耶德清真寺", "abu-dhabi/sheikh-zayed-grand-mosque"), ("诺坎普", "barcelona/camp-nou"),
        ("Nou Camp", "barcelona/camp-nou"), ("伯纳乌", "madrid/santiago-bernabeu-stadium"),
        ("La Scala", "milan/teatro-alla-scala"), ("南普陀", "xiamen/south-putuo-temple"),
    ],
)  # fmt: skip
def test_a_sight_is_found_by_its_common_names(text: str, sight: str) -> None:
    (mention,) = find_places(text)
    assert (mention.reading.kind, mention.reading.ids) == ("sight", (sight,))


@pytest.mark.parametrize(
    ("text", "city", "sight"),
    [
        ("铁塔", "paris", "eiffel-tower"), ("大卫", "florence", "accademia-gallery"),
        ("the Duomo", "milan", "milan-cathedral-and-terraces"), ("雷门", "tokyo", "senso-ji"),
        ("the duomo", "florence", "florence-cathedral-and-brunelleschis-dome"), ("城墙", "xian", "city-wall"),
        ("the Eye", "london", "london-eye"), ("唐人街", "london", "soho-and-chinatown"),
        ("the deer", "nara", "nara-park"), ("the Wall", "berlin", "berlin-wall-memorial"),
        ("鼓楼", "xian", "drum-tower"), ("鼓楼", "beijing", "shichahai-houhai"), ("省博", "wuhan", "hubei-museum"),
        ("苏博", "suzhou", "suzhou-museum"), ("the pandas", "chengdu", "panda-base"),
    ],
)  # fmt: skip
def test_a_sight_is_found_in_its_city_by_what_it_is_called_there(text: str, city: str, sight: str) -> None:
    (mark,) = landmarks(f"we want to see {text}" if text.isascii() else f"想去{text}", [city])
    assert (mark.sight, mark.listed) == (f"{city}/{sight}", True)


def test_the_names_of_one_city_are_those_of_its_sights() -> None:
    rows = list(gazetteer.rows("local.csv"))
    assert [row["sight"] for row in rows if row["sight"] not in source.sights()] == []
    named = [(row["sight"].partition("/")[0], name) for row in rows for name in gazetteer.split(row["names"])]
    assert len(named) == len(set(named))


@pytest.mark.parametrize(
    "text", ["the little one naps from 1 to 3", "the little one is tired", "the little ones love it", "小家伙累了"]
)
def test_an_ordinary_word_with_an_article_is_no_sights_name(text: str) -> None:
    assert landmarks(text, ["copenhagen"]) == ()


@pytest.mark.parametrize(
    ("text", "city"),
    [("第1天下雨，改成室内的", "oxford"), ("两日游，明日出发", "oxford"), ("喜欢文化和摄影", "beijing")],
)
def test_an_ordinary_word_is_no_part_of_a_sights_name(text: str, city: str) -> None:
    assert landmarks(text, [city]) == ()


@pytest.mark.parametrize(
    ("name", "sight"),
    [
        ("Old Dragon's Head (Laolongtou)", "qinhuangdao/laolongtou"),
        ("First Pass Under Heaven (Shanhaiguan)", "qinhuangdao/first-pass"),
    ],
)
def test_a_long_name_is_found_whole_with_its_brackets(name: str, sight: str) -> None:
    text = f"visit {name} in the evening"
    (mark,) = landmarks(text, ["qinhuangdao"])
    assert (mark.sight, text[mark.start : mark.end]) == (sight, name)
