"""The climate of a city in answers: lows, highs and rain by month, and how it feels."""

from collections.abc import Sequence

from travelagent.assistant.offline.reading.lexicon import pattern
from travelagent.assistant.offline.turn import Turn
from travelagent.assistant.offline.values import Entities, Understood
from travelagent.assistant.results.city import CityFacts, Month
from travelagent.assistant.wording import Say, degrees, month_name, speaker, table
from travelagent.catalog.labels import SEASON_MONTHS

FELT = (
    (0.0, ("Freezing: a winter coat, hat, gloves and warm shoes.", "很冷：羽绒服、帽子、手套和保暖的鞋。")),
    (9.0, ("Cold: a warm coat and layers.", "冷：厚外套，多穿几层。")),
    (15.0, ("Cool: a jacket, and a layer more for the evening.", "偏凉：外套，早晚再加一件。")),
    (21.0, ("Mild: long sleeves and a light jacket.", "温和：长袖，加一件薄外套。")),
    (26.0, ("Warm: light clothes, something over them for the evening.", "暖和：轻便衣物，晚上备一件薄外套。")),
)
COLD = 9.0
"""Degrees below which a small child is soon cold outside."""
SEASON = 3
"""So many months are told of as one."""
HOT = ("Hot: light clothes, sun protection and water.", "热：轻薄衣物，注意防晒和补水。")


def climate_lines(info: CityFacts, understood: Understood, turn: Turn) -> list[str]:
    """The climate of the months of the trip, or of the year; asked how warm it is, that in words first."""
    language = understood.language
    say = speaker(language)
    rows = _rows(info, understood, turn)
    head = say("Month|Low–high °C|Rain days", "月份|气温 °C|雨天").split("|")
    cells = [
        [
            month_name(m.month, language),
            degrees(m, language),
            "–" if m.rain_days is None else f"{m.rain_days:.0f}",
        ]
        for m in rows
    ]
    station = info.climate_station
    note = say(
        f"Measured at the weather station {station.name}, {station.distance_km:.0f} km away.",
        f"数据来自 {station.distance_km:.0f} 公里外的气象站（{station.name}）。",
    )
    felt = [_felt(rows, say)] if asks_warmth(turn) and 0 < len(rows) <= SEASON else []
    return [*felt, "", *table(head, cells), "", note]


def asks_warmth(turn: Turn) -> bool:
    """Whether the message asks how warm it is, or what to wear and pack."""
    return pattern("intents", "asks_warmth").search(turn.said[-1].lower()) is not None


def _rows(info: CityFacts, understood: Understood, turn: Turn) -> list[Month]:
    """The climate of the months of the trip, or of the year."""
    wanted = _months_of(understood.entities) or _months_planned(info.id, turn) or range(1, 13)
    return [month for month in info.climate if month.month in wanted]


def child_lines(info: CityFacts, understood: Understood, turn: Turn) -> list[str]:
    """Whether the months of the trip are too cold, or too hot, for a child, where that is asked; by how they feel."""
    rows, said, say = _rows(info, understood, turn), turn.said[-1], speaker(understood.language)
    asks = next((name for name in ("too_cold", "too_hot") if pattern("intents", name).search(said.lower())), None)
    if asks is None or not pattern("intents", "asks_for_children").search(said.lower()) or len(rows) > SEASON:
        return []
    mean = sum(_middle(row) for row in rows) / len(rows)
    hard = mean < COLD if asks == "too_cold" else mean >= FELT[-1][0]
    if not hard:
        return [say("**No**: in the right clothes a small child is fine.", "**不会**，穿对衣服，小孩没问题。"), ""]
    told = {
        "too_cold": (
            "**Rather cold for a small child**: warm layers, and breaks indoors.",
            "**对小孩来说偏冷**：多穿几层，多在室内歇歇。",
        ),
        "too_hot": (
            "**Rather hot for a small child**: shade, water, and noon indoors.",
            "**对小孩来说偏热**：多补水，避开正午日晒。",
        ),
    }
    return [say(*told[asks]), ""]


def _felt(rows: Sequence[Month], say: Say) -> str:
    """How warm these months feel, by the middle of their lows and highs, and what one wears."""
    mean = sum(_middle(row) for row in rows) / len(rows)
    en, zh = next((words for below, words in FELT if mean < below), HOT)
    return say(f"**{en}**", f"**{zh}**")


def _middle(month: Month) -> float:
    low, high = month.t_min, month.t_max
    return month.t_mean if low is None or high is None else (low + high) / 2


def _months_of(said: Entities) -> Sequence[int]:
    """The months of the date, the month or the season that was said."""
    if said.start_date:
        return (said.start_date.month,)
    if said.month:
        return (said.month,)
    return SEASON_MONTHS[said.season] if said.season else ()


def _months_planned(city: str, turn: Turn) -> Sequence[int]:
    """The months in which the plan at hand is in that city."""
    days = turn.standing_route.itinerary.days if turn.standing_route else []
    return sorted({day.date.month for day in days if day.city == city})
