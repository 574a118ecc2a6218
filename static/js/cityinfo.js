/** A city's facts and its year: temperature range, rain, best months, drawn as one strip. */
import { el, svg } from "./dom.js";
import { pick } from "./format.js";
import { rows } from "./labels.js";

const [COLUMN, HEIGHT, TOP, BOTTOM] = [40, 130, 26, 92];
const say = (text, values) => interpolate(text, values, true);

/** Months as `{month, low, high, rain}` from the payload's climate, whatever its field names say (mean, min, max, rain_mm). */
export function climateMonths(climate) {
  return rows(climate, "months", "by_month").map((entry, index) => {
    const mean = entry.mean ?? entry.mean_c ?? entry.temp ?? entry.temp_mean;
    return {
      month: entry.month ?? index + 1,
      low: entry.min ?? entry.min_c ?? entry.low ?? entry.temp_min ?? mean,
      high: entry.max ?? entry.max_c ?? entry.high ?? entry.temp_max ?? mean,
      rain: entry.rain_mm ?? entry.rain ?? entry.precipitation ?? null,
    };
  }).filter(({ low, high }) => Number.isFinite(low) && Number.isFinite(high));
}

function strip(months, best, format) {
  const warmest = Math.max(...months.map(({ high }) => high));
  const coldest = Math.min(...months.map(({ low }) => low));
  const wettest = Math.max(...months.map(({ rain }) => rain ?? 0), 1);
  const y = (degrees) => BOTTOM - ((degrees - coldest) / Math.max(1, warmest - coldest)) * (BOTTOM - TOP);
  const columns = months.map(({ month, low, high, rain }, index) => {
    const x = index * COLUMN + COLUMN / 2;
    const height = ((rain ?? 0) / wettest) * 34;
    return svg("g", {},
      svg("title", { text: `${format.month(month, "long")}: ${format.degrees(Math.round(low))} – ${format.degrees(Math.round(high))}${rain === null ? "" : `, ${Math.round(rain)} mm`}` }),
      best.has(month) ? svg("rect", { class: "best", x: x - COLUMN / 2, y: 0, width: COLUMN, height: HEIGHT }) : null,
      svg("rect", { class: "rain", x: x - 8, y: BOTTOM + 18 - height, width: 16, height }),
      svg("path", { class: `band ${high < 12 ? "cold" : ""} ${high >= 28 ? "hot" : ""}`, d: `M${x} ${y(high)}V${y(low) + 0.1}` }),
      svg("text", { x, y: y(high) - 7, text: String(Math.round(high)) }),
      svg("text", { x, y: Math.min(y(low) + 15, BOTTOM + 15), text: String(Math.round(low)) }),
      svg("text", { x, y: HEIGHT - 5, text: format.month(month, format.lang === "zh" ? "short" : "narrow") }));
  });
  return svg("svg", { class: "climate", viewBox: `0 0 ${COLUMN * months.length} ${HEIGHT}`, role: "img", "aria-label": gettext("Climate by month: highest and lowest temperature in °C, rain as bars") }, columns);
}

export function citySection(payload, ctx, open) {
  const { format, lang } = ctx;
  const city = payload.city && typeof payload.city === "object" ? { ...payload, ...payload.city } : payload;
  const months = climateMonths(payload.climate);
  const best = new Set(city.best_months ?? []);
  const facts = [
    [gettext("Region"), [pick(city.region?.name ?? city.region, lang), pick(city.country_name, lang) || format.country(city.country)].filter(Boolean).join(", ")],
    [gettext("Best months"), [...best].map((month) => format.month(month)).join(lang === "zh" ? "、" : ", ")],
    [gettext("Usual stay"), city.days_min ? say(gettext("%(from)s–%(until)s days"), { from: city.days_min, until: city.days_max }) : ""],
    [gettext("To eat"), rows(city, "food", "foods").map((dish) => pick(dish, lang)).join(lang === "zh" ? "、" : ", ") || rows(city.food?.[lang]).join(lang === "zh" ? "、" : ", ")],
  ].filter(([, value]) => value);
  return el("details", { class: "section", id: "part-city", open, data: { testid: "city", city: city.id ?? "" } },
    el("summary", { class: "section-head" }, el("h2", { text: pick(city.name, lang) })),
    el("div", { class: "section-body" },
      pick(city.summary, lang) ? el("p", { text: pick(city.summary, lang) }) : null,
      months.length ? strip(months, best, format) : null,
      facts.length ? el("dl", { class: "facts" }, facts.flatMap(([name, value]) => [el("dt", { text: name }), el("dd", { text: value })])) : null,
      pick(payload.climate?.note, lang) ? el("p", { class: "fine", text: pick(payload.climate.note, lang) }) : null));
}
