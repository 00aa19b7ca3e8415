// @ts-check
/**
 * The contents of the two player cards.
 *
 * @import { State, Color } from "../wire.js"
 * @import { CardView } from "../parts/player-card.js"
 */
import { word } from "../i18n.js";
import { opponent } from "./color.js";
import { playerName } from "./players.js";
import { colorName } from "./speech.js";

/**
 * The color of the card below the board: your own, or Black if you watch or play both.
 * @param {State} state
 * @returns {Color}
 */
export function nearColor({ you }) {
  return you.length === 1 ? you[0] : "black";
}

/**
 * @param {State} state
 * @param {Color} color
 * @param {{ count: number, ply: number }} shown discs on the board, and the turns the user knows of
 * @returns {CardView}
 */
export function cardOf(state, color, { count, ply }) {
  const isAtEnd = ply === state.moves.length;
  const isTurn = state.status !== "open" && (isAtEnd ? state.turn : state.moves[ply].color) === color;
  const isAway = isGone(state, color);
  return {
    color,
    name: nameOf(state, color),
    note: isAway ? word("connection.away") : noteOf(state, color, isTurn),
    count,
    isActive: isTurn,
    isAway,
    isWinner: isAtEnd && state.result?.winner === color,
  };
}

/**
 * Is this another person's seat, taken but disconnected?
 * @param {State} state
 * @param {Color} color
 */
function isGone({ status, seats, presence, you }, color) {
  const { kind, taken } = seats[color];
  return status === "playing" && kind === "human" && taken && !presence[color].connected && !you.includes(color);
}

/**
 * @param {State} state
 * @param {Color} color
 */
function nameOf({ seats, you }, color) {
  const seat = seats[color];
  if (you.length === 2 && !seat.name) return colorName(color);
  return playerName(seat, { you: you.includes(color) });
}

/**
 * @param {State} state
 * @param {Color} color
 * @param {boolean} isTurn
 */
function noteOf({ seats, you, variant, alone }, color, isTurn) {
  if (!isTurn && seats[color].kind === "level") return word(alone ? "engine.browser" : "engine.server");
  if (!isTurn) return you.length === 2 || variant.goal === "most" ? "" : word("play.fewest");
  if (seats[color].kind !== "human") return word("play.thinking");
  if (you.length === 1 && you[0] === color) return word("play.yourTurn");
  return word("play.toMove");
}

/** @param {State} state */
export function farColor(state) {
  return opponent(nearColor(state));
}
