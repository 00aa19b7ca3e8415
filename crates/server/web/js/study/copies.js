// @ts-check
/**
 * A game as text, for the clipboard, and its review as text, for pictures.
 *
 * @import { Move, Variant, Color } from "../wire.js"
 * @import { Review } from "./wire.js"
 *
 * @typedef {object} Told
 * @property {Variant} variant
 * @property {string} start
 * @property {Color} first
 * @property {Move[]} moves
 * @property {{ black: string | null, white: string | null }} names
 */
import { boardAt } from "../game/fold.js";

/**
 * A transcript such as `f5d6c3`. Passes are left out: readers insert them.
 *
 * @param {Told} told
 * @returns {string | null} null where a turn was lost, which cannot be left out
 */
export function transcriptOf({ moves }) {
  if (moves.some(({ lost }) => lost)) return null;
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
  const played = moves.map(({ color, move, lost }) => `${color === "black" ? "B" : "W"}[${lost ? "lost" : move === "pass" ? "PA" : move}]`).join("");
  const players = `PB[${escaped(names.black)}]PW[${escaped(names.white)}]`;
  return `(;GM[Othello]PC[Outflank]${players}TY[${size}]BO[${size} ${rows} ${first === "black" ? "*" : "O"}]${played};)`;
}

/** The letter of each class in the text of a review. */
const LETTERS = { best: "", good: "", inaccuracy: "i", mistake: "m", blunder: "b" };

/**
 * A review as `+2,-4i:d6/2,0!`: how the game stood for Black after each move, what kind of a move it was, whether that is proven, what was
 * best and what was lost.
 *
 * @param {Review} review
 */
export function reviewText({ moves }) {
  /** @type {string[]} */
  const texts = Array(Math.max(0, ...moves.map(({ ply }) => ply))).fill("");
  for (const { ply, valueForBlack, class: kind, exact, best, loss } of moves) {
    const value = Math.round(valueForBlack);
    const letter = LETTERS[kind];
    const better = letter && best && best !== "pass" ? `:${best}` : "";
    const lost = letter && `/${Math.round(loss)}`;
    texts[ply - 1] = `${value > 0 ? "+" : ""}${value}${letter}${exact ? "!" : ""}${better}${lost}`;
  }
  return texts.join();
}

/** Characters that would end the field or start a game. @param {string | null} name */
function escaped(name) {
  return (name ?? "?").replaceAll(/[\]\\]|(?<=\();/g, "\\$&");
}
