// @ts-check
/**
 * A small board as one picture, for lists of games.
 */
import { svg } from "../dom.js";
import { placeOf } from "./squares.js";

/**
 * @param {{ size: number, board: string, last?: string | null }} view
 * @returns {SVGSVGElement}
 */
export function drawMini({ size, board, last }) {
  const drawing = svg("svg", { viewBox: `0 0 ${size * 10} ${size * 10}`, class: "felt", "aria-hidden": "true", focusable: "false" });
  drawing.append(lines(size));
  for (let index = 0; index < board.length; index += 1) {
    const shape = drawCell(board[index], (index % size) * 10, Math.floor(index / size) * 10);
    if (shape) drawing.append(shape);
  }
  if (last && last !== "pass") drawing.append(dot(last));
  return drawing;
}

/** @param {number} size */
function lines(size) {
  const ends = Array.from({ length: size - 1 }, (_, i) => (i + 1) * 10);
  const path = ends.map((at) => `M${at} 0V${size * 10}M0 ${at}H${size * 10}`).join("");
  return svg("path", { d: path, class: "lines" });
}

/**
 * @param {string} content
 * @param {number} x
 * @param {number} y
 */
function drawCell(content, x, y) {
  if (content === "#") return svg("rect", { x, y, width: 10, height: 10, class: "hole" });
  if (content === "X") return svg("circle", { cx: x + 5, cy: y + 5, r: 4, class: "black" });
  if (content !== "O") return null;
  const disc = svg("circle", { cx: x + 5, cy: y + 5, r: 4, class: "white" });
  const ring = svg("circle", { cx: x + 5, cy: y + 5, r: 2.5, class: "ring" });
  return svg("g", {}, disc, ring);
}

/** @param {string} square */
function dot(square) {
  const { column, row } = placeOf(square);
  return svg("circle", { cx: column * 10 + 5, cy: row * 10 + 5, r: 1.1, class: "dot" });
}
