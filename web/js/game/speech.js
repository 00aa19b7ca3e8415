// @ts-check
/**
 * What is said about a turn, to those who listen and on the banner.
 *
 * @import { State, Color, Move, Result } from "../wire.js"
 * @import { Notation } from "../board/squares.js"
 */
import { squareName } from "../board/squares.js";
import { word } from "../words.js";
import { opponent } from "./color.js";

/** @param {Color} color */
export function colorName(color) {
  return word(color === "black" ? "color.black" : "color.white");
}

/**
 * The turn that made the board what it is after `ply` turns, and what follows from it.
 * @param {State} state
 * @param {number} ply
 * @param {Notation} notation
 */
export function turnSpeech(state, ply, notation) {
  const move = state.moves[ply - 1];
  if (!move) return "";
  const color = colorName(move.color);
  if (move.move === "pass") return `${word("announce.passed", { color })} ${yourTurn(state, ply)}`;
  const square = squareName(move.move, notation);
  return `${word("announce.moved", { color, square, n: move.flips.length })} ${yourTurn(state, ply)}`;
}

/**
 * @param {State} state
 * @param {number} ply
 */
function yourTurn({ turn, you, moves }, ply) {
  if (ply !== moves.length || !turn || you.length !== 1) return "";
  return turn === you[0] ? word("announce.yourTurn") : "";
}

/**
 * @param {State} state
 * @param {Color} color who passes
 */
export function passText({ you }, color) {
  if (you.length !== 1) return word("play.passes", { color: colorName(color) });
  return word(color === you[0] ? "play.youPass" : "play.theyPass");
}

/**
 * How a game ended, for those who are no part of it.
 * @param {Result | null} result
 */
export function outcomeOf(result) {
  return result?.winner ? word("result.wins", { color: colorName(result.winner) }) : word("result.draw");
}

/**
 * Who won, and how many discs there are.
 * @param {string} outcome
 * @param {{ black: number, white: number }} counts
 */
export function endSpeech(outcome, { black, white }) {
  return `${outcome}. ${word("announce.counts", { black, white })}`;
}

/**
 * What was taken back, move by move.
 * @param {Move[]} moves
 * @param {Notation} notation
 */
export function takenBackSpeech(moves, notation) {
  return word("announce.takenBack", { squares: squaresOf(moves, notation) });
}

/**
 * Moves in a row: "d3 and c5".
 * @param {Move[]} moves
 * @param {Notation} notation
 */
export function squaresOf(moves, notation) {
  const placed = moves.filter(({ move }) => move !== "pass");
  return placed.map(({ move }) => squareName(move, notation)).join(word("announce.and"));
}

/**
 * The title of the window: whoever looks at another one sees whose turn it is.
 * @param {State} state
 */
export function titleOf({ status, turn, you, seats }) {
  const name = word("name");
  if (status === "playing" && you.length === 1 && turn === you[0]) return `${word("play.yourTurn")} · ${name}`;
  const other = you.length === 1 ? seats[opponent(you[0])].name : null;
  return `${other ?? word("play.title")} · ${name}`;
}
