// @ts-check
/** The editor page: positions by click, drag and key, their check, and the actions. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cell } from "./harness/board.js";
import { PHONE, keepPicture, launch, visitor } from "./harness/browser.js";
import { hold } from "./harness/gate.js";
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

/** A position in the middle of a game, with 30 empty squares: far from solved in a moment. */
const HALFWAY = "d3c5b6b5b4d2f5f6d1a5d6e3f4f3g3b3b2c7f7f2e1g7a7f1g5f8g1h2h8h5";

/** That position as a query. */
async function halfway() {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(`${server.url}/api/line`, { method: "POST", headers, body: JSON.stringify({ moves: HALFWAY }) });
  const { position } = /** @type {any} */ (await answer.json());
  return `?board=${encodeURIComponent(position)}`;
}

/** The announcements so far. @param {Page} page */
function said(page) {
  return page.locator("#announcer p").allTextContents();
}

/** The discs on the board, row by row. @param {Page} page */
function board(page) {
  return page.locator("reversi-board button[data-square]").evaluateAll((buttons) =>
    buttons.map((button) => ({ black: "X", white: "O" })[/** @type {HTMLElement | null} */ (button.querySelector(".disc"))?.dataset.color ?? ""] ?? "-").join(""),
  );
}

/** Waits until the board holds `count` discs. @param {Page} page @param {number} count */
async function discs(page, count) {
  await page.waitForFunction((wanted) => document.querySelectorAll("reversi-board .disc").length === wanted, count);
}

/**
 * Draws from one square to another.
 *
 * @param {Page} page
 * @param {string} one
 * @param {string} other
 */
async function stroke(page, one, other) {
  const from = await cell(page, one).boundingBox();
  const to = await cell(page, other).boundingBox();
  assert.ok(from && to);
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + 20, { steps: 20 });
  await page.mouse.up();
}

test("a position is made by click, and the rules say at every step what it is", async () => {
  const { page, faults } = await visitor(browser);
  await open(page);
  await page.getByText("Black to move: 4 legal moves.").waitFor();
  await page.getByText("Reachable from the start.").waitFor();
  await cell(page, "a1").click();
  await page.getByText("Not reachable from the start: the disc on a1").waitFor();
  await page.locator('button[data-square="a1"][data-fault]').waitFor();
  assert.match((await cell(page, "a1").getAttribute("aria-label")) ?? "", /a1, black disc, Not reachable/);
  await keepPicture(page, "edit-unreachable");
  await cell(page, "a1").click();
  await page.getByText("Reachable from the start.").waitFor();
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
  await stroke(page, "b2", "f2");
  await discs(page, 5);
  assert.equal((await board(page)).slice(8, 16), "-OOOOO--");
  await page.keyboard.press("Control+z");
  await discs(page, 0);
});

test("after a stroke the first key places a disc", async () => {
  const { page } = await visitor(browser);
  await open(page);
  await page.getByRole("button", { name: "Clear" }).click();
  await discs(page, 0);
  await stroke(page, "b2", "f2");
  await discs(page, 5);
  await cell(page, "c5").focus();
  await page.keyboard.press("Enter");
  await cell(page, "c5").locator(".disc").waitFor();
});

test("a click after a stroke places a disc", async () => {
  const { page } = await visitor(browser);
  await open(page);
  await page.getByRole("button", { name: "Clear" }).click();
  await stroke(page, "b2", "f2");
  await discs(page, 5);
  // As a screen reader presses a button.
  await cell(page, "c5").evaluate((button) => /** @type {HTMLElement} */ (button).click());
  await cell(page, "c5").locator(".disc").waitFor();
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
  await page.getByText("Paste a board or a game", { exact: true }).click();
  const text = page.getByRole("textbox", { name: "Paste a board or a game" });
  await text.fill("  a b c d\n1 . . . .\n2 . O X .\n3 . X O .\n4 . . . X\nO to move");
  await page.getByRole("button", { name: "Load", exact: true }).click();
  await discs(page, 5);
  assert.equal(await board(page), "-----OX--XO----X");
  await page.locator('reversi-board[data-size="4"]').waitFor();
  assert.equal(await page.getByRole("radio", { name: "White" }).nth(1).isChecked(), true);
  await text.fill("no board at all");
  await page.getByRole("button", { name: "Load", exact: true }).click();
  await page.locator(".toast").first().waitFor();
  assert.equal(await board(page), "-----OX--XO----X", "what was there stays");
});

