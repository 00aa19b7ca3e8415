// @ts-check
/** Variations on the analysis board: after the end of a game, on an empty board, with forced passes. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cell } from "./harness/board.js";
import { keepPicture, launch, visitor } from "./harness/browser.js";
import { Server } from "./harness/server.js";

/** @typedef {import("playwright-core").Page} Page */

/** @type {Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  server = await Server.start();
  browser = await launch();
});
after(() => Promise.all([server?.stop(), browser?.close()]));

const GAME = "f5d6c3d3c4";
/** On four by four: Black cannot move. */
const STUCK = "b1c1d3a1";

/** @param {Page} page @param {string} square */
async function play(page, square) {
  await page.locator(`reversi-board[data-playable] button[data-legal][data-square="${square}"]`).click();
  await cell(page, square).locator(".disc").waitFor();
}

/** The entries of the share dialog. @param {Page} page */
async function shared(page) {
  await page.getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog", { name: "Share" });
  const link = (await dialog.locator("code").first().textContent()) ?? "";
  const href = (await dialog.getByRole("link", { name: "PNG", exact: true }).getAttribute("href")) ?? "";
  await page.waitForFunction(() => /** @type {HTMLImageElement} */ (document.querySelector(".preview"))?.naturalWidth > 0);
  assert.equal((await page.request.get(server.url + href)).status(), 200);
  await page.keyboard.press("Escape");
  return link.slice(server.url.length);
}

/** @param {Page} page */
const focused = (page) => page.evaluate(() => document.activeElement?.textContent);

test("moves that are played on the empty board are shared with it, and nothing is reviewed that nobody asked for", async () => {
  const { page, faults } = await visitor(browser);
  await page.goto(`${server.url}/analyse`);
  for (const square of ["f5", "d6"]) await play(page, square);
  assert.equal(await page.locator(".game-graph").isVisible(), false);
  assert.equal(await page.locator(".review").isVisible(), false);
  await keepPicture(page, "analyse-empty");
  assert.equal(await shared(page), "/analyse?moves=f5d6&ply=2");
  await page.getByRole("button", { name: "Remove the variation with f5" }).click();
  await page.getByText("Play on the board to try a line.").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.className), "move-tree", "the focus is where the moves were");
  assert.deepEqual(faults, []);
});

test("what is played on after the end is shared, can be taken away, and is no part of the graph", async () => {
  const { page, faults } = await visitor(browser);
  await page.goto(`${server.url}/analyse?moves=${GAME}`);
  await page.locator(".review").getByText("At level").waitFor();
  const cursor = page.getByRole("slider", { name: "Move shown on the graph" });
  const region = await page.locator(".graph-picture .exact rect").count();
  for (const square of ["f4", "f6"]) await play(page, square);
  assert.equal(await cursor.getAttribute("aria-valuemax"), "5");
  assert.equal(await cursor.getAttribute("aria-valuenow"), "5");
  assert.equal(await page.locator(".graph-picture .exact rect").count(), region);
  await keepPicture(page, "analyse-beyond");
  assert.equal(await shared(page), `/analyse?moves=${GAME}f4f6&ply=7`);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await cell(page, "f4").locator(".disc").waitFor({ state: "detached" });
  assert.equal(await shared(page), `/analyse?moves=${GAME}&ply=5`, "the game itself is as long as it was");
  await page.getByRole("button", { name: "Remove the variation with f4" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".move-tree li").length === 5);
  assert.match((await focused(page)) ?? "", /^5c4/, "the focus is on the move that it followed");
  assert.deepEqual(faults, []);
});

test("where there is no value the graph's cursor has no knob", async () => {
  const { page } = await visitor(browser);
  await page.goto(`${server.url}/analyse?moves=${GAME}`);
  await page.locator(".review").getByText("At level").waitFor();
  await page.locator(".graph-picture .knob").waitFor();
  await page.keyboard.press("Home");
  await page.locator(".graph-picture .knob").waitFor({ state: "detached" });
});

for (const [name, query] of Object.entries({ "at the end of a transcript": `variant=tiny&moves=${STUCK}`, "in a position": "variant=tiny&start=OOO--XX--XXX---- X" })) {
  test(`who cannot move ${name} passes, and can do so again`, async () => {
    const { page, faults } = await visitor(browser);
    await page.goto(`${server.url}/analyse?${query}`);
    const pass = page.locator(".move-tree button[aria-current]", { hasText: "pass" });
    await pass.waitFor();
    await page.locator("reversi-board[data-playable] button[data-legal]").first().waitFor();
    await page.keyboard.press("ArrowLeft");
    await pass.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Play pass" }).click();
    await pass.waitFor();
    await page.getByRole("button", { name: "Step back" }).click();
    await pass.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Play pass" }).waitFor();
    await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
    await page.keyboard.press("Space");
    await pass.waitFor();
    assert.deepEqual(faults, []);
  });
}

test("buttons that have nothing to do keep the focus", async () => {
  const { page } = await visitor(browser);
  await page.goto(`${server.url}/analyse?moves=${GAME}#2`);
  await page.locator("reversi-board[data-playable] button[data-legal]").first().waitFor();
  const first = page.getByRole("button", { name: "To the start" });
  await first.focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll("reversi-board .disc").length === 4);
  assert.equal(await first.getAttribute("aria-disabled"), "true");
  assert.equal(await first.evaluate((button) => button === document.activeElement), true);
  const from = page.getByRole("button", { name: "Play from here" });
  await from.focus();
  await page.route("**/api/line", (route) => route.fulfill({ status: 500 }));
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelectorAll("reversi-board .disc").length === 5);
  assert.equal(await from.getAttribute("aria-disabled"), "true", "the server has not told of the position");
  assert.equal(await from.evaluate((button) => button === document.activeElement), true);
  await page.keyboard.press("Enter");
  assert.equal(await page.getByRole("dialog").count(), 0);
  assert.match((await page.getByRole("link", { name: "Edit position" }).getAttribute("href")) ?? "", /^\/edit\?moves=\w+&ply=1&board=[-XO]{64}\+O$/, "the editor is told the board all the same");
});
