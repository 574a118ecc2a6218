/**
 * Light Markdown for text that is still streaming: blocks split at blank lines; only blocks whose source changed are drawn
 * again, so a growing answer touches its last block alone. It builds nodes, never HTML; the server's sanitised HTML replaces
 * it when the answer is final.
 */
import { el, outLink, scrolling } from "./dom.js";

const INLINE = /\*\*(.+?)\*\*|\*(?!\s)([^*]+?)\*|`([^`]+)`|\[([^\]]+)\]\((https?:[^)\s]+)\)/g;

/** Splits into blocks; a heading line is a block of its own even without a blank line after it. */
export function blocks(text) {
  return text.replace(/^(#{1,6} .*)\n(?!\n)/gm, "$1\n\n").split(/\n{2,}/).filter((block) => block.trim());
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
  return el("p", {}, ...lines.flatMap((line, index) => (index ? [el("br"), ...inline(line)] : inline(line))));
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
