// @ts-check
/**
 * The state of a game: the snapshot with every message folded in. No rules: the server says what a
 * move flips.
 *
 * @import { State, ServerMessage, EventMessage, PresenceMessage, Move } from "../wire.js"
 */
import { indexOf } from "../board/squares.js";
import { opponent } from "./color.js";

/**
 * The state after a message, or null where events are missing in between.
 * @param {State | null} state
 * @param {ServerMessage} message
 * @returns {State | null}
 */
export function fold(state, message) {
  if (message.type === "state") return message;
  if (!state) return null;
  if (message.type === "event") return foldEvent(state, message);
  if (message.type === "presence") return foldPresence(state, message);
  return state;
}

/**
 * Presence and clocks.
 * @param {State} state
 * @param {PresenceMessage} message
 * @returns {State}
 */
function foldPresence(state, { presence, clock, now }) {
  return clock ? { ...state, presence, clock, now } : { ...state, presence };
}

/**
 * @param {State} state
 * @param {EventMessage} message
 * @returns {State | null}
 */
function foldEvent(state, message) {
  if (message.version <= state.version) return state;
  if (message.version !== state.version + 1) return null;
  const moves = foldMoves(state.moves, message);
  return { ...state, ...message.state, moves, version: message.version, now: message.now };
}

/**
 * @param {Move[]} moves
 * @param {EventMessage} message
 * @returns {Move[]}
 */
function foldMoves(moves, { event }) {
  if (event.kind === "moved") {
    const { color, ply, move, flips, ms } = event;
    return [...moves, { color, ply, move, flips, ms }];
  }
  if (event.kind === "passed" || event.kind === "turn_forfeited") {
    const { color, ply, lost } = event;
    return [...moves, { color, ply, move: "pass", flips: [], ...(lost && { lost }) }];
  }
  if (event.kind === "taken_back") return moves.slice(0, event.ply);
  return moves;
}

/**
 * The board after the first `ply` turns.
 * @param {State} state
 * @param {number} ply
 * @returns {{ board: string, last: string | null, counts: { black: number, white: number } }}
 */
export function boardAt(state, ply) {
  const cells = [...state.start];
  let last = null;
  for (const move of state.moves.slice(0, ply)) {
    if (move.move === "pass") continue;
    const disc = move.color === "black" ? "X" : "O";
    for (const square of [move.move, ...move.flips]) cells[indexOf(square, state.variant.size)] = disc;
    last = move.move;
  }
  return { board: cells.join(""), last, counts: count(cells) };
}

/**
 * The state with a legal move already made, before the server has said so.
 * @param {State} state
 * @param {string} square
 * @returns {State | null} null where the server did not name the move as legal
 */
export function withMove(state, square) {
  const legal = state.legal.find((move) => move.square === square);
  if (!legal || !state.turn) return null;
  const move = { ply: state.moves.length + 1, color: state.turn, move: square, flips: legal.flips };
  const moved = { ...state, moves: [...state.moves, move], legal: [], turn: opponent(state.turn) };
  const { board, counts } = boardAt(moved, moved.moves.length);
  return { ...moved, board, counts };
}

/** @param {Iterable<string>} board */
export function count(board) {
  const counts = { black: 0, white: 0 };
  for (const cell of board) {
    if (cell === "X") counts.black += 1;
    if (cell === "O") counts.white += 1;
  }
  return counts;
}
