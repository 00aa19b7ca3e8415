// @ts-check
/** Games in which a side lost a turn, as course servers punish late answers. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, visitor } from "./harness/browser.js";
import { PASSWORD, freePort, lateGame } from "./harness/course.js";
import { Server } from "./harness/server.js";

/** @type {Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;
/** A game in which White was too late at its first turn. */
let id = "";
before(async () => {
  const port = await freePort();
  server = await Server.start([`--course-json=${port}`, "--course-password", PASSWORD, "--course-time", "1"]);
  browser = await launch();
  await lateGame(port);
  const { games } = /** @type {any} */ (await (await fetch(`${server.url}/api/games?filter=finished`)).json());
  ({ id } = games[0]);
});
after(() => Promise.all([server?.stop(), browser?.close()]));

test("the analysis page opens the game and says that the turn was lost, and why", async () => {
  const { page, faults } = await visitor(browser);
  await page.goto(`${server.url}/analyse?game=${id}`);
  const first = page.locator(".move-tree button[data-ply='1']");
  await first.getByText("turn lost: too late").waitFor();
  await page.locator(".review").getByText("At level").waitFor();
  assert.deepEqual(faults, []);
});

test("it is a lost turn in the archive too, and in Japanese", async () => {
  const { page, faults } = await visitor(browser, { settings: { language: "ja" } });
  await page.goto(`${server.url}/analyse?archive=1`);
  await page.locator(".move-tree button[data-ply='1']").getByText("手番を失う").waitFor();
  assert.deepEqual(faults, []);
});

test("moves in the address hold lost turns, and can be played on", async () => {
  const { page, faults } = await visitor(browser);
  await page.goto(`${server.url}/analyse?moves=f5lostd3`);
  const turns = page.locator(".move-tree button[data-ply]");
  await turns.nth(2).waitFor();
  // The review may have marked a loss with "?" or "??".
  const texts = await turns.evaluateAll((buttons) =>
    buttons.map(({ children }) => [...children].map((part) => part.textContent).filter((text) => text && !/^\?+$/.test(text)).join(" ")),
  );
  assert.deepEqual(texts, ["1 f5", "2 turn lost", "3 d3"]);
  assert.deepEqual(faults, []);
});
