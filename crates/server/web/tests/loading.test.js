// @ts-check
/** Pages preload what they need, and fetch it once. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { turnOrEnd } from "./harness/board.js";
import { launch, visitor } from "./harness/browser.js";
import { imports, linked } from "./harness/modules.js";
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

/** `serve --web` leaves the lists out. */
const skip = process.env.OUTFLANK_WEB !== undefined;

for (const name of ["index", "game", "watch", "analyse", "edit", "archive", "arena", "tournament", "projector", "bot"]) {
  test(`${name}.html names every module that it loads, and no other`, { skip }, async () => {
    const html = await served(name);
    const [, entry] = /<script type="module" src="([^"]+)"/.exec(html) ?? [];
    const needed = [...(await imports(entry))].filter((path) => path !== entry).sort();
    assert.deepEqual(linked(html, "modulepreload").sort(), needed);
  });
}

test("a page fetches nothing that it did not name", { skip }, async () => {
  const { page, context } = await visitor(browser);
  const { id } = await server.createAs(context, {});
  /** @type {string[]} */
  const asked = [];
  page.on("request", (request) => asked.push(plain(new URL(request.url()).pathname)));
  await page.goto(`${server.url}/game/${id}`);
  await turnOrEnd(page);
  const html = await served("game");
  const named = [...html.matchAll(/(?:src|href)="(\/[^"]+\.\w+)"/g)].map(([, path]) => path);
  const words = ["/js/i18n/en.js", "/js/i18n/play-en.js"];
  // When the page is there, it has itself stored.
  const later = ["/js/net/offline.js"];
  const unnamed = asked.filter((path) => /\.(js|css)$/.test(path) && ![...named, ...words, ...later].includes(path));
  assert.deepEqual(unnamed, []);
  const twice = asked.filter((path, place) => /\.(js|css)$/.test(path) && asked.indexOf(path) < place);
  assert.deepEqual(twice, [], "everything is fetched once");
});

test("what the first page has fetched ahead is not fetched again when a game begins", { skip }, async () => {
  const { page } = await visitor(browser);
  await page.goto(server.url, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Play now" }).click();
  await page.waitForURL(/\/game\/\w+$/);
  await turnOrEnd(page);
  const fetched = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((entry) => /** @type {PerformanceResourceTiming} */ (entry).transferSize > 0)
      .map((entry) => new URL(entry.name).pathname),
  );
  assert.deepEqual(fetched.filter((path) => /\.(js|css)$/.test(path)), []);
});

test("a script that comes late opens no second line to the game", async () => {
  const { page, context } = await visitor(browser);
  const { id } = await server.createAs(context, {});
  /** @type {() => void} */
  let release = () => {};
  const held = new Promise((resolve) => (release = () => resolve(undefined)));
  await page.route("**/js/net/early-socket.js", (route) => held.then(() => route.continue()));
  let lines = 0;
  page.on("websocket", () => (lines += 1));
  await page.goto(`${server.url}/game/${id}`, { waitUntil: "commit" });
  await turnOrEnd(page);
  assert.equal(lines, 1, "the modules have opened one");
  release();
  // Not before the script has run.
  await page.waitForLoadState("load");
  assert.equal(lines, 1, "and the script none");
});

test("a page with a line that was opened early opens no other", async () => {
  const { page, context } = await visitor(browser);
  const { id } = await server.createAs(context, {});
  let lines = 0;
  page.on("websocket", () => (lines += 1));
  await page.goto(`${server.url}/game/${id}`);
  await turnOrEnd(page);
  assert.equal(lines, 1);
});

test("who is lost is shown a page in its own words, which fetches no others", async () => {
  const { page } = await visitor(browser, { locale: "ja-JP" });
  /** @type {string[]} */
  const asked = [];
  page.on("request", (request) => asked.push(plain(new URL(request.url()).pathname)));
  await page.goto(`${server.url}/nowhere`);
  assert.deepEqual(asked.filter((path) => path.includes("/i18n/")), []);
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
});

/** A page as the server sends it, without the edition in its links. @param {string} name */
async function served(name) {
  return plain(await (await fetch(`${server.url}/${name}.html`)).text());
}

/** @param {string} text */
function plain(text) {
  return text.replace(/\/edition\/\w+/g, "");
}
