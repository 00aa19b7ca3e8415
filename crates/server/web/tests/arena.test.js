// @ts-check
/** The arena page: connected bots, challenges, links. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cell, playToTheEnd, turnOrEnd } from "./harness/board.js";
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

/** A greedy bot that comments on its moves. @param {any} question */
function think({ legal }) {
  return { text: `I have ${legal.length} moves`, values: Object.fromEntries(legal.map((/** @type {string} */ square, /** @type {number} */ place) => [square, 9 - place])), line: legal.slice(0, 2), depth: 4 };
}

test("the first page and every header lead to the arena", async () => {
  const { page, faults } = await visitor(browser);
  await page.goto(server.url);
  await page.getByRole("link", { name: "Bots and tournaments" }).click();
  await page.waitForURL(`${server.url}/arena`);
  await page.getByRole("heading", { name: "Arena", level: 1 }).waitFor();
  await page.goto(server.url);
  await page.getByRole("navigation").getByRole("link", { name: "Arena" }).click();
  await page.waitForURL(`${server.url}/arena`);
  assert.equal(await page.getByRole("link", { name: "Arena", exact: true }).getAttribute("aria-current"), "page");
  assert.deepEqual(faults, []);
});

test("where no bot is, the exact line that brings one stands there, and it works", async () => {
  const alone = await Server.start();
  const { page } = await visitor(browser);
  await page.goto(`${alone.url}/arena`);
  await page.getByText("No bots connected").waitFor();
  const { host } = new URL(alone.url);
  const line = `outflank bot level:5 --connect ${host}`;
  await page.getByText(line, { exact: true }).waitFor();
  await page.getByText(`MyBot().connect("127.0.0.1", ${new URL(alone.url).port})`).waitFor();
  await keepPicture(page, "arena-empty");
  const bot = Bot.run(line.split(" ").slice(1));
  const here = page.getByRole("region", { name: "Connected bots" });
  await here.getByText("Level 5").waitFor();
  await page.getByText("No bots connected").waitFor({ state: "hidden" });
  bot.kill();
  await alone.stop();
});

test("a person challenges a bot, plays it to the end, and then sees what it thought", async () => {
  const bot = await Bot.dial(server, "Thinker");
  const playing = bot.play(think);
  const { page, faults } = await visitor(browser);
  await page.goto(`${server.url}/arena`);
  await page.getByRole("button", { name: "Challenge Thinker" }).click();
  const dialog = page.getByRole("dialog", { name: "Challenge Thinker" });
  await dialog.getByRole("radio", { name: "White" }).check();
  await dialog.getByRole("combobox", { name: "Variant" }).selectOption("tiny");
  await dialog.getByRole("textbox", { name: "Your name" }).fill("Carla");
  await keepPicture(page, "challenge");
  await dialog.getByRole("button", { name: "Start game" }).click();
  await page.waitForURL(/\/game\/\w+$/);
  await page.locator(".player-card").getByText("Thinker").waitFor();
  assert.equal(await turnOrEnd(page), "turn");
  assert.equal(await page.getByText("Bot's analysis").count(), 0, "not during the game");
  await playToTheEnd(page, (square) => cell(page, square).click());
  await page.getByRole("heading", { name: /You win|You lose|Draw/ }).waitFor();
  const thoughts = page.getByRole("region", { name: "Bot's analysis" });
  await thoughts.waitFor();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await thoughts.getByText(/I have \d+ moves/).waitFor();
  await page.locator("reversi-board .value").first().waitFor();
  await thoughts.scrollIntoViewIfNeeded();
  await keepPicture(page, "game-thoughts");
  const game = await server.game(new URL(page.url()).pathname.split("/")[2]);
  assert.deepEqual([game.seats.black.name, game.seats.white.name], ["Thinker", "Carla"]);
  assert.deepEqual(faults, []);
  bot.close();
  await playing;
});

test("a bot that plays cannot be challenged, and is free again after it", async () => {
  const bot = await Bot.dial(server, "Busy");
  const { page } = await visitor(browser);
  await page.goto(`${server.url}/arena`);
  const button = page.getByRole("button", { name: "Challenge Busy" });
  await button.waitFor();
  assert.equal(await button.isEnabled(), true);
  await server.create({ black: "bot:Busy", white: "random", you: "none", variant: "tiny" });
  await page.waitForFunction(() => document.querySelector('[aria-label="Challenge Busy"]')?.matches(":disabled"));
  const playing = bot.play();
  await page.waitForFunction(() => document.querySelector('[aria-label="Challenge Busy"]')?.matches(":enabled"));
  bot.close();
  await playing;
});

test("two bots are set against each other, by keys alone, and watched", async () => {
  const bots = [await Bot.dial(server, "Left"), await Bot.dial(server, "Right")];
  const playing = bots.map((bot) => bot.play());
  const { page } = await visitor(browser, { settings: { speed: "8" } });
  await page.goto(`${server.url}/arena`);
  await page.getByRole("button", { name: "Challenge Left" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await page.getByRole("combobox", { name: "Opponent" }).focus();
  await page.keyboard.type("Right");
  await page.getByRole("group", { name: "Left plays" }).waitFor();
  await page.getByRole("button", { name: "Start game" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/watch\/\w+$/);
  await page.getByRole("button", { name: "Click to start" }).waitFor();
  await page.getByText("Right").first().waitFor();
  for (const bot of bots) bot.close();
  await Promise.all(playing);
});

test("a game that waits for a click is found in the arena", async () => {
  const bots = [Bot.seek("greedy", server), Bot.seek("greedy", server)];
  const watch = await bots[0].link();
  const { page } = await visitor(browser);
  await page.goto(`${server.url}/arena`);
  const games = page.getByRole("region", { name: "Bot games" });
  await games.getByText("Click to start").waitFor();
  assert.ok((await games.getByRole("link").evaluateAll((links) => links.map((link) => /** @type {HTMLAnchorElement} */ (link).href))).includes(watch));
  bots.forEach((bot) => bot.kill());
});

test("the arena in Japanese", async () => {
  const { page } = await visitor(browser, { locale: "ja-JP" });
  await page.goto(`${server.url}/arena`);
  await page.getByRole("heading", { name: "アリーナ" }).waitFor();
  await page.getByRole("button", { name: "新しいトーナメント…" }).waitFor();
  await keepPicture(page, "arena-ja");
});
