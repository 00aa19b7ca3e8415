// @ts-check
/** Sharing: links, texts, pictures, and the way from a game to its analysis. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cell, turnOrEnd } from "./harness/board.js";
import { PHONE, keepPicture, launch, visitor } from "./harness/browser.js";
import { Server } from "./harness/server.js";

/** @typedef {import("playwright-core").Page} Page */

/** @type {Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../js/wire.js").State} */
let game;
before(async () => {
  server = await Server.start();
  browser = await launch();
  const { id } = await server.create({ black: "greedy", white: "random", you: "none", variant: "six", seed: 3 });
  game = await server.finished(id);
});
after(() => Promise.all([server?.stop(), browser?.close()]));

/** A visitor with clipboard permission. */
async function copier() {
  const { page, context, faults } = await visitor(browser);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  return { page, faults, copied: () => page.evaluate(() => navigator.clipboard.readText()) };
}

/** @param {Page} page */
async function openShare(page) {
  await page.getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog", { name: "Share" });
  await dialog.waitFor();
  return dialog;
}

/** Where the preview of a page lies. @param {string} address */
async function previewOf(address) {
  const html = await (await fetch(address)).text();
  return /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? "";
}

/** Whether an address gives what it says. @param {Page} page @param {string | null} href @param {string} kind */
async function gives(page, href, kind) {
  const answer = await page.request.get(server.url + href);
  assert.equal(answer.status(), 200, href ?? "");
  assert.match(answer.headers()["content-type"], new RegExp(`^${kind}`));
  return answer.body();
}

test("a watched game is shared at its move: link, texts, pictures, a page and a piece for others", async () => {
  const { page, faults, copied } = await copier();
  await page.goto(`${server.url}/watch/${game.id}`);
  await page.getByRole("button", { name: "Click to start" }).waitFor();
  for (const _ of [1, 2, 3]) await page.keyboard.press("ArrowRight");
  const dialog = await openShare(page);
  const shared = dialog.getByText(`/watch/${game.id}?ply=3`);
  await shared.waitFor();
  assert.match(await previewOf((await shared.textContent()) ?? ""), /[?&;]ply=3\b/, "the picture is of the move");
  await page.waitForFunction(() => /** @type {HTMLImageElement} */ (document.querySelector(".preview")).naturalWidth > 0);
  await keepPicture(page, "share");
  await dialog.getByRole("button", { name: "Transcript" }).click();
  await page.getByText("Copied").first().waitFor();
  assert.equal(await copied(), game.moves.map(({ move }) => (move === "pass" ? "" : move)).join(""));
  const toast = page.locator(".toast");
  assert.ok(await toast.evaluate((note) => note.closest("dialog") !== null), "before the dialog, not behind it");
  const { top, isOver } = await toast.evaluate((note) => {
    const { x, y, width, height } = note.getBoundingClientRect();
    note.parentElement?.style.setProperty("pointer-events", "auto");
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    note.parentElement?.style.removeProperty("pointer-events");
    return { top: y, isOver: hit === note };
  });
  assert.ok(top >= 0 && isOver, "nothing covers it");
  await dialog.getByRole("button", { name: "GGF" }).click();
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).startsWith("(;GM[Othello]"));
  await dialog.getByRole("button", { name: "Board as text" }).click();
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).startsWith("  a b c d e f"));
  assert.ok((await toast.count()) <= 1, "they do not pile up");
  const href = (/** @type {string} */ name) => dialog.getByRole("link", { name }).getAttribute("href");
  assert.deepEqual([...(await gives(page, await href("PNG"), "image/png")).subarray(1, 4)], [...Buffer.from("PNG")]);
  await gives(page, await href("SVG"), "image/svg\\+xml");
  assert.equal((await gives(page, await href("GIF"), "image/gif")).subarray(0, 3).toString(), "GIF");
  assert.match((await gives(page, await href("HTML replay"), "text/html")).toString(), /<html/);
  const embed = (await dialog.locator("code").last().textContent()) ?? "";
  const [, src] = /src="([^"]+)"/.exec(embed) ?? [];
  await gives(page, src.slice(server.url.length), "text/html");
  assert.deepEqual(faults, []);
});

