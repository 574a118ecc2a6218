/** Small makers of DOM nodes. Text always goes in as text; only `trusted` takes HTML, and only the server's sanitised one. */

const SVG = "http://www.w3.org/2000/svg";

function fill(node, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") node.textContent = value;
    else if (name === "on") for (const [type, listener] of Object.entries(value)) node.addEventListener(type, listener);
    else if (name === "data") for (const [key, item] of Object.entries(value)) { if (item !== undefined && item !== null) node.dataset[key] = item; }
    else if (name === "vars") for (const [key, item] of Object.entries(value)) node.style.setProperty(key, item);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** An HTML element. `props`: attributes, and `text`, `on` {type: listener}, `data` {key: value}, `vars` {"--css": value}. */
export const el = (tag, props = {}, ...children) => fill(document.createElement(tag), props, children);

/** The same for SVG. */
export const svg = (tag, props = {}, ...children) => fill(document.createElementNS(SVG, tag), props, children);

/** An icon of the sprite. */
export function icon(name) {
  return svg("svg", { class: "icon", "aria-hidden": "true" }, svg("use", { href: `${document.body.dataset.icons}#${name}` }));
}

/** A fragment of HTML that the server has sanitised; links leave in a new tab. */
export function trusted(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  for (const link of template.content.querySelectorAll("a[href^='http']")) {
    link.target = "_blank";
    link.rel = "noopener noreferrer";
  }
  return template.content;
}

/** A link to a web address; anything but http(s) becomes plain text. */
export function outLink(url, text) {
  return /^https?:\/\//i.test(url ?? "") ? el("a", { href: url, target: "_blank", rel: "noopener noreferrer", text }) : el("span", { text });
}

/** Resolves once the page has had time to answer and to draw. */
export const pause = () => new Promise((go) => setTimeout(go));

export const byId = (id) => document.getElementById(id);
