// @ts-check
/** How games end: announcements, result, rematch. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cell, turnOrEnd, wasSaid } from "./harness/board.js";
import { DESKTOP, PHONE, TABLET, covered, keepPicture, launch, visitor } from "./harness/browser.js";
import { Server } from "./harness/server.js";

/** On 4x4; the last move, d2, makes it 8 to 8. */
const BEFORE_THE_DRAW = "b1c1d1a3a4a1c4d4d3b4a2";

/** @type {Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  server = await Server.start();
  browser = await launch();
});
after(() => Promise.all([server?.stop(), browser?.close()]));

/** Two people at the boards of one game. @param {object} [game] */
async function twoPeople(game = {}) {
  const [host, guest] = [await visitor(browser), await visitor(browser)];
  const answer = await host.context.request.post(`${server.url}/api/games`, { data: { black: "human", white: "human", you: "black", ...game } });
  const { id, secrets } = await answer.json();
  await host.page.goto(`${server.url}/game/${id}`);
  await guest.page.goto(`${server.url}/game/${id}#${secrets.white}`);
  await guest.page.locator("#near[data-color=white]").waitFor();
  await turnOrEnd(host.page);
  return { host, guest, id };
}

test("a resignation is told to both, and whoever asks for a rematch is not stuck", async () => {
  const { host, guest, id } = await twoPeople();
  await server.command(host.context, id, { type: "resign" });
  await wasSaid(guest.page, "Black resigned. You win.");
  await wasSaid(host.page, "Black resigned. You lose.");
  await host.page.getByRole("heading", { name: "You lose" }).waitFor();
  assert.equal(await host.page.locator(".result .bar").count(), 0, "discs did not decide it");
  await host.page.getByRole("button", { name: "Rematch" }).click();
  await host.page.getByRole("status").filter({ hasText: "Rematch offered" }).waitFor();
  await guest.page.getByRole("status").filter({ hasText: "Your opponent offers a rematch." }).waitFor();
  assert.equal(await guest.page.locator(".name-card").count(), 0, "a name is no longer asked for");
  await keepPicture(guest.page, "rematch-offered");
  await keepPicture(host.page, "rematch-asked");
  await host.page.getByRole("button", { name: "New game" }).click();
  await host.page.getByRole("dialog", { name: "New game" }).waitFor();
});

test("a game on time says so, at the board and in the list", async () => {
  const { page, context } = await visitor(browser);
  const { id } = await server.createAs(context, { black: "human", white: "human", you: "both", time: "1s/move" });
  await page.goto(`${server.url}/game/${id}`);
  await cell(page, "d3").click();
  await wasSaid(page, "White ran out of time. Black wins.");
  await page.goto(server.url);
  await page.locator(`.finished li[data-id="${id}"]`, { hasText: "Black wins on time" }).waitFor();
});

test("the anti game says that fewest discs win", async () => {
  const { page, context } = await visitor(browser);
  const { id } = await server.createAs(context, { variant: "anti", you: "black" });
  await page.goto(`${server.url}/game/${id}`);
  await page.locator("#variant", { hasText: "Anti: fewest discs win" }).waitFor();
  await wasSaid(page, "You are Black. Anti: fewest discs win. Your turn.");
  await server.command(context, id, { type: "resign" });
  await wasSaid(page, /Black resigned\. You lose\. Black 2, White 2\. Fewest discs win\./);
});

test("a list says how a game was given up", async () => {
  const { page, context } = await visitor(browser);
  const { id } = await server.createAs(context, {});
  await server.command(context, id, { type: "resign" });
  await page.goto(server.url);
  await page.locator(`.finished li[data-id="${id}"]`, { hasText: "White wins by resignation" }).waitFor();
});

for (const size of covered([PHONE, TABLET, DESKTOP])) {
  test(`the last position of a watched game can be seen on ${size.width} by ${size.height}, and a click on it closes`, async () => {
    const { id } = await server.create({ black: "level:1", white: "greedy", you: "none", variant: "tiny", seed: 3 });
    const { page } = await visitor(browser, { size });
    await page.goto(`${server.url}/watch/${id}`);
    await page.getByRole("button", { name: "Click to start" }).waitFor();
    await page.locator(".live-pill").waitFor({ state: "hidden" });
    await page.keyboard.press("End");
    const card = page.getByRole("button", { name: "Click to close" });
    await card.waitFor();
    await keepPicture(page, `watch-ended-${size.width}`);
    const { result } = await server.game(id);
    const named = { black: "Black (Level 1) wins", white: "White (Greedy) wins", none: "Draw" };
    await card.filter({ hasText: named[result?.winner ?? "none"] }).waitFor();
    const [board, ending] = await Promise.all([page.locator("reversi-board").boundingBox(), card.boundingBox()]);
    assert.ok(board && ending);
    const isBeside = ending.x >= board.x + board.width || ending.y >= board.y + board.height;
    assert.ok(isBeside, `${JSON.stringify(ending)} lies over ${JSON.stringify(board)}`);
    assert.ok(ending.y + ending.height <= size.height, "it is in sight");
    await page.mouse.click(board.x + board.width / 2, board.y + board.height / 2);
    await page.waitForURL(`${server.url}/`);
  });
}

test("two at one screen are two colors, in the list and when one resigns", async () => {
  const { page, context } = await visitor(browser);
  const { id } = await server.createAs(context, { black: "human", white: "human", you: "both" });
  await page.goto(server.url);
  const card = page.locator(`.unfinished li[data-id="${id}"]`);
  await card.filter({ hasText: "Two players, one screen" }).waitFor();
  assert.deepEqual(await card.locator(".name").allTextContents(), ["Black", "White"]);
  await card.getByRole("link").click();
  await turnOrEnd(page);
  await cell(page, "d3").click();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByText("Resign as White?").waitFor();
  await page.getByRole("group", { name: "Resign as White?" }).getByRole("button", { name: "Resign" }).click();
  await page.getByRole("heading", { name: "Black wins" }).waitFor();
});

test("a draw is told", async () => {
  const { page, context } = await visitor(browser);
  const { id } = await server.createAs(context, { black: "human", white: "human", you: "both", variant: "tiny", from: BEFORE_THE_DRAW });
  await page.goto(`${server.url}/game/${id}`);
  await turnOrEnd(page);
  await cell(page, "d2").click();
  await wasSaid(page, "Draw. Black 8, White 8.");
});

test("a draw of named players names both, on the game page and on the watch page", async () => {
  const { page, context } = await visitor(browser);
  const { id } = await server.createAs(context, { black: "greedy", white: "level:1", you: "none", variant: "tiny", from: BEFORE_THE_DRAW });
  await page.goto(`${server.url}/watch/${id}`);
  await page.getByRole("button", { name: "Click to start" }).click();
  await page.getByRole("button", { name: "Click to close" }).filter({ hasText: "Draw: Greedy and Level 1" }).waitFor();
  await page.goto(`${server.url}/game/${id}`);
  await page.getByRole("heading", { name: "Draw: Greedy and Level 1" }).waitFor();
});
