"""The texts of the book beside the notes."""

from travelagent.plans.values import LocalizedText

JOURNAL = LocalizedText("A journal", "旅行日记")
NOTHING_WRITTEN = LocalizedText("Nothing was written on this day.", "这一天没有写下什么。")
