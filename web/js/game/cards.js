// @ts-check
/**
 * What the two cards beside the board say.
 *
 * @import { State, Color } from "../wire.js"
 * @import { CardView } from "../parts/player-card.js"
 */
import { opponent } from "../wire.js";
import { word } from "../words.js";
import { playerName } from "./players.js";

/**
 * The color whose card lies below the board: one's own, or Black for those who watch or hold both.
 * @param {State} state
 * @returns {Color}
 */
export function nearColor({ you }) {
  return you.length === 1 ? you[0] : "black";
}

/**
 * @param {State} state
 * @param {Color} color
 * @param {{ count: number, isAtEnd: boolean }} shown discs on the board, and whether it shows the last turn
 * @returns {CardView}
 */
export function cardOf(state, color, { count, isAtEnd }) {
  const seat = state.seats[color];
  const isTurn = state.status === "playing" && state.turn === color;
  const isAway = state.status === "playing" && seat.kind === "human" && seat.taken && !state.presence[color].here;
  return {
    color,
    name: nameOf(state, color),
    note: isAway && !state.you.includes(color) ? word("connection.away") : noteOf(state, color, isTurn && isAtEnd),
    count,
    isActive: isTurn,
    isAway: isAway && !state.you.includes(color),
    isWinner: isAtEnd && state.result?.winner === color,
  };
}

/**
 * @param {State} state
 * @param {Color} color
 */
function nameOf({ seats, you }, color) {
  const seat = seats[color];
  if (you.length === 2 && !seat.name) return word(color === "black" ? "color.black" : "color.white");
  return playerName(seat, { you: you.includes(color) });
}

/**
 * @param {State} state
 * @param {Color} color
 * @param {boolean} isTurn
 */
function noteOf({ seats, you, variant }, color, isTurn) {
  if (!isTurn) return you.length === 2 || variant.goal === "most" ? "" : word("play.fewest");
  if (seats[color].kind !== "human") return word("play.thinking");
  if (you.length === 1 && you[0] === color) return word("play.yourTurn");
  return word("play.turnOf", { color: word(color === "black" ? "color.black" : "color.white") });
}

/** @param {State} state */
export function farColor(state) {
  return opponent(nearColor(state));
}
