// @ts-check
/**
 * The bots' comments on their moves: visible to the owner during a game, to everyone after it.
 * Loaded on demand.
 *
 * @import { Thought, Color } from "../wire.js"
 * @import { Notation } from "../board/squares.js"
 * @import { CellValue } from "../board/cell.js"
 */
import { squareName } from "../board/squares.js";
import { el } from "../dom.js";
import { word } from "../i18n.js";
import { thoughts } from "../net/arena.js";

/** As many values as have room. */
const VALUES = 12;

export function thoughtPanel() {
  const title = el("span", { class: "soft whose" });
  const body = el("div", { class: "thought" });
  const element = el(
    "section",
    { class: "panel thoughts", "aria-labelledby": "thoughts-title", hidden: true },
    el("header", {}, el("h2", { id: "thoughts-title" }, word("thoughts.title")), title),
    body,
  );
  /** By the number of the move. @type {Map<number, Thought>} */
  let known = new Map();
  let drawn = "";

  return { element, load, forget, valuesAt, show };

  /**
   * Loads the comments.
   *
   * @param {string} game
   * @param {string} [token] of a bot, for its owner
   */
  async function load(game, token) {
    const found = await thoughts(game, token);
    known = new Map(found.map((thought) => [thought.ply, thought]));
    element.hidden = found.length === 0 && !token;
  }

  /** Another game is shown. */
  function forget() {
    known = new Map();
  }

  /**
   * The values of the empty squares, as the last mover saw them.
   *
   * @param {number} ply turns on the board
   * @param {string} played where a disc lies now
   * @returns {Record<string, CellValue> | null}
   */
  function valuesAt(ply, played) {
    const thought = known.get(ply);
    if (!thought?.info.values) return null;
    const entries = Object.entries(thought.info.values).filter(([square]) => square.toLowerCase() !== played);
    return Object.fromEntries(entries.map(([square, value]) => [square.toLowerCase(), { value, exact: false, best: false, text: valueText(value) }]));
  }

  /**
   * @param {number} ply turns on the board
   * @param {Notation} notation
   * @param {{ move: string, name: string } | null} last the move that is thought about
   */
  function show(ply, notation, last) {
    const thought = known.get(ply);
    const face = JSON.stringify([thought, notation, last]);
    if (face === drawn) return;
    drawn = face;
    const square = last && squareName(last.move, notation);
    title.textContent = thought && last ? word("thoughts.of", { name: last.name, square: square ?? "" }) : "";
    body.replaceChildren(...(thought ? content(thought, notation, last?.move ?? "") : [el("p", { class: "soft" }, word("thoughts.none"))]));
  }
}

/**
 * @param {Thought} thought
 * @param {Notation} notation
 * @param {string} played
 */
function content({ info }, notation, played) {
  const { text, line = [], depth, nodes, values = {} } = info;
  const effort = [depth !== undefined && word("thoughts.depth", { n: depth }), nodes !== undefined && word("thoughts.nodes", { n: nodes.toLocaleString() })];
  const squares = Object.entries(values).sort(([, one], [, other]) => other - one).slice(0, VALUES);
  return [
    text && el("p", { class: "words" }, text),
    line.length > 0 && el("p", { class: "expects" }, el("span", { class: "soft" }, word("thoughts.line")), " ", line.map((square) => nameOf(square, notation)).join(" ")),
    squares.length > 0 && el("ol", { class: "values", "aria-label": word("thoughts.values") }, ...squares.map(([square, value]) => worth(square, value, notation, played))),
    effort.some(Boolean) && el("p", { class: "soft" }, effort.filter(Boolean).join(" · ")),
  ].filter((part) => part instanceof Node);
}

/**
 * @param {string} square
 * @param {number} value
 * @param {Notation} notation
 * @param {string} played
 */
function worth(square, value, notation, played) {
  return el("li", { class: square.toLowerCase() === played ? "played" : "" }, el("b", {}, nameOf(square, notation)), " ", valueText(value));
}

/**
 * A bot may write anything where a square should stand.
 *
 * @param {string} text
 * @param {Notation} notation
 */
function nameOf(text, notation) {
  const square = text.toLowerCase();
  return /^[a-h][1-8]$/.test(square) ? squareName(square, notation) : text.slice(0, 12);
}

/** In a few characters. @param {number} value */
export function valueText(value) {
  const size = Math.abs(value);
  const sign = value > 0 ? "+" : value < 0 ? "−" : "";
  if (size >= 10_000) return `${sign}${Math.round(size / 1000)}k`;
  if (Number.isInteger(value) || size >= 100) return `${sign}${Math.round(size)}`;
  return `${sign}${Number(size.toFixed(size >= 10 ? 1 : 2))}`;
}
