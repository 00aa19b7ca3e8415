// @ts-check
/**
 * The engine in the page: the modules in Node.js, and in Chromium with one thread and with several.
 * `scripts/wasm check` tests modules that it has just built.
 */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { deflateSync } from "node:zlib";
import { Instance, RefusedCall } from "../js/engine/instance.js";
import { launch } from "./harness/browser.js";
import { BINARY } from "./harness/server.js";
import { ENGINE, serveSite } from "./harness/site.js";

const WEB = new URL("../", import.meta.url);
const WEIGHTS = new URL("engine/standard.weights.bin", WEB);
/** Bytes that the code may have when it is compressed, and the weights. */
const MOST_CODE = 180_000;
const MOST_WEIGHTS = 3_000_000;

/** @typedef {import("../js/study/wire.js").JobState} JobState */
/** @typedef {import("playwright-core").Page} Page */

/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

/** @param {string} name */
const module = async (name) => new WebAssembly.Module(await readFile(join(ENGINE, `${name}.wasm`)));

/** @param {URL} [weights] */
async function engineInNode(weights = WEIGHTS) {
  const instance = new Instance(await module("engine"));
  instance.start({ hashBytes: 32 << 20, threads: 1 });
  instance.call("install", {}, await readFile(weights));
  return instance;
}

/** @param {string[]} args */
const outflank = (...args) => JSON.parse(execFileSync(BINARY, [...args, "--json"], { encoding: "utf8" }));

test("with the same weights the page and the program find the same values, with as many nodes", async () => {
  // The program has its weights embedded.
  const instance = await engineInNode(new URL("../../engine/weights/standard.bin", WEB));
  const bench = await readFile(new URL("../../cli/data/bench.obf", WEB), "utf8");
  const positions = bench.split("\n").filter(Boolean).map((line) => line.split(";")[0]);
  const endgames = positions.slice(0, 2);
  for (const [starts, depth] of /** @type {[string[], number][]} */ ([[endgames, 60], [positions.slice(8), 8]])) {
    for (const start of starts) {
      /** @type {JobState} */
      const found = instance.call("job", { kind: "values", start, depth });
      const native = outflank("analyse", start, "--depth", String(depth), "--threads", "1", "--hash", "32");
      assert.deepEqual(signature(found), signature({ values: native }), start);
    }
  }
});

/** @param {any} state */
function signature({ values: { moves, nodes } }) {
  return { moves: moves.map((/** @type {any} */ { move, value, depth, line }) => ({ move, value, depth, line })), nodes };
}

test("a level plays as in the program", async () => {
  const instance = await engineInNode();
  const found = instance.call("choose", { moves: "f5d6c3d3c4f4", level: "12", seed: 7 });
  assert.deepEqual([typeof found.move, found.line[0], found.exact], ["string", found.move, false]);
  assert.deepEqual(instance.call("choose", { moves: "f5d6c3d3c4f4", level: "12", seed: 7 }).move, found.move);
  const refusal = (/** @type {any} */ input) => {
    try {
      return instance.call("choose", { level: "5", seed: 1, ...input });
    } catch (error) {
      assert.ok(error instanceof RefusedCall);
      return error.refusal;
    }
  };
  assert.deepEqual([refusal({ level: "21" }).code, refusal({ level: "21" }).received], ["bad-job", "21"]);
  assert.deepEqual([refusal({ moves: "f5a1" }).code, refusal({ moves: "f5a1" }).ply], ["bad-moves", 2]);
  assert.equal(refusal({ moves: "e6f4e3f6g5d6e7f5c5" }).code, "over");
  assert.equal(refusal({ variant: "six" }).weights, "six");
});

test("the rules module reads, writes and checks", async () => {
  const instance = new Instance(await module("records"));
  const sgf = instance.call("write", { subject: { moves: "f5d6c3" }, format: "sgf", black: "Ann" });
  const [game] = instance.call("read", {}, new TextEncoder().encode(sgf)).games;
  assert.deepEqual([game.black, game.moves], ["Ann", "f5d6c3"]);
  assert.equal(instance.call("line", { from: sgf, moves: "d3" }).moves.length, 4);
  assert.equal(instance.call("position", { board: "-".repeat(64) }).reach.verdict, "unreachable");
  assert.throws(() => instance.call("read", {}, new TextEncoder().encode("hello")), RefusedCall);
});

test("code and weights are small", async () => {
  for (const name of ["engine", "engine-threads"]) {
    const bytes = deflateSync(await readFile(join(ENGINE, `${name}.wasm`)), { level: 8 }).length;
    assert.ok(bytes <= MOST_CODE, `${name}.wasm has ${bytes} bytes compressed`);
  }
  const { length } = await readFile(WEIGHTS);
  assert.ok(length <= MOST_WEIGHTS, `the weights have ${length} bytes`);
});