for (const place of ["?ply=5", "#5"]) {
  test(`a link to a move leads to it, and nothing plays by itself: ${place}`, async () => {
    const { page } = await visitor(browser);
    await page.goto(`${server.url}/watch/${game.id}${place}`);
    await page.waitForFunction(() => document.querySelector(".place")?.textContent?.startsWith("5 /"));
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    assert.equal(page.url(), `${server.url}/watch/${game.id}`);
    await page.goto(`${server.url}/analyse?game=${game.id}${place.replace("?", "&")}`);
    await page.locator('.move-tree button[data-ply="5"][aria-current]').waitFor();
    assert.equal(page.url(), `${server.url}/analyse?game=${game.id}#5`);
  });
}

test("a link to a move of a game leads to it on the page of the game", async () => {
  const { page } = await visitor(browser);
  await page.goto(`${server.url}/game/${game.id}?ply=2`);
  await page.locator('.move-list li:nth-child(2) [aria-current]').waitFor();
  assert.equal(page.url(), `${server.url}/game/${game.id}`);
});

test("a game that is not on the server is shared by its moves", async () => {
  const { page, copied } = await copier();
  await page.goto(`${server.url}/analyse?moves=f5d6c3d3c4#3`);
  await page.locator(".move-tree button").first().waitFor();
  const dialog = await openShare(page);
  await dialog.getByText("/analyse?moves=f5d6c3d3c4&ply=3").waitFor();
  await page.waitForFunction(() => /** @type {HTMLImageElement} */ (document.querySelector(".preview")).naturalWidth > 0);
  await dialog.getByRole("button", { name: "GGF" }).click();
  await page.getByText("Copied").first().waitFor();
  assert.match(await copied(), /BO\[8 .* \*\]B\[f5\]W\[d6\]B\[c3\]W\[d3\]B\[c4\];\)$/);
  await gives(page, await dialog.getByRole("link", { name: "PNG", exact: true }).getAttribute("href"), "image/png");
  const embed = (await dialog.locator("code").last().textContent()) ?? "";
  assert.match(embed, /src="[^"]+\/embed\?moves=f5d6c3d3c4&amp;ply=3"/);
  await page.setContent(embed);
  const frame = page.frameLocator("iframe");
  await frame.getByRole("link").waitFor();
  assert.equal(await frame.getByRole("link").getAttribute("href"), "/analyse?moves=f5d6c3d3c4&ply=3");
});

test("with the review on the page its graph is shared too, and the replay holds it", async () => {
  const { page, faults } = await visitor(browser);
  await page.goto(`${server.url}/analyse?game=${game.id}#3`);
  await page.locator(".review").getByText("At level").waitFor();
  const dialog = await openShare(page);
  await keepPicture(page, "share-review");
  const href = (/** @type {string} */ name) => dialog.getByRole("link", { name }).getAttribute("href");
  const drawing = (await gives(page, await href("Graph, SVG"), "image/svg\\+xml")).toString();
  assert.match(drawing, /<svg/);
  assert.deepEqual([...(await gives(page, await href("Graph, PNG"), "image/png")).subarray(1, 4)], [...Buffer.from("PNG")]);
  const replay = (await gives(page, await href("HTML replay"), "text/html")).toString();
  const plain = await (await page.request.get(`${server.url}/api/games/${game.id}/picture.html`)).text();
  assert.ok(replay.includes("blunder") && !plain.includes("blunder"), "the review is in it");
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.keyboard.press("v");
  const again = await openShare(page);
  assert.equal(await again.getByRole("link", { name: /Graph/ }).count(), 0, "what is hidden is not shared");
  assert.doesNotMatch((await again.getByRole("link", { name: "HTML replay" }).getAttribute("href")) ?? "", /review/);
  assert.deepEqual(faults, []);
});

