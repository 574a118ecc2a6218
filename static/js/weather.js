/** The weather of a plan's days: the forecast where it reaches them, else what is usual in the month, each told as what it is. */
import { dayName } from "./days.js";
import { el, icon } from "./dom.js";
import { pick } from "./format.js";

const say = (text, values) => interpolate(text, values, true);

/** Milliseconds after which is asked again for a forecast that was being fetched; after the last one it is left at the climate. */
const AGAIN_MS = [1500, 4000, 10_000];
const DAY_MS = 86_400_000;
/** So many days are asked for at once. */
const MOST_DAYS = 31;

const time = (date) => Date.parse(`${date}T00:00:00Z`);

/** The stretches of days, `{start, days}`, that hold these dates, each of at most MOST_DAYS days. */
export function stretches(dates) {
  const found = [];
  for (const date of [...new Set(dates)].sort()) {
    const last = found.at(-1);
    const days = last ? Math.round((time(date) - time(last.start)) / DAY_MS) + 1 : Infinity;
    if (days <= MOST_DAYS) last.days = days;
    else found.push({ start: date, days: 1 });
  }
  return found;
}

export class Weather {
  /** `ask(city, start, days)` answers as the API does; `plan()` returns the days of the plan, `{city, date}`, whenever they are drawn. */
  constructor(ask, again = AGAIN_MS, plan = () => []) {
    Object.assign(this, { ask, again, plan, known: new Map(), requested: new Set(), listeners: new Map(), wanted: new Map(), due: false });
  }

  /** Lets `hear(day, forecast)` know the weather of a date in a city, at once where it is known, and again when it changes. Days that are
   *  watched together, and those of the plan in the same city, are fetched together: in whatever pieces a page draws its days, it asks
   *  for what its offline copy holds. */
  watch(city, date, hear) {
    if (!city || !date) return;
    const key = `${city} ${date}`;
    const known = this.known.get(key);
    if (known) hear(known.day, known.forecast);
    if (known && !known.pending) return;
    this.listeners.set(key, [...(this.listeners.get(key) ?? []), hear]);
    if (this.requested.has(key)) return;
    this.wanted.set(city, [...(this.wanted.get(city) ?? []), date]);
    if (this.due) return;
    this.due = true;
    queueMicrotask(() => {
      this.due = false;
      for (const [of, dates] of this.wanted) this.request(of, dates);
      this.wanted.clear();
    });
  }

  request(city, dates) {
    const planned = this.plan().filter((day) => day.city === city && day.date).map((day) => day.date);
    const open = [...dates, ...planned].filter((date) => !this.requested.has(`${city} ${date}`));
    for (const date of open) this.requested.add(`${city} ${date}`);
    for (const { start, days } of stretches(open)) this.fetch(city, start, days);
  }

  async fetch(city, start, days, turn = 0) {
    try {
      const { days: found, forecast, pending } = await this.ask(city, start, days);
      const more = pending && turn < this.again.length;
      for (const day of found) this.tell(`${city} ${day.date}`, { day, forecast, pending: more });
      if (more) setTimeout(() => this.fetch(city, start, days, turn + 1), this.again[turn]);
    } catch (error) {
      console.warn("weather:", error);
      for (const key of this.requested) if (key.startsWith(`${city} `) && !this.known.has(key)) this.requested.delete(key);
    }
  }

  tell(key, news) {
    this.known.set(key, news);
    for (const hear of this.listeners.get(key) ?? []) hear(news.day, news.forecast);
    if (!news.pending) this.listeners.delete(key);
  }
}

const SYMBOLS = { clear: "sun", cloudy: "sun-cloud", overcast: "cloud", fog: "fog", drizzle: "rain", rain: "rain", heavy_rain: "rain", snow: "snow", thunderstorm: "storm" };
const symbolOf = (day) => (day.basis === "climate" ? "calendar" : SYMBOLS[day.sky] ?? "cloud");

const whole = (value, format) => format.number(Math.round(value) + 0, 0);
const temperatures = (day, format) => say(gettext("%(low)s to %(high)s °C"), { low: whole(day.t_min, format), high: whole(day.t_max, format) });

