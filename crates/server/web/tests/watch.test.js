// @ts-check
/** Games to watch: from the click that starts them to the click that closes them. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { wasSaid } from "./harness/board.js";
import { covered, keepPicture, launch, visitor } from "./harness/browser.js";
import { Bot } from "./harness/bot.js";
import { Server } from "./harness/server.js";

/** @type {Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  server = await Server.start();
  browser = await launch();
});
after(() => Promise.all([server?.stop(), browser?.close()]));

const COMPUTERS = { black: "greedy", white: "random", you: "none", variant: "tiny", seed: 3 };

/** @param {import("playwright-core").Page} page */
const place = (page) => page.locator(".place").textContent();

/**
 * @param {import("playwright-core").Page} page
 * @param {number} ply
 */
async function shows(page, ply) {
  await page.waitForFunction((wanted) => document.querySelector(".place")?.textContent?.startsWith(`${wanted} /`), ply);
}

/** Waits until the game has left its first position. @param {import("playwright-core").Page} page */
async function isUnderWay(page) {
  await page.waitForFunction(() => parseInt(document.querySelector(".place")?.textContent ?? "") > 0);
}

/** Waits until the page knows that the game is over. @param {import("playwright-core").Page} page */
async function isOver(page) {
  await page.locator(".live-pill").waitFor({ state: "hidden" });
}

