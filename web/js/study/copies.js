// @ts-check
/**
 * A game as text, for the clipboard.
 *
 * @import { Move, Variant, Color } from "../wire.js"
 *
 * @typedef {object} Told
 * @property {Variant} variant
 * @property {string} start
 * @property {Color} first
 * @property {Move[]} moves
 * @property {{ black: string | null, white: string | null }} names
 */
import { boardAt } from "../game/fold.js";

/** Moves in a row, as `f5d6c3`. Passes are left out: every reader knows where they must be. @param {Told} told */
export function transcriptOf({ moves }) {
  return moves.map(({ move }) => (move === "pass" ? "" : move)).join("");
}

/**
 * The board after some turns in characters, with its coordinates, and who moves.
 *
 * @param {Told} told
 * @param {number} ply
 * @param {Color | null} turn
 */
export function textOf(told, ply, turn) {
  const { size } = told.variant;
  const { board } = boardAt(/** @type {any} */ (told), ply);
  const letters = [...board.slice(0, size)].map((_, place) => String.fromCharCode(97 + place)).join(" ");
  const rows = Array.from({ length: size }, (_, row) => `${row + 1} ${[...board.slice(row * size, (row + 1) * size)].join(" ")}`);
  const mover = turn ? [`${turn === "black" ? "X" : "O"} to move`] : [];
  return [`  ${letters}`, ...rows, ...mover].join("\n");
}

/**
 * The format of the game server: the board, then every move.
 *
 * @param {Told} told
 */
export function ggfOf({ variant, start, first, moves, names }) {
  const { size } = variant;
  const board = start.replaceAll("X", "*");
  const rows = Array.from({ length: size }, (_, row) => board.slice(row * size, (row + 1) * size)).join(" ");
  const played = moves.map(({ color, move }) => `${color === "black" ? "B" : "W"}[${move === "pass" ? "PA" : move}]`).join("");
  const players = `PB[${plain(names.black)}]PW[${plain(names.white)}]`;
  return `(;GM[Othello]PC[Outflank]${players}TY[${size}]BO[${size} ${rows} ${first === "black" ? "*" : "O"}]${played};)`;
}

/** A name may not end its own field. @param {string | null} name */
function plain(name) {
  return (name ?? "?").replaceAll(/[[\]\\();]/g, " ").trim();
}
