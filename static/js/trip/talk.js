/** What the people of a trip say about a stop: votes and comments, in its sheet. */
import { el } from "../dom.js";
import { MentionField, mentionedText } from "./mentions.js";

const say = (text, values) => interpolate(text, values, true);

/** Fills `host` and keeps it up to date while it is on the page. `ctx`: api, role, format. */
export async function talkAbout(host, visit, ctx) {
  const { api, format } = ctx;
  const fault = el("p", { class: "fault", role: "alert", hidden: true, data: { testid: "talk-fault" } });
  const failed = (error) => { fault.textContent = error.reason ?? error.message; fault.hidden = false; };
  const votes = el("div", { class: "votes", role: "group", "aria-label": gettext("Votes") });
  const list = el("ul", { class: "comments", data: { testid: "comments" } });
  const text = el("textarea", { rows: 2, maxlength: 1000, required: true, "aria-label": gettext("Your comment"), placeholder: gettext("Use @ to mention someone"), data: { testid: "comment-text" } });
  let members;
  const people = () => (members ??= api.members().then((found) => found.filter(({ me }) => !me).map(({ id, name }) => ({ member: id ?? "owner", name }))));
  const names = new MentionField(text, () => people().catch((error) => { members = undefined; failed(error); return []; }));
  const form = el("form", { class: "form" }, el("div", { class: "mention-field" }, text, names.nodes), el("button", { type: "submit", class: "button plain", text: gettext("Comment"), data: { testid: "comment-send" } }), fault);

  const vote = ({ mine, up, down }, value) => el("button", { type: "button", class: "chip", "aria-pressed": String(mine === value), data: { testid: value > 0 ? "vote-up" : "vote-down", count: value > 0 ? up : down },
    text: value > 0 ? say(gettext("For it: %(count)s"), { count: up }) : say(gettext("Against it: %(count)s"), { count: down }), on: { click: () => api.vote(visit, mine === value ? 0 : value).then(drawVotes).catch(failed) } });
  const drawVotes = (tally) => {
    const focused = [...votes.children].indexOf(document.activeElement);
    votes.replaceChildren(vote(tally, 1), vote(tally, -1));
    votes.children[focused]?.focus();
  };
  const remove = (comment) => el("button", { type: "button", class: "chip", text: gettext("Remove"), data: { testid: "comment-remove" }, on: { click: () => api.removeComment(comment.id).then(draw).then(() => text.focus()).catch(failed) } });
  const row = (comment) => el("li", { data: { testid: "comment" } }, el("p", {}, mentionedText(comment.text, comment.mentions)),
    el("small", { text: [comment.by ? (comment.by.me ? gettext("you") : comment.by.name) : "", format.moment(comment.created_at)].filter(Boolean).join(" · ") }), comment.by?.me || ctx.role === "owner" ? remove(comment) : null);
  const draw = async () => {
    const [comments, tallies] = await Promise.all([api.comments(visit), api.votes()]);
    list.replaceChildren(...comments.map(row));
    drawVotes(tallies.find((tally) => tally.visit === visit) ?? { mine: 0, up: 0, down: 0 });
  };
  const heard = ({ detail }) => {
    if (!host.isConnected) document.removeEventListener("trip-part", heard);
    else if (detail === "members") members = undefined;
    else if (detail === "comments" || detail === "votes") draw().catch(failed);
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    fault.hidden = true;
    api.addComment({ visit, text: text.value.trim(), mentions: names.mentions }).then(() => { names.clear(); return draw(); }).catch(failed);
  });
  host.replaceChildren(el("h3", { text: gettext("Discussion") }), votes, list, form);
  document.addEventListener("trip-part", heard);
  await draw();
}
