"""The texts of the booklet that other exports do not have."""

from travelagent.plans.values import LocalizedText

DAYS = LocalizedText("{count} days", "{count} 天")
ONE_DAY = LocalizedText("1 day", "1 天")
TRAVELLERS = LocalizedText("{count} travellers", "{count} 人")
ONE_TRAVELLER = LocalizedText("1 traveller", "1 人")
SCAN = LocalizedText("Scan for the trip on your phone", "扫码在手机上查看行程")
GLANCE = LocalizedText("At a glance", "行程一览")
STOPS = LocalizedText("{count} stops", "{count} 站")
ONE_STOP = LocalizedText("1 stop", "1 站")
NO_STOPS = LocalizedText("No stops planned", "未安排游览")
TICKETS = LocalizedText("Tickets today: {amount} per person", "今日门票：每人 {amount}")
FREE_DAY = LocalizedText("No tickets to pay today", "今日无需门票")
BOOK = LocalizedText("To book", "需要预订")
BOOK_BY = LocalizedText("Tick off what is booked.", "订好一项，勾选一项。")
REQUIRED = LocalizedText("must be booked", "必须预约")
RECOMMENDED = LocalizedText("better booked", "建议预约")
OWN_NOTES = LocalizedText("Notes of the day", "当日随记")
MAP_CREDIT = LocalizedText("Map: Natural Earth · GSHHG", "地图：Natural Earth · GSHHG")
PROBLEMS = LocalizedText("{count} problems in this plan", "行程中有 {count} 处问题")
ONE_PROBLEM = LocalizedText("1 problem in this plan", "行程中有 1 处问题")


def counted(count: int, one: LocalizedText, many: LocalizedText) -> LocalizedText:
    """Return the text for that number, with the number in it."""
    text = one if count == 1 else many
    return LocalizedText(text.en.format(count=count), text.zh.format(count=count))
