// @ts-check
/** The game of the analysis page: after errors, after late replies, and its layout. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESKTOP, PHONE, covered, keepPicture, launch, visitor } from "./harness/browser.js";
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

/** @param {Page} page @param {number} plies */
async function has(page, plies) {
  await page.waitForFunction((wanted) => document.querySelectorAll(".move-tree li").length === wanted, plies);
}

/** @param {Page} page @param {string} text */
async function paste(page, text) {
  await page.evaluate((copied) => {
    const data = new DataTransfer();
    data.setData("text/plain", copied);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
  }, text);
}

/** Is this a request for the line with these moves? @param {import("playwright-core").Request} request @param {string} moves */
const asksFor = (request, moves) => [request.postDataJSON()?.moves ?? ""].flat().join("") === moves;

test("after an address that leads nowhere a game can be opened", async () => {
  const { page } = await visitor(browser);
  await page.goto(`${server.url}/analyse?moves=zz`);
  await page.getByRole("link", { name: "Analyse another game" }).waitFor();
  assert.equal(await page.locator("reversi-board").count(), 0);
  await page.keyboard.press("ArrowRight");
  await paste(page, "f5d6c3");
  await has(page, 3);
  await page.locator("reversi-board button[data-legal]").first().waitFor();
  assert.equal(await page.locator(".gone").count(), 0);
  await page.goBack();
  await page.getByRole("link", { name: "Analyse another game" }).waitFor();
});

test("a game that comes late does not replace the one that was asked for after it", async () => {
  const { page } = await visitor(browser);
  await page.goto(`${server.url}/analyse?moves=f5d6c3`);
  await has(page, 3);
  /** @type {() => void} */
  let release = () => {};
  const held = new Promise((resolve) => (release = () => resolve(undefined)));
  await page.route("**/api/line", async (route) => {
    if (asksFor(route.request(), "f5f6e6f4")) await held;
    await route.continue();
  });
  const late = page.waitForResponse((answer) => answer.url().endsWith("/api/line") && asksFor(answer.request(), "f5f6e6f4"));
  await paste(page, "f5f6e6f4");
  await page.waitForURL(/moves=f5f6e6f4/);
  const again = page.waitForResponse((answer) => answer.url().endsWith("/api/line") && asksFor(answer.request(), "f5d6c3"));
  await page.goBack();
  await (await again).finished();
  release();
  await (await late).finished();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.match(page.url(), /moves=f5d6c3/);
  await has(page, 3);
});