for (const isIsolated of [false, true]) {
  const name = isIsolated ? "with threads" : "with one thread";

  test(`${name}: values stream, and a cancelled search makes way for the next`, async () => {
    const { page, stop } = await openSite(isIsolated);
    const { before, states, aborted, after, threads } = await page.evaluate(async () => {
      const { engine } = await import(/** @type {any} */ ("/js/engine/engine.js"));
      const before = engine.threads;
      /** @type {string[]} */
      const states = [];
      const abort = new AbortController();
      const first = engine.analyse({ moves: "f5d6c3" }, { timeMs: 60_000 }, (/** @type {any} */ state) => {
        states.push(state.status);
        if (state.values) abort.abort();
      }, abort.signal);
      const aborted = await first.catch((/** @type {Error} */ error) => error.name);
      const after = await engine.analyse({ moves: "f5d6c3d3" }, { level: 8 });
      return { before, states, aborted, after, threads: engine.threads };
    });
    assert.deepEqual([aborted, after.status, after.values.turn], ["AbortError", "done", "black"]);
    assert.ok(states.every((status) => status === "running"), states.join());
    assert.ok(before === threads && (isIsolated ? threads >= 1 : threads === 1), String(threads));
    await stop();
  });

  test(`${name}: the rules answer while the engine thinks, and a hidden tab stops it`, async () => {
    const { page, stop } = await openSite(isIsolated);
    const found = await page.evaluate(async () => {
      const { engine } = await import(/** @type {any} */ ("/js/engine/engine.js"));
      /** @type {(state: any) => void} */
      let hear = () => {};
      const heard = () => new Promise((resolve) => (hear = resolve));
      const running = heard();
      const cancel = engine.submit({ kind: "values", moves: "f5", timeMs: 60_000 }, (/** @type {any} */ state) => hear(state), hear);
      await running;
      const { legal } = await engine.line({ moves: "f5" });
      const hide = (/** @type {boolean} */ hidden) => {
        Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      };
      const paused = heard();
      hide(true);
      const { status } = /** @type {any} */ (await paused);
      const again = heard();
      hide(false);
      const { status: then } = /** @type {any} */ (await again);
      cancel();
      return { legal: legal.length, status, then };
    });
    assert.deepEqual(found, { legal: 3, status: "waiting", then: "running" });
    await stop();
  });
}

test("nothing is loaded before the first call, and weights only to think", async () => {
  const { page, asked, stop } = await openSite(false);
  const files = () => asked.filter((path) => path.startsWith("/engine/"));
  await page.evaluate(() => import(/** @type {any} */ ("/js/engine/engine.js")));
  assert.deepEqual(files(), []);
  await page.evaluate(async () => (await import(/** @type {any} */ ("/js/engine/engine.js"))).engine.line({}));
  assert.deepEqual(files(), ["/engine/engine.wasm"]);
  await page.evaluate(async () => (await import(/** @type {any} */ ("/js/engine/engine.js"))).engine.choose({ level: "greedy", seed: 1 }));
  assert.deepEqual(files(), ["/engine/engine.wasm"]);
  await page.evaluate(async () => (await import(/** @type {any} */ ("/js/engine/engine.js"))).engine.choose({ level: 8, seed: 1 }));
  assert.deepEqual(files(), ["/engine/engine.wasm", "/engine/standard.weights.bin"]);
  await stop();
});

test("files that cannot be loaded are an error with a code, and are asked for again", async () => {
  const { page, stop } = await openSite(false);
  await page.route("**/engine/engine.wasm", (route) => route.abort(), { times: 1 });
  const [code, legal] = await page.evaluate(async () => {
    const { engine } = await import(/** @type {any} */ ("/js/engine/engine.js"));
    const code = await engine.line({}).catch((/** @type {any} */ error) => error.code);
    return [code, (await engine.line({})).legal.length];
  });
  assert.deepEqual([code, legal], ["engine-unavailable", 4]);
  await stop();
});

test("a blog has a board with two lines: the computer answers, and values are shown", async () => {
  const site = await serveSite();
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${site.url}/blog.html`);
  await page.locator("#values .value").first().waitFor();
  const change = page.evaluate(() => new Promise((done) => {
    document.getElementById("game")?.addEventListener("change", (event) => {
      const line = /** @type {CustomEvent} */ (event).detail;
      if (line.moves.length === 2) done([line.moves[0].move, line.turn]);
    });
  }));
  await page.locator("#game [data-square=d3]").click();
  assert.deepEqual(await change, ["d3", "black"]);
  site.stop();
  await context.close();
});

/** @param {boolean} isIsolated */
async function openSite(isIsolated) {
  const site = await serveSite({ isIsolated });
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(site.url);
  return { page, asked: site.asked, stop: () => (site.stop(), context.close()) };
}
