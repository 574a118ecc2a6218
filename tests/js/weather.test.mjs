// Which days of weather are asked for together, and when it is asked again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { stretches, Weather } from "../../static/js/weather.js";

const day = (date, basis) => ({ date, basis });

test("days near one another are one stretch, of 31 days at most", () => {
  assert.deepEqual(stretches(["2026-12-02", "2026-12-01", "2026-12-04", "2026-12-01"]), [{ start: "2026-12-01", days: 4 }]);
  assert.deepEqual(stretches(["2026-12-01", "2026-12-31", "2027-01-01"]), [{ start: "2026-12-01", days: 31 }, { start: "2027-01-01", days: 1 }]);
  assert.deepEqual(stretches([]), []);
});

test("a city is asked once for its days, and who comes later hears what is known", async () => {
  const asked = [];
  const heard = [];
  const weather = new Weather(async (...query) => {
    asked.push(query);
    return { days: [day("2026-12-01", "climate"), day("2026-12-02", "climate")], forecast: null, pending: false };
  });
  for (const date of ["2026-12-01", "2026-12-02"]) weather.watch("kyoto", date, (found) => heard.push(found.date));
  await wait(1);
  weather.watch("kyoto", "2026-12-02", (found) => heard.push(found.date));
  weather.watch("", "2026-12-02", () => assert.fail("no city"));
  await wait(1);
  assert.deepEqual(asked, [["kyoto", "2026-12-01", 2]]);
  assert.deepEqual(heard, ["2026-12-01", "2026-12-02", "2026-12-02"]);
});

test("days that are drawn one after the other are asked for with the whole plan, once", async () => {
  const queries = [];
  const heard = [];
  const dates = ["2026-12-01", "2026-12-02", "2026-12-03"];
  const plan = () => [...dates.map((date) => ({ city: "kyoto", date })), { city: "nara", date: "2026-12-04" }, { city: "kyoto" }];
  const weather = new Weather(async (...query) => {
    queries.push(query);
    await wait(20);
    return { days: dates.map((date) => day(date, "climate")), forecast: null, pending: false };
  }, [], plan);
  for (const date of dates) {
    weather.watch("kyoto", date, (found) => heard.push(found.date));
    await wait(1);
  }
  await wait(40);
  assert.deepEqual(queries, [["kyoto", "2026-12-01", 3]]);
  assert.deepEqual(heard, dates);
});

test("a forecast that is on its way is asked for again, and not for ever", async () => {
  const answers = [{ pending: true }, { pending: false }];
  const heard = [];
  const weather = new Weather(async () => {
    const { pending } = answers.shift();
    return { days: [day("2026-12-01", pending ? "climate" : "forecast")], forecast: null, pending };
  }, [1]);
  weather.watch("kyoto", "2026-12-01", (found) => heard.push(found.basis));
  await wait(30);
  assert.deepEqual(heard, ["climate", "forecast"]);

  let turns = 0;
  const down = new Weather(async () => {
    turns += 1;
    return { days: [day("2026-12-01", "climate")], forecast: null, pending: true };
  }, [1, 1]);
  down.watch("kyoto", "2026-12-01", () => {});
  await wait(50);
  assert.equal(turns, 3);
});

test("no weather is no error of the page", async (context) => {
  context.mock.method(console, "warn", () => {});
  const weather = new Weather(async () => { throw new Error("down"); });
  weather.watch("kyoto", "2026-12-01", () => assert.fail("nothing to hear"));
  await wait(1);
  assert.equal(console.warn.mock.callCount(), 1);
  weather.watch("kyoto", "2026-12-01", () => assert.fail("nothing to hear"));
  await wait(1);
  assert.equal(console.warn.mock.callCount(), 2);
});
