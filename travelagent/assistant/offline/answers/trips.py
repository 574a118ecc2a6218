"""Answers about saved trips: what was saved, changed, deleted, or is there."""

import re
from collections.abc import Sequence

from travelagent.assistant.offline.trips import SAVES, Wish, meant_trip, saved_trip
from travelagent.assistant.offline.turn import Turn
from travelagent.assistant.offline.values import Understood
from travelagent.assistant.results.trips import DeletedTrip, SavedTrip, SavedTrips
from travelagent.assistant.wording import problem, speaker

MARKUP = re.compile(r"[\\`*_\[\]<>]")


def saved_answer(understood: Understood, turn: Turn) -> str:
    say = speaker(understood.language)
    found = turn.last("create_trip")
    if found is not None:
        title = _linked(found.result(SavedTrip))
        return say(
            f"“{title}” is saved. Open it to change it by hand, or ask for my trips to see it again.",
            f"“{title}”已保存。打开即可动手调整，也可以说“我的行程”再次查看。",
        )
    if updated := turn.last("update_trip"):
        title = _linked(updated.result(SavedTrip))
        return say(
            f"“{title}” is updated to this plan. The one before is kept in its history, and can be brought back there.",
            f"“{title}”已更新为现在的安排。之前的版本在行程页的“历史记录”里，随时可以恢复。",
        )
    for tool in SAVES:
        for failure in turn.failures(tool):
            return problem(failure.error or {}, understood.language)
    if (kept := saved_trip(turn)) is not None:
        title = _linked(kept)
        return say(
            f"“{title}” holds this plan already; nothing was changed. To have it twice, say “save it as a new trip”.",
            f"“{title}”保存的就是现在的安排，没有变化。想另外再存一份，请说“另存为新行程”。",
        )
    return say(
        "There is no plan in this conversation to save yet. Ask me for one first.",
        "这段对话里还没有可保存的行程，先让我帮你规划一个吧。",
    )


def trips_answer(understood: Understood, turn: Turn, wish: Wish) -> str:
    language = understood.language
    say = speaker(language)
    deleted, updated = turn.last("delete_trip"), turn.last("update_trip")
    if deleted is not None:
        return say(
            f"“{deleted.result(DeletedTrip).title}” is deleted.", f"“{deleted.result(DeletedTrip).title}”已删除。"
        )
    if updated is not None:
        return say(
            f"It is now called “{updated.result(SavedTrip).title}”.", f"已改名为“{updated.result(SavedTrip).title}”。"
        )
    for tool in ("delete_trip", "update_trip", "list_trips"):
        for failure in turn.failures(tool):
            return problem(failure.error or {}, language)
    listed = turn.last("list_trips")
    trips = listed.result(SavedTrips).trips if listed else []
    if not trips:
        return say("No trip is saved yet.", "还没有已保存的行程。")
    lines = _rows(trips, language)
    if wish == "list":
        return "\n".join([say("**Your trips**", "**已保存的行程**"), *lines])
    if wish == "update" and (meant := meant_trip(turn)):
        return say(
            f"What shall “{meant.title}” be called? Say “rename it to” and the new title.",
            f"“{meant.title}”要改成什么名字？请说“改名为”加上新标题。",
        )
    return "\n".join([say("Which of these is it? Say its title.", "指的是哪一个？请说出标题："), *lines])


def _linked(trip: SavedTrip) -> str:
    """Its title as a link to its page, in Markdown."""
    title = MARKUP.sub(r"\\\g<0>", trip.title)
    return f"[{title}](/trips/{trip.id})"


def _rows(trips: Sequence[SavedTrip], language: str) -> list[str]:
    say = speaker(language)
    return [f"- {_linked(trip)}{say(' ({} days)', '（{} 天）').format(trip.days)}" for trip in trips]
