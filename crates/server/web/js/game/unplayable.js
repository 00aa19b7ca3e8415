// @ts-check
/**
 * Why a pressed square cannot be played.
 *
 * @import { State } from "../wire.js"
 * @import { Notation } from "../board/squares.js"
 */
import { indexOf, squareName } from "../board/squares.js";
import { word } from "../i18n.js";

/**
 * @param {State} state
 * @param {string} square
 * @param {{ isNow: boolean, notation: Notation }} shown does the board show the present?
 */
export function whyNot(state, square, { isNow, notation }) {
  const { you, status, turn } = state;
  if (status === "over") return word("refusals.over");
  if (you.length === 0) return word("refusals.not-seated");
  if (status === "open") return word("refusals.waiting-for-opponent");
  if (!isNow) return word("refusals.past");
  if (!turn || !you.includes(turn)) return word("refusals.not-your-turn");
  return whyNotThere(state, square, squareName(square, notation));
}

/**
 * @param {State} state
 * @param {string} square
 * @param {string} name of the square
 */
function whyNotThere({ board, variant, legal }, square, name) {
  const there = board[indexOf(square, variant.size)];
  if (there === "#") return word("play.noSquare");
  if (there !== "-") return word("refusals.occupied", { square: name });
  // In the free opening, no move flips anything.
  const isPlacing = legal.every(({ flips }) => flips.length === 0);
  return isPlacing ? word("play.centreFirst") : word("refusals.flips-nothing", { square: name });
}
