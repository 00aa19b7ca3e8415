// @ts-check
/** Games against the computer, whole and interrupted. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cell, legalSquares, listHas, listedMoves, playToTheEnd, turnOrEnd, wasTaken } from "./harness/board.js";
import { keepPicture, launch, visitor } from "./harness/browser.js";
import { Server } from "./harness/server.js";

/** Played on 4x4, White's a1 leaves Black without a move. */
const BEFORE_THE_PASS = "b1c1d3";

/** @type {Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  server = await Server.start();
  browser = await launch();
});
after(() => Promise.all([server?.stop(), browser?.close()]));

test("a full game against the engine by mouse", async () => {
  const { page, faults } = await visitor(browser, { still: false });
  await page.goto(server.url);
  await page.getByRole("button", { name: "Play now" }).click();
  await page.waitForURL(/\/game\/\w+$/);
  const made = await playToTheEnd(page, async (square) => {
    await cell(page, square).hover();
    await cell(page, square).click();
  });
  await page.getByRole("heading", { name: /You win|You lose|Draw/ }).waitFor();
  await keepPicture(page, "end-by-mouse");
  const game = await server.game(idOf(page));
  assert.equal(game.status, "over");
  assert.equal(game.moves.filter(({ color, move }) => color === "black" && move !== "pass").length, made);
  assert.equal((await listedMoves(page)).length, game.moves.length);
  assert.deepEqual(faults, []);
});

test("a full game by keyboard alone", async () => {
  const { page, faults } = await visitor(browser);
  await page.goto(server.url);
  await tabTo(page, "button.play-now");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/game\/\w+$/);
  await turnOrEnd(page);
  await tabTo(page, "reversi-board button");
  await playToTheEnd(page, async (square) => {
    await page.keyboard.press(square[0]);
    await page.keyboard.press(square[1]);
    await page.keyboard.press("Enter");
  });
  await page.getByRole("heading", { name: /You win|You lose|Draw/ }).waitFor();
  assert.equal((await server.game(idOf(page))).status, "over");
  assert.deepEqual(faults, []);
});

test("the arrow keys walk over the board, and every square says what it is", async () => {
  const { page } = await visitor(browser);
  await page.goto(server.url);
  await page.getByRole("button", { name: "Play now" }).click();
  await page.waitForURL(/\/game\/\w+$/);
  await turnOrEnd(page);
  await cell(page, "d4").focus();
  await page.keyboard.press("ArrowUp");
  assert.match((await focusedName(page)) ?? "", /^d3\b.*legal.*flips 1/);
  await page.keyboard.press("Enter");
  await wasTaken(page, "d3");
  assert.match((await cell(page, "d3").getAttribute("aria-label")) ?? "", /^d3\b.*black/);
});

test("a forced pass is seen in the banner and in the list", async () => {
  const { page, context } = await visitor(browser);
  const { id } = await server.createAs(context, { black: "human", white: "human", you: "both", variant: "tiny", from: BEFORE_THE_PASS });
  await page.goto(`${server.url}/game/${id}`);
  assert.equal(await turnOrEnd(page), "turn");
  await cell(page, "a1").click();
  await page.locator("#banner").getByText("Black has no legal move and passes").waitFor();
  await keepPicture(page, "pass");
  await listHas(page, 5);
  assert.deepEqual(await listedMoves(page), ["b1", "c1", "d3", "a1", "pass"]);
  await page.locator("#announcer", { hasText: "Black passes." }).waitFor({ state: "attached" });
  const [square] = await legalSquares(page);
  await cell(page, square).click();
  await wasTaken(page, square);
  assert.equal(await page.locator("#banner").isVisible(), false, "who moves has read it");
});

test("after a reload the game is as it was", async () => {
  const { page } = await visitor(browser);
  await page.goto(server.url);
  await page.getByRole("button", { name: "Play now" }).click();
  await page.waitForURL(/\/game\/\w+$/);
  await move(page);
  await move(page);
  const moves = await listedMoves(page);
  await page.reload();
  assert.equal(await turnOrEnd(page), "turn");
  await listHas(page, moves.length);
  assert.deepEqual(await listedMoves(page), moves);
  await move(page);
});

test("the server dies in mid-game, comes back, and the page goes on by itself", async () => {
  const own = await Server.start();
  try {
    const { page } = await visitor(browser);
    await page.goto(own.url);
    await page.getByRole("button", { name: "Play now" }).click();
    await page.waitForURL(/\/game\/\w+$/);
    await move(page);
    const moves = await listedMoves(page);
    await own.kill();
    await page.getByText("Reconnecting…").waitFor();
    await keepPicture(page, "reconnecting");
    await own.startAgain();
    await page.getByText("Reconnecting…").waitFor({ state: "hidden" });
    assert.deepEqual(await listedMoves(page), moves);
    await move(page);
    assert.deepEqual((await listedMoves(page)).slice(0, moves.length), moves);
  } finally {
    await own.stop();
  }
});

test("a move made while the server is away is not lost", async () => {
  const own = await Server.start();
  try {
    const { page } = await visitor(browser);
    await page.goto(own.url);
    await page.getByRole("button", { name: "Play now" }).click();
    await page.waitForURL(/\/game\/\w+$/);
    await turnOrEnd(page);
    await own.kill();
    await cell(page, "d3").click();
    await own.startAgain();
    await listHas(page, 2);
    assert.equal((await own.game(idOf(page))).moves[0].move, "d3");
  } finally {
    await own.stop();
  }
});

test("a takeback whose answer got lost is sent again, and runs once", async () => {
  const { page } = await visitor(browser);
  /** @type {string[]} */
  const ids = [];
  /** @type {() => void} */
  let resolve = () => {};
  const isAnswered = /** @type {Promise<void>} */ (new Promise((done) => (resolve = done)));
  await page.routeWebSocket(/\/api\/games\/\w+\/socket$/, (line) => {
    const own = line.connectToServer();
    let isCut = false;
    line.onMessage((text) => {
      const { type, id } = JSON.parse(String(text));
      if (type === "takeback") ids.push(id);
      own.send(text);
    });
    own.onMessage((text) => {
      // Blocks the first reply and everything after it.
      const isAnswer = ids.length > 0 && JSON.parse(String(text)).id === ids[0];
      isCut ||= ids.length === 1 && isAnswer;
      if (isCut) line.close({ code: 1012 });
      else line.send(text);
      if (ids.length === 2 && isAnswer) resolve();
    });
  });
  await page.goto(server.url);
  await page.getByRole("button", { name: "Play now" }).click();
  await page.waitForURL(/\/game\/\w+$/);
  await move(page);
  const moves = await listedMoves(page);
  await move(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await isAnswered;
  await page.getByText("Reconnecting…").waitFor({ state: "hidden" });
  assert.equal(ids[0], ids[1]);
  assert.equal((await server.game(idOf(page))).moves.length, moves.length);
  await listHas(page, moves.length);
  assert.deepEqual(await listedMoves(page), moves);
  assert.equal(await page.locator(".toast").count(), 0);
});

