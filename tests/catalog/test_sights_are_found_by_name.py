"""Famous sights are found by what people call them, not only by their names in the catalogue."""

import pytest

from travelagent.catalog.local import landmarks
from travelagent.catalog.names import find_places


@pytest.mark.parametrize(
    ("said", "sight"),
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
        ("谢赫扎耶德清真寺", "abu-dhabi/sheikh-zayed-grand-mosque"),
    ],
)  # fmt: skip
def test_a_sight_is_found_by_its_common_names(said: str, sight: str) -> None:
    (mention,) = find_places(said)
    assert (mention.reading.kind, mention.reading.ids) == ("sight", (sight,))


@pytest.mark.parametrize(
    "said", ["the little one naps from 1 to 3", "the little one is tired", "the little ones love it", "小家伙累了"]
)
def test_an_ordinary_word_with_an_article_is_no_sights_name(said: str) -> None:
    assert landmarks(said, ["copenhagen"]) == ()
