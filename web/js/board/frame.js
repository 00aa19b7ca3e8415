// @ts-check
/**
 * What of a board does not change during a game: rows of squares, and the names at its edges.
 *
 * @import { Cell } from "./cell.js"
 * @import { Notation } from "./squares.js"
 */
import { el } from "../dom.js";
import { word } from "../words.js";
import { edgeNames } from "./squares.js";

/**
 * @param {(Cell | null)[]} cells by index; null where there is no square
 * @param {{ size: number, coordinates: boolean, notation: Notation }} shape
 */
export function buildFrame(cells, { size, coordinates, notation }) {
  const rows = Array.from({ length: size }, (_, row) => buildRow(cells.slice(row * size, (row + 1) * size)));
  const felt = el("div", { class: "felt", role: "grid", "aria-label": word("board.labelSize", { size }) }, ...rows);
  const edges = coordinates ? buildEdges(size, notation) : [];
  return el("div", { class: "frame" }, ...edges, felt);
}

/** @param {(Cell | null)[]} cells */
function buildRow(cells) {
  return el("div", { role: "row", class: "row" }, ...cells.map(buildBox));
}

/** @param {Cell | null} cell */
function buildBox(cell) {
  if (!cell) return el("div", { role: "gridcell", class: "cell hole", "aria-label": word("board.hole") });
  return el("div", { role: "gridcell", class: "cell" }, cell.button);
}

/**
 * @param {number} size
 * @param {Notation} notation
 */
function buildEdges(size, notation) {
  const { columns, rows } = edgeNames(size, notation);
  /** @param {string} kind @param {string[]} names */
  const edge = (kind, names) =>
    el("div", { class: `edge ${kind}`, "aria-hidden": "true" }, ...names.map((name) => el("span", {}, name)));
  return [edge("columns", columns), edge("rows", rows)];
}
