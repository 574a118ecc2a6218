/** Invitations of a trip's owner: a link to pass on, or one that is mailed to somebody; those that are open, to be ended. */
import { el } from "../dom.js";
import { field } from "./dialogs.js";
import { options, roleName } from "./roles.js";

const say = (text, values) => interpolate(text, values, true);
const PEOPLE = [1, 2, 5, 10, 40];
const INVITED = ["viewer", "editor"];
const tongues = [["en", "English"], ["zh", "中文"]];

export class Inviting {
  /** `ctx`: api, lang, format; `failed(error)` tells what went wrong. */
  constructor(ctx, failed) {
    Object.assign(this, { ctx, failed });
    this.made = el("div", { class: "share-made", "aria-live": "polite" });
    this.open = el("ul", { class: "links", data: { testid: "invites" } });
    this.node = el("section", { class: "inviting" }, this.byLink(), this.byMail(), this.made, this.open);
  }

  byLink() {
    const role = el("select", { data: { testid: "invite-role" } }, options(INVITED, roleName, "editor"));
    const uses = el("select", { data: { testid: "invite-uses" } }, options(PEOPLE, (count) => say(ngettext("%(count)s person", "%(count)s people", count), { count }), 1));
    const make = el("button", { type: "button", class: "button", text: gettext("Create invitation"), data: { testid: "make-invite" }, on: { click: () => this.invite(role.value, Number(uses.value)).catch(this.failed) } });
    return el("div", { class: "row" }, field(gettext("They"), role), field(gettext("The link is for"), uses), make);
  }

  byMail() {
    const address = el("input", { type: "email", required: true, maxlength: 254, autocomplete: "off", data: { testid: "mail-address" } });
    const role = el("select", { data: { testid: "mail-role" } }, options(INVITED, roleName, "editor"));
    const tongue = el("select", { data: { testid: "mail-language" } }, tongues.map(([value, text]) => el("option", { value, text, lang: value, selected: value === this.ctx.lang })));
    const form = el("form", { class: "row" }, field(gettext("E-mail address"), address), field(gettext("They"), role), field(gettext("Language of the e-mail"), tongue),
      el("button", { type: "submit", class: "button plain", text: gettext("Send"), data: { testid: "mail-invite" } }));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.mail(form, { address: address.value, role: role.value, locale: tongue.value }).catch(this.failed);
    });
    return el("details", { class: "activity" }, el("summary", { text: gettext("Invite by e-mail"), data: { testid: "by-mail" } }), form);
  }

  async invite(role, uses) {
    const { url } = await this.ctx.api.invite({ role, uses });
    const address = el("input", { readonly: true, value: url, "aria-label": gettext("The link"), data: { testid: "invite-url" } });
    const copy = el("button", { type: "button", class: "button plain", text: gettext("Copy"), on: { click: () => { address.select(); navigator.clipboard?.writeText(url).then(() => { copy.textContent = gettext("Copied"); }, () => {}); } } });
    this.made.replaceChildren(el("p", { class: "fine", text: gettext("Send this link to the people you travel with. It is shown only once.") }), el("div", { class: "row" }, address, copy));
    address.focus();
    address.select();
    await this.draw();
  }

  async mail(form, fields) {
    const { address } = await this.ctx.api.mailInvite(fields);
    form.reset();
    this.made.replaceChildren(el("p", { class: "fine", text: say(gettext("Sent to %(address)s."), { address }), data: { testid: "mailed" } }));
    await this.draw();
  }

  async draw() {
    const links = await this.ctx.api.invites();
    const open = links.filter((link) => !link.revoked_at && Date.parse(link.expires_at) > Date.now() && link.uses < link.most_uses);
    this.open.replaceChildren(...open.map((link) => this.link(link)));
  }

  link({ id, address, role, uses, most_uses: most, expires_at: until }) {
    const values = { address, role: roleName(role), uses, most, until: this.ctx.format.date(until.slice(0, 10)) };
    const text = address ? say(gettext("Sent to %(address)s (%(role)s), not accepted yet, valid until %(until)s"), values)
      : say(gettext("Invitation (%(role)s): %(uses)s of %(most)s used, valid until %(until)s"), values);
    const end = () => this.ctx.api.revokeInvite(id).then(() => this.draw()).then(() => this.node.querySelector("select").focus()).catch(this.failed);
    return el("li", { data: { testid: "invite", address: address || undefined } }, el("span", { text }), el("button", { type: "button", class: "chip", text: gettext("Turn off this link"), data: { testid: "revoke-invite" }, on: { click: end } }));
  }
}
