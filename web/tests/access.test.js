// @ts-check
/** Every page, in every theme, under the eyes of axe. */

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { cell, turnOrEnd, wasTaken } from "./harness/board.js";
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
};

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
