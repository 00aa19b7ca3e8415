// @ts-check
/** The archive: what was played is found, explored, brought and taken home. */

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

const START = "8 ---------------------------O*------*O--------------------------- *";

/**
 * A short game in the format of the game server.
 *
 * @param {{ black: string, white: string, day: string, moves: string, margin: number }} game
 */
function ggf({ black, white, day, moves, margin }) {
  const played = (moves.match(/../g) ?? []).map((move, place) => `${place % 2 ? "W" : "B"}[${move}]`).join("");
  return `(;GM[Othello]PC[Club]DT[${day}]PB[${black}]PW[${white}]RE[${margin}]TY[8]BO[${START}]${played};)`;
}

const GAMES = [
  { black: "Ann", white: "Bob", day: "2019.03.04", moves: "f5d6c3d3c4", margin: 12 },
  { black: "Cleo", white: "Ann", day: "2020.05.06", moves: "d3c5f6", margin: -8 },
  { black: "Bob", white: "Cleo", day: "2021.07.08", moves: "f5f6e6f4", margin: 0 },
];

/** Puts games into the archive, on the page. @param {Page} page @param {string} text */
async function bring(page, text) {
  await page.goto(`${server.url}/archive`);
  await page.getByRole("button", { name: "Import" }).click();
  await page.locator("input[type=file]").setInputFiles({ name: "club.ggf", mimeType: "text/plain", buffer: Buffer.from(text) });
  const news = page.locator(".import-file p[role=status]", { hasText: "added" });
  await news.waitFor();
  return news.textContent();
}

/** @param {Page} page */
const found = (page) => page.locator(".past-games li");

/** Waits until so many games are listed. @param {Page} page @param {number} count */
async function lists(page, count) {
  await page.waitForFunction((wanted) => document.querySelectorAll(".past-games li").length === wanted, count);
}

test("a file is imported, what is wrong with it is told with its place, and no game is counted twice", async () => {
  const { page, faults } = await visitor(browser);
  const text = GAMES.map(ggf).join("\n");
  const broken = ggf({ black: "Eve", white: "Fay", day: "2022.01.01", moves: "f5a1", margin: 2 });
  assert.match((await bring(page, `${text}\n${broken}`)) ?? "", /^3 added, 0 known already, 1 refused\.$/);
  assert.match((await page.locator(".import-file li").first().textContent()) ?? "", /4.*a1/);
  await keepPicture(page, "archive-import");
  assert.match((await bring(page, text)) ?? "", /^0 added, 3 known already, 0 refused\.$/);
  assert.deepEqual(faults, []);
});

test("games are found by player, result, length, date and opening, and the address keeps it", async () => {
  const { page } = await visitor(browser);
  await page.goto(`${server.url}/archive`);
  await lists(page, 3);
  const player = page.getByLabel("Player", { exact: true });
  await player.fill("An");
  await page.locator('#known-player option[value="Ann"]').waitFor({ state: "attached" });
  await player.fill("Ann");
  await lists(page, 2);
  await page.getByLabel("Player’s color").selectOption("white");
  await lists(page, 1);
  assert.match((await found(page).first().textContent()) ?? "", /Cleo.*Ann/);
  await page.reload();
  await lists(page, 1);
  assert.equal(await player.inputValue(), "Ann");
  await page.getByRole("button", { name: "Clear the filters" }).click();
  await lists(page, 3);
  await page.getByLabel("Result").selectOption("draw");
  await lists(page, 1);
  await page.getByLabel("Result").selectOption("");
  await page.getByLabel("from").fill("2020-01-01");
  await lists(page, 2);
  await page.getByLabel("from").fill("");
  await page.getByLabel("at least").fill("5");
  await lists(page, 1);
  await page.getByLabel("at least").fill("");
  await page.getByLabel("Player", { exact: true }).fill("Nobody");
  await page.getByText("No game of the archive is like this.").waitFor();
});

test("the board leads through what was played, in all symmetries, with results and values", async () => {
  const { page } = await visitor(browser);
  await page.goto(`${server.url}/archive`);
  const rows = page.locator(".branches tbody tr");
  await rows.first().waitFor();
  assert.equal(await rows.count(), 1, "all first moves are the same");
  await page.locator(".branches .result-bar").first().waitFor();
  await page.locator("reversi-board .value").first().waitFor();
  await keepPicture(page, "archive");
  await cell(page, "f5").click();
  await rows.filter({ hasText: "Perpendicular" }).filter({ hasText: "2" }).waitFor();
  await rows.filter({ hasText: "Diagonal" }).filter({ hasText: "1" }).waitFor();
  await lists(page, 3);
  await page.getByRole("button", { name: "Play d6" }).click();
  await page.waitForURL(/moves=f5d6/);
  await lists(page, 2);
  await page.keyboard.press("ArrowLeft");
  await lists(page, 3);
  await found(page).filter({ hasText: "Cleo" }).first().getByRole("link").click();
  await page.waitForURL(/\/analyse\?archive=\w+#1$/);
  await page.locator("move-tree button").first().waitFor();
});

test("a selection is taken home", async () => {
  const { page } = await visitor(browser, { size: PHONE });
  await page.goto(`${server.url}/archive?player=Bob`);
  await lists(page, 2);
  await keepPicture(page, "archive-phone");
  const href = await page.getByRole("link", { name: "Export" }).getAttribute("href");
  const text = await (await page.request.get(server.url + href)).text();
  assert.equal(text.match(/\(;GM\[Othello\]/g)?.length, 2);
  assert.match(text, /PB\[Ann\]PW\[Bob\]/);
});

test("a game that ends on the server is in the archive", async () => {
  const { id } = await server.create({ black: "greedy", white: "random", you: "none", seed: 11 });
  await server.finished(id);
  const { page } = await visitor(browser);
  await page.goto(`${server.url}/archive`);
  await lists(page, 4);
});
