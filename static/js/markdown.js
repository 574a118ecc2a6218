/**
 * Light Markdown for text that is still streaming: blocks split at blank lines; only blocks whose source changed are drawn
 * again, so a growing answer touches its last block alone. It builds nodes, never HTML. When the answer is final, the blocks
 * that the server's sanitised HTML has otherwise are replaced by it, and all others stay the nodes they are.
 */
import { el, outLink, scrolling } from "./dom.js";

const INLINE = /\*\*(.+?)\*\*|\*(?!\s)([^*]+?)\*|`([^`]+)`|\[([^\]]+)\]\((https?:[^)\s]+)\)/g;

const HARD_BREAK = /(?: {2,}|\\)$/;

// What begins a block of its own also right behind a line of text; in a list or a table it only goes on.
const PARTED = /^(?!\s*(?:[-*+]|\d+[.)])\s|\|)(\S.*)\n(?=(?:[-*+]|1[.)])\s|\|)/gm;

/** Splits into blocks; a heading, and a list or a table behind text, are blocks of their own also without a blank line. */
export function blocks(text) {
  return text.replace(/^(#{1,6} .*)\n(?!\n)/gm, "$1\n\n").replace(PARTED, "$1\n\n").split(/\n{2,}/).filter((block) => block.trim());
}

function inline(text) {
  const nodes = [];
  let last = 0;
  for (const match of text.matchAll(INLINE)) {
    nodes.push(text.slice(last, match.index));
    if (match[1]) nodes.push(el("strong", {}, ...inline(match[1])));
    else if (match[2]) nodes.push(el("em", {}, ...inline(match[2])));
    else if (match[3]) nodes.push(el("code", { text: match[3] }));
    else nodes.push(outLink(match[5], match[4]));
    last = match.index + match[0].length;
  }
  nodes.push(text.slice(last));
  return nodes.filter((node) => node !== "");
}

const cells = (line) => line.trim().replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim());

function table(lines) {
  const ruled = lines.length > 1 && /^[\s|:-]+$/.test(lines[1]);
  const row = (line, tag) => el("tr", {}, cells(line).map((cell) => el(tag, {}, ...inline(cell))));
  const head = ruled ? el("thead", {}, row(lines[0], "th")) : null;
  return scrolling(el("table", {}, head, el("tbody", {}, lines.slice(ruled ? 2 : 0).map((line) => row(line, "td")))));
}

function render(source) {
  const lines = source.split("\n").filter((line) => line.trim());
  const heading = /^(#{1,6}) (.*)/.exec(lines[0]);
  if (heading) return el(`h${Math.min(4, Math.max(3, heading[1].length))}`, {}, ...inline(heading[2]));
  if (lines.every((line) => line.trim().startsWith("|"))) return table(lines);
  const item = /^\s*(?:[-*+]|(\d+)[.)])\s+/;
  if (lines.every((line) => item.test(line))) {
    const tag = item.exec(lines[0])[1] ? "ol" : "ul";
    return el(tag, {}, lines.map((line) => el("li", {}, ...inline(line.replace(item, "")))));
  }
  if (/^\s*([-*_]\s*){3,}$/.test(source)) return el("hr");
  if (lines.every((line) => line.startsWith(">"))) return el("blockquote", {}, ...inline(lines.map((line) => line.replace(/^>\s?/, "")).join("\n")));
  return el("p", {}, ...lines.flatMap((line, index) => [...inline(line.replace(HARD_BREAK, "")), ...(index + 1 < lines.length ? [HARD_BREAK.test(line) ? el("br") : "\n"] : [])]));
}

/** For each of the blocks `after` the place in `before` of the one that it can stay, or -1: most stay, in their order. */
export function keptBlocks(before, after) {
  const most = Array.from({ length: before.length + 1 }, () => new Array(after.length + 1).fill(0));
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) most[i][j] = before[i] === after[j] ? most[i + 1][j + 1] + 1 : Math.max(most[i + 1][j], most[i][j + 1]);
  }
  const kept = after.map(() => -1);
  for (let i = 0, j = 0; i < before.length && j < after.length;) {
    if (before[i] === after[j]) kept[j++] = i++;
    else if (most[i + 1][j] >= most[i][j + 1]) i += 1;
    else j += 1;
  }
  return kept;
}

const BOUNDARY = /\s*(<\/?(?:p|h\d|ul|ol|li|blockquote|table|thead|tbody|tr|th|td|div|br|hr)\b[^>]*>)\s*/g;

/** What a block shows, as text: the same for two that differ in the white space of their source or in the language told. */
function shape(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.data.replace(/\s+/g, " ");
  const attributes = [...node.attributes].filter(({ name }) => name !== "lang").map(({ name, value }) => ` ${name}="${value}"`).sort();
  const tag = node.localName;
  return `<${tag}${attributes.join("")}>${[...node.childNodes].map(shape).join("")}</${tag}>`.replace(BOUNDARY, "$1");
}

const isBlank = (node) => node.nodeType === Node.TEXT_NODE && !node.data.trim();

/** Makes the blocks of `fragment` those of `host`. One that is there already stays the node it is, with what is selected in it. */
export function replaceChanged(host, fragment) {
  const [before, after] = [host, fragment].map((parent) => [...parent.childNodes].filter((node) => !isBlank(node)));
  const kept = keptBlocks(before.map(shape), after.map(shape));
  for (const node of [...host.childNodes]) if (!kept.includes(before.indexOf(node))) node.remove();
  let place = host.firstChild;
  after.forEach((node, index) => {
    if (kept[index] < 0) host.insertBefore(node, place);
    else {
      for (const each of [place, ...place.querySelectorAll("[lang]")]) each.removeAttribute("lang"); // as the server has it
      place = place.nextSibling;
    }
  });
}

/** Keeps `host` showing `text`; `host.children` and the sources remembered for it go in step. */
export class StreamingMarkdown {
  constructor(host) {
    this.host = host;
    this.sources = [];
  }

  update(text) {
    const next = blocks(text);
    next.forEach((source, index) => {
      if (this.sources[index] === source) return;
      const node = render(source);
      if (index < this.sources.length) this.host.children[index].replaceWith(node);
      else this.host.append(node);
    });
    while (this.host.children.length > next.length) this.host.lastElementChild.remove();
    this.sources = next;
  }
}
