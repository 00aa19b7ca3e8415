// @ts-check
/** Focus from page to page, and announcements. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cell, listReaches, turnOrEnd, wasSaid } from "./harness/board.js";
import { launch, visitor } from "./harness/browser.js";
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

/** @param {Page} page */
const boardHasFocus = (page) => page.locator("#board button:focus").waitFor();

/** @param {Page} page */
const isShown = (page) => page.evaluate(() => !document.getElementById("board")?.hasAttribute("data-pointed"));

/**
 * @param {Page} page
 * @param {string} name
 */
async function press(page, name) {
  await page.getByRole("button", { name, exact: true }).focus();
  await page.keyboard.press("Enter");
}

test("a game that is begun by keys has the focus on its board, from opening to the next game", async () => {
  const { page, faults } = await visitor(browser);
  await page.goto(server.url);
  await press(page, "Play now");
  await page.waitForURL(/\/game\/\w+$/);
  await boardHasFocus(page);
  assert.ok(await isShown(page), "and it can be seen");
  await wasSaid(page, "You are Black. Your turn.");
  await cell(page, "d3").focus();
  await page.keyboard.press("Enter");
  await listReaches(page, 2);
  await page.reload();
  await boardHasFocus(page);
  await wasSaid(page, /^You are Black\. White [a-h][1-8], flips \d+\. Your turn\.$/);

  await press(page, "Resign");
  await page.getByRole("button", { name: "Keep playing" }).and(page.locator(":focus")).waitFor();
  await press(page, "Resign");
  await page.locator("#result-title:focus").waitFor();
  await wasSaid(page, /Black resigned\. You lose\. Black \d+, White \d+\./);
  const before = page.url();
  await press(page, "Rematch");
  await page.waitForURL((url) => url.href !== before);
  await boardHasFocus(page);
  await wasSaid(page, "You are White.");
  assert.deepEqual(faults, []);
});

test("a game that is begun by pointer shows no cursor, and keys still find the board", async () => {
  const { page } = await visitor(browser);
  await page.goto(server.url);
  await page.getByRole("button", { name: "Play now" }).click();
  await page.waitForURL(/\/game\/\w+$/);
  await boardHasFocus(page);
  assert.equal(await isShown(page), false);
  await page.keyboard.press("ArrowUp");
  await page.locator('#board button[data-square="d3"]:focus').waitFor();
  assert.ok(await isShown(page));
});

test("who waits for a friend is at the board, and who comes by the link too", async () => {
  const { page, context } = await visitor(browser);
  const answer = await context.request.post(`${server.url}/api/games`, { data: { black: "human", white: "human", you: "black" } });
  const { id, secrets } = await answer.json();
  await page.goto(`${server.url}/game/${id}`);
  await boardHasFocus(page);
  await wasSaid(page, "You are Black.");
  const friend = await visitor(browser);
  await friend.page.goto(`${server.url}/game/${id}#${secrets.white}`);
  await boardHasFocus(friend.page);
  await wasSaid(friend.page, "You are White.");
});

test("a question that was answered gives the focus to the board, and an old game tells its end", async () => {
  const [host, guest] = [await visitor(browser), await visitor(browser)];
  const answer = await host.context.request.post(`${server.url}/api/games`, { data: { black: "human", white: "human", you: "black" } });
  const { id, secrets } = await answer.json();
  await host.page.goto(`${server.url}/game/${id}`);
  await guest.page.goto(`${server.url}/game/${id}#${secrets.white}`);
  await turnOrEnd(host.page);
  await server.move(host.context, id, { ply: 0, square: "d3" });
  await server.command(host.context, id, { type: "takeback" });
  await guest.page.getByRole("button", { name: "Decline" }).waitFor();
  await press(guest.page, "Decline");
  await boardHasFocus(guest.page);
  await server.command(host.context, id, { type: "resign" });
  await wasSaid(guest.page, "Black resigned. You win.");
  await guest.page.reload();
  await wasSaid(guest.page, "Black resigned. You win.");
  await guest.page.locator("#result-title:focus").waitFor();
});

test("Escape leaves a watched game, and the first page is ready for keys", async () => {
  const { id } = await server.create({ black: "greedy", white: "random", you: "none", variant: "tiny", seed: 3 });
  const { page } = await visitor(browser);
  await page.goto(`${server.url}/watch/${id}`);
  await page.getByRole("button", { name: "Click to start" }).waitFor();
  await page.keyboard.press("Escape");
  await page.waitForURL(`${server.url}/`);
  await page.getByRole("button", { name: "Play now" }).and(page.locator(":focus")).waitFor();
});

test("a new game begins at the opponent that was chosen last", async () => {
  const { page } = await visitor(browser, { settings: { opponent: "friend" } });
  await page.goto(server.url);
  await page.getByRole("button", { name: "New game" }).click();
  await page.getByRole("dialog", { name: "New game" }).waitFor();
  assert.equal(await page.evaluate(() => /** @type {any} */ (document.activeElement)?.value), "friend");
  await page.keyboard.press("ArrowLeft");
  assert.ok(await page.getByRole("radio", { name: "Computer" }).isChecked(), "keys choose another one at once");
});

test("H on the board is a hint, and h8 is a square", async () => {
  const { page, context } = await visitor(browser);
  const { id } = await server.createAs(context, {});
  await page.goto(`${server.url}/game/${id}`);
  await turnOrEnd(page);
  await cell(page, "c4").focus();
  await page.keyboard.press("h");
  await page.locator("#board .value").first().waitFor();
  await page.locator('#board button[data-square="c4"]:focus').waitFor();
  await page.getByText("~ estimated, ✓ exact").waitFor();
  await page.keyboard.press("h");
  await page.keyboard.press("8");
  await page.locator('#board button[data-square="h8"]:focus').waitFor();
  assert.notEqual(await page.locator("#board .value").count(), 0, "the hint was not asked for again");
});

test("where there are no hints, h is the column", async () => {
  const { page, context } = await visitor(browser);
  const answer = await context.request.post(`${server.url}/api/games`, { data: { black: "human", white: "human", you: "black" } });
  const { id } = await answer.json();
  await page.goto(`${server.url}/game/${id}`);
  await cell(page, "c4").focus();
  await page.keyboard.press("h");
  await page.locator('#board button[data-square="h4"]:focus').waitFor();
});
