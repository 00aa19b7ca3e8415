// @ts-check
/**
 * Keys on the board: arrows move the cursor, a letter picks the column and a digit the row. The
 * buttons handle Enter and Space themselves.
 *
 * @import { Notation } from "./squares.js"
 * @typedef {{ column: number, row: number }} Place
 */

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The square that a key leads to, or null if the board does not use the key.
 * @param {{ key: string, ctrlKey?: boolean, metaKey?: boolean, altKey?: boolean }} event
 * @param {Place} from
 * @param {{ size: number, isHole: (place: Place) => boolean, notation: Notation }} board
 * @returns {Place | null}
 */
export function placeAfterKey(event, from, board) {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const step = STEPS[event.key];
  if (step) return walk(from, step, board);
  if (event.key === "Home") return firstFrom({ column: 0, row: from.row }, [1, 0], board);
  if (event.key === "End") return firstFrom({ column: board.size - 1, row: from.row }, [-1, 0], board);
  return jump(event.key, from, board);
}

/**
 * @param {Place} from
 * @param {[number, number]} step
 * @param {{ size: number, isHole: (place: Place) => boolean }} board
 * @returns {Place}
 */
function walk(from, step, board) {
  const next = { column: from.column + step[0], row: from.row + step[1] };
  return firstFrom(next, step, board) ?? from;
}

/**
 * The first square of the board from a place on, in one direction.
 * @param {Place} from
 * @param {[number, number]} step
 * @param {{ size: number, isHole: (place: Place) => boolean }} board
 * @returns {Place | null}
 */
function firstFrom(from, [dx, dy], { size, isHole }) {
  let { column, row } = from;
  while (column >= 0 && row >= 0 && column < size && row < size) {
    if (!isHole({ column, row })) return { column, row };
    column += dx;
    row += dy;
  }
  return null;
}

/**
 * @param {string} key
 * @param {Place} from
 * @param {{ size: number, isHole: (place: Place) => boolean, notation: Notation }} board
 * @returns {Place | null}
 */
function jump(key, from, { size, isHole, notation }) {
  const isLetter = /^[a-h]$/i.test(key);
  if (!isLetter && !/^[0-9]$/.test(key)) return null;
  const first = notation === "row-column" ? 0 : 1;
  const line = isLetter ? key.toLowerCase().charCodeAt(0) - 97 : Number(key) - first;
  if (line < 0 || line >= size) return null;
  const isRow = isLetter === (notation === "row-letter");
  const place = isRow ? { column: from.column, row: line } : { column: line, row: from.row };
  return isHole(place) ? null : place;
}
