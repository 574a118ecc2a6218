/** The notice above the days: what failed, what others changed meanwhile, what one did offline and the server refuses. */
import { byId, el } from "../dom.js";
import { pick } from "../format.js";

const say = (text, values) => interpolate(text, values, true);

/** Shows a text; `actions` are [text, testid, click]. */
function notice(text, ...actions) {
  const bar = byId("notice");
  const press = (click) => () => { bar.hidden = true; byId("trip-days").focus(); click?.(); };
  bar.replaceChildren(el("span", { text }), ...actions.map(([label, testid, click]) => el("button", { type: "button", class: "chip", text: label, data: { testid }, on: { click: press(click) } })));
  bar.hidden = false;
}

export const dropNotice = () => { byId("notice").hidden = true; };

export function tellFailure(error) {
  console.warn("trip:", error);
  byId("save-state").textContent = error.kept ? gettext("Kept on this device") : gettext("Not saved");
  notice(error.status || error.kept ? error.message : gettext("That could not be saved. Nothing was changed; try again."), [gettext("Close"), "dismiss", null]);
}

/** A change that was kept and that the server does not take. */
export function tellRefusal(why, done) {
  notice(say(gettext("A change you made offline could not be applied: %(why)s"), { why }), [gettext("Close"), "dismiss", done]);
}

/** Somebody else was faster: `told` is what they did. `mine` makes one's own change upon theirs, named by `label`; `leave` hears that it is not made. */
export function tellConflict(told, lang, label, mine, leave) {
  const theirs = told.map((text) => pick(text, lang)).join(lang === "zh" ? "" : " ");
  const text = say(gettext("This trip was changed elsewhere in the meantime. %(theirs)s Your change is not lost."), { theirs });
  notice(text, [label, "merge", mine], [gettext("Keep theirs"), "leave-theirs", leave]);
}