/** How likely rain is, of a forecast "80 % rain"; how often it usually rains, of the climate. Empty where that is not known. */
function rainText({ basis, sky, rain_percent: percent }, format) {
  if (percent === null) return "";
  if (basis === "climate") return percent < 5 ? gettext("hardly any rain") : say(gettext("rain on %(days)s of 10 days"), { days: Math.round(percent / 10) });
  return say(sky === "snow" ? gettext("%(percent)s snow") : gettext("%(percent)s rain"), { percent: format.percent(percent / 100) });
}

/** The sky, where it tells more than the chance of rain. */
const skyText = (day, lang) => (day.rain_percent !== null && ["rain", "snow"].includes(day.sky) ? "" : pick(day.sky_text, lang));

/** What the figures are: a forecast, of which day and whose, or the usual ones of a month. */
function basisText(day, forecast, format) {
  if (day.basis === "climate") return say(gettext("Usual for %(month)s"), { month: format.month(Number(day.date.slice(5, 7)), format.lang === "zh" ? "short" : "long") });
  const at = new Date(forecast.as_of);
  const date = format.dayOfYear({ month: at.getMonth() + 1, day: at.getDate() });
  return say(gettext("Forecast of %(date)s, %(source)s"), { date, source: pick(forecast.source, format.lang) });
}

/** What the figures are, with a link to the source of a forecast; its title names the licence and when it was fetched. */
function origin(day, forecast, { format, lang }) {
  const text = basisText(day, forecast, format);
  if (day.basis === "climate") return el("span", { class: "weather-basis", text, title: gettext("The mean of many years at the nearest weather station, no forecast") });
  const credit = say(gettext("%(source)s, %(licence)s, fetched %(when)s"), { source: pick(forecast.source, lang), licence: pick(forecast.licence, lang), when: format.moment(forecast.as_of) });
  return el("a", { class: "weather-basis", href: forecast.source_url, target: "_blank", rel: "noopener noreferrer", text, title: credit });
}

/** What offers to spend a wet day indoors: the edit of the plan, in one press. */
function offer(day, number, edit, format) {
  const text = say(gettext("%(rain)s: keep day %(number)s indoors"), { rain: rainText(day, format) || gettext("Rain"), number });
  return el("button", { type: "button", class: "chip keep-indoors", data: { testid: "keep-indoors" }, on: { click: () => edit([{ op: "indoors", day: number }]) } },
    icon(symbolOf(day)), text);
}

/**
 * The line of a plan's day. It is there from the start, empty, so that nothing moves when the weather comes. `ctx`: format, lang, and where
 * the page has them weather (a `Weather`) and edit(edits); `dry`: the days that are spent indoors already.
 */
export function weatherLine(day, ctx, dry = []) {
  if (!ctx.weather || !day.date) return null;
  const { format, lang, edit } = ctx;
  const line = el("div", { class: "day-weather", data: { testid: "day-weather" } });
  ctx.weather.watch(day.city, day.date, (found, forecast) => {
    line.dataset.basis = found.basis;
    const words = [skyText(found, lang), temperatures(found, format), rainText(found, format)];
    line.replaceChildren(icon(symbolOf(found)), el("span", { text: words.filter(Boolean).join(" · ") }), origin(found, forecast, ctx),
      ...(found.wet && edit && !dry.includes(day.day) ? [offer(found, day.day, edit, format)] : []));
  });
  return line;
}

/** The plan's days in a row, for its card: a symbol and the temperatures of each, and behind them what they are. */
export function weatherStrip(days, { weather, format, lang }) {
  const dated = weather ? days.filter(({ date }) => date) : [];
  if (!dated.length) return null;
  const bases = new Map();
  const basis = el("li", { class: "weather-basis" });
  const cells = dated.map((day) => {
    const cell = el("li", { data: { day: day.day } });
    weather.watch(day.city, day.date, (found, forecast) => {
      cell.dataset.basis = found.basis;
      const text = [skyText(found, lang), rainText(found, format)].filter(Boolean).join(" · ");
      cell.title = text;
      cell.replaceChildren(icon(symbolOf(found)), el("span", { class: "sr", text: dayName(day.day) }), el("span", { text: temperatures(found, format) }), el("span", { class: "sr", text }));
      bases.set(day.day, basisText(found, forecast, format));
      basis.textContent = [...new Set(bases.values())].join(" · ");
    });
    return cell;
  });
  return el("ul", { class: "plan-weather", "aria-label": gettext("Weather"), data: { testid: "plan-weather" } }, cells, basis);
}
