// @ts-check
/**
 * Measures the pages: `OUTFLANK_BINARY=… node tests/measure.js`. Prints for the first and the second
 * visit to each page the time to the first paint, the requests and the bytes of the load; then what
 * 30 analysis pages cost the server. Not a test: it asserts nothing.
 */
import { launch, visitor } from "./harness/browser.js";
import { Server } from "./harness/server.js";

const RUNS = Number(process.env.RUNS ?? 9);
const PAGES_ANALYSING = 30;
const ANALYSING_MS = 20_000;

/** @typedef {{ paint: number, requests: number, bytes: number }} Load */

const server = await Server.start([]);
const browser = await launch();
try {
  const game = (await server.create({ black: "human", white: "level:3", you: "black" })).id;
  for (const [name, path] of [["home", "/"], ["game", `/game/${game}`]]) {
    const [first, second] = await visits(path);
    console.log(`${name.padEnd(6)} first  ${text(first)}`);
    console.log(`${name.padEnd(6)} second ${text(second)}`);
  }
  await analysing();
} finally {
  await browser.close();
  await server.stop();
}

/** @param {string} path */
async function visits(path) {
  /** @type {Load[][]} */
  const loads = [[], []];
  for (let run = 0; run < RUNS; run += 1) {
    const { context, page } = await visitor(browser);
    for (const visit of loads) {
      visit.push(await load(page, server.url + path));
      // The worker for offline use is in place, and what the page fetches ahead is there.
      await page.waitForLoadState("networkidle");
      await page.goto("about:blank");
    }
    await context.close();
  }
  return loads.map(median);
}

/**
 * Counts what the page asks for until it is loaded: what it fetches later, when it is idle, delays
 * nothing.
 *
 * @param {import("playwright-core").Page} page
 * @param {string} url
 * @returns {Promise<Load>}
 */
async function load(page, url) {
  const client = await page.context().newCDPSession(page);
  await Promise.all([client.send("Network.enable"), client.send("Page.enable")]);
  let isLoaded = false;
  /** Bytes of each request. @type {Map<string, number>} */
  const asked = new Map();
  client.on("Page.loadEventFired", () => (isLoaded = true));
  client.on("Network.requestWillBeSent", ({ requestId }) => isLoaded || asked.set(requestId, 0));
  client.on("Network.requestServedFromCache", ({ requestId }) => asked.delete(requestId));
  client.on("Network.responseReceived", ({ requestId, response }) => {
    if (response.fromDiskCache || response.fromServiceWorker || response.fromPrefetchCache) asked.delete(requestId);
  });
  client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => asked.has(requestId) && asked.set(requestId, encodedDataLength));
  await page.goto(url, { waitUntil: "networkidle" });
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);
  await client.detach();
  return { paint, requests: asked.size, bytes: [...asked.values()].reduce((sum, bytes) => sum + bytes, 0) };
}

/** @param {Load[]} loads @returns {Load} */
function median(loads) {
  const middle = (/** @type {keyof Load} */ name) => loads.map((load) => load[name]).sort((a, b) => a - b)[loads.length >> 1];
  return { paint: middle("paint"), requests: middle("requests"), bytes: middle("bytes") };
}

/** @param {Load} load */
function text({ paint, requests, bytes }) {
  return `first contentful paint ${paint.toFixed(0)} ms, ${requests} requests, ${(bytes / 1024).toFixed(1)} KiB`;
}

/** Processor time of the server while pages review one game each and value a position of it. */
async function analysing() {
  const played = await Promise.all(
    Array.from({ length: PAGES_ANALYSING }, async (_, seed) => {
      const { id } = await server.create({ black: "random", white: "random", you: "none", seed });
      const { moves } = await server.finished(id);
      return moves.map(({ move }) => (move === "pass" ? "" : move)).join("");
    }),
  );
  const { context } = await visitor(browser, { settings: { engine: "browser" } });
  const before = await server.processorTime();
  const begun = Date.now();
  for (const moves of played) {
    const page = await context.newPage();
    await page.goto(`${server.url}/analyse?moves=${moves}#20`, { waitUntil: "load" });
  }
  await new Promise((resolve) => setTimeout(resolve, ANALYSING_MS));
  const [spent, passed] = [(await server.processorTime()) - before, Date.now() - begun];
  console.log(`server ${PAGES_ANALYSING} pages analysing: ${(spent / 1000).toFixed(1)} s of processor time in ${(passed / 1000).toFixed(0)} s`);
  await context.close();
}
