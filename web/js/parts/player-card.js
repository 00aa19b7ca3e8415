// @ts-check
/**
 * `<player-card>`: who plays a color, how many discs they have, and their clock.
 *
 * @import { Color } from "../wire.js"
 *
 * @typedef {object} CardView
 * @property {Color} color
 * @property {string} name
 * @property {string} note what this player is doing, in a word or two
 * @property {number} count
 * @property {boolean} isActive
 * @property {boolean} isAway
 * @property {boolean} isWinner
 */
import { clockText } from "../game/clock.js";
import { el } from "../dom.js";
import { word } from "../words.js";

export class PlayerCard extends HTMLElement {
  #disc = el("span", { class: "disc-sign", "aria-hidden": "true" });
  #name = el("span", { class: "name" });
  #note = el("span", { class: "note" });
  #clock = el("span", { class: "clock", role: "timer", hidden: true });
  #figure = el("span", { class: "figure", "aria-hidden": "true" });
  #spoken = el("span", { class: "visually-hidden" });

  connectedCallback() {
    if (this.firstChild) return;
    const who = el("span", { class: "who" }, this.#name, this.#note);
    this.append(this.#disc, who, this.#clock, el("span", { class: "count" }, this.#figure, this.#spoken));
  }

  /** @param {CardView} view */
  show({ color, name, note, count, isActive, isAway, isWinner }) {
    this.dataset.color = color;
    this.#disc.className = `disc-sign ${color}`;
    setText(this.#name, name);
    setText(this.#note, note);
    this.count = count;
    this.toggleAttribute("data-active", isActive);
    this.toggleAttribute("data-away", isAway);
    this.toggleAttribute("data-winner", isWinner);
  }

  /** @param {number} count */
  set count(count) {
    setText(this.#figure, String(count));
    setText(this.#spoken, word("play.discCount", { n: count }));
  }

  /**
   * @param {number | null} ms left, null without a clock
   * @param {boolean} isLow does it call for attention?
   */
  showTime(ms, isLow) {
    this.#clock.hidden = ms === null;
    if (ms === null) return;
    setText(this.#clock, clockText(ms));
    this.#clock.toggleAttribute("data-low", isLow);
  }
}

/**
 * Only what changes is written, so that screen readers and selections are left in peace.
 * @param {HTMLElement} element
 * @param {string} text
 */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

customElements.define("player-card", PlayerCard);
