/**
 * Values as people read them: money, distances, times, names. Pure: everything comes from `Intl` and the locale given.
 * Money is a decimal string; it is formatted from the string, never rounded through a float first.
 */

const WEEKDAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];
const TAGS = { en: "en", zh: "zh-Hans-CN" };
/** Written out, so that a number stands apart from its unit in both languages, as it does in the server's texts. */
const UNITS = {
  en: { millisecond: "ms", second: "s", minute: "min", hour: "h", meter: "m", kilometer: "km" },
  zh: { millisecond: "毫秒", second: "秒", minute: "分钟", hour: "小时", meter: "米", kilometer: "公里" },
};

/** "zh-hans", "zh_CN", "zh" → "zh"; everything else → "en". */
export const language = (locale) => (/^zh/i.test(locale ?? "") ? "zh" : "en");

/** The text of a value that is plain or `{"en", "zh"}`, in `lang`, else in the other language. */
export function pick(value, lang) {
  if (value === null || value === undefined) return "";
  if (typeof value !== "object") return String(value);
  return value[lang] || value.en || value.zh || value.text || value.label || "";
}

/** An amount of one currency in another, by a table of units for one US dollar. */
export const converted = (amount, from, to, rates) => (Number(amount) / Number(rates[from])) * Number(rates[to]);

/** "HH:MM" → minutes since midnight (may pass 1440), or null. */
export function clockMinutes(text) {
  const match = /^(\d{1,2}):(\d{2})/.exec(text ?? "");
  return match ? Number(match[1]) * 60 + Number(match[2]) : null;
}

