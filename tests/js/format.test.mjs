// Values as people read them, in both languages.
import assert from "node:assert/strict";
import { test } from "node:test";
import { clockMinutes, clockText, converted, createFormat, language, pick } from "../../static/js/format.js";

const [en, zh] = ["en", "zh"].map(createFormat);

test("minutes of a day are written as a clock, those of the next day by their hour", () => {
  assert.deepEqual([545, 0, 1439, 1530, -30].map(clockText), ["09:05", "00:00", "23:59", "01:30", "23:30"]);
});

test("a day of any year is written as the language writes dates", () => {
  assert.equal(en.dayOfYear({ month: 3, day: 26 }), "26 Mar");
  assert.equal(zh.dayOfYear({ month: 3, day: 26 }), "3月26日");
});

test("the locale of Django, of a browser and of a run all name one of two languages", () => {
  assert.deepEqual(["zh-hans", "zh_CN", "zh", "en", "en-GB", "fr", ""].map(language), ["zh", "zh", "zh", "en", "en", "en", "en"]);
});

test("a bilingual text gives the asked language, else the other, else nothing", () => {
  assert.equal(pick({ en: "Kyoto", zh: "京都" }, "zh"), "京都");
  assert.equal(pick({ en: "Kyoto", zh: "" }, "zh"), "Kyoto");
  assert.equal(pick("plain", "zh"), "plain");
  assert.equal(pick(null, "en"), "");
});

test("money keeps the digits of its decimal string and shows cents only where there are any", () => {
  assert.equal(en.money("1234.50", "EUR"), "€1,234.50");
  assert.equal(en.money("3132.00", "CNY"), "CN¥3,132");
  assert.equal(zh.money("3132.00", "CNY"), "¥3,132");
  assert.equal(en.money("9007199254740993.25", "USD"), "$9,007,199,254,740,993.25");
  assert.equal(en.money("100", null), "100");
  assert.equal(en.money(null, "USD"), "");
});

test("distances are metres below one kilometre", () => {
  assert.equal(en.distance(0.42), "420 m");
  assert.equal(en.distance(12.34), "12.3 km");
  assert.equal(zh.distance(75.4), "75 公里");
});

test("durations read as hours and minutes, work as ms and seconds", () => {
  assert.equal(en.minutes(45), "45 min");
  assert.equal(en.minutes(130), "2 h 10 min");
  assert.equal(zh.minutes(130), "2 小时 10 分钟");
  assert.equal(en.elapsed(40), "40 ms");
  assert.equal(en.elapsed(4230), "4.2 s");
  assert.equal(en.elapsed(-5), "0 ms");
  assert.equal(zh.elapsed(64_000), "1 分钟 4 秒");
});

test("a date is that calendar day whatever the reader's time zone", () => {
  assert.equal(en.date("2026-12-01", new Date(2026, 10, 22)), "Tue 1 Dec");
  assert.equal(zh.date("2026-12-01", new Date(2026, 10, 22)), "12月1日 周二");
  assert.equal(en.weekday("Su"), "Sunday");
  assert.equal(zh.weekday("Mo"), "周一");
  assert.equal(en.weekday("xx"), null);
});

test("a date of another year than the present one tells it", () => {
  const now = new Date(2026, 10, 22);
  assert.equal(en.date("2027-04-13", now), "Tue 13 Apr 2027");
  assert.equal(zh.date("2027-04-13", now), "2027年4月13日 周二");
  assert.equal(en.date("2027-04-13", new Date(2027, 0, 1)), "Tue 13 Apr");
});

test("clock times become minutes, past midnight too, and nonsense becomes null", () => {
  assert.deepEqual(["09:05", "24:00", "25:30", "", null, "noon"].map(clockMinutes), [545, 1440, 1530, null, null, null]);
});

test("a range has the whole units from ten on, the cents below, and no currency of its own", () => {
  assert.equal(en.range("203.50", "343.4"), "204–343");
  assert.equal(en.range("6.36", "7"), "6.36–7.00");
  assert.equal(en.range("5", "9"), "5–9");
  assert.equal(zh.range("162401", "348410"), "162,401–348,410");
});

test("a moment of another day is told by its date, with the year where it is another", () => {
  const now = new Date(2027, 3, 13, 12);
  assert.equal(en.moment(new Date(2027, 2, 5), now), "5 Mar");
  assert.equal(zh.moment(new Date(2027, 2, 5), now), "3月5日");
  assert.equal(en.moment(new Date(2026, 8, 5), now), "5 Sep 2026");
  assert.equal(zh.moment(new Date(2026, 8, 5), now), "2026年9月5日");
});

test("lists are parted as the language does", () => {
  assert.equal(en.listed(["Kyoto", "Nara"]), "Kyoto, Nara");
  assert.equal(zh.listed(["京都", "奈良"]), "京都、奈良");
});

test("another currency than the reader's own is told from it", () => {
  assert.equal(zh.money("900", "USD"), "900 美元");
  assert.equal(zh.money("12.5", "EUR"), "12.50 欧元");
  assert.equal(zh.money("900", "JPY"), "900 日元");
  assert.equal(en.money("900", "JPY"), "¥900");
  assert.equal(en.money("900", "CNY"), "CN¥900");
});

test("country codes become names, other regions stay", () => {
  assert.equal(en.country("JP"), "Japan");
  assert.equal(zh.country("JP"), "日本");
  assert.equal(en.country("Tuscany"), "Tuscany");
});

test("months are told as spans, over the turn of the year as well", () => {
  assert.equal(en.months([6, 7, 8, 9, 2, 3]), "Feb–Mar, Jun–Sep");
  assert.equal(en.months([11, 12, 1, 2, 6]), "Jun, Nov–Feb");
  assert.equal(zh.months([10, 4, 5]), "4–5月、10月");
  assert.equal(en.months([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]), "all year");
  assert.equal(en.months([]), "");
});

test("an amount is told in another currency by the table, to the whole unit", () => {
  const rates = { USD: "1", EUR: "0.92", JPY: "150" };
  assert.equal(en.about(converted("15.00", "EUR", "USD", rates), "USD"), "≈\u00a0$16");
  assert.equal(en.about(converted("3", "EUR", "USD", rates), "USD"), "≈\u00a0$3");
  assert.equal(zh.about(converted("46", "EUR", "JPY", rates), "JPY"), "≈\u00a07,500 日元");
});
