// @ts-check
/** The projector page. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Feature } from "../js/game/feature.js";
import { FEATURE_AT_LEAST, FEATURE_END } from "../js/timing.js";
import { Bot } from "./harness/bot.js";
import { keepPicture, launch, visitor } from "./harness/browser.js";
import { Server } from "./harness/server.js";

const BEAMER = { width: 1920, height: 1080 };

/** @type {Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  server = await Server.start();
  browser = await launch();
});
after(() => Promise.all([server?.stop(), browser?.close()]));

/** @param {number} number @param {"black" | null} [turn] @returns {any} */
function mini(number, turn = "black") {
  return { number, turn };
}

test("the large board stays with a game for a while, shows its end, and goes on to the next", () => {
  const feature = new Feature();
  const at = (/** @type {any[]} */ games, /** @type {number | null} */ featured, /** @type {number} */ now) => feature.choose({ type: "boards", now: 0, games, featured }, now)?.number ?? null;
  assert.equal(at([], null, 0), null);
  assert.equal(at([mini(1), mini(2)], 1, 0), 1);
  assert.equal(at([mini(1), mini(2)], 2, FEATURE_AT_LEAST - 1), 1, "another is worth more, but this has only begun");
  assert.equal(at([mini(1), mini(2)], 2, FEATURE_AT_LEAST), 2);
  const end = FEATURE_AT_LEAST + 10;
  assert.equal(at([mini(1), mini(2, null)], 1, end), 2, "its end is to be seen");
  assert.equal(at([mini(1)], 1, end + FEATURE_END - 1), 2, "also when it has left its table");
  assert.equal(at([mini(1)], 1, end + FEATURE_END), 1);
  assert.equal(at([], null, end + FEATURE_END + 1), 1);
  assert.equal(at([], null, end + 2 * FEATURE_END + 1), null);
});

test("the code while it is open, a large board while it is played, the podium at the end, and nothing to press", async () => {
  const { page, context, faults } = await visitor(browser, { size: BEAMER });
  const { id, url, code } = await server.tournamentAs(context, { title: "Autumn cup", players: ["greedy", "random"], time: "10m", concurrency: 4 });
  const bot = await Bot.dial(server, "Ann", { join: code });
  await page.goto(`${server.url}${url}/projector`);
  await page.locator(".big-code").getByText(code).waitFor();
  await page.getByText(`outflank bot level:5 --connect ${new URL(server.url).host} --join ${code}`, { exact: true }).waitFor();
  await page.locator(".guests").getByText("Ann").waitFor();
  await isWhole(page);
  await keepPicture(page, "projector-open");
  const size = await page.locator(".big-code").evaluate((element) => parseFloat(getComputedStyle(element).fontSize));
  assert.ok(size > 200, `the code is ${size} px high`);

  await server.direct(context, id, { type: "start" });
  const question = await bot.wait("move");
  await page.locator('main[data-stage="playing"]').waitFor();
  const names = page.locator(".beam-player .name");
  await page.waitForFunction(() => document.querySelector(".beam-player .name")?.textContent);
  const shown = (await names.allTextContents()).sort();
  const { entrants } = await server.tournament(id);
  assert.ok(shown.every((name) => entrants.some((entrant) => entrant.name === name)), String(shown));
  const box = await page.locator(".beam-board reversi-board").boundingBox();
  assert.ok(box && box.width > 600, `the board is ${box?.width} px wide`);
  await isWhole(page);
  await keepPicture(page, "projector-playing");
  assert.equal(await pressable(page), 0);

  bot.answer(question);
  const playing = bot.play();
  await page.locator('main[data-stage="over"]').waitFor({ timeout: 120_000 });
  await page.locator(".podium li").first().waitFor();
  const { standings, entrants: all } = await server.tournament(id);
  assert.equal(await page.locator(".podium li").first().locator(".step-name").textContent(), all[standings[0].entrant].name);
  await isWhole(page);
  await keepPicture(page, "projector-over");
  assert.equal(await pressable(page), 0);
  assert.deepEqual(faults, []);
  bot.close();
  await playing;
});

/** A projector is not scrolled. @param {import("playwright-core").Page} page */
async function isWhole(page) {
  const { width, height } = await page.evaluate(() => ({ width: document.documentElement.scrollWidth, height: document.documentElement.scrollHeight }));
  assert.deepEqual({ width, height }, BEAMER);
}

/** How many things could have the focus. @param {import("playwright-core").Page} page */
function pressable(page) {
  return page.evaluate(() => [...document.querySelectorAll("a, button, input, select, [tabindex]")].filter((element) => !element.closest("[inert]")).length);
}
