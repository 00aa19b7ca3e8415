// @ts-check
/** The variation tree and the board editor, without a browser. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { ggfOf, reviewText, textOf, transcriptOf } from "../js/study/copies.js";
import { Drawing } from "../js/study/board-editor.js";
import { Tree, movesTo, turnAt } from "../js/study/tree.js";

/** @typedef {import("../js/wire.js").Move} Move */

const START = "-----OX--XO-----";

/** @param {string} move @param {import("../js/wire.js").Color} color @param {string[]} flips @returns {Move} */
const turn = (move, color, ...flips) => ({ ply: 0, color, move, flips });

const GAME = [turn("b1", "black", "b2"), turn("c1", "white", "c2"), turn("d1", "black", "c1")];

/** A game on four by four. @param {Move[]} [moves] */
function tree(moves = GAME) {
  const line = { variant: { name: "tiny", size: 4, goal: "most" }, start: START, first: "black", moves, turn: "white", legal: [] };
  return new Tree(/** @type {any} */ (line), { variant: "tiny", start: "S" });
}

/** @param {import("../js/study/tree.js").Branching} at */
const names = (at) => movesTo(at).map(({ move }) => move);

test("a lost turn is asked for and copied as such, and has no transcript", () => {
  const lost = /** @type {Move} */ ({ ...turn("pass", "white"), lost: "late" });
  const moves = [GAME[0], lost];
  assert.deepEqual(tree(moves).subjectAt(tree(moves).end).moves, ["b1", "lost"]);
  const told = { variant: /** @type {any} */ ({ size: 4 }), start: START, first: /** @type {const} */ ("black"), moves, names: { black: "a]b", white: null } };
  assert.equal(transcriptOf(told), null);
  assert.match(ggfOf(told), /PB\[a\\\]b\]PW\[\?\].*B\[b1\]W\[lost\];\)$/);
});

test("a game is the main line of its tree, and knows what the server is asked", () => {
  const it = tree();
  assert.deepEqual(names(it.end), ["b1", "c1", "d1"]);
  assert.deepEqual(it.main.map(({ ply }) => ply), [1, 2, 3]);
  assert.deepEqual(it.subjectAt(it.main[1]), { variant: "tiny", start: "S", moves: ["b1", "c1"] });
  assert.equal(turnAt(it.root, "black"), "black");
  assert.equal(turnAt(it.main[0], "black"), "white", "who moves next in the game");
});

test("a move that is tried becomes a variation, one that is there is walked along", () => {
  const it = tree();
  const other = it.grow(it.main[0], [turn("a1", "white", "b1")]);
  assert.equal(it.grow(it.main[0], [turn("c1", "white", "c2")]), it.main[1]);
  assert.deepEqual(names(other), ["b1", "a1"]);
  assert.deepEqual(names(it.end), ["b1", "c1", "d1"], "the game stays as it was");
  const deep = it.grow(other, [turn("a2", "black", "b2")]);
  assert.deepEqual(it.lineThrough(other).at(-1), deep, "a line goes on to its end");
  assert.equal(it.trunkOf(deep), it.main[0], "where the game was left");
  assert.equal(deep.ply, 3);
});

test("a variation can be taken away, the game cannot", () => {
  const it = tree();
  const other = it.grow(it.main[0], [turn("a1", "white", "b1"), turn("a2", "black", "b2")]);
  const first = /** @type {any} */ (other.parent);
  assert.equal(it.prune(first), it.main[0]);
  assert.deepEqual(it.main[0].children, [it.main[1]]);
  assert.equal(it.prune(it.main[1]), it.main[1]);
  assert.equal(it.main.length, 3);
});

test("what is played on after the end is no part of the game", () => {
  const it = tree();
  const on = it.grow(it.end, [turn("a1", "white", "b2"), turn("a2", "black", "b2")]);
  assert.deepEqual(it.main.map(({ ply }) => ply), [1, 2, 3]);
  assert.equal(it.isMain(on), false);
  assert.equal(it.trunkOf(on), it.end);
  assert.equal(it.lineThrough(it.root).at(-1), on, "one walks on into it all the same");
  const first = /** @type {any} */ (on.parent);
  assert.equal(it.prune(first), it.end, "and it can be taken away");
  assert.deepEqual(it.end.children, []);
});

test("on a board where nothing was read everything is a variation", () => {
  const it = tree([]);
  const first = it.grow(it.root, [turn("b1", "black", "b2")]);
  assert.deepEqual([it.main, it.isMain(it.root), it.isMain(first)], [[], true, false]);
  assert.deepEqual(it.subjectAt(first).moves, ["b1"]);
});

