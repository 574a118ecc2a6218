/** The small forms that the trip page asks in dialogs. */
import { openDialog } from "../dialog.js";
import { el, icon } from "../dom.js";
import { pick } from "../format.js";
import { PlanMap } from "../map/plan_map.js";
import { placesToSleep } from "../venues.js";

export const field = (label, input) => el("label", { class: "field" }, el("span", { text: label }), input);
const submit = (text) => el("button", { type: "submit", class: "button", text, data: { testid: "submit" } });

/** A form in a dialog; `send(values)` gets the fields by name, and the dialog closes. */
function askForm(title, testid, send, ...parts) {
  const form = el("form", { class: "form" }, ...parts);
  const dialog = openDialog(title, testid, form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(Object.fromEntries(new FormData(form)));
    dialog.close();
  });
  return form;
}

/** Asks before a trip is deleted; the safe way out has the focus. */
export function askDeletion({ title }, remove) {
  const button = (text, style, testid, click) => el("button", { type: "button", class: style, text, data: { testid }, on: { click: () => { dialog.close(); click?.(); } } });
  const dialog = openDialog(gettext("Delete this trip for good?"), "delete-dialog",
    el("p", { text: interpolate(gettext("“%(title)s” is deleted with its notes, its history and its links."), { title }, true) }),
    el("div", { class: "row" }, button(gettext("Keep"), "button", "keep"), button(gettext("Delete"), "button plain danger", "delete-for-good", remove)));
}

/** On which day the trip begins; the others follow. `move(date)` hears of another one. */
export function askDates({ itinerary: { days } }, move) {
  const first = days[0].date;
  askForm(gettext("When the trip begins"), "dates-dialog", ({ start }) => { if (start !== first) move(start); },
    field(gettext("First day"), el("input", { type: "date", name: "start", required: true, value: first, data: { testid: "start-date" } })),
    el("p", { class: "fine", text: gettext("The other days follow. Opening hours are checked for the new dates, and you see what would change before it is kept.") }),
    submit(gettext("Check these dates")));
}

/** When a day begins and ends, as it does where nothing else was asked; an empty time is the usual one. */
export function askHours(day, asked, edit) {
  const said = (asked.day_windows ?? []).find((window) => window.day === day.day) ?? {};
  const time = (name) => el("input", { type: "time", name, value: said[name] ?? day[name] ?? "", data: { testid: name } });
  const wished = (values) => Object.fromEntries(["start", "end"].filter((name) => values[name] && (said[name] || values[name] !== day[name])).map((name) => [name, values[name]]));
  askForm(gettext("When the day begins and ends"), "hours-dialog",
    (values) => edit([{ op: "hours", day: day.day, ...wished(values) }]),
    field(gettext("From"), time("start")), field(gettext("Until"), time("end")),
    el("p", { class: "fine", text: gettext("Leave a field empty for the usual hours.") }), submit(gettext("Set hours")));
}

const DECIMALS = 5;

/** A place to be told: by its name and by where it is: a sight found by its name, near a stop of the trip, where one is now, by a
 *  press on the map, or by coordinates. `fields` stand in a form, `begin()` draws the map once they stand in the page, `choose(name, point)`
 *  tells a place; `stops`: those of the day's city. */
function placeFields(trip, day, { api, lang, map: { config } }, given) {
  const number = (which, value) => el("input", { type: "number", name: which, step: "any", required: true, value, min: which === "lat" ? -90 : -180, max: which === "lat" ? 90 : 180, data: { testid: which }, on: { change: () => mark() } });
  const [lat, lon] = [number("lat", day.origin.lat), number("lon", day.origin.lon)];
  const name = el("input", { name: "name", required: true, maxlength: 120, value: given, data: { testid: "name" } });
  const stops = [day.origin, ...trip.itinerary.days.filter(({ city }) => city === day.city).flatMap(({ visits }) => visits)];
  const ground = el("div", { class: "ground place-map", data: { testid: "place-map" } });
  let put = () => {};
  const mark = () => put({ lat: Number(lat.value), lon: Number(lon.value) });
  const set = (point) => {
    lat.value = Number(point.lat.toFixed(DECIMALS));
    lon.value = Number(point.lon.toFixed(DECIMALS));
    mark();
  };
  const near = el("select", { data: { testid: "near" }, on: { change: () => set(stops[Number(near.value)]) } },
    stops.map((stop, index) => el("option", { value: index, text: pick(stop.name, lang) || gettext("Start of the day") })));
  const here = el("button", { type: "button", class: "chip", on: { click: () => whereIAm().then((point) => point && set(point)) } }, icon("here"), gettext("Where I am now"));
  const known = el("datalist", { id: "known-sights" });
  const find = el("input", { type: "search", list: known.id, autocomplete: "off", placeholder: gettext("Type a part of its name"), data: { testid: "find-sight" } });
  const choose = (called, point) => {
    name.value = called;
    set(point);
  };
  const begin = async () => {
    const map = new PlanMap(ground, config);
    map.choose(day.origin, stops, lang, set).then((marks) => { put = marks; mark(); });
    const sights = new Map((await api.sights(day.city)).map((sight) => [pick(sight.name, lang), sight]));
    known.replaceChildren(...[...sights.keys()].map((value) => el("option", { value })));
    find.addEventListener("input", () => {
      const sight = sights.get(find.value);
      if (!sight) return;
      set(sight);
      if (name.value === given) name.value = find.value;
    });
  };
  const fields = [field(gettext("Name"), name), el("div", { class: "pair" }, field(gettext("At a sight of the city"), find), field(gettext("Near"), near)), known, here,
    el("p", { class: "fine", text: gettext("Or press the map where it is.") }), ground,
    el("details", {}, el("summary", { class: "fine", text: gettext("By coordinates") }), el("div", { class: "pair" }, field(gettext("Latitude"), lat), field(gettext("Longitude"), lon)))];
  return { fields, begin, stops, choose };
}

