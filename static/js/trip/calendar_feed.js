/** Live calendars: secret addresses under which calendar programs follow the trip, made and ended here. */
import { openDialog } from "../dialog.js";
import { el } from "../dom.js";

const say = (text, values) => interpolate(text, values, true);

const choice = (text, testid) => {
  const box = el("input", { type: "checkbox", data: { testid } });
  return { box, label: el("label", { class: "booking" }, box, el("span", { text })) };
};

/** `ctx`: api, format, lang ("en" or "zh"), `failed(error)`. */
export async function showCalendars(ctx) {
  const all = choice(gettext("All my trips, not this one alone"), "calendar-all");
  const notes = choice(gettext("With my notes"), "calendar-notes");
  const made = el("div", { class: "share-made", "aria-live": "polite" });
  const list = el("ul", { class: "links", data: { testid: "calendars" } });

  const told = (feed) => [feed.all_trips ? gettext("All trips") : gettext("This trip"), feed.notes ? gettext("with notes") : "",
    say(gettext("made %(made)s"), { made: ctx.format.moment(feed.created_at) })].filter(Boolean).join(" · ");
  const row = (feed) => el("li", {}, el("span", { text: told(feed) }),
    el("button", { type: "button", class: "chip", text: gettext("Turn off this calendar"), data: { testid: "end-calendar" }, on: { click: () => ctx.api.endCalendar(feed.id).then(ended, ctx.failed) } }));
  const ended = () => draw().then(() => maker.focus());
  const draw = async () => list.replaceChildren(...(await ctx.api.calendars()).map(row));

  const make = async () => {
    const { url, webcal } = await ctx.api.makeCalendar({ all_trips: all.box.checked, notes: notes.box.checked, locale: ctx.lang });
    const address = el("input", { readonly: true, value: url, "aria-label": gettext("The calendar's address"), data: { testid: "calendar-url" } });
    const copy = el("button", { type: "button", class: "button plain", text: gettext("Copy"), on: { click: () => { address.select(); navigator.clipboard?.writeText(url).then(() => { copy.textContent = gettext("Copied"); }, () => {}); } } });
    made.replaceChildren(el("p", { class: "fine", text: gettext("This address is shown only once. Anyone who has it can see the calendar, so keep it private.") }), el("div", { class: "row" }, address, copy),
      el("a", { class: "button plain", href: webcal, text: gettext("Open in the calendar program"), data: { testid: "calendar-webcal" } }));
    address.focus();
    address.select();
    await draw();
  };
  const maker = el("button", { type: "button", class: "button", text: gettext("Create address"), data: { testid: "make-calendar" }, on: { click: () => make().catch(ctx.failed) } });
  openDialog(gettext("Follow in a calendar"), "calendar-dialog",
    el("p", { text: gettext("Calendar apps fetch the trip from its own address about once an hour, so changes arrive automatically.") }), all.label, notes.label, el("div", { class: "row" }, maker), made, list);
  await draw().catch(ctx.failed);
}
