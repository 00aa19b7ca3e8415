// @ts-check
/** Accessibility of the arena pages, checked by axe. */

import { after, before } from "node:test";
import { examine } from "./harness/access.js";
import { Bot } from "./harness/bot.js";
import { launch } from "./harness/browser.js";
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

/** @type {Parameters<typeof examine>[0]} */
const SCENES = {
  arena: async (page) => {
    const { name } = await withBot(page);
    await finished(page);
    await page.goto(`${server.url}/arena`);
    await page.getByText(name, { exact: true }).first().waitFor();
    await page.locator(".tournament").first().waitFor();
  },
  challenge: async (page) => {
    const { name } = await withBot(page);
    await page.goto(`${server.url}/arena`);
    await page.getByRole("button", { name: `Challenge ${name}`, exact: true }).click();
    await page.getByRole("dialog").waitFor();
  },
  "new-tournament": async (page) => {
    await page.goto(`${server.url}/arena`);
    await page.getByRole("button", { name: "New tournament" }).click();
    await page.getByText("More", { exact: true }).click();
  },
  "tournament-open": async (page) => {
    const { url, code } = await server.tournamentAs(page.context(), { title: "Autumn cup", players: ["greedy", "level:3"] });
    const { name } = await withBot(page, code);
    await page.goto(server.url + url);
    await page.getByText(name, { exact: true }).waitFor();
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
    await page.getByText(/wins$|share first/).first().waitFor();
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
    await server.create({ black: `bot:${bot.name}`, white: "random", you: "none" });
    const question = await bot.wait("move");
    bot.answer(question, { text: "a corner is next", values: { d3: 4, c4: -2.5 }, line: ["d3", "c3"], depth: 8, nodes: 12345 });
    await bot.wait("move");
    await page.goto(`${server.url}/bot#${bot.token}`);
    await page.locator(".thought").getByText("a corner is next").waitFor();
    await page.locator(".traffic-lines li").first().waitFor();
  },
  "bot-none": async (page) => {
    await page.goto(`${server.url}/bot`);
    await page.getByText("for the owner of a bot").waitFor();
  },
};

examine(SCENES, () => browser);

/** Closes the bots with the page of the scene. @param {import("playwright-core").Page} page @param {string} [join] */
async function withBot(page, join) {
  const bot = await Bot.dial(server, "Guest", { join });
  page.once("close", () => bot.close());
  return bot;
}

/** A tournament in which one bot has erred and another thinks for long. @param {import("playwright-core").Page} page */
async function running(page) {
  const { id, url, code } = await server.tournamentAs(page.context(), { title: "Autumn cup", players: ["greedy", "random"], variant: "tiny", time: "10m", concurrency: 1 });
  const bot = await withBot(page, code);
  await server.direct(page.context(), id, { type: "start" });
  const question = await bot.wait("move");
  bot.say({ type: "move", request: question.request, move: "h8" });
  await bot.wait("move");
  return url;
}

/** @param {import("playwright-core").Page} page */
async function finished(page) {
  const { id, url } = await server.tournamentAs(page.context(), { title: "Autumn cup", players: ["greedy", "random", ...[1, 2, 3, 4, 5, 6].map((level) => `level:${level}`)], variant: "tiny", games: 1, pace: 0 });
  await server.direct(page.context(), id, { type: "start" });
  await page.goto(server.url + url);
  await page.locator('main[data-stage="over"]').waitFor();
  return url;
}
