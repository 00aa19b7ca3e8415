// @ts-check
/** The archive page: search, explore, import, export. Each test has its own archive. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { cell } from "./harness/board.js";
import { ELSEWHERE, PHONE, keepPicture, launch, visitor } from "./harness/browser.js";
import { hold } from "./harness/gate.js";
import { BINARY, Server } from "./harness/server.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("node:test").TestContext} TestContext */

/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

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

const CLUB = [
  { black: "Ann", white: "Bob", day: "2019.03.04", moves: "f5d6c3d3c4", margin: 12 },
  { black: "Cleo", white: "Ann", day: "2020.05.06", moves: "d3c5f6", margin: -8 },
  { black: "Bob", white: "Cleo", day: "2021.07.08", moves: "f5f6e6f4", margin: 0 },
].map(ggf).join("\n");

/** No game: its second move is illegal. */
const BROKEN = ggf({ black: "Eve", white: "Fay", day: "2022.01.01", moves: "f5a1", margin: 2 });

/**
 * A server whose archive holds these games.
 *
 * @param {TestContext} t
 * @param {string} [text]
 */
async function archiveOf(t, text = CLUB) {
  const server = await Server.start();
  t.after(() => server.stop());
  if (text) await (await fetch(`${server.url}/api/archive/import?name=club.ggf`, { method: "POST", body: text })).text();
  return server;
}

/** @param {TestContext} t @param {Parameters<typeof visitor>[1]} [who] */
async function guest(t, who) {
  const { page, context, faults } = await visitor(browser, who);
  t.after(() => context.close());
  return { page, faults };
}

/**
 * Chooses files in the dialog and returns the status of the last one.
 *
 * @param {Page} page
 * @param {{ name: string, text: string | Buffer }[]} files
 */
async function choose(page, ...files) {
  await bring(page, ...files);
  const news = page.locator(".import-file .status", { hasText: "added" });
  await news.waitFor();
  return news.textContent();
}

/**
 * Chooses files in the dialog.
 *
 * @param {Page} page
 * @param {{ name: string, text: string | Buffer }[]} files
 */
async function bring(page, ...files) {
  await page.getByRole("button", { name: "Import" }).click();
  const chosen = files.map(({ name, text }) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(text) }));
  await page.locator("dialog input[type=file]").setInputFiles(chosen);
}

/**
 * Drops a file onto something.
 *
 * @param {Page} page
 * @param {string} target
 * @param {{ name: string, text: string }} file
 * @returns {Promise<boolean>} was the browser kept from opening it?
 */
function drop(page, target, file) {
  return page.locator(target).evaluate((element, { name, text }) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], name));
    const over = new DragEvent("dragover", { dataTransfer, bubbles: true, cancelable: true });
    const fall = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
    return !element.dispatchEvent(over) && !element.dispatchEvent(fall);
  }, file);
}

/** @param {Page} page */
const found = (page) => page.locator(".past-games li");

/** Waits until `count` games are listed. @param {Page} page @param {number} count */
async function lists(page, count) {
  await page.waitForFunction((wanted) => document.querySelectorAll(".past-games li").length === wanted, count);
}

/** Waits until the board shows what was asked for. @param {Page} page @param {string} address of the link to the analysis */
async function arrived(page, address) {
  await page.locator(`.foot a.button[href="${address}"]`).waitFor();
}

test("a file is imported, what is wrong with it is told with its place, and no game is counted twice", async (t) => {
  const server = await archiveOf(t, "");
  const { page, faults } = await guest(t);
  await page.goto(`${server.url}/archive`);
  assert.match((await choose(page, { name: "club.ggf", text: `${CLUB}\n${BROKEN}` })) ?? "", /^3 added, 0 duplicates, 1 rejected\.$/);
  assert.match((await page.locator(".import-file li").first().textContent()) ?? "", /4.*a1/);
  const regions = page.locator("dialog").locator("[role=status], [aria-live]");
  assert.deepEqual(await regions.allTextContents(), ["3 added, 0 duplicates, 1 rejected."], "the end is said, once");
  await keepPicture(page, "archive-import");
  await page.reload();
  assert.match((await choose(page, { name: "club.ggf", text: CLUB })) ?? "", /^0 added, 3 duplicates, 0 rejected\.$/);
  assert.deepEqual(faults, []);
});

