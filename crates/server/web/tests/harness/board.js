// @ts-check
/**
 * The board as a player sees it. Every query waits until the page can answer it.
 *
 * @typedef {import("playwright-core").Page} Page
 */

import assert from "node:assert/strict";

/** No side makes more moves in a game: beyond this the game is stuck. */
const MOST_MOVES = 64;

/**
 * Waits until this page may move, or the game is over.
 *
 * @param {Page} page
 * @returns {Promise<"turn" | "over">}
 */
export async function turnOrEnd(page) {
  const handle = await page.waitForFunction(() => {
    // A page that is loading has no body yet.
    if (document.body?.dataset.status === "over") return "over";
    return document.querySelector("reversi-board[data-playable] button[data-legal]") ? "turn" : null;
  });
  return /** @type {any} */ (handle.jsonValue());
}

/**
 * @param {Page} page
 * @returns {Promise<string[]>} the squares with a grey circle
 */
export function legalSquares(page) {
  return page.locator("reversi-board[data-playable] button[data-legal]").evaluateAll((buttons) =>
    buttons.map((button) => /** @type {HTMLElement} */ (button).dataset.square ?? ""),
  );
}

/**
 * @param {Page} page
 * @param {string} square
 */
export function cell(page, square) {
  return page.locator(`reversi-board button[data-square="${square}"]`);
}

/**
 * Moves until the game is over. `play` plays a legal square.
 *
 * @param {Page} page
 * @param {(square: string) => Promise<void>} play
 * @returns {Promise<number>} how many moves this side made
 */
export async function playToTheEnd(page, play) {
  let made = 0;
  while ((await turnOrEnd(page)) === "turn") {
    const [square] = await legalSquares(page);
    if (!square) continue;
    await play(square);
    made += 1;
    await wasTaken(page, square);
    assert.ok(made < MOST_MOVES, "the game does not end");
  }
  return made;
}

/**
 * Waits until a disc lies on the square.
 *
 * @param {Page} page
 * @param {string} square
 */
export async function wasTaken(page, square) {
  await cell(page, square).locator(".disc").waitFor();
}

/**
 * @param {Page} page
 * @returns {Promise<string[]>} the turns in the list, passes included
 */
export function listedMoves(page) {
  return page.locator(".move-list li button > span:last-child").allTextContents();
}

/**
 * Waits until the page has announced this text.
 *
 * @param {Page} page
 * @param {string | RegExp} text
 */
export async function wasSaid(page, text) {
  await page.locator("[aria-live] p", { hasText: text }).first().waitFor({ state: "attached" });
}

/**
 * Waits until the list has `count` turns.
 *
 * @param {Page} page
 * @param {number} count
 */
export async function listHas(page, count) {
  await page.waitForFunction((wanted) => document.querySelectorAll(".move-list li").length === wanted, count);
}

/**
 * Waits until the list has at least `count` turns.
 *
 * @param {Page} page
 * @param {number} count
 */
export async function listReaches(page, count) {
  await page.waitForFunction((wanted) => document.querySelectorAll(".move-list li").length >= wanted, count);
}
