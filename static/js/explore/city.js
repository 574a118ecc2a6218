/** A city's page: its facts and climate, its sights on the map and as a list, and a conversation that plans days there. */
import { createApi } from "../api.js";
import { reportButton } from "../feedback.js";
import { cityBody } from "../cityinfo.js";
import { byId, el } from "../dom.js";
import { createFormat, language, pick } from "../format.js";
import { bookingNote } from "../labels.js";
import { PlanMap } from "../map/plan_map.js";
import { sightPicture } from "../picture.js";

const config = JSON.parse(byId("config").textContent);
const lang = language(config.locale);
const format = createFormat(lang);
const api = createApi(config.apiBase);
const say = (text, values) => interpolate(text, values, true);
const map = new PlanMap(byId("ground"), config.map);

/** When a sight is open and when closed, as far as the catalogue knows it. */
const hours = (sight) => say(gettext("Opening hours: usually %(hours)s"), { hours: pick(sight.hours_text, lang) });

function card(sight) {
  const price = Number(sight.ticket.amount) ? `≈ ${format.money(sight.ticket.amount, sight.ticket.currency)}` : say(gettext("usually %(fact)s"), { fact: gettext("free") });
  return el("article", { class: "place-card", id: `sight-${sight.id.split("/")[1]}`, data: { testid: "sight-card", sight: sight.id } },
    sightPicture(sight.id),
    el("div", { class: "place-text" },
      el("h3", {}, pick(sight.name, lang), reportButton({ sight: sight.id, name: pick(sight.name, lang) }, api.feedback)),
      el("p", { class: "meta", text: [format.minutes(sight.minutes), price, say(gettext("%(score)s of 10"), { score: sight.score })].join(" · ") }),
      el("p", { class: "meta", text: [hours(sight), bookingNote(sight.booking)].filter(Boolean).join(" · "), data: { testid: "sight-hours" } }),
      el("p", { text: pick(sight.note, lang) })));
}

async function show() {
  const [city, sights] = await Promise.all([api.city(config.city), api.sights(config.city)]);
  byId("facts").replaceChildren(cityBody(city, { format, lang }));
  byId("sights").replaceChildren(...sights.map(card));
  map.showPlaces(sights, lang, (sight) => byId(`sight-${sight.id.split("/")[1]}`).scrollIntoView({ block: "center", behavior: "smooth" }));
}

const wish = (days) => say(ngettext("Plan %(days)s day in %(city)s", "Plan %(days)s days in %(city)s", days), { days, city: pick(config.name, lang) });

/** A new conversation whose first run plans so many days here. */
async function plan(days) {
  const session = await api.createSession();
  await api.startRun(session.id, wish(days));
  window.location.assign(`/chat/${session.id}`);
}

const days = byId("plan-days");
const relabel = () => {
  const { valid } = days.validity;
  byId("plan-go").textContent = valid ? wish(Number(days.value)) : say(gettext("Plan days in %(city)s"), { city: pick(config.name, lang) });
  byId("plan-problem").textContent = valid ? "" : say(gettext("From %(least)s to %(most)s days."), { least: days.min, most: days.max });
};
days.addEventListener("input", relabel);
relabel();
byId("plan-here").addEventListener("submit", (event) => {
  event.preventDefault();
  const button = byId("plan-go");
  button.disabled = true;
  plan(Number(days.value)).catch((error) => {
    console.warn("city:", error);
    button.disabled = false;
    byId("plan-problem").textContent = error.message;
  });
});
show().catch((error) => {
  console.warn("city:", error);
  byId("facts").textContent = gettext("The city could not be loaded. Load the page again.");
});
