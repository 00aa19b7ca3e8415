// @ts-check
/**
 * The tools of the editor: the disc to place, the side to move, the variant, and buttons for the
 * whole board.
 *
 * @import { Options } from "../net/api.js"
 * @import { Drawing, Brush } from "../study/board-editor.js"
 */
import { el } from "../dom.js";
import { variantEntries } from "../game/variants.js";
import { word } from "../i18n.js";
import { choice, select } from "./choice.js";
import { icon } from "./icons.js";

/**
 * @param {Drawing} drawing
 * @param {Options["variants"]} variants
 */
export function editorTools(drawing, variants) {
  /** @type {Brush} */
  let brush = "X";
  const sides = sideChoice();
  const variantField = select({ name: "variant", label: word("newGame.variant"), entries: variantEntries(variants), value: drawing.now.variant });
  variantField.addEventListener("change", (event) => suit(/** @type {HTMLSelectElement} */ (event.target).value));
  const undo = el("button", { type: "button", class: "button", onclick: () => drawing.undo() }, icon("undo"), word("edit.undo"));
  const whole = el(
    "div",
    { class: "button-row" },
    button("edit.start", () => start()),
    button("edit.clear", () => drawing.clear()),
    button("edit.swap", () => drawing.swap()),
    undo,
  );
  const element = el("section", { class: "panel tools", "aria-label": word("edit.tools") }, brushes(), sides, variantField, whole);

  return {
    element,
    show,
    get brush() {
      return brush;
    },
  };

  /** Follows what was pasted or taken back. */
  function show() {
    const { turn, variant } = drawing.now;
    const side = /** @type {HTMLInputElement | null} */ (sides.querySelector(`input[value="${turn}"]`));
    if (side) side.checked = true;
    const chooser = /** @type {HTMLSelectElement} */ (variantField.querySelector("select"));
    chooser.value = variant;
    undo.disabled = !drawing.canUndo;
  }

  function brushes() {
    return choice({
      name: "brush",
      legend: word("edit.brush"),
      value: brush,
      tiles: [
        { value: "X", label: word("color.black"), picture: el("span", { class: "disc-sign black" }) },
        { value: "O", label: word("color.white"), picture: el("span", { class: "disc-sign white" }) },
        { value: "-", label: word("edit.empty"), picture: el("span", { class: "no-disc" }) },
      ],
      onchoose: (value) => (brush = /** @type {Brush} */ (value)),
    });
  }

  function sideChoice() {
    return choice({
      name: "turn",
      legend: word("edit.turn"),
      value: drawing.now.turn,
      tiles: [
        { value: "black", label: word("color.black"), picture: el("span", { class: "disc-sign black" }) },
        { value: "white", label: word("color.white"), picture: el("span", { class: "disc-sign white" }) },
      ],
      onchoose: (value) => drawing.put({ turn: value === "white" ? "white" : "black" }),
    });
  }

  /** @param {string} name */
  function suit(name) {
    const variant = variants.find((one) => one.name === name);
    if (variant) drawing.suit(variant);
  }

  /** The first position of the variant. */
  function start() {
    const variant = variants.find((one) => one.name === drawing.now.variant);
    if (variant) drawing.put({ board: variant.board, size: variant.size, turn: "black" });
  }

  /**
   * @param {import("../i18n.js").Word} label
   * @param {() => void} onclick
   */
  function button(label, onclick) {
    return el("button", { type: "button", class: "button", onclick }, word(label));
  }
}
