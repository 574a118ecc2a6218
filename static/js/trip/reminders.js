/** Reminders of the evening before, by e-mail and as notifications of this browser; off until one asks for them. */
import { openDialog } from "../dialog.js";
import { el } from "../dom.js";

const choice = (text, checked, testid, change) => {
  const box = el("input", { type: "checkbox", checked, data: { testid }, on: { change: () => change(box) } });
  return el("label", { class: "booking" }, box, el("span", { text }));
};

const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

/** Has this browser take notifications. Throws with what to tell where it does not. */
async function subscribe(api, key) {
  if (!("PushManager" in globalThis)) throw new Error(gettext("This browser does not support notifications."));
  if ((await Notification.requestPermission()) !== "granted") throw new Error(gettext("This browser blocks notifications from this site."));
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  const { endpoint, keys } = made.toJSON();
  await api.addBrowser({ endpoint, keys });
}

/** The form of what one is told by e-mail and as a notification; `names`: of both in the API, `testid` begins their test ids. */
async function channels(ctx, names, testid) {
  const { api } = ctx;
  const state = el("p", { class: "fine", role: "status", data: { testid: "reminders-state" } });
  const found = await api.reminders();
  const change = (name) => async (box) => {
    state.textContent = "";
    try {
      if (name === names.push && box.checked) await subscribe(api, found.push_key);
      await api.remind({ [name]: box.checked, locale: ctx.lang });
      state.textContent = gettext("Saved.");
    } catch (error) {
      box.checked = !box.checked;
      state.textContent = error.message;
    }
  };
  const mail = found.address ? choice(interpolate(gettext("By e-mail to %(address)s"), found, true), found[names.mail], `${testid}-mail`, change(names.mail))
    : el("p", { class: "fine" }, gettext("For e-mails, confirm an address of your account:"), " ", el("a", { href: "/account/email/", text: gettext("Account") }));
  return el("div", { class: "form" }, mail, choice(gettext("As a notification of this browser"), found[names.push], `${testid}-push`, change(names.push)), state);
}

/** Whether one is told when a comment names one. `ctx`: api, lang ("en" or "zh"). */
export const mentionChoices = (ctx) => channels(ctx, { mail: "mentions_mail", push: "mentions_push" }, "mentions");

/** `ctx`: api, lang ("en" or "zh"), `failed(error)`. */
export async function showReminders(ctx) {
  const body = el("div");
  openDialog(gettext("Remind me the evening before"), "reminders-dialog",
    el("p", { text: gettext("At 18:00 where you will be: the next day's stops with their hours, what to pay or book, and the weather.") }), body);
  await channels(ctx, { mail: "mail", push: "push" }, "remind").then((form) => body.replaceChildren(form), ctx.failed);
}
