// @ts-check
/**
 * Indexes and names of squares. The code always writes "d3"; only visible and spoken names follow
 * the user's notation.
 */

/** @typedef {import("../settings.js").Settings["notation"]} Notation */

/**
 * @param {string} square
 * @param {number} size
 */
export function indexOf(square, size) {
  const { column, row } = placeOf(square);
  return row * size + column;
}

/** @param {string} square */
export function placeOf(square) {
  return { column: square.charCodeAt(0) - 97, row: Number(square.slice(1)) - 1 };
}

/**
 * @param {number} index
 * @param {number} size
 */
export function squareAt(index, size) {
  return letter(index % size) + (Math.floor(index / size) + 1);
}

/**
 * A square as the user reads it: `d3`, `C4` (row letter first) or `(2, 3)` (row and column from 0).
 * "pass" stays as it is.
 * @param {string} square
 * @param {Notation} [notation]
 */
export function squareName(square, notation = "standard") {
  if (notation === "standard" || square === "pass") return square;
  const { column, row } = placeOf(square);
  return notation === "row-letter" ? letter(row).toUpperCase() + (column + 1) : `(${row}, ${column})`;
}

/**
 * The coordinates: columns from the left, rows from the top.
 * @param {number} size
 * @param {Notation} [notation]
 */
export function edgeNames(size, notation = "standard") {
  const places = Array.from({ length: size }, (_, place) => place);
  const letters = places.map(letter);
  const numbers = places.map((place) => String(notation === "row-column" ? place : place + 1));
  if (notation === "row-column") return { columns: numbers, rows: numbers };
  if (notation === "row-letter") return { columns: numbers, rows: letters.map((name) => name.toUpperCase()) };
  return { columns: letters, rows: numbers };
}

/** @param {number} place */
function letter(place) {
  return String.fromCharCode(97 + place);
}