/** Minutes since midnight → "HH:MM", those of the day before or after by their hour alone. */
export function clockText(minutes) {
  const ofDay = ((minutes % 1440) + 1440) % 1440;
  return [Math.floor(ofDay / 60), ofDay % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

/** A formatter of `Intl`, made once: making one takes longer than a hundred uses of it. */
const made = new Map();
function formatter(kind, tag, options) {
  const key = `${kind} ${tag} ${JSON.stringify(options)}`;
  if (!made.has(key)) made.set(key, new Intl[kind](tag, options));
  return made.get(key);
}

/** A date tells its year unless it is the present one. */
const yearBeside = (year, now) => (year === now.getFullYear() ? {} : { year: "numeric" });

/** The formatters of one language ("en" or "zh"). */
export function createFormat(lang) {
  const tag = TAGS[lang] ?? TAGS.en;
  const units = UNITS[lang] ?? UNITS.en;
  const number = (value, options) => formatter("NumberFormat", tag, options).format(value);
  const moment = (date, options) => formatter("DateTimeFormat", tag, options).format(date);
  const unit = (value, name, digits = 0) => `${number(value, { maximumFractionDigits: digits })} ${units[name]}`;
  const day = (iso, options) => moment(new Date(`${iso}T00:00:00Z`), { timeZone: "UTC", ...options });
  /** Day before month in English (`Tue 1 Dec 2026`), the weekday last in Chinese (`2026年12月1日 周二`). */
  const calendar = (date, options) => {
    const parts = Object.fromEntries(formatter("DateTimeFormat", "en", options).formatToParts(date).map(({ type, value }) => [type, value]));
    if (lang !== "zh") return [parts.weekday, parts.day, parts.month, parts.year].filter(Boolean).join(" ");
    const { weekday, ...rest } = options;
    const written = moment(date, rest);
    return weekday ? `${written} ${moment(date, { weekday, timeZone: rest.timeZone })}` : written;
  };
  const whole = (amount) => /^-?\d+(\.0+)?$/.test(String(amount));

  return {
    lang,
    /** "1234.50", "CNY" → "CN¥1,234.50"; no cents when there are none. Chinese names what is not its own currency: "500 日元". */
    money(amount, currency) {
      if (amount === null || amount === undefined || amount === "") return "";
      const digits = whole(amount) ? { minimumFractionDigits: 0, maximumFractionDigits: 0 } : {};
      if (!/^[A-Z]{3}$/.test(currency ?? "")) return number(amount, digits);
      if (lang === "zh" && currency !== "CNY") return `${number(amount, whole(amount) ? digits : { minimumFractionDigits: 2, maximumFractionDigits: 2 })} ${formatter("DisplayNames", tag, { type: "currency" }).of(currency)}`;
      return number(amount, { style: "currency", currency, ...digits });
    },
    /** An estimate to the whole unit: 717.6 → "$718". */
    rounded(value, currency) {
      return this.money(String(Math.round(value)), currency);
    },
    /** A converted amount: "≈ $13", to the whole unit, to the cent below one. */
    about(value, currency) {
      return `≈\u00a0${this.money(value < 1 ? value.toFixed(2) : String(Math.round(value)), currency)}`;
    },
    /** "203.50", "343.4" → "204–343": two amounts, to the whole unit from ten on, to the cent below. */
    range(low, high) {
      const digits = Number(high) < 10 && !(whole(low) && whole(high)) ? 2 : 0;
      const written = (amount) => number(amount, { minimumFractionDigits: digits, maximumFractionDigits: digits });
      return `${written(low)}–${written(high)}`;
    },
    /** Several things in a row, as the language parts them. */
    listed: (items) => items.join(lang === "zh" ? "、" : ", "),
    number: (value, digits = 1) => number(value, { maximumFractionDigits: digits }),
    percent: (value) => number(value, { style: "percent" }),
    /** 0.4 → "400 m", 12.34 → "12.3 km". */
    distance: (km) => (km < 1 ? unit(Math.round(km * 100) * 10, "meter") : unit(km, "kilometer", km < 20 ? 1 : 0)),
    /** 45 → "45 min", 130 → "2 h 10 min". */
    minutes(total) {
      const hours = Math.floor(total / 60);
      const rest = Math.round(total % 60);
      if (!hours) return unit(rest, "minute");
      return rest ? `${unit(hours, "hour")} ${unit(rest, "minute")}` : unit(hours, "hour");
    },
    /** Milliseconds of work: 40 → "40 ms", 4200 → "4.2 s". */
    elapsed(ms) {
      if (ms < 1000) return unit(Math.max(0, Math.round(ms)), "millisecond");
      if (ms < 60000) return unit(ms / 1000, "second", 1);
      return `${unit(Math.floor(ms / 60000), "minute")} ${unit(Math.floor((ms % 60000) / 1000), "second")}`;
    },
    degrees: (value) => `${number(value, { maximumFractionDigits: 0 })} °C`,
    /** "2026-12-01" → "Tue 1 Dec", with the year where that is not the year of `now`. */
    date: (iso, now = new Date()) => calendar(new Date(`${iso}T00:00:00Z`),
      { timeZone: "UTC", weekday: "short", month: "short", day: "numeric", ...yearBeside(Number(iso.slice(0, 4)), now) }),
    /** "Tu" → "Tuesday", 周二; null for anything else. */
    weekday(code) {
      const index = WEEKDAYS.indexOf(code);
      return index < 0 ? null : day(`2024-01-0${index + 1}`, { weekday: lang === "zh" ? "short" : "long" });
    },
    /** "CN" → "China"; anything but a country code stays as it is. */
    country: (code) => (/^[A-Z]{2}$/.test(code ?? "") ? formatter("DisplayNames", tag, { type: "region" }).of(code) : code ?? ""),
    /** [1, 2, 6, 12] → "Jun, Dec–Feb", 6月、12–2月: months as spans, the one over the turn of the year whole. */
    months(numbers) {
      const has = new Set(numbers);
      if (has.size === 12) return lang === "zh" ? "全年" : "all year";
      const after = (number) => (number % 12) + 1;
      const spans = [...has].sort((one, other) => one - other).filter((number) => !has.has(((number + 10) % 12) + 1)).map((first) => {
        let last = first;
        while (has.has(after(last))) last = after(last);
        if (first === last) return this.month(first);
        return lang === "zh" ? `${first}–${this.month(last)}` : `${this.month(first)}–${this.month(last)}`;
      });
      return this.listed(spans);
    },
    month: (number, style = "short") => day(`2024-${String(number).padStart(2, "0")}-01`, { month: style }),
    /** {month: 3, day: 26} → "26 Mar", 3月26日: a day of any year. */
    dayOfYear: ({ month, day: number }) => calendar(new Date(Date.UTC(2024, month - 1, number)), { timeZone: "UTC", month: "short", day: "numeric" }),
    time: (at) => moment(new Date(at), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
    /** A moment near `now`: the time today, the day before that. */
    moment(at, now = new Date()) {
      const then = new Date(at);
      if (then.toDateString() === now.toDateString()) return this.time(then);
      return calendar(then, { month: "short", day: "numeric", ...yearBeside(then.getFullYear(), now) });
    },
  };
}