test("two computers are chosen, start at a click, play to the end, and close at a click", async () => {
  const { page, faults } = await visitor(browser, { still: false, settings: { speed: "8" } });
  await page.goto(server.url);
  await page.getByRole("button", { name: "Watch computers play" }).click();
  await page.getByRole("combobox", { name: "Black" }).selectOption("greedy");
  await page.getByRole("combobox", { name: "White" }).selectOption("random");
  await page.getByRole("button", { name: "Watch", exact: true }).click();
  await page.waitForURL(/\/watch\/\w+$/);
  const start = page.getByRole("button", { name: "Click to start" });
  await start.waitFor();
  assert.match((await place(page)) ?? "", /^0 \//);
  await keepPicture(page, "watch-start");
  await start.click();
  await isUnderWay(page);
  const close = page.getByRole("button", { name: "Click to close" });
  await close.waitFor({ timeout: 120_000 });
  await keepPicture(page, "watch-end");
  const game = await server.game(new URL(page.url()).pathname.split("/")[2]);
  assert.equal(game.status, "over");
  assert.equal(await place(page), `${game.moves.length} / ${game.moves.length}`);
  await close.click();
  await page.waitForURL(`${server.url}/`);
  assert.deepEqual(faults, []);
});

test("two bots that have come from their terminals wait for a click, play to the end, and close at a click", async () => {
  const bots = [Bot.seek("greedy", server), Bot.seek("greedy", server)];
  const watch = await bots[0].link();
  assert.equal(await bots[1].link(), watch, "they play each other");
  const { page, faults } = await visitor(browser, { still: false, settings: { speed: "8" } });
  await page.goto(watch);
  const start = page.getByRole("button", { name: "Click to start" });
  await start.waitFor();
  const id = new URL(watch).pathname.split("/")[2];
  const before = await server.game(id);
  assert.deepEqual([before.waitingForStart, before.moves.length], [true, 0], "nobody has moved");
  await page.getByText("Greedy 2").waitFor();
  await keepPicture(page, "watch-bots");
  await start.click();
  const close = page.getByRole("button", { name: "Click to close" });
  await close.waitFor({ timeout: 120_000 });
  const { status, moves } = await server.game(id);
  assert.equal(status, "over");
  assert.equal(await place(page), `${moves.length} / ${moves.length}`);
  assert.deepEqual(await Promise.all(bots.map((bot) => bot.ended())), [0, 0]);
  await close.click();
  await page.waitForURL(`${server.url}/`);
  assert.deepEqual(faults, []);
});

test("a bot that breaks the rules loses, and it is said how", async () => {
  const bot = await Bot.dial(server, "Cheat");
  const created = server.create({ black: "bot:Cheat", white: "random", you: "none" });
  const question = await bot.wait("move");
  bot.say({ type: "move", request: question.request, move: "a1" });
  const { id } = await created;
  const { page } = await visitor(browser);
  await page.goto(`${server.url}/watch/${id}`);
  await page.getByRole("button", { name: "Click to start" }).click();
  await page.locator(".ending").getByText("Black (Cheat): made an illegal move: ").waitFor();
  bot.close();
});

test("a game goes to and fro by keys, step by step and to its ends", async () => {
  const { id } = await server.create(COMPUTERS);
  const { page } = await visitor(browser);
  await page.goto(`${server.url}/watch/${id}`);
  await page.getByRole("button", { name: "Click to start" }).waitFor();
  await isOver(page);
  await page.keyboard.press("ArrowRight");
  await shows(page, 1);
  await page.keyboard.press("ArrowRight");
  await shows(page, 2);
  await page.keyboard.press("ArrowLeft");
  await shows(page, 1);
  await page.keyboard.press("End");
  await page.getByRole("button", { name: "Click to close" }).waitFor();
  await page.keyboard.press("Home");
  await shows(page, 0);
  await page.keyboard.press(" ");
  await page.getByRole("button", { name: "Pause" }).waitFor();
  await isUnderWay(page);
  await page.keyboard.press(" ");
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
});

test("the bar scrubs, and the board follows", async () => {
  const { id } = await server.create(COMPUTERS);
  const { page } = await visitor(browser);
  await page.goto(`${server.url}/watch/${id}`);
  await page.getByRole("button", { name: "Click to start" }).waitFor();
  await isOver(page);
  const { moves } = await server.game(id);
  const bar = page.getByRole("slider", { name: "Move shown" });
  await bar.fill("3");
  await shows(page, 3);
  const discs = 4 + moves.slice(0, 3).filter(({ move }) => move !== "pass").length;
  await page.waitForFunction((count) => document.querySelectorAll("reversi-board .disc").length === count, discs);
  await page.getByRole("button", { name: "One move back" }).click();
  await shows(page, 2);
});

test("a running game is followed live, and one may fall behind and catch up", async () => {
  const { page, context } = await visitor(browser);
  const { id } = await server.createAs(context, { black: "human", white: "human", you: "both", variant: "tiny" });
  await server.move(context, id, { ply: 0, square: "b1" });
  await page.goto(`${server.url}/watch/${id}`);
  await page.getByRole("button", { name: "Click to start" }).click();
  await page.getByText("Waiting for the next move").waitFor();
  const live = page.getByRole("button", { name: "Live", exact: true });
  await live.waitFor();
  await server.move(context, id, { ply: 1, square: "c1" });
  await shows(page, 2);
  await page.getByRole("button", { name: "To the start" }).click();
  await shows(page, 0);
  await page.getByRole("button", { name: "Jump to the live move" }).click();
  await shows(page, 2);
  await live.waitFor();
});

for (const [width, height] of covered([[360, 740], [1280, 800], [1600, 900], [1024, 600], [896, 500], [700, 900], [390, 844]], 2)) {
  test(`the bar of a running game stays inside its card on ${width} by ${height}`, async () => {
    const { page, context } = await visitor(browser, { size: { width, height } });
    const { id } = await server.createAs(context, { black: "human", white: "human", you: "both", variant: "tiny" });
    await page.goto(`${server.url}/watch/${id}`);
    await page.getByRole("button", { name: "Click to start" }).click();
    await page.getByRole("button", { name: "Live", exact: true }).waitFor();
    await keepPicture(page, `watch-live-${width}`);
    assert.deepEqual(await page.evaluate(spilled), []);
  });
}

/** Controls that stick out of the playback bar. */
function spilled() {
  const bar = /** @type {HTMLElement} */ (document.querySelector(".transport"));
  const { left, right, top, bottom } = bar.getBoundingClientRect();
  const parts = [...bar.querySelectorAll("button, input[type=range], output, label")];
  return parts
    .filter((part) => {
      const box = part.getBoundingClientRect();
      return box.left < left || box.right > right || box.top < top || box.bottom > bottom;
    })
    .map((part) => part.outerHTML);
}

test("those who listen are told how a game ended, however fast it went by", async () => {
  const { id } = await server.create(COMPUTERS);
  const { page } = await visitor(browser, { settings: { speed: "8" } });
  await page.goto(`${server.url}/watch/${id}`);
  await page.getByRole("button", { name: "Click to start" }).click();
  await page.getByRole("button", { name: "Click to close" }).waitFor();
  const { result } = await server.game(id);
  const outcome = { black: "Black (Greedy) wins", white: "White (Random) wins", none: "Draw: Greedy and Random" }[result?.winner ?? "none"];
  await wasSaid(page, `${outcome}. Black ${result?.black}, White ${result?.white}.`);
  await page.getByRole("button", { name: `${outcome} Black ${result?.black} White ${result?.white}` }).waitFor();
});

test("a game that is not there is said to be so, in the middle of the page", async () => {
  const { page } = await visitor(browser);
  for (const path of ["/watch/aaaaaaaaaaaa", "/game/aaaaaaaaaaaa"]) {
    assert.equal((await page.goto(server.url + path))?.status(), 404);
    await page.getByText("This game does not exist").waitFor();
    await keepPicture(page, `gone${path.split("/")[1]}`);
    const box = await page.locator(".gone").boundingBox();
    assert.ok(box && Math.abs(box.x + box.width / 2 - 640) < 12, `${path}: ${JSON.stringify(box)}`);
    await page.getByRole("link", { name: "Home", exact: true }).click();
    await page.waitForURL(`${server.url}/`);
  }
});
