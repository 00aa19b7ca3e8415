// @ts-check
/** Accessibility of the game pages, checked by axe. */

import { after, before } from "node:test";
import { examine } from "./harness/access.js";
import { cell, turnOrEnd, wasTaken } from "./harness/board.js";
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

examine(SCENES, () => browser);
