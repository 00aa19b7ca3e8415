// @ts-check
/** Accessibility of the study pages, checked by axe. */

import { after, before } from "node:test";
import { examine } from "./harness/access.js";
import { cell } from "./harness/board.js";
import { launch } from "./harness/browser.js";
import { Server } from "./harness/server.js";

/** @typedef {import("playwright-core").Page} Page */

/** @type {Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;
let id = "";
before(async () => {
  server = await Server.start();
  browser = await launch();
  ({ id } = await server.create({ black: "greedy", white: "random", you: "none", variant: "six", seed: 7 }));
  await server.finished(id);
});
after(() => Promise.all([server?.stop(), browser?.close()]));

/** @param {Page} page @param {string} place */
async function reviewed(page, place) {
  await page.goto(`${server.url}/analyse?game=${id}${place}`);
  await page.locator(".review").getByText("At level").waitFor();
  await page.locator("reversi-board .value").first().waitFor();
}

examine(
  {
    analyse: async (page) => {
      await reviewed(page, "#4");
      const next = (await page.locator('.move-tree button[data-ply="5"] > span').nth(2).textContent()) ?? "";
      await page.locator(`reversi-board[data-playable] button[data-legal]:not([data-square="${next}"])`).first().click();
      await page.locator(".move-tree .variation [aria-current]").waitFor();
      await page.getByText("As a table").click();
    },
    mistake: async (page) => {
      await reviewed(page, "");
      await page.locator(".graph-picture").focus();
      await page.keyboard.press("PageDown");
      await page.getByRole("button", { name: /^Why/ }).waitFor();
      await page.getByText("As a table").click();
    },
    card: async (page) => {
      await reviewed(page, "");
      await page.getByText("As a table").click();
      await page.locator(".as-table .sign.blunder").first().click();
      await page.getByRole("dialog").waitFor();
      await page.waitForFunction(() => /** @type {HTMLImageElement} */ (document.querySelector(".card-picture")).complete);
    },
    open: async (page) => {
      await page.goto(`${server.url}/analyse`);
      await page.getByRole("button", { name: "Open a game" }).click();
      await page.getByRole("textbox", { name: "Text of the game" }).fill("f5d6c3\nf5f6e6f4\n(;");
      await page.getByRole("button", { name: "Open", exact: true }).click();
      await page.locator(".found-games li").first().waitFor();
    },
    "share-analyse": async (page) => {
      await reviewed(page, "#3");
      await page.getByRole("button", { name: "Share" }).click();
      await page.getByRole("dialog", { name: "Share" }).waitFor();
    },
    edit: async (page) => {
      await page.goto(`${server.url}/edit`);
      await page.getByText("Reachable from").waitFor();
      await cell(page, "a1").click();
      await page.getByText("Not reachable").first().waitFor();
    },
    archive: async (page) => {
      await page.goto(`${server.url}/archive`);
      await page.locator(".past-games li, .found-past header p:not(:empty)").first().waitFor();
      await page.locator("reversi-board .value").first().waitFor();
    },
  },
  () => browser,
);
