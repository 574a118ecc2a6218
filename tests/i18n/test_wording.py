"""Rules of wording that hold for all texts of the product: dates, opening hours, amounts, the setting of Chinese."""

import re
from datetime import date
from decimal import Decimal

import pytest
from django.contrib import admin
from django.utils import translation

from tests.support.language import catalogue_remarks, is_badly_set
from travelagent.assistant.phrases import PHRASES
from travelagent.catalog import source
from travelagent.catalog.hours_words import hours_text, opening_text
from travelagent.catalog.money import amount_text, whole
from travelagent.plans.words import calendar_day, short_day, week_day

DAY = date(2027, 4, 13)
VARIABLE = re.compile(r"\$[a-z_]+")


def test_it_works() -> None:
    assert (calendar_day(DAY).en, calendar_day(DAY).zh) == ("13 April 2027", "2027年4月13日")
    assert (week_day(DAY).en, week_day(DAY).zh) == ("Tuesday 13 April 2027", "2027年4月13日（周二）")
    assert (short_day(DAY).en, short_day(DAY).zh) == ("Tue 13 Apr", "4月13日 周二")


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_no_two_tables_and_no_two_groups_of_the_admin_go_by_one_name(language: str) -> None:
    with translation.override(language):
        tables = [str(model._meta.verbose_name_plural).casefold() for model in admin.site._registry]
        rooms = {model._meta.app_config for model in admin.site._registry}
        groups = [str(room.verbose_name).casefold() for room in rooms if room is not None]

    assert sorted(tables) == sorted(set(tables))
    assert sorted(groups) == sorted(set(groups))


@pytest.mark.parametrize(
    ("amount", "currency", "en", "zh"),
    [
        ("620", "CNY", "CN¥620", "¥620"),
        ("1234.5", "USD", "$1,234.50", "1,234.50 美元"),
        ("900", "JPY", "¥900", "900 日元"),
        ("2100", "THB", "THB\u00a02,100", "2,100 泰铢"),
    ],
)
def test_an_amount_shows_that_its_currency_is_not_the_readers(amount: str, currency: str, en: str, zh: str) -> None:
    text = amount_text(Decimal(amount), currency)
    assert (text.en, text.zh) == (en, zh)


@pytest.mark.parametrize(("amount", "units"), [("6396.50", 6397), ("6397.50", 6398), ("0.49", 0), ("7320.5", 7321)])
def test_an_estimate_is_rounded_as_the_page_rounds_it(amount: str, units: int) -> None:
    assert whole(Decimal(amount)) == units


@pytest.mark.parametrize(
    ("hours", "en", "zh"),
    [
        ("24/7", "open all day", "全天开放"),
        ("Tu-Su 09:00-17:00; Mo off", "Tue–Sun 09:00–17:00; Mon closed", "周二至周日 09:00–17:00；周一休"),
        ("Apr 1-Oct 31 09:00-18:00", "1 Apr–31 Oct 09:00–18:00", "4月1日至10月31日 09:00–18:00"),
        ("Nov-Mar Mo,We-Su 10:00-16:00", "Nov–Mar Mon, Wed–Sun 10:00–16:00", "11月至3月 周一、周三至周日 10:00–16:00"),
        ("09:00-12:00,14:00-sunset", "09:00–12:00, 14:00–sunset", "09:00至12:00、14:00至日落"),
        ("Nov 01-Mar 09 off", "1 Nov–9 Mar closed", "11月1日至3月9日休"),
        ("Dec 24-26 off", "24–26 Dec closed", "12月24–26日休"),
        ("Mo-Su 18:00-25:00", "Mon–Sun 18:00–01:00", "周一至周日 18:00–01:00"),
        ("09:00-17:00; Mo[1] off", "09:00–17:00; 1st Mon of the month closed", "09:00–17:00；每月第一个周一休"),
        ("by appointment", "by appointment", "by appointment"),
    ],
)
def test_opening_hours_are_said_in_words(hours: str, en: str, zh: str) -> None:
    text = hours_text(hours)
    assert (text.en, text.zh) == (en, zh)


def test_sessions_and_holidays_are_said_beside_the_hours() -> None:
    theatre = source.sights()["hanoi/thang-long-water-puppet-theatre"]
    assert opening_text(theatre).en.endswith("; begins 15:00, 16:10, 17:20, 18:30, 20:00")
    assert opening_text(theatre).zh.endswith("；15:00、16:10、17:20、18:30、20:00 开始")
    palace = opening_text(source.sights()["beijing/forbidden-city"])
    assert palace.en.endswith("; closed Chinese New Year's Eve")
    assert palace.zh.endswith("；除夕休")
    museums = opening_text(source.sights()["rome/vatican-museums-and-sistine-chapel"])
    assert museums.en.endswith("; closed 1 January, 6 January, 11 February …")
    assert museums.zh.endswith("；1月1日、1月6日、2月11日等休")


def test_all_opening_hours_of_the_catalogue_can_be_said() -> None:
    hours = {sight.hours for sight in source.sights().values()}
    assert [
        each for each in hours if any(letter.isascii() and letter.isalpha() for letter in hours_text(each).zh)
    ] == []


def test_the_catalogues_sentences_are_set_as_chinese_is() -> None:
    assert [text for text in catalogue_remarks() if is_badly_set(text)] == []


def test_the_agents_sentences_are_set_as_chinese_is() -> None:
    assert [zh for _en, zh in PHRASES.values() if is_badly_set(VARIABLE.sub("…", zh))] == []
