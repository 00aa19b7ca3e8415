// @ts-check
/** Stored variations, without a browser: limits, and games that have changed. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { keepVariations, restoreVariations } from "../js/study/variation-storage.js";
import { Tree, movesTo } from "../js/study/tree.js";

/** @typedef {import("../js/wire.js").Move} Move */

/** @type {Map<string, string>} */
const kept = new Map();
Object.assign(globalThis, {
  sessionStorage: {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ text) => kept.set(key, text),
  },
});
beforeEach(() => kept.clear());

/** @param {string} move @returns {Move} */
const turn = (move) => ({ ply: 0, color: "black", move, flips: ["b2"] });

/** @param {string[]} moves */
function tree(...moves) {
  return new Tree(/** @type {any} */ ({ variant: {}, start: "", first: "black", moves: moves.map(turn), legal: [] }), {});
}

/** @param {Tree} it */
const shape = ({ root }) => JSON.stringify(root, (key, value) => (key === "parent" || key === "line" ? undefined : value));

test("a tree comes back as it was", () => {
  const it = tree("a1", "a2", "a3");
  it.grow(it.root, ["b1", "b2"].map(turn));
  it.grow(it.main[0], ["c1", "c2"].map(turn));
  const at = it.grow(it.main[0], ["c1", "c3"].map(turn));
  it.grow(it.end, ["d1"].map(turn));
  keepVariations("x", it, at);
  const again = tree("a1", "a2", "a3");
  const was = restoreVariations("x", again);
  assert.deepEqual(was && movesTo(was).map(({ move }) => move), ["a1", "c1", "c3"]);
  assert.equal(shape(again), shape(it));
  assert.equal(restoreVariations("y", tree("a1")), null);
});

test("variations of moves that were taken back do not come back", () => {
  const it = tree("a1", "a2", "a3");
  it.grow(it.main[0], [turn("c1")]);
  keepVariations("x", it, it.grow(it.main[1], [turn("d1")]));
  const other = tree("a1", "b2");
  assert.equal(restoreVariations("x", other), null);
  assert.deepEqual(other.main[0].children.map(({ move }) => move?.move), ["b2", "c1"]);
  assert.deepEqual(other.main[1].children, []);
});

test("no more is kept than there is room for", () => {
  for (let game = 0; game < 30; game += 1) {
    const it = tree("a1");
    for (let n = 0; n < 100; n += 1) it.grow(it.root, [turn(`v${n}`)]);
    keepVariations(`game ${game}`, it, it.end);
  }
  const count = (/** @type {number} */ game) => {
    const it = tree("a1");
    restoreVariations(`game ${game}`, it);
    return it.root.children.length - 1;
  };
  assert.deepEqual([9, 10, 29].map(count), [0, 60, 60]);
});