/**
 * Plays a legal move and waits for the computer's answer.
 *
 * @param {import("playwright-core").Page} page
 */
async function move(page) {
  assert.equal(await turnOrEnd(page), "turn");
  const [square] = await legalSquares(page);
  await cell(page, square).click();
  await wasTaken(page, square);
  assert.equal(await turnOrEnd(page), "turn");
}

/**
 * @param {import("playwright-core").Page} page
 * @param {string} selector
 */
async function tabTo(page, selector) {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
  }
  assert.fail(`Tab does not lead to ${selector}`);
}

/** @param {import("playwright-core").Page} page */
function focusedName(page) {
  return page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
}

/** @param {import("playwright-core").Page} page */
function idOf(page) {
  return new URL(page.url()).pathname.split("/")[2];
}

test("a command to a game that does not exist is refused", async () => {
  const { page } = await visitor(browser);
  await page.goto(server.url);
  const code = await page.evaluate(async () => {
    const script = /** @type {HTMLScriptElement} */ (document.querySelector("script[type=module]"));
    const { Link } = await import(new URL("../net/socket.js", script.src).href);
    return new Link("nosuchgame00").send({ type: "resign" }).catch((/** @type {{ code: string }} */ refused) => refused.code);
  });
  assert.equal(code, "offline");
});
