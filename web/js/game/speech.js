// @ts-check
/**
 * What is said about a turn, to those who listen and on the banner.
 *
 * @import { State, Color, Move, Result, Seat, Variant } from "../wire.js"
 * @import { Notation } from "../board/squares.js"
 */
import { squareName } from "../board/squares.js";
import { word, wordOr } from "../words.js";
import { opponent } from "./color.js";
import { playerName } from "./players.js";
import { variantName } from "./variants.js";

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
 * The same with the winner's name.
 * @param {Result | null} result
 * @param {Record<Color, Seat>} seats
 */
export function outcomeNamed(result, seats) {
  const seat = result?.winner ? seats[result.winner] : null;
  if (!result?.winner || !seat || (seat.kind === "human" && !seat.name)) return outcomeOf(result);
  return word("result.winsNamed", { color: colorName(result.winner), name: playerName(seat) });
}

/**
 * The same in a few words, with why: what the discs do not show.
 * @param {Result | null} result
 * @param {Variant} variant
 */
export function outcomeShort(result, { goal }) {
  const outcome = outcomeOf(result);
  if (result?.winner && result.reason in SHORT) return word(SHORT[/** @type {keyof typeof SHORT} */ (result.reason)], { outcome });
  return goal === "fewest" ? word("result.short.fewest", { outcome }) : outcome;
}

const SHORT = /** @type {const} */ ({
  resigned: "result.short.resigned",
  time: "result.short.time",
  gone: "result.short.gone",
  foul: "result.short.foul",
});

/**
 * Why a game ended before its board said so.
 * @param {Result} result
 */
export function reasonText({ reason, winner, foul }) {
  if (reason === "played") return "";
  if (foul) return word("result.reasons.foul", { color: colorName(foul.color), what: wordOr(`fouls.${foul.verdict}`, foul.text) });
  return word(`result.reasons.${reason}`, { color: winner ? colorName(opponent(winner)) : "" });
}

/**
 * Why the game is over, who won, and how many discs there are.
 * @param {string} outcome
 * @param {State} state
 */
export function endSpeech(outcome, { result, counts, variant }) {
  const { black, white } = result ?? counts;
  const reason = result && reasonText(result);
  const said = [`${outcome}.`, word("announce.counts", { black, white })];
  if (reason) said.unshift(`${reason}.`);
  if (variant.goal === "fewest") said.push(`${word("play.fewest")}.`);
  return said.join(" ");
}

/**
 * What somebody who has just come to the board should know: the color, the variant, the last turn.
 * @param {State} state
 * @param {Notation} notation
 */
export function openingSpeech(state, notation) {
  const { you, variant, moves, status, turn } = state;
  if (you.length === 0) return "";
  const said = you.length === 1 ? [word("announce.youAre", { color: colorName(you[0]) })] : [];
  const name = variantName(variant);
  if (name) said.push(`${name}.`);
  if (moves.length) said.push(turnSpeech(state, moves.length, notation));
  else if (status === "playing" && turn === you[0]) said.push(yourTurn(state, 0));
  return said.join(" ").trim();
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
