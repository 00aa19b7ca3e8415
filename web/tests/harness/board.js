// @ts-check
/**
 * The board as a player sees it: every question waits until the page can answer it.
 *
 * @typedef {import("playwright-core").Page} Page
 */

import assert from "node:assert/strict";

/** A game that goes on longer than this is stuck: no game has more moves of one side. */
const MOST_MOVES = 64;

/**
 * Waits until this page may move, or the game is over.
 *
 * @param {Page} page
 * @returns {Promise<"turn" | "over">}
 */
export async function turnOrEnd(page) {
  const handle = await page.waitForFunction(() => {
    // A page that has only just been asked for has no body yet.
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
 * Moves, by whatever means, until the game is over. `choose` picks one of the legal squares and plays it.
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
  return page.locator("move-list li button > span:last-child").allTextContents();
}

/**
 * Waits until somebody who listens was told this.
 *
 * @param {Page} page
 * @param {string | RegExp} text
 */
export async function wasSaid(page, text) {
  await page.locator("[aria-live] p", { hasText: text }).first().waitFor({ state: "attached" });
}

/**
 * Waits until the list has as many turns.
 *
 * @param {Page} page
 * @param {number} count
 */
export async function listHas(page, count) {
  await page.waitForFunction((wanted) => document.querySelectorAll("move-list li").length === wanted, count);
}

/**
 * Waits until the list has at least as many turns.
 *
 * @param {Page} page
 * @param {number} count
 */
export async function listReaches(page, count) {
  await page.waitForFunction((wanted) => document.querySelectorAll("move-list li").length >= wanted, count);
}
