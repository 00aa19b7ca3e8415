// @ts-check
/** Every page, in every theme, under the eyes of axe. */

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { cell, turnOrEnd, wasTaken } from "./harness/board.js";
import { Bot } from "./harness/bot.js";
import { DESKTOP, PHONE, TABLET, keepPicture, launch, visitor } from "./harness/browser.js";
import { Server } from "./harness/server.js";

const THEMES = ["classic", "dark", "contrast"];
const SIZES = { phone: PHONE, tablet: TABLET, desktop: DESKTOP };

/** @type {Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {string} */
let axe;
before(async () => {
  const source = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
  axe = await readFile(source, "utf8");
  server = await Server.start();
  browser = await launch();
});
after(() => Promise.all([server?.stop(), browser?.close()]));

/** What is to be seen, and how one comes there. @type {Record<string, (page: import("playwright-core").Page) => Promise<unknown>>} */
const SCENES = {
  home: async (page) => {
    await server.create({ black: "greedy", white: "random", you: "none", variant: "tiny" });
    await page.goto(server.url);
    await page.getByRole("region", { name: "Finished games" }).waitFor();
  },
  settings: async (page) => {
    await page.goto(server.url);
    await page.getByRole("button", { name: "Settings" }).click();
  },
  "new-game": async (page) => {
    await page.goto(server.url);
    await page.getByRole("button", { name: "New game" }).click();
    await page.getByText("More", { exact: true }).click();
  },
  computers: async (page) => {
    await page.goto(server.url);
    await page.getByRole("button", { name: "Watch computers play" }).click();
    await page.getByRole("dialog").waitFor();
  },
  game: async (page) => {
    await page.goto(server.url);
    await page.getByRole("button", { name: "Play now" }).click();
    await page.waitForURL(/\/game\/\w+$/);
    await turnOrEnd(page);
    await cell(page, "d3").click();
    await wasTaken(page, "d3");
    await turnOrEnd(page);
  },
  result: async (page) => {
    await page.goto(server.url);
    await page.getByRole("button", { name: "Play now" }).click();
    await page.waitForURL(/\/game\/\w+$/);
    await turnOrEnd(page);
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByRole("button", { name: "Resign", exact: true }).click();
    await page.getByRole("heading", { name: "You lose" }).waitFor();
  },
  keys: async (page) => {
    await page.goto(server.url);
    await page.getByRole("button", { name: "Play now" }).click();
    await page.waitForURL(/\/game\/\w+$/);
    await turnOrEnd(page);
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
  },
  invite: async (page) => {
    await page.goto(server.url);
    await page.getByRole("button", { name: "New game" }).click();
    await page.getByRole("radio", { name: "A friend, by link" }).check();
    await page.getByRole("button", { name: "Start game" }).click();
    await page.getByLabel("Invite link", { exact: true }).waitFor();
  },
  watch: async (page) => {
    const { id } = await server.create({ black: "greedy", white: "random", you: "none" });
    await page.goto(`${server.url}/watch/${id}`);
    await page.getByRole("button", { name: "Click to start" }).waitFor();
  },
  "watch-end": async (page) => {
    const { id } = await server.create({ black: "greedy", white: "random", you: "none", variant: "tiny" });
    await page.goto(`${server.url}/watch/${id}`);
    await page.getByRole("button", { name: "Click to start" }).click();
    await page.getByRole("button", { name: "Click to close" }).waitFor({ timeout: 120_000 });
  },
  arena: async (page) => {
    await withBot(page);
    await finished(page);
    await page.goto(`${server.url}/arena`);
    await page.getByText("Guest", { exact: true }).first().waitFor();
    await page.locator(".contest").first().waitFor();
  },
  challenge: async (page) => {
    await withBot(page);
    await page.goto(`${server.url}/arena`);
    await page.getByRole("button", { name: "Challenge Guest", exact: true }).click();
    await page.getByRole("dialog").waitFor();
  },
  "new-tournament": async (page) => {
    await page.goto(`${server.url}/arena`);
    await page.getByRole("button", { name: "New tournament" }).click();
    await page.getByText("More", { exact: true }).click();
  },
  "tournament-open": async (page) => {
    const { url, code } = await server.tournamentAs(page.context(), { title: "Autumn cup", players: ["greedy", "level:3"] });
    await withBot(page, code);
    await page.goto(server.url + url);
    await page.getByText("Guest", { exact: true }).waitFor();
    await page.getByLabel("Add a computer").waitFor();
  },
  "tournament-playing": async (page) => {
    await page.goto(server.url + (await running(page)));
    await page.locator(".mini-game").first().waitFor();
    await page.getByText("Round 1", { exact: true }).click();
    await page.locator(".meetings li").first().waitFor();
    await page.locator(".foul-list li").first().waitFor();
  },
  "tournament-over": async (page) => {
    await page.goto(server.url + (await finished(page)));
    await page.getByText(/wins$|share the first/).first().waitFor();
  },
  "projector-open": async (page) => {
    const { url, code } = await server.tournamentAs(page.context(), { title: "Autumn cup", players: ["greedy", "level:3"] });
    await page.goto(`${server.url}${url}/projector`);
    await page.locator(".big-code").getByText(code).waitFor();
  },
  "projector-playing": async (page) => {
    await page.goto(`${server.url}${await running(page)}/projector`);
    await page.locator(".beam-player .name").first().waitFor();
  },
  "projector-over": async (page) => {
    await page.goto(`${server.url}${await finished(page)}/projector`);
    await page.locator(".podium li").first().waitFor();
  },
  bot: async (page) => {
    const bot = await withBot(page);
    await server.create({ black: "bot:Guest", white: "random", you: "none" });
    const question = await bot.wait("move");
    bot.answer(question, { text: "a corner is next", values: { d3: 4, c4: -2.5 }, line: ["d3", "c3"], depth: 8, nodes: 12345 });
    await bot.wait("move");
    await page.goto(`${server.url}/bot#${bot.token}`);
    await page.locator(".thought").getByText("a corner is next").waitFor();
    await page.locator(".traffic-lines li").first().waitFor();
  },
  "bot-none": async (page) => {
    await page.goto(`${server.url}/bot`);
    await page.getByText("belongs to the owner").waitFor();
  },
};

