// @ts-check
/** The page of a bot's owner, and when others see its thoughts. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readTraffic } from "../js/game/traffic.js";
import { Bot } from "./harness/bot.js";
import { keepPicture, launch, visitor } from "./harness/browser.js";
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

const INFO = { text: "a corner is next", values: { d3: 4, c4: -2.5, f5: 0.25, e6: 12345 }, line: ["d3", "c3"], depth: 8, nodes: 12345 };

test("the log is read line by line, and what it does not know is told", () => {
  const lines = readTraffic('1000 > {"type":"bye"}\n1500 < d3\n1501 ! illegal-move: no\n! the log ends here\n');
  assert.deepEqual(lines.map(({ at, voice, text }) => [at, voice, text]), [
    [1000, "to", '{"type":"bye"}'],
    [1500, "from", "d3"],
    [1501, "verdict", "illegal-move: no"],
    [1501, "verdict", "the log ends here"],
  ]);
});

test("an owner sees thoughts and every line during the game, others only after it", async () => {
  const bot = await Bot.dial(server, "Ann");
  const { id } = await server.create({ black: "bot:Ann", white: "random", you: "none" });
  bot.answer(await bot.wait("move"), INFO);
  const second = await bot.wait("move");

  const owner = await visitor(browser);
  await owner.page.goto(`${server.url}/bot#${bot.token}`);
  await owner.page.getByRole("heading", { name: "Ann", level: 1 }).waitFor();
  await owner.page.getByText("Connected", { exact: true }).waitFor();
  const thoughts = owner.page.getByRole("region", { name: "Bot's analysis" });
  await thoughts.getByText("a corner is next").waitFor();
  await thoughts.getByText("8 plies deep · 12,345 positions").waitFor();
  assert.deepEqual(await owner.page.locator("reversi-board .value").allTextContents(), ["−2.5", "+0.25", "+12k"], "on the squares that are empty still");
  const log = owner.page.getByRole("region", { name: "Message log" });
  await log.locator(".from").getByText('"a corner is next"').first().waitFor();
  await keepPicture(owner.page, "glass-during");

  const stranger = await visitor(browser);
  await stranger.page.goto(`${server.url}/watch/${id}`);
  await stranger.page.getByRole("button", { name: "Click to start" }).click();
  await stranger.page.getByText("Waiting for the next move").waitFor();
  assert.equal(await stranger.page.getByText("a corner is next").count(), 0);
  const asked = await (await fetch(`${server.url}/api/games/${id}/thoughts`)).json();
  assert.deepEqual(asked, { thoughts: [] });
  const guessed = await fetch(`${server.url}/api/games/${id}/traffic`);
  assert.equal(guessed.ok, false);

  bot.say({ type: "move", request: second.request, move: "a1" });
  await bot.wait("over");
  await log.locator(".verdict").first().waitFor();
  await log.getByText(/verdicts?$/).waitFor();
  await keepPicture(owner.page, "glass-after");
  await stranger.page.locator(".ending").getByText("Black (Ann): made an illegal move: ").waitFor();
  await stranger.page.getByRole("region", { name: "Bot's analysis" }).waitFor();
  await stranger.page.keyboard.press("Home");
  await stranger.page.keyboard.press("ArrowRight");
  await stranger.page.getByText("a corner is next").waitFor();
  await stranger.page.locator("reversi-board .value").first().waitFor();
  await keepPicture(stranger.page, "watch-thoughts");
  assert.deepEqual([...owner.faults, ...stranger.faults], []);
  bot.close();
});

test("the link that a terminal prints opens the bot's page", async () => {
  const bot = Bot.run(["bot", "minimax:2", "--connect", server.url, "--name", "Printed"]);
  const link = await bot.says(/http:\S+\/bot#[0-9a-f]{64}/);
  const { page } = await visitor(browser);
  await page.goto(link);
  await page.getByRole("heading", { name: "Printed" }).waitFor();
  await page.getByText("No games yet").waitFor();
  bot.kill();
  await page.getByText("Not connected").waitFor();
});

test("without a token, or with one that nobody has, the page says what to do", async () => {
  const { page } = await visitor(browser);
  await page.goto(`${server.url}/bot`);
  await page.getByText("This page is for the owner of a bot").waitFor();
  await page.goto(`${server.url}/bot#${"0".repeat(64)}`);
  await page.getByText("The server does not know this bot").waitFor();
  await page.getByRole("link", { name: "Go to the arena" }).waitFor();
});
