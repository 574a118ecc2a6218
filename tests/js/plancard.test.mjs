// What a plan may cost, and how its dates are told.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createFormat } from "../../static/js/format.js";
import { limitOf, remainder } from "../../static/js/plancard.js";
import { planDates } from "../../static/js/plantext.js";

globalThis.gettext = (text) => text;
globalThis.interpolate = (text, values) => text.replace(/%\((\w+)\)s/g, (_, name) => values[name]);

const BUDGET = { currency: "USD", travellers: 2, days: 3, total: "700" };
const RATES = { USD: "1", EUR: "0.5" };

test("what is left adds up with the amounts that are shown", () => {
  assert.equal(remainder(8000, 6396.5), 1603);
  assert.equal(remainder(900.4, 1000.6), -101);
});

test("a limit is of the whole trip, whosever the amount was", () => {
  const most = (per, currency = "USD") => limitOf({ budget: { amount: "100", currency, per } }, BUDGET, RATES);
  assert.deepEqual(["total", "person", "day", "person_day", undefined].map((per) => most(per)), [100, 200, 300, 600, 100]);
  const varied = { ...BUDGET, people: [1, 2, 2] };
  assert.equal(limitOf({ budget: { amount: "100", currency: "USD", per: "person_day" } }, varied, RATES), 500);
  assert.equal(most("total", "EUR"), 200);
  assert.equal(most("total", "XXX"), null);
  assert.equal(limitOf({}, BUDGET, RATES), null);
  assert.equal(limitOf({ budget: { amount: "100" } }, null, RATES), null);
});

test("the dates of a plan name the year once", () => {
  const days = (...dates) => ({ days: dates.map((date) => ({ date })) });
  const [en, zh] = ["en", "zh"].map(createFormat);
  assert.equal(planDates(days("2031-04-13", "2031-04-15"), en), "Sun 13 Apr to Tue 15 Apr 2031");
  assert.equal(planDates(days("2031-04-13", "2031-04-15"), zh), "2031年4月13日 周日 to 4月15日 周二");
  assert.equal(planDates(days("2030-12-31", "2031-01-01"), en), "Tue 31 Dec 2030 to Wed 1 Jan 2031");
  assert.equal(planDates(days("2031-04-13"), en), "Sun 13 Apr 2031");
  assert.equal(planDates(days(undefined), en), "");
});
