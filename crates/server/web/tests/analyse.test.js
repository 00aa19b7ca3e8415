// @ts-check
/** The analysis page: values, graph, variations, opened games. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cell, wasSaid } from "./harness/board.js";
import { keepPicture, launch, visitor } from "./harness/browser.js";
import { Server } from "./harness/server.js";

/** @typedef {import("playwright-core").Page} Page */

/** @type {Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;
/** A game of the server that is over. */
let id = "";
/** @type {import("../js/wire.js").State} */
let game;
before(async () => {
  server = await Server.start();
  browser = await launch();
  ({ id } = await server.create({ black: "greedy", white: "random", you: "none", variant: "six", seed: 7 }));
  game = await server.finished(id);
});
after(() => Promise.all([server?.stop(), browser?.close()]));

/** Opens a page and waits until there is a board. @param {Page} page @param {string} path */
async function open(page, path) {
  await page.goto(server.url + path);
  await page.locator("reversi-board button[data-square]").first().waitFor();
}

/** Waits until the page shows the position after `ply` turns. @param {Page} page @param {number} ply */
async function shows(page, ply) {
  const discs = 4 + game.moves.slice(0, ply).filter(({ move }) => move !== "pass").length;
  await page.waitForFunction((count) => document.querySelectorAll("reversi-board .disc").length === count, discs);
}

/** Waits until the review is there. @param {Page} page */
async function isReviewed(page) {
  await page.locator(".review").getByText("At level").waitFor();
}

/** The graph's cursor. @param {Page} page */
const cursor = (page) => page.getByRole("slider", { name: "Move shown on the graph" });

test("values deepen on every legal square, are told as a table, and are the engine's", async () => {
  const { page, faults } = await visitor(browser);
  await open(page, "/analyse?variant=six&moves=" + game.moves.slice(0, 20).map(({ move }) => (move === "pass" ? "" : move)).join(""));
  await page.getByText("Solved: values are exact").waitFor();
  const squares = await page.locator("reversi-board button[data-legal]").evaluateAll((all) => all.map((one) => /** @type {HTMLElement} */ (one).dataset.square));
  const rows = page.locator(".lines tbody tr");
  assert.equal(await rows.count(), squares.length, "a row a move");
  const job = await server.job({ kind: "values", variant: "six", moves: game.moves.slice(0, 20).map(({ move }) => move) });
  for (const { move, value, exact } of job.values.moves) {
    const sign = value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0";
    assert.equal(await cell(page, move).locator(".value").textContent(), sign);
    assert.equal(await cell(page, move).locator(".value small").getAttribute("data-sign"), exact ? "✓" : "~");
    assert.equal(await cell(page, move).getAttribute("data-certainty"), "exact", "told by shape");
    assert.match((await cell(page, move).getAttribute("aria-label")) ?? "", new RegExp(`value ${sign.replace("+", "\\+")}, exact`));
  }
  assert.equal(await page.locator("reversi-board button[data-best]").first().isVisible(), true);
  assert.deepEqual(faults, []);
});

test("a whole game is reviewed: the graph, its signs and their thresholds, and the table", async () => {
  const { page } = await visitor(browser);
  await open(page, `/analyse?game=${id}`);
  await isReviewed(page);
  const { review } = await server.job({ kind: "review", variant: "six", moves: game.moves.map(({ move }) => move) });
  const lost = review.moves.filter((/** @type {any} */ move) => !["best", "good"].includes(move.class));
  assert.equal(await page.locator(".graph-picture .mark").count(), lost.length, "a sign for each mistake");
  assert.equal(await page.locator(".graph-picture .exact").count(), review.exactFrom === null ? 0 : 1, "the exact region is shaded");
  assert.equal(await page.locator(".graph-picture .turn").count(), review.moves.filter((/** @type {any} */ move) => move.change).length);
  const legend = (await page.getByRole("list", { name: "Graph legend" }).textContent()) ?? "";
  assert.match(legend, /Inaccuracy 1–2.*Mistake 3–5.*Blunder 6\+.*2 more if not exact/, "no loss is of two classes");
  for (const color of ["black", "white"]) {
    const count = lost.filter((/** @type {any} */ move) => move.color === color).length;
    assert.equal(await page.locator(`.graph-picture .mark.${color}`).count(), count, `who erred is told: ${color}`);
  }
  const [black, white] = await Promise.all(["black", "white"].map((color) => page.locator(`.legend .mark.${color}`).first().evaluate((mark) => getComputedStyle(mark).fill)));
  assert.notEqual(black, white, "as discs are");
  await page.getByText("As a table").click();
  const rows = page.locator(".as-table tbody tr");
  assert.equal(await rows.count(), game.moves.length);
  const [worst] = [...lost].sort((one, other) => other.loss - one.loss);
  const row = page.locator(`.as-table tr[data-ply="${worst.ply}"]`);
  assert.match((await row.textContent()) ?? "", new RegExp(`${worst.move}.*${worst.best}`));
  await row.getByRole("button", { name: worst.move, exact: true }).click();
  await shows(page, worst.ply);
  assert.equal(new URL(page.url()).hash, `#${worst.ply}`, "the address leads to the move");
  await keepPicture(page, "analyse-review");
});

