// @ts-check
/**
 * Who played a game that is looked at, how the discs stand, and what the opening is called.
 *
 * @import { Branching, Tree } from "../study/tree.js"
 * @import { Source } from "../study/sources.js"
 * @import { Color } from "../wire.js"
 */
import { el } from "../dom.js";
import { colorName } from "../game/speech.js";
import { variantName } from "../game/variants.js";
import { word } from "../words.js";

export class StudyHeading {
  #sides = { black: side("black"), white: side("white") };
  #about = el("p", { class: "soft about" });
  #variant = el("span", { class: "soft variant" });
  opening = el("span", { class: "opening" });
  element = el("header", { class: "study-heading" }, this.#sides.black.element, this.#sides.white.element, this.#about, this.#variant);

  /** @param {Source} source */
  name({ names, about }) {
    for (const color of /** @type {const} */ (["black", "white"])) this.#sides[color].name.textContent = names[color] ?? colorName(color);
    this.#about.textContent = about;
    this.#about.hidden = !about;
    const isNamed = names.black && names.white;
    document.title = isNamed ? `${names.black} – ${names.white} · ${word("name")}` : word("analyse.windowTitle");
  }

  /**
   * @param {Tree} tree
   * @param {Branching} at
   * @param {{ counts: Record<Color, number>, turn: Color | null }} now
   */
  show(tree, at, { counts, turn }) {
    for (const color of /** @type {const} */ (["black", "white"])) {
      const { element, figure, spoken } = this.#sides[color];
      figure.textContent = String(counts[color]);
      spoken.textContent = word("play.discCount", { n: counts[color] });
      element.classList.toggle("to-move", turn === color);
    }
    this.#variant.textContent = variantName(tree.variant);
    this.opening.textContent = openingAt(tree, at);
  }
}

/**
 * The name of the opening as far as it is known: the server tells it for positions that were visited, and for the whole game.
 *
 * @param {Tree} tree
 * @param {Branching} at
 */
function openingAt(tree, at) {
  for (let position = /** @type {Branching | null} */ (at); position; position = position.parent) {
    if (position.line) return position.line.opening ?? "";
  }
  return (at.ply > 0 && tree.end.line?.opening) || "";
}

/** @param {Color} color */
function side(color) {
  const name = el("span", { class: "name" }, colorName(color));
  const figure = el("span", { "aria-hidden": "true" });
  const spoken = el("span", { class: "visually-hidden" });
  const disc = el("span", { class: `disc-sign ${color}`, role: "img", "aria-label": colorName(color) });
  const element = el("div", { class: `player ${color}` }, disc, name, el("span", { class: "count" }, figure, spoken));
  return { element, name, figure, spoken };
}
