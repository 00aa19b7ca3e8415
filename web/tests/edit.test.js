// @ts-check
/** The editor: positions by click, stroke and key, what the rules say to them, and what can be done with them. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cell } from "./harness/board.js";
import { PHONE, keepPicture, launch, visitor } from "./harness/browser.js";
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

/** @param {Page} page @param {string} [query] */
async function open(page, query = "") {
  await page.goto(`${server.url}/edit${query}`);
  await page.getByText("legal moves").or(page.getByText("The game is over")).first().waitFor();
}

/** The discs on the board, row by row. @param {Page} page */
function board(page) {
  return page.locator("reversi-board button[data-square]").evaluateAll((buttons) =>
    buttons.map((button) => ({ black: "X", white: "O" })[/** @type {HTMLElement | null} */ (button.querySelector(".disc"))?.dataset.color ?? ""] ?? "-").join(""),
  );
}

/** Waits until the board holds so many discs. @param {Page} page @param {number} count */
async function discs(page, count) {
  await page.waitForFunction((wanted) => document.querySelectorAll("reversi-board .disc").length === wanted, count);
}

test("a position is made by click, and the rules say at every step what it is", async () => {
  const { page, faults } = await visitor(browser);
  await open(page);
  await page.getByText("Black to move: 4 legal moves.").waitFor();
  await page.getByText("A game leads to this position.").waitFor();
  await cell(page, "a1").click();
  await page.getByText("No game leads to this position: the disc on a1").waitFor();
  await page.locator('button[data-square="a1"][data-fault]').waitFor();
  assert.match((await cell(page, "a1").getAttribute("aria-label")) ?? "", /a1, black disc, No game leads/);
  await keepPicture(page, "edit-unreachable");
  await cell(page, "a1").click();
  await page.getByText("A game leads to this position.").waitFor();
  await page.getByRole("radio", { name: "White" }).nth(1).check();
  await page.getByText("White to move: 4 legal moves.").waitFor();
  assert.deepEqual(faults, []);
});

test("a stroke places many discs and is taken back in one step", async () => {
  const { page } = await visitor(browser);
  await open(page);
  await page.getByRole("button", { name: "Clear" }).click();
  await discs(page, 0);
  await page.getByRole("radio", { name: "White" }).first().check();
  const from = await cell(page, "b2").boundingBox();
  const to = await cell(page, "f2").boundingBox();
  assert.ok(from && to);
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + 20, { steps: 20 });
  await page.mouse.up();
  await discs(page, 5);
  assert.equal((await board(page)).slice(8, 16), "-OOOOO--");
  await page.keyboard.press("Control+z");
  await discs(page, 0);
});

test("the whole board can be made by keys", async () => {
  const { page } = await visitor(browser);
  await open(page);
  await cell(page, "d4").focus();
  await page.keyboard.type("c3x");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("o");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await discs(page, 7);
  assert.equal((await board(page)).slice(16, 24), "--XOX---");
  await page.keyboard.press("Delete");
  await discs(page, 6);
});

test("a board that is pasted lies there, in any form, and text that is none is told so", async () => {
  const { page } = await visitor(browser);
  await open(page);
  await page.getByText("Paste a board", { exact: true }).click();
  const text = page.getByRole("textbox", { name: "Paste a board" });
  await text.fill("  a b c d\n1 . . . .\n2 . O X .\n3 . X O .\n4 . . . X\nO to move");
  await page.getByRole("button", { name: "Put it on the board" }).click();
  await discs(page, 5);
  assert.equal(await board(page), "-----OX--XO----X");
  await page.locator('reversi-board[data-size="4"]').waitFor();
  assert.equal(await page.getByRole("radio", { name: "White" }).nth(1).isChecked(), true);
  await text.fill("no board at all");
  await page.getByRole("button", { name: "Put it on the board" }).click();
  await page.locator(".toast").first().waitFor();
  assert.equal(await board(page), "-----OX--XO----X", "what was there stays");
});

test("a game that leads to the position can be looked at", async () => {
  const { page } = await visitor(browser);
  await open(page, `?board=${encodeURIComponent(`${"-".repeat(26)}XXX${"-".repeat(6)}XO${"-".repeat(27)} O`)}`);
  await page.getByText("White to move: 3 legal moves.").waitFor();
  await page.getByRole("link", { name: "Show it" }).click();
  await page.waitForURL(/\/analyse\?moves=c4/);
  await page.locator("move-tree li").first().waitFor();
  assert.equal(await board(page), `${"-".repeat(26)}XXX${"-".repeat(6)}XO${"-".repeat(27)}`);
});

test("a position is played against the computer from where it is", async () => {
  const { page } = await visitor(browser, { size: PHONE, touch: true });
  const made = `${"-".repeat(26)}XXX${"-".repeat(6)}XO${"-".repeat(27)}`;
  await open(page, `?board=${encodeURIComponent(`${made} O`)}`);
  await keepPicture(page, "edit-phone");
  await page.getByRole("button", { name: "Play it" }).click();
  await page.getByRole("dialog", { name: "Play from here" }).getByRole("button", { name: "Start game" }).click();
  await page.waitForURL(/\/game\/\w+$/);
  const game = await server.game(new URL(page.url()).pathname.split("/")[2]);
  assert.deepEqual([game.start, game.first, game.seats.white.kind], [made, "white", "human"]);
});

test("a position is solved exactly, and what was found goes with the next disc", async () => {
  const { page, faults } = await visitor(browser);
  await open(page, "?variant=tiny");
  await page.getByRole("button", { name: "Solve exactly" }).click();
  await page.locator(".editor-actions").getByText("Solved:").waitFor();
  const { values } = await server.job({ kind: "solve", variant: "tiny" });
  const best = values.moves.find((/** @type {any} */ one) => one.move === values.best);
  const sign = best.value > 0 ? `+${best.value}` : best.value < 0 ? `−${-best.value}` : "0";
  await page.getByText(`Solved: ${values.best} is best, ${sign} for the side to move.`).first().waitFor();
  assert.equal(await cell(page, values.best).locator(".value").textContent(), sign);
  assert.equal(await cell(page, values.best).getAttribute("data-certainty"), "exact");
  await keepPicture(page, "edit-solved");
  await cell(page, "a1").click();
  await page.locator("reversi-board .value").first().waitFor({ state: "detached" });
  assert.deepEqual(faults, []);
});
