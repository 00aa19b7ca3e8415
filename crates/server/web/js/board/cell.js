// @ts-check
/**
 * One square of the board: a button, and on it at most one disc.
 */
import { el } from "../dom.js";
import { REFUSED } from "../timing.js";
import { dropIn, fadeOut, shake, turnOver } from "./motion.js";

/**
 * @import { Color } from "../wire.js"
 * @import { Motion } from "./motion.js"
 *
 * @typedef {object} CellValue
 * @property {number} value in discs
 * @property {boolean} exact
 * @property {boolean} best
 * @property {string} [text] instead of discs, in another measure
 * @property {string} [bound] `≥` or `≤`
 * @property {string} [note] how it was found, below it
 * @property {"early" | "likely" | "sure" | "exact"} [certainty] shown by the ring around it
 * @property {string} [said] for screen readers
 */

export class Cell {
  /** @type {HTMLButtonElement} */
  button;
  /** @type {HTMLElement | null} */
  #disc = null;
  /** @type {HTMLElement | null} */
  #value = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #refused;

  /** @param {string} square */
  constructor(square) {
    this.square = square;
    this.button = el("button", { type: "button", tabindex: -1, "data-square": square });
  }

  /** @param {string} name */
  set name(name) {
    if (this.button.ariaLabel !== name) this.button.ariaLabel = name;
  }

  /**
   * @param {{ legal: boolean, playable: boolean, last: boolean, ghost: Color | null, fault: boolean }} marks
   */
  mark({ legal, playable, last, ghost, fault }) {
    const { button } = this;
    button.toggleAttribute("data-legal", legal);
    button.toggleAttribute("data-last", last);
    button.toggleAttribute("data-fault", fault);
    button.setAttribute("aria-disabled", String(!playable));
    if (ghost) button.dataset.ghost = ghost;
    else delete button.dataset.ghost;
  }

  /** @param {Color | null} color what its disc would become, while a move is considered */
  set preview(color) {
    if (color) this.button.dataset.becomes = color;
    else delete this.button.dataset.becomes;
  }

  /** @param {CellValue | null} value */
  set value(value) {
    this.#value?.remove();
    this.#value = null;
    this.button.toggleAttribute("data-best", value?.best ?? false);
    if (value?.certainty) this.button.dataset.certainty = value.certainty;
    else delete this.button.dataset.certainty;
    if (!value) return;
    this.#value = el("span", { class: "value", "aria-hidden": "true" }, ...faceOf(value));
    this.button.append(this.#value);
  }

  /** Nothing can be placed here. */
  refuse() {
    this.button.getAnimations().forEach((animation) => animation.cancel());
    shake(this.button);
    this.button.toggleAttribute("data-refused", true);
    clearTimeout(this.#refused);
    this.#refused = setTimeout(() => this.button.toggleAttribute("data-refused", false), REFUSED);
  }

  /** @param {Color | null} color */
  put(color) {
    if (!color) {
      this.#disc?.remove();
      this.#disc = null;
      return;
    }
    this.#disc ??= this.#makeDisc();
    this.#disc.dataset.color = color;
    this.#disc.toggleAttribute("data-turning", false);
  }

  /**
   * @param {Color} color
   * @param {Motion} motion
   */
  drop(color, motion) {
    this.put(color);
    motion.add(dropIn(this.#mustHaveDisc()), () => {});
  }

  /** @param {Motion} motion */
  takeAway(motion) {
    motion.add(fadeOut(this.#mustHaveDisc()), () => this.put(null));
  }

  /**
   * @param {Color} color
   * @param {{ x: number, y: number, distance: number }} away
   * @param {Motion} motion
   */
  turn(color, away, motion) {
    const disc = this.#mustHaveDisc();
    disc.toggleAttribute("data-turning", true);
    const coin = /** @type {HTMLElement} */ (disc.firstElementChild);
    motion.add(turnOver(coin, away), () => this.put(color));
  }

  #makeDisc() {
    const coin = el("span", { class: "coin" }, el("span", { class: "front" }), el("span", { class: "back" }));
    const disc = el("span", { class: "disc" }, coin);
    this.button.append(disc);
    return disc;
  }

  #mustHaveDisc() {
    return (this.#disc ??= this.#makeDisc());
  }
}

/** @param {CellValue} value */
function faceOf({ value, exact, text, bound = "", note }) {
  if (text) return [text];
  const sign = value > 0 ? "+" : value < 0 ? "−" : "";
  // CSS draws the signs around the figure; the accessible name of the square says them in words.
  const face = [`${bound}${sign}${Math.abs(Math.round(value))}`, el("small", { "data-sign": exact ? "✓" : "~" })];
  if (!note) return face;
  const [depth, risk] = note.split("@");
  return [...face, el("span", { class: "effort" }, el("span", { "data-sign": depth }), risk && el("span", { class: "risk", "data-sign": `@${risk}` }))];
}