test("where a game cannot be shown, the address is again that of the one that is", async () => {
  const { page } = await visitor(browser);
  await page.goto(`${server.url}/analyse?moves=f5d6c3#3`);
  await has(page, 3);
  await page.route("**/api/line", (route) => (asksFor(route.request(), "f5f6") ? route.fulfill({ status: 500 }) : route.continue()));
  await paste(page, "f5f6");
  await page.locator(".toast").waitFor();
  await page.waitForURL(/moves=f5d6c3#3$/);
  await has(page, 3);
});

test("where a game cannot be shown that was brought before the first one was there, the first one is shown", async () => {
  const { page } = await visitor(browser);
  let isFirst = true;
  /** @type {(value?: unknown) => void} */
  let release = () => {};
  const held = new Promise((resolve) => (release = resolve));
  await page.route("**/api/line", async (route) => {
    if (asksFor(route.request(), "f5f6")) return route.fulfill({ status: 500 });
    if (isFirst) {
      isFirst = false;
      await held;
    }
    await route.continue();
  });
  const asked = page.waitForRequest("**/api/line");
  await page.goto(`${server.url}/analyse?moves=f5d6c3`);
  await asked;
  await paste(page, "f5f6");
  await page.locator(".toast").waitFor();
  await has(page, 3);
  const late = page.waitForResponse("**/api/line");
  release();
  await (await late).finished();
  await has(page, 3);
  assert.match(page.url(), /moves=f5d6c3/);
});

test("where a game cannot be shown that was brought on the way back to another, the other is shown", async () => {
  const { page } = await visitor(browser);
  await page.goto(`${server.url}/analyse?moves=f5d6c3`);
  await has(page, 3);
  await paste(page, "f5f6e6f4");
  await has(page, 4);
  /** @type {(value?: unknown) => void} */
  let release = () => {};
  const held = new Promise((resolve) => (release = resolve));
  let isFirst = true;
  await page.route("**/api/line", async (route) => {
    if (asksFor(route.request(), "f5f6")) return route.fulfill({ status: 500 });
    const isHeld = isFirst && asksFor(route.request(), "f5d6c3");
    isFirst &&= !isHeld;
    if (isHeld) await held;
    await route.continue();
  });
  const asked = page.waitForRequest((request) => request.url().endsWith("/api/line") && asksFor(request, "f5d6c3"));
  await page.goBack();
  await asked;
  await paste(page, "f5f6");
  await page.locator(".toast").waitFor();
  await has(page, 3);
  release();
  assert.match(page.url(), /moves=f5d6c3/);
});

test("a game without names does not keep those of the one before", async () => {
  const { page } = await visitor(browser);
  await page.goto(`${server.url}/analyse`);
  await page.locator("reversi-board button[data-legal]").first().waitFor();
  await paste(page, "(;GM[Othello]PB[Ann]PW[Bob]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[f5]W[d6];)");
  await page.waitForFunction(() => document.title.startsWith("Ann – Bob"));
  await paste(page, "f5d6c3");
  await has(page, 3);
  assert.equal(await page.title(), "Analyse · Outflank");
});

test("variations come back when the page is loaded anew, and when one comes back to the game", async () => {
  const { page, faults } = await visitor(browser);
  await page.goto(`${server.url}/analyse?moves=f5d6c3#1`);
  const variation = page.getByRole("list", { name: "Variation with f4" });
  for (const square of ["f4", "e3"]) await page.locator(`reversi-board[data-playable] button[data-legal][data-square="${square}"]`).click();
  const current = page.locator(".move-tree .variation [aria-current]", { hasText: "e3" });
  await current.waitFor();
  await page.reload();
  await current.waitFor();
  await page.waitForFunction(() => document.querySelectorAll("reversi-board .disc").length === 7);
  await page.locator("reversi-board[data-playable] button[data-legal]").first().waitFor();
  await page.goto(`${server.url}/analyse?moves=f5f6`);
  await has(page, 2);
  assert.equal(await page.locator(".move-tree .variation").count(), 0, "another game has none of them");
  await page.goBack();
  await current.waitFor();
  await page.getByRole("button", { name: "Remove the variation with f4" }).click();
  await variation.waitFor({ state: "detached" });
  await page.reload();
  await has(page, 3);
  assert.equal(await variation.count(), 0, "what was taken away stays away");
  assert.deepEqual(faults, []);
});

const GGF = (/** @type {string} */ black) =>
  `(;GM[Othello]PC[Club]DT[2020-02-02]PB[${black}]PW[Bob]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[f5]W[d6]B[c3];)`;

test("names and event of a game that was pasted stay when the page is loaded anew, and go along when it is shared", async () => {
  const { page } = await visitor(browser);
  await page.goto(`${server.url}/analyse`);
  await page.locator("reversi-board button[data-legal]").first().waitFor();
  await paste(page, GGF("A".repeat(300)));
  await has(page, 3);
  const black = "A".repeat(60);
  await page.reload();
  await page.waitForFunction((name) => document.title.startsWith(`${name} – Bob`), black);
  await page.locator(".study-heading .about", { hasText: "Club · 2020-02-02" }).waitFor();
  await page.getByRole("button", { name: "Share" }).click();
  const link = (await page.getByRole("dialog").locator("code").first().textContent()) ?? "";
  assert.deepEqual([...new URL(link).searchParams], [["moves", "f5d6c3"], ["black", black], ["white", "Bob"], ["event", "Club · 2020-02-02"], ["ply", "0"]]);
});

/** Waits until the move is on the board, and in the address. @param {Page} page @param {number} ply */
async function isAt(page, ply) {
  await page.waitForURL((url) => url.hash === `#${ply}`);
  const discs = 4 + ply;
  await page.waitForFunction((count) => document.querySelectorAll("reversi-board .disc").length === count, discs);
}

test("a game is opened at its start, and is where it was when the page is loaded anew", async () => {
  const { page } = await visitor(browser);
  const { id } = await server.create({ black: "greedy", white: "random", you: "none", variant: "tiny", seed: 1 });
  const { moves } = await server.finished(id);
  const transcript = moves.map(({ move }) => (move === "pass" ? "" : move)).join("");
  for (const address of [`/analyse?game=${id}`, `/analyse?variant=tiny&moves=${transcript}`, "/analyse?moves=f5d6c3&white=Bob"]) {
    await page.goto(server.url + address);
    await isAt(page, 0);
    await page.keyboard.press("ArrowRight");
    await isAt(page, 1);
    await page.reload();
    await isAt(page, 1);
  }
  await paste(page, GGF("Ann"));
  await page.waitForURL(/black=Ann/);
  await isAt(page, 0);
  await page.reload();
  await isAt(page, 0);
});

test("a line that ends no game is opened where it ends, and stays where it was led to", async () => {
  const { page } = await visitor(browser);
  await page.goto(`${server.url}/analyse?moves=f5d6c3`);
  await isAt(page, 3);
  await page.keyboard.press("Home");
  await isAt(page, 0);
  await page.reload();
  await isAt(page, 0);
});

for (const [name, size] of covered(Object.entries({ phone: PHONE, desktop: DESKTOP }))) {
  test(`nothing jumps on a ${name} while one steps from a good move to a bad one`, async () => {
    const { page } = await visitor(browser, { size });
    const { id } = await server.create({ black: "greedy", white: "random", you: "none", seed: 5 });
    await server.finished(id);
    await page.goto(`${server.url}/analyse?game=${id}`);
    await page.locator(".review").getByText("At level").waitFor();
    const graph = page.locator(".graph-picture");
    const top = async () => (await graph.boundingBox())?.y;
    const still = await top();
    const why = page.getByRole("button", { name: /^Why/ });
    assert.equal(await why.isVisible(), false);
    await graph.focus();
    await page.keyboard.press("PageDown");
    await why.waitFor();
    await keepPicture(page, `analyse-why-${name}`);
    assert.equal(await top(), still);
  });
}

test("in forced colors discs stay discs, and the move on the board is outlined", async () => {
  const { page } = await visitor(browser);
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto(`${server.url}/analyse?moves=f5d6c3#2`);
  const current = page.locator(".move-tree button[aria-current]");
  await current.waitFor();
  // The review draws the moves again.
  await page.locator(".review").getByText("At level").waitFor();
  await keepPicture(page, "analyse-forced-colors");
  assert.equal(await current.evaluate((button) => getComputedStyle(button).outlineStyle), "solid");
  const edges = await page.locator(".study-heading .player").evaluateAll((sides) => sides.map((side) => getComputedStyle(side).borderColor));
  assert.notEqual(edges[0], edges[1], "who is to move is told");
  for (const place of [".move-tree", ".study-heading"]) {
    const sign = page.locator(`${place} .disc-sign`).first();
    assert.equal(await sign.evaluate((disc) => getComputedStyle(disc).getPropertyValue("forced-color-adjust")), "none", place);
  }
});
