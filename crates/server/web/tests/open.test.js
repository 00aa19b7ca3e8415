// @ts-check
/** Opening games: pasted, dropped, files with many games or none. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
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

const GGF = (/** @type {string} */ black, /** @type {string} */ white, /** @type {string} */ moves) =>
  `(;GM[Othello]PC[Club]DT[2020-02-02]PB[${black}]PW[${white}]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]${moves};)`;
const TWO = `${GGF("Ann", "Bob", "B[f5]W[d6]B[c3]")}\n${GGF("Cleo", "Dora", "B[d3]W[c5]")}`;

/** @param {Page} page */
async function open(page) {
  await page.goto(`${server.url}/analyse`);
  await page.locator("reversi-board button[data-legal]").first().waitFor();
}

/** @param {Page} page @param {number} plies */
async function has(page, plies) {
  await page.waitForFunction((wanted) => document.querySelectorAll(".move-tree li").length === wanted, plies);
}

/** Pastes a text. @param {Page} page @param {string} text */
async function paste(page, text) {
  await page.evaluate((copied) => {
    const data = new DataTransfer();
    data.setData("text/plain", copied);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
  }, text);
}

test("a transcript that is pasted is opened, and the address leads back to it", async () => {
  const { page, faults } = await visitor(browser);
  await open(page);
  await paste(page, "f5d6c3d3c4");
  await has(page, 5);
  assert.match(page.url(), /\?moves=f5d6c3d3c4/);
  await page.reload();
  await has(page, 5);
  assert.deepEqual(faults, []);
});

test("of a text with many games one is chosen, by its names", async () => {
  const { page } = await visitor(browser);
  await open(page);
  await page.getByRole("button", { name: "Open a game" }).click();
  const dialog = page.getByRole("dialog", { name: "Open a game" });
  await dialog.getByRole("textbox", { name: "Text of the game" }).fill(TWO);
  await dialog.getByRole("button", { name: "Open", exact: true }).click();
  await dialog.getByText("2 of 2 games").waitFor();
  await keepPicture(page, "analyse-choose");
  await dialog.getByRole("searchbox").fill("cleo");
  await dialog.getByText("1 of 2 games").waitFor();
  await dialog.getByRole("button", { name: "Cleo – Dora" }).click();
  await has(page, 2);
  await page.getByText("Cleo", { exact: true }).waitFor();
  assert.match(await page.title(), /Cleo – Dora/);
});

test("a file is opened, and what could not be read is told with its place", async () => {
  const { page } = await visitor(browser);
  await open(page);
  await page.getByRole("button", { name: "Open a game" }).click();
  const broken = `${TWO}\n${GGF("Eve", "Fay", "B[f5]W[a1]")}`;
  await page.locator("input[type=file]").setInputFiles({ name: "games.ggf", mimeType: "text/plain", buffer: Buffer.from(broken) });
  const dialog = page.getByRole("dialog");
  await dialog.getByText("1 place could not be read").waitFor();
  assert.match((await dialog.locator(".read-faults li").first().textContent()) ?? "", /game 3.*a1/);
  await dialog.getByRole("button", { name: "Ann – Bob" }).click();
  await has(page, 3);
});

test("in Japanese what could not be read is told in Japanese, and where", async () => {
  const { page } = await visitor(browser, { locale: "ja-JP" });
  await open(page);
  await paste(page, `${TWO}\n${GGF("Eve", "Fay", "B[f5]W[a1]")}`);
  const fault = page.locator(".read-faults li");
  await fault.getByText("3局目、3行目").waitFor();
  assert.equal(await fault.textContent(), "3局目、3行目 2手目の a1 は、白が返せる石がないので打てません。");
  await keepPicture(page, "open-faults-ja");
});

test("in Japanese a file that is refused is refused in Japanese", async () => {
  const { page } = await visitor(browser, { locale: "ja-JP" });
  await open(page);
  await page.getByRole("button", { name: "棋譜を開く" }).first().click();
  await page.locator("input[type=file]").setInputFiles({ name: "games.zip", mimeType: "application/zip", buffer: Buffer.from("PK\x03\x04rest") });
  await page.locator("dialog .note", { hasText: "圧縮されたファイルです。展開してから開いてください。" }).waitFor();
});

/**
 * Drops files onto an element.
 *
 * @param {Page} page
 * @param {string} place
 * @param {string[]} texts what is in them
 * @returns {Promise<boolean>} whether the browser is kept from opening them itself
 */
