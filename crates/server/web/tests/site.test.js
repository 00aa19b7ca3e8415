// @ts-check
/** `outflank site` on a plain file server, and what happens when a new edition takes the place of the old one. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { cell, turnOrEnd } from "./harness/board.js";
import { launch, visitor } from "./harness/browser.js";
import { serveFiles } from "./harness/files.js";
import { BINARY } from "./harness/server.js";
import { editionOf, settingsSay, stored, until } from "./harness/stored.js";

const run = promisify(execFile);

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {string} */
let folder;
/** @type {Awaited<ReturnType<typeof serveFiles>>} */
let files;
before(async () => {
  browser = await launch();
  folder = await mkdtemp(join(tmpdir(), "outflank-site-"));
  await writeSite();
  files = await serveFiles(folder);
});
after(async () => {
  await Promise.all([browser?.close(), files?.stop()]);
  await rm(folder, { recursive: true, force: true });
});

/** A site that links to another server is another edition. @param {...string} more */
function writeSite(...more) {
  return run(BINARY, ["site", "-o", folder, ...more]);
}

test("a game is played on a plain file server in a folder, and no file is missing", async () => {
  const { page, context, faults } = await visitor(browser, { settings: { engine: "browser" } });
  await page.goto(files.url);
  assert.match(await page.locator(".site-note").innerText(), /static copy/);
  assert.equal(await page.getByRole("link", { name: "Arena" }).count(), 0);
  await page.getByRole("button", { name: "Play now" }).click();
  await page.waitForURL(/\/space\/reversi\/game\.html\?local=/);
  await turnOrEnd(page);
  await cell(page, "d3").click();
  await turnOrEnd(page);
  assert.equal(await page.locator("#moves [data-ply], #moves button").count(), 2);
  await page.getByRole("link", { name: "Outflank home" }).click();
  await page.locator(".game-list.unfinished a.card").click();
  await turnOrEnd(page);
  assert.deepEqual(files.missing, []);
  assert.deepEqual(faults, []);
  await context.close();
});

test("the pages of a site lead to each other, with the same addresses as on a server", async () => {
  const { page, context, faults } = await visitor(browser, { settings: { engine: "browser" } });
  await page.goto(`${files.url}analyse.html?moves=f5d6c3`);
  await page.locator(".move-tree button, .move-list button", { hasText: "c3" }).first().waitFor();
  await page.locator('.study-bar a[href^="edit.html?"]').click();
  await page.waitForURL(/edit\.html\?/);
  await page.getByText("Reachable from the start.").waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});

test("a page that is open during an update goes on with its own edition, and the next one is new as a whole", async () => {
  const { page, context, faults } = await visitor(browser, { settings: { engine: "browser" } });
  await page.goto(files.url);
  await settingsSay(page, /^Works without/);
  const old = await editionOf(page);
  await writeSite("--server", "https://games.example/");
  await rm(join(folder, "edition", old), { recursive: true });
  // It loads a part that it had not loaded before.
  await page.getByRole("button", { name: "New game…" }).click();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  const next = await context.newPage();
  await next.goto(files.url);
  const fresh = await editionOf(next);
  assert.notEqual(fresh, old);
  assert.equal(await next.getByRole("link", { name: "Go to the server" }).getAttribute("href"), "https://games.example/");
  await until(next, async () => (await navigator.serviceWorker.getRegistration())?.waiting !== null, null);
  await stored(next, [old, fresh]);
  await page.getByRole("button", { name: "New game…" }).click();
  await page.getByRole("dialog").waitFor();
  await Promise.all([page.close(), next.close()]);
  const last = await context.newPage();
  await last.goto(files.url);
  await stored(last, [fresh]);
  await settingsSay(last, /^Works without/);
  await files.stop();
  await last.goto(`${files.url}analyse.html?moves=f5`);
  assert.equal(await editionOf(last), fresh);
  await last.locator("reversi-board").waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});