test("of many faults the first are told, and the rest are counted", async (t) => {
  const server = await archiveOf(t, "");
  const { page } = await guest(t);
  await page.goto(`${server.url}/archive`);
  await choose(page, { name: "bad.ggf", text: Array(60).fill(BROKEN).join("\n") });
  const faults = page.locator(".read-faults li");
  assert.equal(await faults.count(), 51);
  assert.equal(await faults.last().textContent(), "and 10 more");
});

test("in Japanese faults are told in Japanese, with their places", async (t) => {
  const server = await archiveOf(t, "");
  const { page } = await guest(t, { locale: "ja-JP" });
  await page.goto(`${server.url}/archive`);
  await page.getByRole("button", { name: "取り込む" }).waitFor();
  assert.equal(await drop(page, "main", { name: "bad.ggf", text: `${CLUB}\n${BROKEN}` }), true);
  await page.locator(".read-faults b", { hasText: "4局目、4行目" }).waitFor();
  assert.doesNotMatch((await page.locator(".read-faults").textContent()) ?? "", /[a-z]{2}/i);
});

test("WTHOR is imported with the names of its players, whatever comes first", async (t) => {
  const server = await archiveOf(t, "");
  const folder = await mkdtemp(join(tmpdir(), "outflank-wthor-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "club.ggf"), CLUB);
  execFileSync(BINARY, ["convert", join(folder, "club.ggf"), "--to", "wthor", "-o", join(folder, "club.wtb")], { stdio: "ignore" });
  const { page } = await guest(t);
  await page.goto(`${server.url}/archive`);
  await page.getByRole("button", { name: "Import" }).click();
  await page.locator("dialog input[type=file]").setInputFiles(["wtb", "jou", "trn"].map((kind) => join(folder, `club.${kind}`)));
  await page.locator(".import-file .status", { hasText: "3 added" }).waitFor();
  assert.deepEqual(await page.locator(".import-file h3").allTextContents(), ["club.jou", "club.trn", "club.wtb"]);
  await page.locator(".import-file .status", { hasText: /^\d names read$/ }).first().waitFor();
  await lists(page, 3);
  assert.match((await page.locator(".past-games").textContent()) ?? "", /Cleo.*Ann/);
});

test("a dropped file is imported, one after the other, and the page stays", async (t) => {
  const server = await archiveOf(t, "");
  const { page } = await guest(t);
  await page.goto(`${server.url}/archive`);
  await page.getByText("No archived game reached this position.").waitFor();
  assert.equal(await drop(page, "main", { name: "club.ggf", text: CLUB }), true);
  const dialog = page.getByRole("dialog", { name: "Import games" });
  await dialog.locator(".status", { hasText: "3 added" }).waitFor();
  const more = ggf({ black: "Gil", white: "Hal", day: "2022.02.02", moves: "f5d6", margin: 4 });
  assert.equal(await drop(page, "dialog", { name: "more.ggf", text: more }), true);
  await dialog.locator(".status", { hasText: "1 added" }).waitFor();
  assert.equal(await page.getByRole("dialog").count(), 1);
  await lists(page, 4);
});

test("a click beside it and a key do not break off an import; a button does, and says so", async (t) => {
  const server = await archiveOf(t, "");
  const { page } = await guest(t);
  await page.goto(`${server.url}/archive`);
  await hold(page, "**/api/archive/import**");
  await bring(page, { name: "club.ggf", text: CLUB }, { name: "more.ggf", text: CLUB });
  const stop = page.getByRole("dialog").getByRole("button", { name: "Stop" });
  await stop.waitFor();
  await page.mouse.click(5, 5);
  await page.keyboard.press("Escape");
  assert.equal(await stop.evaluate((button) => button === document.activeElement), true);
  await stop.click();
  await page.getByRole("dialog").locator(".status", { hasText: "Import stopped." }).waitFor();
  await page.getByRole("dialog").locator(".status", { hasText: "Skipped." }).waitFor();
  await page.getByRole("button", { name: "Retry 2 files" }).waitFor();
  await page.mouse.click(5, 5);
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

test("a file waits while the archive has no time for it", async (t) => {
  const server = await archiveOf(t, "");
  const { page } = await guest(t);
  await page.goto(`${server.url}/archive`);
  const { readable, writable } = new TransformStream();
  const slow = writable.getWriter();
  slow.write(Buffer.from("\n"));
  const sent = { method: "POST", body: readable, duplex: "half" };
  const other = await fetch(`${server.url}/api/archive/import?name=slow.ggf`, /** @type {any} */ (sent));
  await bring(page, { name: "club.ggf", text: CLUB });
  await page.locator(".import-file .status", { hasText: /Archive busy\. Retrying in \d+ s/ }).waitFor();
  await slow.close();
  await other.text();
  await page.locator(".import-file .status", { hasText: "3 added" }).waitFor();
  assert.equal(await page.locator(".import-file.failed").count(), 0);
});

test("of many files it is told what came of all of them, and those that failed stand first and are tried again", async (t) => {
  const server = await archiveOf(t, "");
  const { page } = await guest(t);
  await page.goto(`${server.url}/archive`);
  await page.route(/name=lost\.ggf/, (route) => route.abort(), { times: 1 });
  await page.route(/name=full\.ggf/, (route) => route.fulfill({ body: '{"type":"failed","added":0,"known":0,"refused":0,"names":0,"message":"?"}\n' }), { times: 1 });
  await page.route(/name=cut\.ggf/, (route) => route.fulfill({ body: '{"type":"progress","bytes":9,"games":1}\n' }), { times: 1 });
  const lone = (/** @type {string} */ black) => ggf({ black, white: "Hal", day: "2022.02.02", moves: "f5d6", margin: 4 });
  const club = { name: "club.ggf", text: `${CLUB}\n${BROKEN}` };
  await bring(page, club, { name: "lost.ggf", text: lone("Gil") }, { name: "full.ggf", text: lone("Ida") }, { name: "cut.ggf", text: lone("Jo") });
  const dialog = page.getByRole("dialog");
  await dialog.locator(".import-summary", { hasText: "4 files: 3 games added, 0 duplicates, 1 rejected. Failed files: 3." }).waitFor();
  assert.deepEqual(await dialog.locator("h3").allTextContents(), ["lost.ggf", "full.ggf", "cut.ggf", "club.ggf"]);
  assert.deepEqual(await dialog.locator(".failed .status").allTextContents(), [
    "The server cannot be reached.",
    "The archive is not writable. Games read so far are saved.",
    "Connection lost. Games read so far are saved.",
  ]);
  await keepPicture(page, "archive-import-failed");
  await dialog.getByRole("button", { name: "Retry 3 files" }).click();
  const all = "4 files: 6 games added, 0 duplicates, 1 rejected. Failed files: 0.";
  await dialog.locator(".import-summary", { hasText: all }).waitFor();
  assert.equal(await dialog.getByRole("status").textContent(), all);
  assert.equal(await dialog.getByRole("button", { name: /again/ }).count(), 0);
  assert.equal(await dialog.locator(".failed").count(), 0);
  await lists(page, 6);
});

test("only those who may import are offered it", async (t) => {
  const closed = await archiveOf(t);
  const opened = await Server.start(["--host", ELSEWHERE, "--allow-remote-import"]);
  t.after(() => opened.stop());
  const { page } = await guest(t);
  const offer = page.getByRole("button", { name: "Import" });
  const question = () => page.waitForResponse(/\/api\/archive\/import/);
  const from = (/** @type {Server} */ { url }) => url.replace("127.0.0.1", ELSEWHERE);
  const welcomed = question();
  await page.goto(`${from(opened)}/archive`);
  await offer.waitFor();
  assert.equal((await welcomed).status(), 400, "nothing was imported");
  await page.goto(`${closed.url}/archive`);
  await offer.waitFor();
  const asked = question();
  await page.goto(`${from(closed)}/archive`);
  assert.equal((await asked).status(), 403);
  await (await asked).finished();
  await lists(page, 3);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.equal(await offer.count(), 0);
  await drop(page, "body", { name: "club.ggf", text: CLUB });
  await page.getByText("Imports are allowed only from the server's own machine.").waitFor();
  assert.equal(await page.getByRole("dialog").count(), 0);
});

test("games are found by player, color, result, opening, length and date, and the address keeps it", async (t) => {
  const server = await archiveOf(t);
  const { page } = await guest(t);
  await page.goto(`${server.url}/archive`);
  await lists(page, 3);
  const player = page.getByLabel("Player", { exact: true });
  await player.fill("An");
  await page.locator('#known-player option[value="Ann"]').waitFor({ state: "attached" });
  await player.fill("Ann");
  await lists(page, 2);
  await page.locator("#announcer p", { hasText: /^2 games$/ }).waitFor({ state: "attached" });
  await page.getByLabel("Player’s color").selectOption("white");
  await lists(page, 1);
  assert.match((await found(page).first().textContent()) ?? "", /Cleo.*Ann/);
  await page.reload();
  await lists(page, 1);
  assert.equal(await player.inputValue(), "Ann");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await lists(page, 3);
  await page.getByLabel("Result").selectOption("draw");
  await lists(page, 1);
  await page.getByLabel("Result").selectOption("");
  await lists(page, 3);
  await page.getByRole("searchbox", { name: "Opening" }).fill("diagonal");
  await lists(page, 1);
  assert.match((await found(page).first().textContent()) ?? "", /Bob.*Cleo.*Diagonal/);
  await page.waitForURL(/opening=diagonal/);
  await page.getByRole("searchbox", { name: "Opening" }).fill("");
  await lists(page, 3);
  await page.getByLabel("from").fill("2020-01-01");
  await lists(page, 2);
  await page.getByLabel("from").fill("");
  await lists(page, 3);
  await page.getByLabel("at least").fill("5");
  await lists(page, 1);
  await page.getByLabel("at least").fill("");
  await lists(page, 3);
  await player.fill("Nobody");
  await page.locator("main").getByText("No matching games.").waitFor();
});

test("the board leads through what was played, in all symmetries, with results and values", async (t) => {
  const server = await archiveOf(t);
  const { page } = await guest(t);
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
  await page.locator(".move-tree button").first().waitFor();
});

test("what was played is counted in the games that the filters leave", async (t) => {
  const server = await archiveOf(t);
  const { page } = await guest(t);
  await page.goto(`${server.url}/archive?moves=f5&player=Cleo`);
  const explorer = page.locator(".explorer");
  const note = explorer.getByText("Only games that match the filters are counted.");
  await explorer.getByText("2 games", { exact: true }).waitFor();
  await note.waitFor();
  await keepPicture(page, "archive-filtered");
  await cell(page, "d6").click();
  await explorer.getByText("1 game", { exact: true }).waitFor();
  await page.keyboard.press("Home");
  await explorer.getByText("2 games", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await explorer.getByText("3 games", { exact: true }).waitFor();
  await note.waitFor({ state: "hidden" });
  await page.getByLabel("Player", { exact: true }).fill("Nobody");
  await explorer.getByText("No matching game reached this position.").waitFor();
  await page.getByLabel("Player", { exact: true }).fill("..");
  await page.locator(".found-past").getByText("letters or digits").waitFor();
  await explorer.getByText("No matching game reached this position.").waitFor({ state: "hidden" });
  await cell(page, "f5").click();
  await page.waitForURL(/moves=f5/);
});

for (const answer of [/explore\?moves=f5$/, /\/api\/line$/]) {
  test(`who changes the filters while a position is asked about hears of the games that are left: ${answer.source}`, async (t) => {
    const server = await archiveOf(t);
    const { page } = await guest(t);
    await page.goto(`${server.url}/archive`);
    await arrived(page, "/analyse?");
    const gate = await hold(page, answer);
    await cell(page, "f5").click();
    await page.getByLabel("Player", { exact: true }).fill("Cleo");
    await page.waitForURL(/player=Cleo/);
    gate.open();
    await page.locator(".explorer").getByText("2 games", { exact: true }).waitFor();
  });
}

test("where the games that are left cannot be counted, none are told", async (t) => {
  const server = await archiveOf(t);
  const { page } = await guest(t);
  await page.goto(`${server.url}/archive?moves=f5`);
  const explorer = page.locator(".explorer");
  await explorer.getByText("3 games", { exact: true }).waitFor();
  await page.route("**/api/archive/explore**", (route) => route.abort());
  await page.getByLabel("Player", { exact: true }).fill("Cleo");
  await page.locator(".toast").waitFor();
  await explorer.getByText("3 games", { exact: true }).waitFor({ state: "hidden" });
});

test("values stand on the board that they are of", async (t) => {
  const server = await archiveOf(t);
  const { page } = await guest(t);
  const line = page.waitForEvent("websocket", (socket) => socket.url().endsWith("/api/jobs/socket"));
  await page.goto(`${server.url}/archive`);
  await page.locator("reversi-board .value").first().waitFor();
  const gate = await hold(page, /explore\?moves=f5$/);
  const thought = (await line).waitForEvent("framereceived", ({ payload }) => JSON.parse(String(payload)).state?.values?.ply === 1);
  await cell(page, "f5").click();
  await thought;
  const valued = page.locator("reversi-board button:has(.value)");
  const squares = await valued.evaluateAll((buttons) => buttons.map((button) => /** @type {HTMLElement} */ (button).dataset.square));
  assert.deepEqual(squares, ["d3", "c4", "f5", "e6"], "those of the start");
  gate.open();
  await cell(page, "d6").locator(".value").waitFor();
  assert.equal(await cell(page, "e6").locator(".value").count(), 0);
});

test("the board shows what was asked for last, however late answers come", async (t) => {
  const server = await archiveOf(t);
  const { page } = await guest(t);
  await page.goto(`${server.url}/archive?moves=f5`);
  await arrived(page, "/analyse?moves=f5");
  const gate = await hold(page, /explore\?moves=f5d6$/);
  const late = page.waitForResponse(/explore\?moves=f5d6$/);
  await cell(page, "d6").click();
  await page.waitForURL(/moves=f5d6$/);
  await page.keyboard.press("ArrowLeft");
  await page.waitForURL(/moves=f5$/);
  await page.waitForFunction(() => document.querySelector(".step-bar button:nth-child(3):not(:disabled, [aria-disabled=true])"));
  await cell(page, "f4").click();
  await arrived(page, "/analyse?moves=f5f4");
  gate.open();
  await (await late).finished();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.equal(await cell(page, "f4").locator(".disc").count(), 1);
  assert.equal(await cell(page, "d6").locator(".disc").count(), 0);
  assert.equal(new URL(page.url()).search, "?moves=f5f4");
});

test("a double click plays one move", async (t) => {
  const server = await archiveOf(t);
  const { page, faults } = await guest(t);
  await page.goto(`${server.url}/archive`);
  await arrived(page, "/analyse?");
  const gate = await hold(page, "**/api/archive/explore**");
  await cell(page, "f5").dblclick();
  gate.open();
  await arrived(page, "/analyse?moves=f5");
  assert.equal(new URL(page.url()).search, "?moves=f5");
  assert.equal(await page.locator(".toast").count(), 0);
  assert.deepEqual(faults, []);
});

test("where there is no step back nothing is asked or said", async (t) => {
  const server = await archiveOf(t);
  const { page } = await guest(t);
  await page.goto(`${server.url}/archive`);
  await arrived(page, "/analyse?");
  await lists(page, 3);
  const said = page.locator("#announcer p");
  assert.deepEqual(await said.allTextContents(), [" 3 games"]);
  assert.equal(await page.locator("main").locator("[role=status], [aria-live]").count(), 0, "one region is enough");
  /** @type {string[]} */
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Home");
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.deepEqual(asked, []);
  assert.equal(await said.count(), 1);
});

test("a forced pass is made by the page, and goes into the address", async (t) => {
  const server = await archiveOf(t);
  const { page } = await guest(t);
  await page.goto(`${server.url}/archive?variant=tiny&moves=c4d2b1a2a1b4d4a4`);
  await arrived(page, "/analyse?variant=tiny&moves=c4d2b1a2a1b4d4a4");
  await cell(page, "a3").click();
  await arrived(page, "/analyse?variant=tiny&moves=c4d2b1a2a1b4d4a4a3pass");
  await page.locator(".toast", { hasText: "White passes." }).waitFor();
  await cell(page, "d1").click();
  await arrived(page, "/analyse?variant=tiny&moves=c4d2b1a2a1b4d4a4a3d1pass");
  for (let steps = 0; steps < 3; steps += 1) await page.keyboard.press("ArrowLeft");
  await arrived(page, "/analyse?variant=tiny&moves=c4d2b1a2a1b4d4a4a3");
});

test("an address with an illegal move says so, and begins at the start", async (t) => {
  const server = await archiveOf(t);
  const { page } = await guest(t, { locale: "ja-JP" });
  await page.goto(`${server.url}/archive?moves=f5a1`);
  await page.locator(".toast", { hasText: "2手目の a1 は、白が返せる石がないので打てません。" }).waitFor();
  await arrived(page, "/analyse?");
  assert.equal(new URL(page.url()).search, "");
});

test("a selection is taken home", async (t) => {
  const server = await archiveOf(t);
  const { page } = await guest(t, { size: PHONE });
  await page.goto(`${server.url}/archive?player=Bob`);
  await lists(page, 2);
  await keepPicture(page, "archive-phone");
  const href = await page.getByRole("link", { name: "Export" }).getAttribute("href");
  const text = await (await page.request.get(server.url + href)).text();
  assert.equal(text.match(/\(;GM\[Othello\]/g)?.length, 2);
  assert.match(text, /PB\[Ann\]PW\[Bob\]/);
  /** @param {string} format */
  const taken = async (format) => {
    await page.getByLabel("Format").selectOption(format);
    const address = await page.getByRole("link", { name: "Export" }).getAttribute("href");
    return (await page.request.get(server.url + address)).text();
  };
  assert.equal((await taken("sgf")).match(/^\(;/gm)?.length, 2);
  assert.deepEqual((await taken("json")).trim().split("\n").map((line) => JSON.parse(line).moves.length), [5, 4]);
});

test("a game that ends on the server is in the archive, with names for people and a way to it", async (t) => {
  const server = await archiveOf(t, "");
  const { id } = await server.create({ black: "level:1", white: "random", you: "none", variant: "tiny", seed: 11 });
  await server.finished(id);
  const { page } = await guest(t);
  await page.goto(`${server.url}/archive`);
  await lists(page, 1);
  assert.deepEqual(await found(page).locator(".name").allTextContents(), ["Level 1", "Random"]);
  assert.doesNotMatch((await found(page).textContent()) ?? "", /outflank|level:/);
  await keepPicture(page, "archive-own");
  await page.setViewportSize(PHONE);
  await keepPicture(page, "archive-own-phone");
  await page.getByRole("link", { name: "Played on this server" }).click();
  await page.waitForURL(`${server.url}/watch/${id}`);
});
