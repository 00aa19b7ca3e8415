// @ts-check
/**
 * The accessible name of a square: "d3, legal, flips 1".
 *
 * @import { LegalMove } from "../wire.js"
 * @import { Notation } from "./squares.js"
 */
import { word } from "../i18n.js";
import { squareName } from "./squares.js";

/**
 * @param {object} cell
 * @param {string} cell.square
 * @param {string} cell.content of the board's text: X, O or -
 * @param {LegalMove | undefined} cell.legal
 * @param {boolean} cell.last
 * @param {Notation} cell.notation
 * @param {string} [cell.value] what is written on it
 * @param {string} [cell.fault] what is wrong with it
 */
export function cellName({ square, content, legal, last, notation, value, fault }) {
  const parts = [squareName(square, notation)];
  if (content === "X") parts.push(word("board.black"));
  else if (content === "O") parts.push(word("board.white"));
  else if (legal) parts.push(word("board.legal"), word("board.flips", { n: legal.flips.length }));
  else parts.push(word("board.empty"));
  if (last) parts.push(word("board.last"));
  if (value) parts.push(value);
  if (fault) parts.push(fault);
  return parts.join(", ");
}
