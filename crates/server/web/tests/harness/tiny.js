// @ts-check
/**
 * A game on 4x4 in memory: Black is a person, White is the computer.
 *
 * @import { State, Move } from "../../js/wire.js"
 */

/** @type {Move[]} */
export const MOVES = [
  { ply: 1, color: "black", move: "b1", flips: ["b2"] },
  { ply: 2, color: "white", move: "a1", flips: ["b2"] },
  { ply: 3, color: "black", move: "a2", flips: ["b2"] },
];

/**
 * @param {Partial<State>} [changes]
 * @returns {State}
 */
export function tinyGame(changes = {}) {
  return {
    type: "state",
    id: "tiny",
    version: 1,
    now: 1000,
    created: 0,
    variant: { name: "tiny", size: 4, goal: "most" },
    start: "-----OX--XO-----",
    first: "black",
    seats: {
      black: { kind: "human", player: "human", name: null, title: "Guest", taken: true },
      white: { kind: "level", player: "level:1", level: 1, name: null, title: "Level 1", taken: true },
    },
    you: ["black"],
    status: "playing",
    turn: "black",
    board: "-----OX--XO-----",
    counts: { black: 2, white: 2 },
    legal: [{ square: "b1", flips: ["b2"] }],
    moves: [],
    opening: null,
    clock: null,
    offers: { takeback: null, rematch: null },
    result: null,
    rematchGame: null,
    previous: null,
    tournament: null,
    waitingForStart: false,
    canTakeBack: true,
    hints: true,
    presence: { black: { connected: true, claimableAt: null }, white: { connected: true, claimableAt: null }, watchers: 0 },
    ...changes,
  };
}