test("the game goes to and fro by keys, by the graph and by its cursor", async () => {
  const { page } = await visitor(browser);
  await open(page, `/analyse?game=${id}#3`);
  await shows(page, 3);
  await page.keyboard.press("ArrowRight");
  await shows(page, 4);
  await page.keyboard.press("End");
  await shows(page, game.moves.length);
  await page.keyboard.press("Home");
  await shows(page, 0);
  await isReviewed(page);
  await cursor(page).focus();
  await page.keyboard.press("ArrowRight");
  await shows(page, 1);
  const { color, move } = game.moves[0];
  assert.match((await cursor(page).getAttribute("aria-valuetext")) ?? "", new RegExp(`Move 1 of ${game.moves.length}: ${color === "black" ? "Black" : "White"} ${move}, value`));
  await page.keyboard.press("PageDown");
  const at = Number(await cursor(page).getAttribute("aria-valuenow"));
  assert.ok(await page.locator(`.move-tree button[data-ply="${at}"] .sign`).count(), "the next mistake");
  const box = await cursor(page).boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width / 2, box.y + 30);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 2, box.y + 30, { steps: 5 });
  await page.mouse.up();
  await shows(page, game.moves.length);
});

test("after a move that was typed arrows step through the game, and Space plays while the graph has the focus", async () => {
  const { page } = await visitor(browser);
  await open(page, `/analyse?game=${id}#4`);
  await shows(page, 4);
  const next = page.locator(`reversi-board[data-playable] button[data-legal]`).first();
  await next.waitFor();
  const square = (await next.getAttribute("data-square")) ?? "";
  for (const key of [...square, "Enter"]) await page.keyboard.press(key);
  await cell(page, square).locator(".disc").waitFor();
  await page.keyboard.press("ArrowLeft");
  await shows(page, 4);
  await page.keyboard.press("Home");
  await shows(page, 0);
  await cursor(page).focus();
  const best = page.locator("reversi-board button[data-best]").first();
  await best.waitFor();
  await page.keyboard.press("Space");
  await page.waitForFunction(() => document.querySelectorAll("reversi-board .disc").length === 5);
});

test("who goes to the board by Tab moves about on it, also after a move", async () => {
  const { page } = await visitor(browser);
  await open(page, `/analyse?game=${id}#4`);
  const next = page.locator(`reversi-board[data-playable] button[data-legal]`).first();
  await next.focus();
  const square = (await next.getAttribute("data-square")) ?? "";
  await page.keyboard.press("Enter");
  await cell(page, square).locator(".disc").waitFor();
  const before = await page.evaluate(() => document.querySelectorAll("reversi-board .disc").length);
  await page.keyboard.press(square[0] === "a" ? "ArrowRight" : "ArrowLeft");
  await page.waitForFunction((from) => /** @type {HTMLElement} */ (document.activeElement).dataset.square !== from, square);
  assert.equal(await page.evaluate(() => document.querySelectorAll("reversi-board .disc").length), before);
});

test("the editor is given the game along with the position", async () => {
  const { page } = await visitor(browser);
  await open(page, "/analyse?moves=f5d6c3d3#2");
  await page.locator('.move-tree button[data-ply="2"][aria-current]').waitFor();
  const edit = page.getByRole("link", { name: "Edit position" });
  const asked = async () => new URL((await edit.getAttribute("href")) ?? "", server.url).searchParams;
  const { moves, ply, board } = Object.fromEntries(await asked());
  assert.deepEqual([moves, ply], ["f5d6c3d3", "2"]);
  assert.match(board, /^[-XO]{64} X$/);
  await page.locator('reversi-board[data-playable] button[data-legal][data-square="c4"]').click();
  await page.locator(".move-tree .variation [aria-current]").waitFor();
  assert.deepEqual([(await asked()).get("moves"), (await asked()).get("ply")], ["f5d6c4", "3"], "a variation as far as it goes");
});

test("a move on the board begins a variation, which stays while the game is looked at", async () => {
  const { page, faults } = await visitor(browser);
  await open(page, `/analyse?game=${id}#4`);
  await shows(page, 4);
  const other = page.locator(`reversi-board[data-playable] button[data-legal]:not([data-square="${game.moves[4].move}"])`).first();
  await other.waitFor();
  const square = (await other.getAttribute("data-square")) ?? "";
  await other.click();
  const variation = page.getByRole("list", { name: `Variation with ${square}` });
  await variation.getByRole("button", { name: square }).waitFor();
  await page.locator("reversi-board[data-playable] button[data-legal]").first().click();
  await page.waitForFunction(() => document.querySelectorAll(".move-tree .variation li").length >= 2);
  await keepPicture(page, "analyse-variation");
  await page.keyboard.press("Home");
  await shows(page, 0);
  await variation.getByRole("button", { name: square }).click();
  await cell(page, square).locator(".disc").waitFor();
  await page.getByRole("button", { name: `Remove the variation with ${square}` }).click();
  await variation.waitFor({ state: "detached" });
  await shows(page, 4);
  assert.equal(await page.locator(".move-tree li").count(), game.moves.length, "the game is as it was");
  assert.deepEqual(faults, []);
});

