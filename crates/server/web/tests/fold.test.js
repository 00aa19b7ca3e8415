// @ts-check
/** The fold of the server's messages. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { boardAt, fold, withMove } from "../js/game/fold.js";
import { MOVES, tinyGame } from "./harness/tiny.js";

/**
 * @param {number} version
 * @param {import("../js/wire.js").GameEvent} event
 * @param {Partial<import("../js/wire.js").Changing>} [state]
 * @returns {import("../js/wire.js").EventMessage}
 */
const message = (version, event, state = {}) => ({ type: "event", version, now: 2000, event, state });

test("a move is added to the list, and what the event says overlays the snapshot", () => {
  const after = fold(tinyGame(), message(2, { kind: "moved", ...MOVES[0] }, { turn: "white", legal: [] }));
  assert.equal(after?.moves.length, 1);
  assert.equal(after?.turn, "white");
  assert.equal(after?.version, 2);
});

test("an event heard twice changes nothing, and a gap is noticed", () => {
  const state = tinyGame({ version: 5 });
  assert.equal(fold(state, message(5, { kind: "moved", ...MOVES[0] })), state);
  assert.equal(fold(state, message(7, { kind: "moved", ...MOVES[0] })), null);
});

test("passes are turns, and a takeback cuts the list", () => {
  const passed = fold(tinyGame({ moves: MOVES }), message(2, { kind: "passed", color: "white", ply: 4 }));
  assert.deepEqual(passed?.moves.at(-1), { ply: 4, color: "white", move: "pass", flips: [] });
  const cut = passed && fold(passed, message(3, { kind: "taken_back", ply: 2 }));
  assert.deepEqual(cut?.moves, MOVES.slice(0, 2));
});

test("a lost turn is no pass: it keeps why it was lost", () => {
  const lost = fold(tinyGame({ moves: MOVES }), message(2, { kind: "turn_forfeited", color: "white", ply: 4, lost: "late" }));
  assert.deepEqual(lost?.moves.at(-1), { ply: 4, color: "white", move: "pass", flips: [], lost: "late" });
});

test("clocks that come with who is here replace the older ones", () => {
  const clock = { control: "5m", black: 1000, white: 2000, running: /** @type {const} */ ("black") };
  const state = tinyGame();
  const after = fold(state, { type: "presence", now: 9000, presence: state.presence, clock });
  assert.deepEqual(after?.clock, clock);
  assert.equal(after?.now, 9000);
});

test("boards of earlier turns come from the moves alone", () => {
  const state = tinyGame({ moves: MOVES });
  assert.deepEqual(boardAt(state, 0), { board: state.start, last: null, counts: { black: 2, white: 2 } });
  assert.deepEqual(boardAt(state, 1), { board: "-X---XX--XO-----", last: "b1", counts: { black: 4, white: 1 } });
  assert.deepEqual(boardAt(state, 2), { board: "OX---OX--XO-----", last: "a1", counts: { black: 3, white: 3 } });
});

test("a move shows before the server has confirmed it, but only one that it named as legal", () => {
  const after = withMove(tinyGame(), "b1");
  assert.equal(after?.board, "-X---XX--XO-----");
  assert.deepEqual(after?.counts, { black: 4, white: 1 });
  assert.equal(after?.turn, "white");
  assert.equal(withMove(tinyGame(), "a1"), null);
});
