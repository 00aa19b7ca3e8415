// @ts-check
/** The page without its server, after one visit: local games, analysis, editor; and what the server gets when it is back. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cell, legalSquares, listHas, listedMoves, playToTheEnd, turnOrEnd } from "./harness/board.js";
import { launch, visitor } from "./harness/browser.js";
import { Server } from "./harness/server.js";
import { settingsSay, until } from "./harness/stored.js";

/** The page's own engine at level 5, without pauses between moves. */
const SETTINGS = { engine: "browser", level: "level:5", opponent: "computer", color: "black", size: "8", variant: "standard" };

/** A game with mistakes, from another program. */
const PASTED = "f5f6e6f4g6c5f3g4e3d6g5g3h4h5h3d3c4c3d2e2";

/** `serve --web` has no edition that a browser could store. */
const skip = process.env.OUTFLANK_WEB !== undefined;

/** @type {import("playwright-core").Browser} */
let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

/** A visitor who has been here once, and a server that is then gone. */
async function lonely() {
  const server = await Server.start([]);
  const { page, context, faults } = await visitor(browser, { settings: SETTINGS });
  await page.goto(server.url);
  await settingsSay(page, /^Works without/);
  await server.kill();
  // The page asks for lists; the browser writes each failure down.
  const unexpected = () => faults.filter((fault) => !/ERR_CONNECTION_REFUSED/.test(fault));
  return { server, page, context, unexpected };
}

test("a whole game against level 5 by mouse, with undo and hint; the server gets it once", { skip }, async () => {
  const { server, page, context, unexpected } = await lonely();
  await page.goto(server.url);
  await page.getByRole("button", { name: "New game…" }).click();
  const dialog = page.getByRole("dialog");
  assert.equal(await dialog.getByRole("radio", { name: "A friend, by link" }).count(), 0, "a friend needs the server");
  await dialog.getByRole("button", { name: "Start" }).click();
  await page.waitForURL(/\/game\?local=/);
  await turnOrEnd(page);
  await page.getByText("Level 5").waitFor();
  await page.locator(".player-card .note", { hasText: "this browser's engine" }).waitFor();
  await cell(page, "d3").click();
  await listHas(page, 2);
  await page.getByRole("button", { name: "Undo" }).click();
  await listHas(page, 0);
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator(".legend", { hasText: "By this browser's engine." }).waitFor();
  await page.reload();
  const made = await playToTheEnd(page, (square) => cell(page, square).click());
  await page.getByRole("heading", { name: /You win|You lose|Draw/ }).waitFor();
  const moves = await listedMoves(page);
  assert.ok(made > 20, `${made} of ${moves.length}`);
  await page.goto(server.url);
  await page.locator(".game-list.finished a.card").waitFor();
  await server.startAgain();
  await page.reload();
  await storedAs(page);
  await page.reload();
  const { games } = await (await fetch(`${server.url}/api/games?filter=finished`)).json();
  assert.equal(games.length, 1);
  const game = await server.game(games[0].id);
  assert.deepEqual(game.moves.map(({ move }) => move), moves);
  assert.equal(game.seats.white.player, "level:5");
  await page.locator(".game-list.finished a.card").waitFor();
  assert.equal(await page.locator(".game-list.finished a.card").count(), 1, "not once more from the browser");
  assert.deepEqual(unexpected(), []);
  await context.close();
  await server.stop();
});

test("a whole game by keyboard, and the rematch", { skip }, async () => {
  const { server, page, context, unexpected } = await lonely();
  await page.goto(server.url);
  await page.locator(".play-now").focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/game\?local=/);
  await turnOrEnd(page);
  await playToTheEnd(page, async (square) => {
    await page.keyboard.press(square[0]);
    await page.keyboard.press(square[1]);
    await page.keyboard.press("Enter");
  });
  await page.getByRole("heading", { name: /You win|You lose|Draw/ }).waitFor();
  const first = page.url();
  await page.getByRole("button", { name: /Rematch|Decider/i }).click();
  await page.waitForURL((url) => url.href !== first);
  await page.locator(".player-card[data-color=white]", { hasText: "You" }).waitFor();
  await turnOrEnd(page);
  await resign(page);
  assert.deepEqual(unexpected(), []);
  await context.close();
  await server.stop();
});

test("two at one screen, and a pass", { skip }, async () => {
  const { server, page, context, unexpected } = await lonely();
  await page.goto(`${server.url}`);
  await page.getByRole("button", { name: "New game…" }).click();
  await page.getByRole("radio", { name: "Two players here" }).check();
  await page.getByRole("radio", { name: "4×4" }).check();
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForURL(/\/game\?local=/);
  for (const square of ["b1", "c1", "d3", "a1"]) {
    await turnOrEnd(page);
    await cell(page, square).click();
  }
  await listHas(page, 5);
  assert.deepEqual(await listedMoves(page), ["b1", "c1", "d3", "a1", "pass"]);
  assert.ok((await legalSquares(page)).length > 0, "White again");
  assert.deepEqual(unexpected(), []);
  await context.close();
  await server.stop();
});