test("a game that is pasted lies there with its last position, and leads to it", async () => {
  const { page } = await visitor(browser);
  await open(page);
  await page.getByText("Paste a board or a game", { exact: true }).click();
  const text = page.getByRole("textbox", { name: "Paste a board or a game" });
  const put = page.getByRole("button", { name: "Load", exact: true });
  await text.fill("1. f5 d6 2. c3");
  await put.click();
  await discs(page, 7);
  await page.locator(".transcript", { hasText: /^f5d6c3$/ }).waitFor();
  await text.fill("8/8/8/3Pp3/3pP3/8/8/8 b - - 0 1");
  await put.click();
  await page.getByText("White to move: 4 legal moves.").waitFor();
  await text.fill("f5d6\nf5f6e6");
  await put.click();
  await page.locator(".toast", { hasText: "Loaded the final position of the first of 2 games." }).waitFor();
  await discs(page, 6);
  await text.fill("f5a1");
  await put.click();
  await page.locator(".toast", { hasText: /^game 1, line 1: move 2 is illegal: a1/ }).waitFor();
});

test("a position of a game keeps the game for as long as it is the same", async () => {
  const { page, faults } = await visitor(browser);
  await open(page, `?moves=${HALFWAY}&ply=20`);
  const known = page.locator(".transcript", { hasText: HALFWAY.slice(0, 40) });
  await known.waitFor();
  await page.getByText("Reachable from the start.").waitFor();
  await discs(page, 24);
  assert.equal(await known.textContent(), HALFWAY.slice(0, 40));
  const analyse = page.locator(".editor-actions a");
  assert.equal(await analyse.getAttribute("href"), `/analyse?moves=${HALFWAY}#20`);
  await keepPicture(page, "edit-game");
  await cell(page, "a1").click();
  await page.waitForFunction(() => /start=X/.test(document.querySelector(".editor-actions a")?.getAttribute("href") ?? ""));
  assert.equal(await known.count(), 0);
  await page.getByRole("button", { name: "Undo" }).click();
  await known.waitFor();
  // Games of the server name the standard start.
  const start = `${"-".repeat(27)}OX${"-".repeat(6)}XO${"-".repeat(27)} X`;
  await open(page, `?start=${encodeURIComponent(start)}&moves=${HALFWAY}&ply=20`);
  await known.waitFor();
  assert.deepEqual(faults, []);
});

test("a game that leads to the position can be looked at", async () => {
  const { page } = await visitor(browser);
  await open(page, `?board=${encodeURIComponent(`${"-".repeat(26)}XXX${"-".repeat(6)}XO${"-".repeat(27)} O`)}`);
  await page.getByText("White to move: 3 legal moves.").waitFor();
  await page.getByRole("link", { name: "Show game" }).click();
  await page.waitForURL(/\/analyse\?moves=c4/);
  await page.locator(".move-tree li").first().waitFor();
  assert.equal(await board(page), `${"-".repeat(26)}XXX${"-".repeat(6)}XO${"-".repeat(27)}`);
});

test("a position is played against the computer from where it is", async () => {
  const { page } = await visitor(browser, { size: PHONE, touch: true });
  const made = `${"-".repeat(26)}XXX${"-".repeat(6)}XO${"-".repeat(27)}`;
  await open(page, `?board=${encodeURIComponent(`${made} O`)}`);
  await keepPicture(page, "edit-phone");
  await page.getByRole("button", { name: "Play…" }).click();
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
  assert.equal(await page.locator("aside [role=status]").count(), 0, "it is said once");
  assert.equal((await said(page)).filter((text) => text.startsWith("Solved:")).length, 1);
  await keepPicture(page, "edit-solved");
  await cell(page, "a1").click();
  await page.locator("reversi-board .value").first().waitFor({ state: "detached" });
  assert.deepEqual(faults, []);
});

test("what the solver had no time to prove is not called solved", async () => {
  const { page } = await visitor(browser);
  await page.routeWebSocket(/\/api\/jobs\/socket/, (line) => {
    const far = line.connectToServer();
    line.onMessage((text) => {
      const message = JSON.parse(String(text));
      if (message.job?.kind === "solve") message.job.timeMs = 150;
      far.send(JSON.stringify(message));
    });
  });
  await open(page, await halfway());
  await page.getByRole("button", { name: "Solve exactly" }).click();
  const status = page.locator(".solve-status");
  await status.getByText(/^Not solved\. Best so far: \w\d, [+−]?\d+~ for the side to move\.$/).waitFor();
  assert.equal(await page.getByText("Solved:").count(), 0);
  await keepPicture(page, "edit-unsolved");
});

test("solving can be stopped, and those who listen are not told of every depth", async () => {
  const { page } = await visitor(browser);
  await open(page, await halfway());
  const solve = page.locator(".editor-actions button.primary");
  await page.locator(".editor-actions button.primary[aria-disabled=false]").waitFor();
  await solve.focus();
  await page.keyboard.press("Enter");
  await page.getByText(/Solving… depth \d+/).waitFor();
  assert.equal(await solve.textContent(), "Stop");
  await page.keyboard.press("Enter");
  await page.getByText(/^Not solved/).first().waitFor();
  assert.equal(await solve.textContent(), "Solve exactly");
  assert.equal(await solve.evaluate((button) => button === document.activeElement), true, "the focus stays");
  const solving = (await said(page)).filter((text) => /Solving|depth/.test(text));
  assert.deepEqual(solving, ["Solving…"]);
});

