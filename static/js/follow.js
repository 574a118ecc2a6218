/**
 * The view follows the growing conversation only while its end is in sight, and stops where the newest answer begins: it is
 * read from its head. A reader who scrolls up is left alone; whenever the end is out of sight a button leads there.
 */
const NEAR = 56;
const ABOVE = 16;

export class Follow {
  /** `left()` is called when the button goes away under a press. */
  constructor({ scroller, thread, end, button, left }) {
    Object.assign(this, { scroller, thread, end, button, following: true });
    for (const type of ["scroll", "wheel", "touchmove"]) scroller.addEventListener(type, () => this.look(), { passive: true });
    new ResizeObserver(() => { this.align(); this.settle(); }).observe(thread);
    button.addEventListener("click", () => { this.reach(); left(); });
  }

  /** Tells the style sheet how wide the scroll bar is, so that the composer lines up with the text above it. */
  align() {
    document.body.style.setProperty("--gutter", `${this.scroller.offsetWidth - this.scroller.clientWidth}px`);
  }

  /** How far the end of the conversation lies below the visible part, in pixels. */
  get below() {
    return this.end.getBoundingClientRect().bottom - this.scroller.getBoundingClientRect().bottom;
  }

  /** How far the view may go on until the head of the newest answer leaves it; a decision that waits is never held back. */
  get ahead() {
    const turn = this.thread.lastElementChild;
    const answer = turn?.querySelector(".cards-open > *") ? null : [...(turn?.querySelectorAll(".answer") ?? [])].at(-1);
    return answer ? Math.max(0, answer.getBoundingClientRect().top - this.scroller.getBoundingClientRect().top - ABOVE) : Infinity;
  }

  look() {
    if (!this.thread.children.length) return;
    this.following = this.below <= NEAR;
    this.button.hidden = this.following;
  }

  settle() {
    if (!this.thread.children.length) return;
    const { below } = this;
    if (this.following && below > 0) this.scroller.scrollTop += Math.min(below, this.ahead);
    this.button.hidden = this.below <= NEAR;
  }

  /** Goes on following, from wherever the reader was. */
  jump() {
    this.following = true;
    this.settle();
  }

  /** Shows the very end. */
  reach() {
    this.scroller.scrollTop += this.below;
    this.look();
  }
}
