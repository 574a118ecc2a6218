/** What is wrong with a trip, by what is to blame. */
import { el, icon } from "../dom.js";
import { pick } from "../format.js";
import { constraintName } from "../labels.js";

const say = (text, values) => interpolate(text, values, true);

/** The failed checks of a certificate: by visit, by day where no visit is to blame, and of the whole trip. */
export function faults(certificate) {
  const found = { visits: new Map(), days: new Map(), trip: [] };
  const put = (map, key, check) => map.set(key, [...(map.get(key) ?? []), check]);
  for (const check of certificate?.checks ?? []) {
    if (check.status !== "fail") continue;
    if (check.visit) put(found.visits, check.visit, check);
    else if (check.day) put(found.days, check.day, check);
    else found.trip.push(check);
  }
  return found;
}

export const faultList = (checks, lang) => (checks?.length ? el("ul", { class: "faults", data: { testid: "faults" } }, checks.map((check) =>
  el("li", { data: { constraint: check.constraint } }, icon("cross"), el("span", {}, el("b", { text: say(gettext("%(what)s:"), { what: constraintName(check.constraint) }) }), ` ${pick(check.evidence, lang)}`)))) : null);
