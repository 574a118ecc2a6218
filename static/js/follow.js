/**
 * The view follows the growing conversation only while its end is in sight. A reader who scrolls up is left alone and gets a
 * button that leads back. Wide pages scroll the conversation, narrow ones the whole stage; the rule is the same.
 */
const NEAR = 56;

export class Follow {
  /** `left()` is called when the button goes away under a press. */
  constructor({ stage, conversation, thread, end, button, left }) {
    Object.assign(this, { stage, conversation, thread, end, button, following: true });
    this.wide = window.matchMedia("(min-width: 64rem)");
    for (const scroller of [stage, conversation]) scroller.addEventListener("scroll", () => this.look(), { passive: true });
    for (const type of ["wheel", "touchmove"]) stage.addEventListener(type, () => this.look(), { passive: true });
    this.wide.addEventListener("change", () => { if (this.following) requestAnimationFrame(() => this.jump()); });
    new ResizeObserver(() => { this.align(); this.settle(); }).observe(thread);
    button.addEventListener("click", () => { this.jump(); left(); });
  }

  get scroller() {
    return this.wide.matches ? this.conversation : this.stage;
  }

  /** Tells the style sheet how wide the scroll bar is, so that the composer lines up with the text above it. */
  align() {
    document.body.style.setProperty("--gutter", `${this.scroller.offsetWidth - this.scroller.clientWidth}px`);
  }

  /** How far the end of the conversation lies below the visible part, in pixels. */
  get below() {
    return this.end.getBoundingClientRect().bottom - this.scroller.getBoundingClientRect().bottom;
  }

  look() {
    if (!this.thread.children.length) return;
    this.following = this.below <= NEAR;
    this.button.hidden = this.following;
  }

  settle() {
    if (!this.thread.children.length) return;
    const { below } = this;
    if (this.following && below > 0) this.scroller.scrollTop += below;
    this.button.hidden = this.following || below <= NEAR;
  }

  jump() {
    this.following = true;
    this.settle();
  }
}