/** Bots go when whoever looked at them goes. @param {import("playwright-core").Page} page @param {string} [join] */
async function withBot(page, join) {
  const bot = await Bot.dial(server, "Guest", { join });
  page.once("close", () => bot.close());
  return bot;
}

/** A tournament in which one bot has erred and another thinks for long. @param {import("playwright-core").Page} page */
async function running(page) {
  const { id, url, code } = await server.tournamentAs(page.context(), { title: "Autumn cup", players: ["greedy", "random"], variant: "tiny", time: "10m", tables: 1 });
  const bot = await withBot(page, code);
  await server.direct(page.context(), id, { type: "start" });
  const question = await bot.wait("move");
  bot.say({ type: "move", request: question.request, move: "h8" });
  await bot.wait("move");
  return url;
}

/** @param {import("playwright-core").Page} page */
async function finished(page) {
  const { id, url } = await server.tournamentAs(page.context(), { title: "Autumn cup", players: ["greedy", "random", ...[1, 2, 3, 4, 5, 6].map((level) => `level:${level}`)], variant: "tiny", games: 1 });
  await server.direct(page.context(), id, { type: "start" });
  await page.goto(server.url + url);
  await page.locator('main[data-stage="over"]').waitFor();
  return url;
}

for (const theme of THEMES) {
  for (const [scene, go] of Object.entries(SCENES)) {
    test(`${scene} in the theme ${theme} has no serious finding`, async () => {
      const { page, context } = await visitor(browser, { settings: { theme, speed: "8" } });
      await go(page);
      assert.deepEqual(await findings(page), []);
      for (const [name, size] of Object.entries(SIZES)) {
        await page.setViewportSize(size);
        await keepPicture(page, `${scene}-${theme}-${name}`);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `too wide on a ${name}`);
      }
      await context.close();
    });
  }
}

/** @param {import("playwright-core").Page} page */
async function findings(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => /** @type {any} */ (globalThis).axe.run());
  return violations
    .filter(/** @param {any} found */ (found) => found.impact === "serious" || found.impact === "critical")
    .map(/** @param {any} found */ (found) => `${found.id}: ${found.nodes.map(/** @param {any} node */ (node) => node.html).slice(0, 3)}`);
}
