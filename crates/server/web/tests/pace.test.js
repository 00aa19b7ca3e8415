// @ts-check
/** The pace of the board, with mocked timers. */

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { Pace } from "../js/game/pace.js";
import { ANSWER_AFTER, ANSWER_AFTER_PASS } from "../js/timing.js";
import { MOVES, tinyGame } from "./harness/tiny.js";

/** A board whose discs come to rest when the test says so. */
class Stage {
  /** @type {import("../js/game/pace.js").Step[]} */
  steps = [];
  /** @type {(() => void)[]} */
  #moving = [];
  #now = 0;
  pace = new Pace(
    (_, step) => {
      this.steps.push(step);
      return step.animate ? new Promise((resolve) => this.#moving.push(resolve)) : Promise.resolve();
    },
    () => this.#now,
  );

  /** Turns that were shown for the first time. */
  get seen() {
    return this.steps.filter((step) => step.forward).map((step) => step.ply);
  }

  async land() {
    for (const resolve of this.#moving.splice(0)) resolve();
    await settle();
  }

  /** @param {number} ms */
  async pass(ms) {
    this.#now += ms;
    mock.timers.tick(ms);
    await settle();
  }
}

/** Runs all pending promises. */
const settle = async () => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

/** @param {(stage: Stage) => Promise<void>} play */
const onStage = (play) => async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    await play(new Stage());
  } finally {
    mock.timers.reset();
  }
};

test("a game that is opened stands there without animation", onStage(async ({ pace, steps }) => {
  pace.follow(tinyGame({ moves: MOVES }));
  assert.deepEqual(steps, [{ ply: 3, animate: false, forward: false }]);
}));

test("the computer answers when the move has landed, and its pause is over", onStage(async (stage) => {
  stage.pace.follow(tinyGame());
  await settle();
  stage.pace.follow(tinyGame({ moves: MOVES.slice(0, 1) }));
  stage.pace.follow(tinyGame({ moves: MOVES.slice(0, 2) }));
  await stage.pass(10 * ANSWER_AFTER);
  assert.deepEqual(stage.seen, [1], "the disc is still in the air");
  await stage.land();
  await stage.pass(ANSWER_AFTER - 1);
  assert.deepEqual(stage.seen, [1]);
  await stage.pass(1);
  assert.deepEqual(stage.seen, [1, 2]);
}));

test("a person's move is shown at once, even while discs are turning", onStage(async (stage) => {
  stage.pace.follow(tinyGame({ moves: MOVES.slice(0, 1) }));
  await settle();
  await stage.pass(ANSWER_AFTER);
  stage.pace.follow(tinyGame({ moves: MOVES.slice(0, 2) }));
  stage.pace.follow(tinyGame({ moves: MOVES }));
  assert.deepEqual(stage.seen, [2, 3]);
}));

test("after a pass the computer waits until it is read", onStage(async (stage) => {
  /** @type {import("../js/wire.js").Move[]} */
  const line = [
    { ply: 1, color: "white", move: "a1", flips: [] },
    { ply: 2, color: "black", move: "pass", flips: [] },
    { ply: 3, color: "white", move: "a2", flips: [] },
  ];
  stage.pace.follow(tinyGame({ moves: line.slice(0, 1) }));
  await settle();
  stage.pace.follow(tinyGame({ moves: line }));
  await stage.land();
  assert.deepEqual(stage.seen, [2]);
  await stage.pass(ANSWER_AFTER_PASS - 1);
  assert.deepEqual(stage.seen, [2]);
  await stage.pass(1);
  assert.deepEqual(stage.seen, [2, 3]);
}));

test("who looks back is left there while the game goes on", onStage(async (stage) => {
  stage.pace.follow(tinyGame({ moves: MOVES.slice(0, 2) }));
  await settle();
  stage.pace.look(0);
  stage.pace.follow(tinyGame({ moves: MOVES }));
  await stage.land();
  assert.equal(stage.pace.shown, 0);
  assert.equal(stage.pace.isFollowing, false);
  stage.pace.look(Infinity);
  assert.equal(stage.pace.shown, 3);
  assert.equal(stage.pace.isFollowing, true);
}));

test("a takeback goes back to the last turn in common", onStage(async (stage) => {
  stage.pace.follow(tinyGame({ moves: MOVES }));
  await settle();
  stage.pace.follow(tinyGame({ moves: MOVES.slice(0, 1) }));
  assert.equal(stage.pace.shown, 1);
}));
