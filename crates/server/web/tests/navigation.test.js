// @ts-check
/** Navigation through a game and its variations, without a browser: steps, passes, late replies. */

import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { Tree, movesTo } from "../js/study/tree.js";
import { Walk, positionAt } from "../js/study/navigation.js";

/** @typedef {import("../js/study/wire.js").Line} Line */
/** @typedef {import("../js/wire.js").Move} Move */

/** @param {string} move @param {import("../js/wire.js").Color} color @returns {Move} */
const turn = (move, color) => ({ ply: 0, color, move, flips: [] });

/** What the server says. @param {Partial<Line>} [facts] @returns {Line} */
const told = (facts = {}) =>
  /** @type {any} */ ({ variant: { name: "tiny", size: 4, goal: "most" }, first: "black", moves: [], turn: "black", legal: [], status: "playing", ...facts });

const LEGAL = [{ square: "b1", flips: ["b2"] }];

/**
 * A navigation, its events, and its pending requests.
 *
 * @param {Line} read
 */
function begin(read) {
  /** @type {{ moves: string, answer: (line: Line) => Promise<void> }[]} */
  const questions = [];
  const walk = new Walk(({ moves }) => {
    return new Promise((resolve) => {
      const answer = async (/** @type {Line} */ line) => {
        resolve(line);
        await new Promise(setImmediate);
      };
      questions.push({ moves: String(moves), answer });
    });
  });
  /** @type {string[]} */
  const heard = [];
  for (const name of ["move", "stay", "learn", "change", "trouble"]) walk.addEventListener(name, () => heard.push(name));
  const tree = new Tree(read, {});
  walk.begin(tree, tree.end);
  return { walk, tree, heard, questions };
}

/** @param {Walk} walk */
const moves = (walk) => walk.at && movesTo(walk.at).map(({ move }) => move);

test("who cannot move passes by itself, also where the position was known before", () => {
  const { walk, questions } = begin(told({ moves: [turn("b1", "black")], turn: "white", legal: [] }));
  assert.deepEqual(moves(walk), ["b1", "pass"]);
  assert.deepEqual(walk.at?.move?.color, "white");
  assert.deepEqual(questions.map(({ moves: asked }) => asked), ["b1,pass"]);
});

test("who has gone back before a pass can make it again", () => {
  const { walk, tree } = begin(told({ moves: [turn("b1", "black")], turn: "white", legal: [] }));
  walk.stepTo(1);
  assert.equal(walk.at, tree.end, "it is looked at, and not passed again");
  walk.play("pass");
  assert.deepEqual(moves(walk), ["b1", "pass"]);
  assert.equal(tree.end.children.length, 1);
});

test("nobody passes who can move", () => {
  const { walk } = begin(told({ legal: LEGAL }));
  walk.play("pass");
  assert.deepEqual(moves(walk), []);
  walk.play("c3");
  assert.deepEqual(moves(walk), []);
  walk.play("b1");
  assert.deepEqual(moves(walk), ["b1"]);
});

test("an answer about a position that was left does not move anybody", async () => {
  const { walk, tree, questions } = begin(told({ legal: LEGAL }));
  walk.play("b1");
  assert.equal(questions.length, 0, "who runs past is not asked about");
  await once(walk, "stay");
  const [child] = tree.root.children;
  walk.go(tree.root);
  await questions[0].answer(told({ turn: "white", legal: [] }));
  assert.equal(walk.at, tree.root);
  assert.deepEqual([child.line?.turn, child.children], ["white", []], "it is known, and nobody has passed there yet");
});

test("a variation that one is in is left when it is taken away", () => {
  const { walk, tree, heard } = begin(told({ legal: LEGAL }));
  walk.play("b1");
  const child = tree.root.children[0];
  heard.length = 0;
  walk.prune(child);
  assert.equal(walk.at, tree.root);
  assert.equal(heard[0], "move");
  tree.grow(tree.root, [turn("c1", "black")]);
  heard.length = 0;
  walk.prune(tree.root.children[0]);
  assert.deepEqual(heard, ["change"], "one that is elsewhere is only gone");
});

test("behind the end of a game there is its end", () => {
  const { tree } = begin(told({ moves: [turn("b1", "black")], legal: LEGAL }));
  assert.deepEqual([0, 1, 7, Infinity].map((ply) => positionAt(tree, ply)), [tree.root, tree.end, tree.end, tree.end]);
});
