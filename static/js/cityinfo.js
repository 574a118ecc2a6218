/** A city's facts and its year: temperature range, rain, best months, drawn as one strip. */
import { el, svg } from "./dom.js";
import { pick } from "./format.js";
import { rows, spectacleName, tierName } from "./labels.js";

/** Rain has the lowest strip to itself, so that its bars stand behind no figure. */
const [COLUMN, HEIGHT, TOP, BOTTOM, RAIN] = [40, 150, 20, 74, 34];
const say = (text, values) => interpolate(text, values, true);

/** The months that have both temperatures, as `{month, low, high, rain}` in °C and mm. */
export function climateMonths(climate) {
  return rows(climate, "months").map((entry) => ({ month: entry.month, low: entry.t_min ?? entry.t_mean, high: entry.t_max ?? entry.t_mean, rain: entry.precip_mm ?? null }))
    .filter(({ low, high }) => Number.isFinite(low) && Number.isFinite(high));
}

function strip(months, best, format) {
  const warmest = Math.max(...months.map(({ high }) => high));
  const coldest = Math.min(...months.map(({ low }) => low));
  const wettest = Math.max(...months.map(({ rain }) => rain ?? 0), 1);
  const y = (degrees) => BOTTOM - ((degrees - coldest) / Math.max(1, warmest - coldest)) * (BOTTOM - TOP);
  const columns = months.map(({ month, low, high, rain }, index) => {
    const x = index * COLUMN + COLUMN / 2;
    const height = ((rain ?? 0) / wettest) * RAIN;
    return svg("g", {},
      svg("title", { text: `${format.month(month, "long")} ${format.degrees(Math.round(low))} – ${format.degrees(Math.round(high))}${rain === null ? "" : say(gettext(", %(rain)s mm of rain"), { rain: Math.round(rain) })}` }),
      best.has(month) ? svg("rect", { class: "best", x: x - COLUMN / 2, y: 0, width: COLUMN, height: HEIGHT }) : null,
      svg("rect", { class: "rain", x: x - 8, y: HEIGHT - 20 - height, width: 16, height }),
      svg("path", { class: `band ${high < 12 ? "cold" : ""} ${high >= 28 ? "hot" : ""}`, d: `M${x} ${y(high)}V${y(low) + 0.1}` }),
      svg("text", { x, y: y(high) - 7, text: String(Math.round(high)) }),
      svg("text", { x, y: y(low) + 14, text: String(Math.round(low)) }),
      svg("text", { x, y: HEIGHT - 5, text: format.month(month, format.lang === "zh" ? "short" : "narrow") }));
  });
  return svg("svg", { class: "climate", viewBox: `0 0 ${COLUMN * months.length} ${HEIGHT}`, role: "img", "aria-label": gettext("Climate by month: highest and lowest temperature in °C, rain as bars") }, columns);
}

function costs({ currency, daily } = {}, format) {
  if (!daily) return "";
  return Object.entries(daily).map(([tier, amount]) => say(gettext("%(amount)s (%(tier)s)"), { amount: format.money(amount, currency), tier: tierName(tier) })).join(" · ");
}

/** A city's summary, its year, its facts and notes. */
export function cityBody(city, { format, lang }) {
  const months = climateMonths(city.climate);
  const best = new Set(city.best_months ?? []);
  const station = city.climate_station;
  const facts = [
    [gettext("Region"), [pick(city.region, lang), format.country(city.country)].filter(Boolean).join(" · ")],
    [gettext("Best months"), format.months(best)],
    ...rows(city.spectacles).map(({ spectacle, first, last }) => [spectacleName(spectacle), say(gettext("usually from %(from)s to %(until)s"), { from: format.dayOfYear(first), until: format.dayOfYear(last) })]),
    [gettext("Usual stay"), city.days_min ? say(gettext("%(from)s–%(until)s days"), { from: city.days_min, until: city.days_max }) : ""],
    [gettext("A day for one"), costs(city.costs, format)],
    [gettext("To eat"), format.listed(rows(city.food).map((dish) => pick(dish, lang)))],
  ].filter(([, value]) => value);
  const notes = rows(city.notes).map((note) => pick(note, lang));
  if (station) notes.push(say(gettext("Climate of the station %(name)s, %(distance)s away."), { name: pick(station.name, lang), distance: format.distance(station.distance_km) }));
  return el("div", { class: "section-body" },
    pick(city.summary, lang) ? el("p", { text: pick(city.summary, lang) }) : null,
    months.length ? strip(months, best, format) : null,
    months.length ? el("p", { class: "fine", text: gettext("Upright lines: from the lowest to the highest temperature in °C. Bars: rain. Shaded: the best months."), data: { testid: "climate-legend" } }) : null,
    facts.length ? el("dl", { class: "facts" }, facts.flatMap(([name, value]) => [el("dt", { text: name }), el("dd", { text: value })])) : null,
    notes.map((note) => el("p", { class: "fine", text: note })));
}

export const citySection = (city, ctx, open) => el("details", { class: "section", id: `part-city-${city.id}`, open, data: { testid: "city", city: city.id } },
  el("summary", { class: "section-head" }, el("h2", { text: pick(city.name, ctx.lang) })), cityBody(city, ctx));