test("a mistake is shown on a card with both boards, which can be saved", async () => {
  const { page, faults } = await visitor(browser, { size: PHONE });
  await page.goto(`${server.url}/analyse?game=${game.id}`);
  await page.locator(".review").getByText("At level").waitFor();
  await page.getByText("As a table").click();
  await page.locator(".as-table .sign.blunder").first().click();
  const dialog = page.getByRole("dialog");
  const picture = dialog.getByRole("img");
  assert.match((await picture.getAttribute("alt")) ?? "", /^Move \d+: (Black|White) played .* was better .* That cost \d+ discs\.$/);
  await page.waitForFunction(() => /** @type {HTMLImageElement} */ (document.querySelector(".card-picture")).naturalWidth > 0);
  await keepPicture(page, "analyse-card");
  const link = dialog.getByRole("link", { name: "Save picture" });
  const answer = await page.request.get(server.url + (await link.getAttribute("href")));
  assert.equal(answer.headers()["content-type"], "image/png");
  assert.deepEqual([...(await answer.body()).subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
  assert.deepEqual(faults, []);
});

test("a card tells in words how many moves each side has, and is shared as a picture", async () => {
  const { page, context } = await visitor(browser, { size: PHONE });
  await context.addInitScript(() => {
    const told = /** @type {any} */ (globalThis);
    navigator.canShare = () => true;
    navigator.share = async (shared) => {
      told.shared = { text: shared?.text, files: shared?.files?.map(({ type, size }) => ({ type, isFull: size > 1000 })) };
    };
  });
  await page.goto(`${server.url}/analyse?game=${game.id}`);
  await page.locator(".review").getByText("At level").waitFor();
  await page.getByText("As a table").click();
  await page.locator(".as-table .sign.blunder").first().click();
  const dialog = page.getByRole("dialog");
  const said = /^Moves after (\w+(?: \w+)?): (Black|White) \d+, (Black|White) \d+\. Moves after (\w+(?: \w+)?): \2 \d+, \3 \d+\.$/;
  await dialog.locator("p", { hasText: said }).waitFor();
  const [, played, mover] = said.exec((await dialog.locator("p", { hasText: said }).textContent()) ?? "") ?? [];
  const ply = Number(/\d+/.exec((await dialog.getByRole("heading").textContent()) ?? "")?.[0]);
  assert.equal(played.split(" ")[0], game.moves[ply - 1].move, "first the line that was played");
  assert.equal(mover.toLowerCase(), game.moves[ply - 1].color, "and first who played it");
  const shared = dialog.getByRole("button", { name: "Share" });
  await shared.click();
  const told = await (await page.waitForFunction(() => /** @type {any} */ (globalThis).shared)).jsonValue();
  assert.deepEqual(told.files, [{ type: "image/png", isFull: true }]);
  assert.match(told.text, new RegExp(`^Move ${ply}: `));
});

test("after a game the analysis is one click away", async () => {
  const { page, context } = await visitor(browser, { size: PHONE });
  const { id } = await server.createAs(context, { black: "human", white: "human", you: "both", variant: "tiny" });
  await page.goto(`${server.url}/game/${id}`);
  await turnOrEnd(page);
  await cell(page, "b1").click();
  await page.locator(".move-list li").first().waitFor();
  await server.command(context, id, { type: "resign" });
  await page.getByRole("link", { name: "Analyse", exact: true }).click();
  await page.waitForURL(new RegExp(`/analyse\\?game=${id}`));
  await page.locator(".move-tree button", { hasText: "b1" }).waitFor();
});

test("the key A leads from a game to its analysis, unless a digit makes it a square", async () => {
  const { page, context } = await visitor(browser);
  const { id } = await server.createAs(context, { variant: "tiny" });
  await page.goto(`${server.url}/game/${id}`);
  await turnOrEnd(page);
  await cell(page, "b1").click();
  await page.waitForFunction(() => document.querySelectorAll(".move-list li").length >= 2);
  await page.keyboard.press("a");
  await page.keyboard.press("4");
  await page.waitForFunction(() => /** @type {HTMLElement} */ (document.activeElement)?.dataset.square === "a4");
  await page.keyboard.press("a");
  await page.waitForURL(/\/analyse\?game=\w+#\d+$/);
});
