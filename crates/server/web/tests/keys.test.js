// @ts-check
/** Where keys lead on the board, and what a clock shows. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { placeAfterKey } from "../js/board/cursor.js";
import { edgeNames, squareName } from "../js/board/squares.js";
import { clockText, isLow, timeLeft } from "../js/game/clock.js";
import { tinyGame } from "./harness/tiny.js";

/**
 * @param {string} key
 * @param {{ notation?: import("../js/board/squares.js").Notation, holes?: string[], from?: [number, number] }} [board]
 */
function press(key, { notation = "standard", holes = [], from = [3, 3] } = {}) {
  const isHole = /** @param {{ column: number, row: number }} at */ (at) => holes.includes(`${at.column},${at.row}`);
  const event = /** @type {KeyboardEvent} */ ({ key, ctrlKey: false, metaKey: false, altKey: false });
  const place = placeAfterKey(event, { column: from[0], row: from[1] }, { size: 8, isHole, notation });
  return place && [place.column, place.row];
}

test("arrows walk, and stop at the edge", () => {
  assert.deepEqual(press("ArrowLeft"), [2, 3]);
  assert.deepEqual(press("ArrowDown"), [3, 4]);
  assert.deepEqual(press("ArrowLeft", { from: [0, 3] }), [0, 3]);
});

test("arrows step over squares that are not there", () => {
  assert.deepEqual(press("ArrowRight", { holes: ["4,3"] }), [5, 3]);
  assert.deepEqual(press("ArrowUp", { from: [0, 1], holes: ["0,0"] }), [0, 1]);
  assert.deepEqual(press("Home", { from: [3, 0], holes: ["0,0"] }), [1, 0]);
});

test("a letter picks the column and a digit the row, the other way round where rows have letters", () => {
  assert.deepEqual(press("c"), [2, 3]);
  assert.deepEqual(press("5"), [3, 4]);
  assert.deepEqual(press("C", { notation: "row-letter" }), [3, 2]);
  assert.deepEqual(press("5", { notation: "row-letter" }), [4, 3]);
  assert.deepEqual(press("0", { notation: "row-column" }), [3, 0]);
});

test("keys that mean nothing on the board are left to the page", () => {
  for (const key of ["n", "?", "9", "0", "Enter", "Tab"]) assert.equal(press(key), null, key);
});

test("squares are written in the reader's notation", () => {
  assert.equal(squareName("d3"), "d3");
  assert.equal(squareName("d3", "row-letter"), "C4");
  assert.equal(squareName("d3", "row-column"), "(2, 3)");
  assert.deepEqual(edgeNames(4, "row-letter"), { columns: ["1", "2", "3", "4"], rows: ["A", "B", "C", "D"] });
});

test("only the running clock runs, and never below nothing", () => {
  const clock = { control: "5m", black: 5000, white: 9000, running: /** @type {const} */ ("black") };
  const state = tinyGame({ clock, now: 1000 });
  assert.equal(timeLeft(state, "black", 3000), 3000);
  assert.equal(timeLeft(state, "white", 3000), 9000);
  assert.equal(timeLeft(state, "black", 99_000), 0);
  assert.equal(timeLeft(tinyGame(), "black", 3000), null);
});

test("a clock calls for attention in its last seconds, and one for each move later", () => {
  /** @param {string} control */
  const game = (control) => tinyGame({ clock: { control, black: 1, white: 1, running: null } });
  assert.deepEqual([9900, 10_000].map((ms) => isLow(game("5m+3s"), ms)), [true, false]);
  assert.deepEqual([2900, 8400].map((ms) => isLow(game("10s/move"), ms)), [true, false]);
  assert.deepEqual([5900, 6000].map((ms) => isLow(game("30s/move"), ms)), [true, false]);
  assert.equal(isLow(tinyGame(), null), false);
});

test("clocks show minutes, then tenths", () => {
  assert.equal(clockText(245_000), "4:05");
  assert.equal(clockText(3_729_000), "1:02:09");
  assert.equal(clockText(7349), "7.3");
  assert.equal(clockText(0), "0.0");
});