test("values never get worse in certainty at the same depth", () => {
  const { root } = tree();
  /** @param {number} depth @param {number[]} percents */
  const values = (depth, ...percents) => /** @type {any} */ ({ depth, exact: false, moves: percents.map((selectivity) => ({ selectivity })) });
  root.heed(values(24, 91, 100));
  root.heed(values(24, 73, 100));
  assert.deepEqual(root.values?.moves.map(({ selectivity }) => selectivity), [91, 100], "the least sure of them counts");
  root.heed(values(24, 98, 98));
  assert.deepEqual(root.values?.moves.map(({ selectivity }) => selectivity), [98, 98]);
  root.heed(values(26, 73, 73));
  assert.equal(root.values?.depth, 26, "deeper is more");
});

test("values never get worse in depth", () => {
  const { root } = tree();
  /** @param {number} depth @param {boolean} [exact] */
  const values = (depth, exact = false) => /** @type {any} */ ({ depth, exact, moves: [] });
  root.heed(values(12));
  root.heed(values(4));
  assert.equal(root.values?.depth, 12, "a search that begins anew has to come as far first");
  root.heed(values(14));
  assert.equal(root.values?.depth, 14);
  root.heed(values(9, true));
  root.heed(values(20));
  assert.equal(root.values?.exact, true, "a proof stays");
});

test("a game is copied as a transcript, as GGF, and its board as text", () => {
  const moves = [...GAME, turn("pass", "white")];
  const told = { variant: { name: "tiny", size: 4, goal: /** @type {const} */ ("most") }, start: START, first: /** @type {const} */ ("black"), moves, names: { black: "A]nn", white: null } };
  assert.equal(transcriptOf(told), "b1c1d1");
  assert.equal(ggfOf(told), "(;GM[Othello]PC[Outflank]PB[A\\]nn]PW[?]TY[4]BO[4 ---- -O*- -*O- ---- *]B[b1]W[c1]B[d1]W[PA];)");
  assert.equal(textOf(told, 1, "white"), "  a b c d\n1 - X - -\n2 - X X -\n3 - X O -\n4 - - - -\nO to move");
});

test("a review is a text for pictures: what is known of each move, and nothing of others", () => {
  const judged = (/** @type {object} */ facts) => ({ class: "good", best: "d6", loss: 0.4, exact: false, ...facts });
  const moves = [
    judged({ ply: 2, valueForBlack: 2.4 }),
    judged({ ply: 3, valueForBlack: -4, class: "inaccuracy", loss: 2 }),
    judged({ ply: 4, valueForBlack: -0.2, exact: true, class: "best" }),
    judged({ ply: 5, valueForBlack: -10, exact: true, class: "blunder", best: "c3", loss: 8 }),
    judged({ ply: 6, valueForBlack: 3, class: "mistake", best: null, loss: 4 }),
  ];
  assert.equal(reviewText(/** @type {any} */ ({ moves })), ",+2,-4i:d6/2,0!,-10b!:c3/8,+3m/4");
});

test("a board is drawn disc by disc, and every step can be taken back", () => {
  const drawing = new Drawing({ variant: "tiny", size: 4, board: START, turn: "black" });
  drawing.paint("a1", drawing.strokeOn("a1", "X"));
  assert.equal(drawing.now.board, "X----OX--XO-----");
  assert.equal(drawing.strokeOn("a1", "X"), "-", "a second touch takes it away");
  drawing.paint("b1", "O");
  drawing.paint("c1", "O", { joins: true });
  drawing.undo();
  assert.equal(drawing.now.board, "X----OX--XO-----", "a stroke is one step");
  drawing.swap();
  assert.deepEqual([drawing.now.board, drawing.now.turn], ["O----XO--OX-----", "white"]);
  drawing.clear();
  assert.equal(drawing.now.board, "-".repeat(16));
  while (drawing.canUndo) drawing.undo();
  assert.equal(drawing.now.board, START);
});

test("another variant keeps the discs where it has squares for them", () => {
  const drawing = new Drawing({ variant: "tiny", size: 4, board: "XO---OX--XO-----", turn: "white" });
  drawing.suit({ name: "holes", size: 4, board: `#--#-OX--XO-#--#` });
  assert.equal(drawing.now.board, "#O-#-OX--XO-#--#");
  drawing.suit({ name: "six", size: 6, board: "-".repeat(36) });
  assert.deepEqual(drawing.now, { variant: "six", size: 6, board: "-".repeat(36), turn: "black" });
});