test("a line of the engine is put on the board as a variation", async () => {
  const { page } = await visitor(browser);
  await open(page, `/analyse?variant=six&moves=${game.moves.slice(0, 2).map(({ move }) => move).join("")}`);
  const line = page.locator(".follow").first();
  await line.waitFor();
  const best = await page.locator(".lines tbody tr").first().locator(".move").textContent();
  await line.click();
  await page.locator(`.move-tree button[data-ply="3"][aria-current]`, { hasText: best ?? "" }).waitFor();
  await page.locator('.move-tree button[data-ply="4"]').waitFor();
});

test("Space plays the engine's move, and what was read before comes back by the browser's own ways", async () => {
  const { page } = await visitor(browser);
  await open(page, `/analyse?variant=six&moves=${game.moves[0].move}`);
  await page.locator("reversi-board button[data-best]").waitFor();
  const best = await page.locator("reversi-board button[data-best]").first().getAttribute("data-square");
  await page.keyboard.press("Space");
  await cell(page, best ?? "").locator(".disc").waitFor();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text/plain", "f5d6c3");
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
  });
  await page.waitForURL(/\?moves=f5d6c3/);
  await page.locator('reversi-board[data-size="8"]').waitFor();
  await page.goBack();
  await page.locator('reversi-board[data-size="6"]').waitFor();
});

test("values are hidden for practice, and come back", async () => {
  const { page } = await visitor(browser);
  await open(page, `/analyse?game=${id}#5`);
  await isReviewed(page);
  await page.locator("reversi-board .value").first().waitFor();
  await page.keyboard.press("v");
  await page.locator("reversi-board .value").first().waitFor({ state: "detached" });
  assert.equal(await page.locator(".lines tbody tr, .mark, .move-tree .sign").count(), 0, "nothing is told");
  await wasSaid(page, "Values are hidden.");
  await page.locator(".review").waitFor({ state: "hidden" });
  // One line, and no empty box under it.
  await page.waitForFunction(() => (document.querySelector(".best-lines")?.getBoundingClientRect().height ?? 0) < 80);
  await keepPicture(page, "analyse-hidden");
  await page.getByRole("button", { name: "Show values" }).click();
  await page.locator("reversi-board .value").first().waitFor();
  await page.locator(".review").waitFor();
  await page.getByRole("button", { name: "Hide values" }).waitFor();
});

test("values go deeper when somebody wants to know more, and leaving the page stops the engine", async () => {
  const { page } = await visitor(browser);
  const jobs = acceptedJobs(page);
  await open(page, "/analyse?moves=f5d6c3d3c4f4");
  await page.getByRole("button", { name: "Search deeper" }).click();
  await page.getByRole("button", { name: "Stop" }).waitFor();
  const before = Number(/\d+/.exec((await page.locator(".best-lines .status").textContent()) ?? "")?.[0]);
  await page.waitForFunction((depth) => Number(/\d+/.exec(document.querySelector(".best-lines .status")?.textContent ?? "")?.[0]) > depth, before);
  const running = await Promise.all(jobs.map((job) => server.jobState(job)));
  assert.ok(running.some(({ status }) => status === "running"), "something is being thought about");
  await page.goto("about:blank");
  for (const job of jobs) {
    while (["waiting", "running"].includes((await server.jobState(job)).status));
  }
  const ended = await Promise.all(jobs.map((job) => server.jobState(job)));
  assert.ok(ended.some(({ status }) => status === "cancelled"), "and is given up when nobody wants to know");
});

/** The ids of the page's jobs, as they arrive. @param {Page} page */
function acceptedJobs(page) {
  /** @type {string[]} */
  const jobs = [];
  page.on("websocket", (line) =>
    line.on("framereceived", ({ payload }) => {
      const message = JSON.parse(String(payload));
      if (message.type === "accepted") jobs.push(message.id);
    }),
  );
  return jobs;
}

test("a game is played on from the position against a level", async () => {
  const { page } = await visitor(browser);
  await open(page, "/analyse?moves=f5d6c3");
  await page.getByRole("button", { name: "Play from here" }).click();
  const dialog = page.getByRole("dialog", { name: "Play from here" });
  await dialog.getByLabel("Level").fill("2");
  await dialog.getByRole("button", { name: "Start game" }).click();
  await page.waitForURL(/\/game\/\w+$/);
  const { moves, seats } = await server.game(new URL(page.url()).pathname.split("/")[2]);
  assert.deepEqual(moves.slice(0, 3).map(({ move }) => move), ["f5", "d6", "c3"]);
  assert.deepEqual([seats.white.kind, seats.black.player], ["human", "level:2"]);
});

test("people who are still playing are not told", async () => {
  const { page, context } = await visitor(browser);
  const { id: running } = await server.createAs(context, { black: "human", white: "human", you: "black", variant: "tiny" });
  await page.goto(`${server.url}/analyse?game=${running}`);
  await page.getByText("People are still playing this game.").waitFor();
  assert.equal(await page.locator("reversi-board").count(), 0);
});