test("a pasted game is analysed and reviewed, and the editor checks a position", { skip }, async () => {
  const { server, page, context, unexpected } = await lonely();
  await page.goto(`${server.url}/analyse`);
  await page.getByRole("button", { name: "Open a game…" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill(PASTED);
  await page.getByRole("dialog").getByRole("button", { name: "Open", exact: true }).click();
  await page.locator(".panel.review .totals tbody tr").first().waitFor();
  await page.goto(`${server.url}/edit`);
  await page.locator(".verdict").first().waitFor();
  assert.deepEqual(unexpected(), []);
  await context.close();
  await server.stop();
});

test("a game whose reply was lost on its way is stored once", { skip }, async () => {
  const server = await Server.start([]);
  const { page, context } = await visitor(browser, { settings: SETTINGS });
  await page.goto(server.url);
  await page.getByRole("button", { name: "Play now" }).click();
  await page.waitForURL(/\/game\?local=/);
  await turnOrEnd(page);
  /** Replies that did not arrive. */
  let lost = 0;
  await context.route("**/api/games", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.fetch();
    lost += 1;
    await route.abort();
  });
  await resign(page);
  while (lost === 0) await page.evaluate(() => new Promise(requestAnimationFrame));
  await context.unroute("**/api/games");
  await page.goto(server.url);
  const stored = await storedAs(page);
  const { games } = await (await fetch(`${server.url}/api/games?filter=finished`)).json();
  assert.deepEqual(games.map((/** @type {{ id: string }} */ { id }) => id), [stored]);
  await context.close();
  await server.stop();
});

test("where the engine cannot run, a game is played on the server without a word", async () => {
  const server = await Server.start([]);
  const { page, context, faults } = await visitor(browser, { settings: SETTINGS });
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, "WebAssembly"));
  await page.goto(server.url);
  await page.getByRole("button", { name: "Play now" }).click();
  await page.waitForURL(/\/game\/\w+$/);
  await turnOrEnd(page);
  await cell(page, "d3").click();
  await listHas(page, 2);
  await page.locator(".player-card .note", { hasText: "the server's engine" }).waitFor();
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator(".legend", { hasText: "By the server's engine." }).waitFor();
  assert.equal(await page.locator(".toast").count(), 0);
  assert.deepEqual(faults, []);
  await context.close();
  await server.stop();
});

test("a local game whose engine is not to be had goes on at the server", async () => {
  const server = await Server.start([]);
  const { page, context } = await visitor(browser, { settings: SETTINGS });
  await page.goto(server.url);
  await page.getByRole("button", { name: "Play now" }).click();
  await page.waitForURL(/\/game\?local=/);
  await turnOrEnd(page);
  await cell(page, "d3").click();
  await listHas(page, 2);
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, "WebAssembly"));
  await page.reload();
  await page.waitForURL(/\/game\/\w+$/);
  await turnOrEnd(page);
  await listHas(page, 2);
  await page.goto(server.url);
  await page.locator(".game-list.unfinished a.card").waitFor();
  assert.equal(await page.locator(".game-list.unfinished a.card").count(), 1);
  await context.close();
  await server.stop();
});

test("a game that is open in two tabs is one game", async () => {
  const server = await Server.start([]);
  const { page, context } = await visitor(browser, { settings: SETTINGS });
  await page.goto(server.url);
  await page.getByRole("button", { name: "Play now" }).click();
  await page.waitForURL(/\/game\?local=/);
  await turnOrEnd(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await turnOrEnd(other);
  await cell(page, "d3").click();
  await listHas(page, 2);
  await listHas(other, 2);
  assert.deepEqual(await listedMoves(other), await listedMoves(page));
  await context.close();
  await server.stop();
});

test("the engine is fetched when it is needed, and on the second visit from the cache", { skip }, async () => {
  const server = await Server.start([]);
  const { page, context } = await visitor(browser, { settings: SETTINGS });
  /** @type {import("playwright-core").Response[]} */
  const answers = [];
  page.on("response", (response) => /\.(wasm|bin)$/.test(response.url()) && answers.push(response));
  await page.goto(server.url);
  await settingsSay(page, /^Works without/);
  assert.deepEqual(answers.map((response) => response.url()), [], "the first page needs no engine");
  await page.getByRole("button", { name: "Play now" }).click();
  await page.waitForURL(/\/game\?local=/);
  await turnOrEnd(page);
  await cell(page, "d3").click();
  await listHas(page, 2);
  assert.ok(answers.some((response) => response.url().endsWith(".bin")), "the weights, for the first move");
  for (const response of answers) {
    assert.ok(response.fromServiceWorker(), response.url());
    assert.match(response.headers()["cache-control"], /immutable/, response.url());
  }
  await context.close();
  await server.stop();
});

/** @param {import("playwright-core").Page} page */
async function resign(page) {
  await page.locator("button.ask").click();
  await page.locator("button.danger").click();
  await page.getByRole("heading", { name: "You lose" }).waitFor();
}

/** Waits until the server has the game of this browser. @param {import("playwright-core").Page} page @returns {Promise<string>} its id there */
async function storedAs(page) {
  const find = () => {
    const games = Object.keys(localStorage).filter((key) => key.startsWith("outflank.game."));
    return games.map((key) => JSON.parse(localStorage[key]).stored).find(Boolean) ?? null;
  };
  await until(page, async () => Object.keys(localStorage).some((key) => key.startsWith("outflank.game.") && JSON.parse(localStorage[key]).stored), null);
  return page.evaluate(find);
}