function drop(page, place, ...texts) {
  return page.locator(place).first().evaluate((element, contents) => {
    const data = new DataTransfer();
    contents.forEach((text, index) => data.items.add(new File([text], `${index}.ggf`)));
    return !element.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, texts);
}

test("a file that is dropped on the page is opened", async () => {
  const { page } = await visitor(browser);
  await open(page);
  assert.ok(await drop(page, "body", GGF("Ann", "Bob", "B[f5]W[d6]B[c3]")));
  await has(page, 3);
});

for (const place of ["dialog", "dialog textarea"]) {
  test(`a file that is dropped on the ${place} is opened there, and not by the browser`, async () => {
    const { page } = await visitor(browser);
    await open(page);
    await page.getByRole("button", { name: "Open a game" }).click();
    await page.getByRole("dialog", { name: "Open a game" }).waitFor();
    assert.ok(await drop(page, place, TWO));
    await page.getByRole("button", { name: "Cleo – Dora" }).waitFor();
    assert.ok(await drop(page, place, GGF("Eve", "Fay", "B[f5]W[d6]B[c3]W[d3]")), "and another after it");
    await has(page, 4);
    await page.getByText("Eve", { exact: true }).waitFor();
  });
}

test("a file that is dropped on another dialog does not take the page away", async () => {
  const { page } = await visitor(browser);
  await open(page);
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
  assert.ok(await drop(page, "dialog", TWO));
});

test("a position that is pasted is opened as one", async () => {
  const { page } = await visitor(browser);
  await open(page);
  const board = `${"-".repeat(26)}XXX${"-".repeat(6)}XO${"-".repeat(27)}`;
  await paste(page, `${board} O`);
  await page.waitForURL(/\?start=/);
  await page.waitForFunction(() => document.querySelectorAll("reversi-board .disc").length === 5);
});

test("a transcript with a wrong move is opened up to it", async () => {
  const { page } = await visitor(browser);
  await open(page);
  const offer = (/** @type {number} */ n) => page.getByRole("button", { name: `Open the ${n} moves before it` });
  await paste(page, "1. f5 d6 2. c3 D3 3. c4 a1 4. b1 b2");
  await page.locator(".read-faults li", { hasText: "move 6 is illegal" }).waitFor();
  await offer(5).waitFor();
  await keepPicture(page, "analyse-part");
  await paste(page, "f5 d6 c3 d3 zz f4");
  await offer(4).click();
  await has(page, 4);
  assert.match(page.url(), /\?moves=f5d6c3d3#4$/, "where it goes wrong");
});

test("a transcript over several lines is one game, also where a line ends within a move", async () => {
  const { page } = await visitor(browser);
  await open(page);
  await paste(page, "f5d6c3d3c4f4f\r\n6f3e6e7\r\n");
  await has(page, 10);
  await paste(page, "f5d6c3d3c4f4\nf6f3e6e7\nf7a1\n");
  await page.locator(".read-faults li", { hasText: "move 12 is illegal" }).waitFor();
  await page.getByRole("button", { name: "Open the 11 moves before it" }).waitFor();
});

test("a wrong move is found also behind a pass that the transcript leaves out", async () => {
  const { page } = await visitor(browser);
  const { moves, pass } = await gameWithPass();
  const legal = moves.slice(0, pass + 2);
  await open(page);
  await paste(page, `${legal.map(({ move }) => (move === "pass" ? "" : move)).join("")}d4`);
  await page.getByRole("button", { name: `Open the ${legal.length} moves before it` }).click();
  await has(page, legal.length);
});

/** A game of two bots with a pass, and the ply of the pass. */
async function gameWithPass() {
  for (let seed = 1; seed < 20; seed += 1) {
    const { id } = await server.create({ black: "greedy", white: "random", you: "none", seed });
    const { moves } = await server.finished(id);
    const pass = moves.findIndex(({ move }) => move === "pass");
    // The page adds a forced pass at the end of what it opens.
    if (pass > 0 && pass < moves.length - 3 && moves[pass + 2].move !== "pass") return { moves, pass };
  }
  throw new Error("nobody passes");
}

test("what is no game is said to be none, and the page goes on", async () => {
  const { page } = await visitor(browser);
  await open(page);
  await paste(page, "the quick brown fox");
  const dialog = page.getByRole("dialog", { name: "Open a game" });
  await dialog.locator(".note", { hasText: /\w/ }).waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.locator("reversi-board button[data-legal]").first().waitFor();
});