/** The device's position, or null where it is not told. */
export function whereIAm() {
  return new Promise((resolve) => {
    if (!navigator.geolocation) resolve(null);
    else navigator.geolocation.getCurrentPosition(({ coords }) => resolve({ lat: coords.latitude, lon: coords.longitude }), () => resolve(null), { timeout: 8000 });
  });
}

const placeOf = ({ name, lat, lon }) => ({ name, lat: Number(lat), lon: Number(lon) });

export function askHotel(trip, day, ctx) {
  const place = placeFields(trip, day, ctx, pick(day.origin.name, ctx.lang));
  askForm(gettext("Where you stay"), "hotel-dialog", (values) => ctx.edit([{ op: "hotel", city: day.city, hotel: placeOf(values) }]),
    ...place.fields, submit(gettext("Stay here")), placesToSleep(place.stops, ctx, place.choose));
  place.begin().catch(ctx.failed);
}

export function askPlace(trip, day, ctx) {
  const place = placeFields(trip, day, ctx, "");
  askForm(gettext("A place or booking of your own"), "place-dialog",
    (values) => ctx.edit([{ op: "add_place", day: day.day, ...placeOf(values), start: values.start, minutes: Number(values.minutes) }]),
    ...place.fields,
    el("div", { class: "pair" }, field(gettext("Begins at"), el("input", { type: "time", name: "start", required: true, value: "19:30", data: { testid: "start" } })),
      field(gettext("Minutes"), el("input", { type: "number", name: "minutes", required: true, min: 5, max: 720, value: 90, data: { testid: "minutes" } }))),
    submit(gettext("Add it")));
  place.begin().catch(ctx.failed);
}

const EARTH_KM = 6371;
const rad = (degrees) => (degrees * Math.PI) / 180;

/** Great-circle kilometres between two points. */
export function kilometres(a, b) {
  const h = Math.sin(rad(b.lat - a.lat) / 2) ** 2 + Math.cos(rad(a.lat)) * Math.cos(rad(b.lat)) * Math.sin(rad(b.lon - a.lon) / 2) ** 2;
  return 2 * EARTH_KM * Math.asin(Math.sqrt(h));
}

/** The sights of the day's city that the trip does not have yet, the nearest to a stop of the day first. */
export function nearby(sights, day, itinerary) {
  const taken = new Set(itinerary.days.flatMap(({ visits }) => visits.map(({ sight }) => sight)));
  const stops = day.visits.length ? day.visits : [day.origin];
  return sights.filter(({ id }) => !taken.has(id))
    .map((sight) => ({ sight, km: Math.min(...stops.map((stop) => kilometres(stop, sight))) })).sort((a, b) => a.km - b.km);
}

export async function askSight(trip, day, ctx) {
  const { api, format, lang, edit } = ctx;
  const search = el("input", { type: "search", placeholder: gettext("Search"), "aria-label": gettext("Search"), data: { testid: "search-sights" } });
  const list = el("ul", { class: "nearby", data: { testid: "nearby" } }, el("li", { text: gettext("Loading…") }));
  const own = el("button", { type: "button", class: "button plain", text: gettext("A place or booking of your own"), data: { testid: "own-place" }, on: { click: () => { dialog.close(); askPlace(trip, day, ctx); } } });
  const dialog = openDialog(gettext("Add a stop"), "add-dialog", own, search, list);
  const found = nearby(await api.sights(day.city), day, trip.itinerary);
  const row = ({ sight, km }) => el("li", { data: { sight: sight.id } },
    el("span", {}, el("b", { text: pick(sight.name, lang) }), el("small", { text: [format.minutes(sight.minutes), Number(sight.ticket.amount) ? format.money(sight.ticket.amount, sight.ticket.currency) : gettext("free"), format.distance(km)].join(" · ") })),
    el("button", { type: "button", class: "chip", text: gettext("Add"), "aria-label": interpolate(gettext("Add %(name)s"), { name: pick(sight.name, lang) }, true), data: { testid: "add-sight" }, on: { click: () => { dialog.close(); edit([{ op: "add", sight: sight.id, day: day.day, position: bestPlace(sight, day) }]); } } }));
  const draw = () => {
    const words = search.value.trim().toLowerCase();
    const shown = found.filter(({ sight }) => !words || `${sight.name.en} ${sight.name.zh}`.toLowerCase().includes(words));
    list.replaceChildren(...(shown.length ? shown.map(row) : [el("li", { text: gettext("Nothing found by that name.") })]));
  };
  search.addEventListener("input", draw);
  draw();
}

/** Where among the day's stops a place lengthens the way the least. */
export function bestPlace(point, day) {
  const stops = [day.origin, ...day.visits, day.destination];
  const detours = stops.slice(1).map((next, index) => kilometres(stops[index], point) + kilometres(point, next) - kilometres(stops[index], next));
  return detours.indexOf(Math.min(...detours));
}
