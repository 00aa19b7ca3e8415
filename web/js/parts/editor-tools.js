// @ts-check
/**
 * What a position is made with: the disc to place, who moves, the variant, and what clears or turns the whole board.
 *
 * @import { Options } from "../net/api.js"
 * @import { Drawing, Brush } from "../study/sketch.js"
 */
import { el } from "../dom.js";
import { variantEntries } from "../game/variants.js";
import { word } from "../words.js";
import { choice, select } from "./choice.js";
import { icon } from "./icons.js";

export class EditorTools {
  /** @type {Brush} */
  brush = "X";
  #drawing;
  #variants;
  #sides;
  #variant;
  #undo = el("button", { type: "button", class: "button", onclick: () => this.#drawing.undo() }, icon("undo"), word("edit.undo"));
  element;

  /**
   * @param {Drawing} drawing
   * @param {Options["variants"]} variants
   */
  constructor(drawing, variants) {
    this.#drawing = drawing;
    this.#variants = variants;
    this.#sides = this.#sideChoice();
    this.#variant = select({ name: "variant", label: word("newGame.variant"), entries: variantEntries(variants), value: drawing.now.variant });
    this.#variant.addEventListener("change", (event) => this.#suit(/** @type {HTMLSelectElement} */ (event.target).value));
    const whole = el(
      "div",
      { class: "button-row" },
      this.#button("edit.start", () => this.#start()),
      this.#button("edit.clear", () => drawing.clear()),
      this.#button("edit.swap", () => drawing.swap()),
      this.#undo,
    );
    this.element = el("section", { class: "panel tools", "aria-label": word("edit.tools") }, this.#brushes(), this.#sides, this.#variant, whole);
  }

  /** Follows what was pasted or taken back. */
  show() {
    const { turn, variant } = this.#drawing.now;
    const side = /** @type {HTMLInputElement | null} */ (this.#sides.querySelector(`input[value="${turn}"]`));
    if (side) side.checked = true;
    const chooser = /** @type {HTMLSelectElement} */ (this.#variant.querySelector("select"));
    chooser.value = variant;
    this.#undo.disabled = !this.#drawing.canUndo;
  }

  #brushes() {
    return choice({
      name: "brush",
      legend: word("edit.brush"),
      value: this.brush,
      tiles: [
        { value: "X", label: word("color.black"), picture: el("span", { class: "disc-sign black" }) },
        { value: "O", label: word("color.white"), picture: el("span", { class: "disc-sign white" }) },
        { value: "-", label: word("edit.empty"), picture: el("span", { class: "no-disc" }) },
      ],
      onchoose: (value) => (this.brush = /** @type {Brush} */ (value)),
    });
  }

  #sideChoice() {
    return choice({
      name: "turn",
      legend: word("edit.turn"),
      value: this.#drawing.now.turn,
      tiles: [
        { value: "black", label: word("color.black"), picture: el("span", { class: "disc-sign black" }) },
        { value: "white", label: word("color.white"), picture: el("span", { class: "disc-sign white" }) },
      ],
      onchoose: (value) => this.#drawing.put({ turn: value === "white" ? "white" : "black" }),
    });
  }

  /** @param {string} name */
  #suit(name) {
    const variant = this.#variants.find((one) => one.name === name);
    if (variant) this.#drawing.suit(variant);
  }

  /** The first position of the variant. */
  #start() {
    const variant = this.#variants.find((one) => one.name === this.#drawing.now.variant);
    if (variant) this.#drawing.put({ board: variant.board, size: variant.size, turn: "black" });
  }

  /**
   * @param {import("../words.js").Word} label
   * @param {() => void} onclick
   */
  #button(label, onclick) {
    return el("button", { type: "button", class: "button", onclick }, word(label));
  }
}
