// @ts-check
/**
 * The heading of an analysed game: players, disc counts, opening.
 *
 * @import { Branching, Tree } from "../study/tree.js"
 * @import { Source } from "../study/sources.js"
 * @import { Color } from "../wire.js"
 */
import { el } from "../dom.js";
import { colorName } from "../game/speech.js";
import { variantName } from "../game/variants.js";
import { word } from "../i18n.js";

export function studyHeading() {
  const sides = { black: side("black"), white: side("white") };
  const about = el("p", { class: "soft about" });
  const variant = el("span", { class: "soft variant" });
  const opening = el("span", { class: "opening" });
  const element = el("header", { class: "study-heading" }, sides.black.element, sides.white.element, about, variant);

  return { element, opening, name, show };

  /** @param {Source} source */
  function name(source) {
    for (const color of /** @type {const} */ (["black", "white"])) sides[color].name.textContent = source.names[color] ?? colorName(color);
    about.textContent = source.about;
    about.hidden = !source.about;
    const { names } = source;
    const isNamed = names.black && names.white;
    document.title = isNamed ? `${names.black} – ${names.white} · ${word("name")}` : word("analyse.windowTitle");
  }

  /**
   * @param {Tree} tree
   * @param {Branching} at
   * @param {{ counts: Record<Color, number>, turn: Color | null }} now
   */
  function show(tree, at, { counts, turn }) {
    for (const color of /** @type {const} */ (["black", "white"])) {
      const { element: line, figure, spoken } = sides[color];
      figure.textContent = String(counts[color]);
      spoken.textContent = word("play.discCount", { n: counts[color] });
      line.classList.toggle("to-move", turn === color);
    }
    variant.textContent = variantName(tree.variant);
    opening.textContent = openingAt(tree, at);
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
