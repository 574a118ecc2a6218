/** Small makers of DOM nodes. Text always goes in as text; only `trusted` takes HTML, and only the server's sanitised one. */

const SVG = "http://www.w3.org/2000/svg";

/** The language of a text that is not the page's: "zh" for one with Chinese characters, "en" for one of several Latin words. */
function foreign(text) {
  const chinese = /^zh/.test(document.documentElement.lang);
  if (/\p{Script=Han}/u.test(text)) return chinese ? null : "zh";
  return chinese && /(?:\p{Script=Latin}{2,}[\s,.!?’'-]+){2}\p{Script=Latin}{2,}/u.test(text) ? "en" : null;
}

/** Gives a node its text, and that its language. */
export function write(node, text) {
  node.textContent = text;
  tellLanguage(node, text);
}

/** Says in which language the text of a node is to be read, where that is not the page's. */
export function tellLanguage(node, text) {
  const language = foreign(text);
  if (language) node.setAttribute("lang", language);
  else node.removeAttribute("lang");
}

function fill(node, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") write(node, value);
    else if (name === "on") for (const [type, listener] of Object.entries(value)) node.addEventListener(type, listener);
    else if (name === "data") for (const [key, item] of Object.entries(value)) { if (item !== undefined && item !== null) node.dataset[key] = item; }
    else if (name === "vars") for (const [key, item] of Object.entries(value)) node.style.setProperty(key, item);
    else node.setAttribute(name, value === true ? "" : value);
  }
  const parts = children.flat().filter((child) => child !== null && child !== undefined && child !== false);
  const words = parts.filter((part) => typeof part === "string").join(" ");
  if (words) tellLanguage(node, words);
  node.append(...parts);
  return node;
}

/** An HTML element. `props`: attributes, and `text`, `on` {type: listener}, `data` {key: value}, `vars` {"--css": value}. */
export const el = (tag, props = {}, ...children) => fill(document.createElement(tag), props, children);

/** The same for SVG. */
export const svg = (tag, props = {}, ...children) => fill(document.createElementNS(SVG, tag), props, children);

const icons = new Map();

/** An icon of the sprite: a copy of the first one of its name. */
export function icon(name) {
  if (!icons.has(name)) icons.set(name, svg("svg", { class: "icon", "aria-hidden": "true" }, svg("use", { href: `${document.body.dataset.icons}#${name}` })));
  return icons.get(name).cloneNode(true);
}

/** A table that scrolls sideways by itself where it is wider than the page, with the keyboard, too. A timetable's cells are named. */
export function scrolling(table, name = gettext("Table")) {
  if (/^\d{1,2}:\d{2}/.test(table.querySelector("tbody td")?.textContent)) {
    const heads = [...table.querySelectorAll("thead th")].map((head) => head.textContent);
    table.classList.add("timetable");
    for (const row of table.querySelectorAll("tbody tr")) [...row.children].forEach((cell, index) => { cell.dataset.label = heads[index] ?? ""; });
  }
  return el("div", { class: "scroll-x", role: "group", tabindex: "0", "aria-label": name }, table);
}

/** A fragment of HTML that the server has sanitised; links leave in a new tab, wide tables scroll. */
export function trusted(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  for (const link of template.content.querySelectorAll("a[href^='http']")) {
    link.target = "_blank";
    link.rel = "noopener noreferrer";
  }
  for (const table of template.content.querySelectorAll("table")) {
    const place = document.createComment("");
    table.replaceWith(place);
    place.replaceWith(scrolling(table));
  }
  return template.content;
}

/** A link to a web address; anything but http(s) becomes plain text. */
export function outLink(url, text) {
  return /^https?:\/\//i.test(url ?? "") ? el("a", { href: url, target: "_blank", rel: "noopener noreferrer", text }) : el("span", { text });
}

/** True for a key that belongs to an input method, which picks a word with it. Safari tells its last Enter by keyCode 229 only. */
export const isComposing = (event) => event.isComposing || event.keyCode === 229;

/** A <details> that lies above the page: it folds when one presses elsewhere, goes on with Tab, or presses Escape. */
export function foldsAway(menu) {
  const fold = () => { menu.open = false; };
  document.addEventListener("click", ({ target }) => { if (!menu.contains(target)) fold(); });
  menu.addEventListener("focusout", ({ relatedTarget }) => { if (relatedTarget && !menu.contains(relatedTarget)) fold(); });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    event.stopPropagation();
    fold();
    menu.querySelector("summary").focus();
  });
}

/** Resolves once the page has had time to answer and to draw. */
export const pause = () => new Promise((go) => setTimeout(go));

export const byId = (id) => document.getElementById(id);
