/** Links by which others may read the trip, and the trip's history. */
import { el } from "../dom.js";
import { pick } from "../format.js";
import { openDialog } from "../dialog.js";
import { field } from "./dialogs.js";

const say = (text, values) => interpolate(text, values, true);

export async function showSharing(ctx) {
  const days = el("select", { data: { testid: "share-days" } }, [1, 7, 30, 90, 365].map((count) =>
    el("option", { value: count, text: say(ngettext("%(count)s day", "%(count)s days", count), { count }), selected: count === 30 })));
  const made = el("div", { class: "share-made", "aria-live": "polite" });
  const list = el("ul", { class: "links", data: { testid: "links" } });
  const active = (link) => !link.revoked_at && Date.parse(link.expires_at) > Date.now();
  const row = (link) => el("li", {}, el("span", { text: say(gettext("Created %(made)s, valid until %(until)s"), { made: ctx.format.moment(link.created_at), until: ctx.format.date(link.expires_at.slice(0, 10)) }) }),
    el("button", { type: "button", class: "chip", text: gettext("Turn off this link"), data: { testid: "revoke" }, on: { click: () => ctx.api.revoke(link.id).then(ended, ctx.failed) } }));
  const ended = () => draw().then(() => maker.focus());
  const draw = async () => list.replaceChildren(...(await ctx.api.shares()).filter(active).map(row));
  const make = async () => {
    const { url } = await ctx.api.share(Number(days.value));
    const address = el("input", { readonly: true, value: url, "aria-label": gettext("The link"), data: { testid: "share-url" } });
    const copy = el("button", { type: "button", class: "button plain", text: gettext("Copy"), on: { click: () => { address.select(); navigator.clipboard?.writeText(url).then(() => { copy.textContent = gettext("Copied"); }, () => {}); } } });
    const printed = `/api/v1/trips/${encodeURIComponent(ctx.trip)}/export/?${new URLSearchParams({ format: "pdf", lang: ctx.lang, share: url.split("/").at(-1) })}`;
    const booklet = el("a", { class: "button plain", href: printed, download: true, text: gettext("Booklet with this link as a QR code (PDF)"), data: { testid: "share-pdf" } });
    made.replaceChildren(el("p", { class: "fine", text: gettext("This link is shown only once. Anyone who has it can see the itinerary, nothing else.") }), el("div", { class: "row" }, address, copy), booklet);
    address.focus();
    address.select();
    await draw();
  };
  const maker = el("button", { type: "button", class: "button", text: gettext("Create link"), data: { testid: "make-link" }, on: { click: () => make().catch(ctx.failed) } });
  openDialog(gettext("Share this trip"), "share-dialog", el("div", { class: "row" }, field(gettext("Valid for"), days), maker), made, list);
  await draw().catch(ctx.failed);
}

const author = (code) => ({ owner: gettext("you"), assistant: gettext("the assistant, with your approval"), partner: gettext("an application") })[code] ?? code;

/** Who made a version: a member by name, else in which way it was made. */
const maker = ({ by, author: code }) => (by && !by.me && code === "owner" ? by.name : author(code));

export async function showHistory(ctx) {
  const list = el("ol", { class: "history", reversed: true, data: { testid: "history" } });
  const dialog = openDialog(gettext("History"), "history-dialog", list);
  const when = (at) => new Set([ctx.format.moment(at), ctx.format.time(at)]);
  const bring = ({ version }) => el("button", { type: "button", class: "chip", text: gettext("Restore"), "aria-label": say(gettext("Restore version %(number)s"), { number: version }), data: { testid: "bring-back" },
    on: { click: () => { dialog.close(); ctx.restore(version); } } });
  const row = (version, index) => el("li", { value: version.version }, el("div", { class: "history-row" }, el("div", {}, el("span", { text: version.told.map((text) => pick(text, ctx.lang)).join(" ") || gettext("No change.") }),
    el("small", { text: [maker(version), ...when(version.created_at)].join(" · ") })), index && ctx.edit ? bring(version) : null));
  await ctx.api.versions().then((versions) => list.replaceChildren(...versions.map(row)), ctx.failed);
}