test("a position with too many empty squares is not offered to the solver, and the page says why", async () => {
  const { page } = await visitor(browser);
  await open(page);
  const solve = page.getByRole("button", { name: "Solve exactly" });
  await page.getByText("At most 30 empty squares can be solved; this position has 60.").waitFor();
  assert.equal(await solve.getAttribute("aria-disabled"), "true");
  assert.equal(await solve.getAttribute("aria-describedby"), "solve-limit");
  await solve.click({ force: true });
  assert.equal(await page.locator(".toast").count(), 0);
  assert.equal(await page.locator(".solve-status").textContent(), "");
});

test("until the rules have spoken about the side and the variant, nothing is done with them", async () => {
  const { page } = await visitor(browser);
  await open(page);
  const analyse = page.getByRole("region", { name: "Actions" }).locator("a");
  assert.match((await analyse.getAttribute("href")) ?? "", /start=-+OX-+XO-+\+X$/);
  const gate = await hold(page, "**/api/position");
  await page.getByRole("radio", { name: "White" }).nth(1).check();
  await page.getByText("Checking…").waitFor();
  assert.equal(await analyse.getAttribute("href"), null);
  assert.equal(await page.getByRole("button", { name: "Play…" }).getAttribute("aria-disabled"), "true");
  assert.equal(await page.locator(".diagnosis").getAttribute("aria-busy"), "true");
  gate.open();
  await page.getByText("White to move: 4 legal moves.").waitFor();
  assert.match((await analyse.getAttribute("href")) ?? "", /start=-+OX-+XO-+\+O$/);
  await page.getByLabel("Variant").selectOption("anti");
  await page.waitForFunction(() => /variant=anti/.test(document.querySelector(".editor-actions a")?.getAttribute("href") ?? ""));
});

test("the solution is told in the reader's notation", async () => {
  const { page } = await visitor(browser, { settings: { notation: "row-column" } });
  await open(page, "?variant=tiny");
  await page.getByRole("button", { name: "Solve exactly" }).click();
  await page.locator(".solve-status").getByText(/^Solved: \(\d, \d\) is best/).waitFor();
});

/** Only names of squares are in Latin letters. @param {string | null} text */
function isJapanese(text) {
  assert.doesNotMatch(text ?? "", /[a-z]{2}/i);
}

test("in Japanese all that the rules say is told in Japanese", async () => {
  const { page } = await visitor(browser, { locale: "ja-JP" });
  await page.goto(`${server.url}/edit`);
  await page.getByText("初期局面から到達できます。").waitFor();
  await page.getByText("読み切れるのは空きマス30個までです。この局面には60個あります。").waitFor();
  await cell(page, "a1").click();
  await page.getByText("初期局面から到達できません：a1 の石が、初期配置から続く石のつながりに接していません。", { exact: true }).waitFor();
  isJapanese(await page.locator(".diagnosis").textContent());
  await page.getByText("盤面か棋譜を貼り付ける", { exact: true }).click();
  await page.getByRole("textbox", { name: "盤面か棋譜を貼り付ける" }).fill("hello");
  await page.getByRole("button", { name: "読み込む" }).click();
  await page.locator(".toast", { hasText: "「hello」は盤面として読めません。マスの数が5です" }).waitFor();
  await keepPicture(page, "edit-ja");
});

test("in Japanese a proof is told in Japanese, in the reader's notation", async () => {
  const { page } = await visitor(browser, { locale: "ja-JP", settings: { notation: "row-letter" } });
  await page.goto(`${server.url}/edit?board=${"-".repeat(27)}OX------XO------XO${"-".repeat(19)}+X`);
  await page.getByText("に石を打つ手順がありません。").waitFor();
  await page.getByText("理由を1つずつ見る").click();
  const steps = page.locator(".proof li");
  assert.match((await steps.first().textContent()) ?? "", /^[黒白]が [A-H][1-8] に打ち、[A-H][1-8] との間の [A-H][1-8].* を返す手：/);
  isJapanese(await page.locator(".diagnosis").textContent());
  await keepPicture(page, "edit-proof-ja");
});

test("in Japanese a game that is pasted with an illegal move is refused in Japanese, with the place", async () => {
  const { page } = await visitor(browser, { locale: "ja-JP" });
  await page.goto(`${server.url}/edit`);
  await page.getByText("盤面か棋譜を貼り付ける", { exact: true }).click();
  await page.getByRole("textbox", { name: "盤面か棋譜を貼り付ける" }).fill("(;GM[Othello]PB[a]PW[b]TY[8]B[f5]W[a1];)");
  await page.getByRole("button", { name: "読み込む" }).click();
  const toast = page.locator(".toast", { hasText: "1局目、1行目" });
  await toast.waitFor();
  assert.match((await toast.textContent()) ?? "", /2手目の a1 は、白が返せる石がないので打てません。/);
  isJapanese(await toast.textContent());
});
