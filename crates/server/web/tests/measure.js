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
 * Counts until the page is loaded: what it fetches later, when it is idle, delays nothing.
 *
 * @param {import("playwright-core").Page} page
 * @param {string} url
 * @returns {Promise<Load>}
 */
async function load(page, url) {
  const client = await page.context().newCDPSession(page);
  await client.send("Network.enable");
  let [requests, bytes] = [0, 0];
  client.on("Network.responseReceived", ({ response }) => (requests += response.fromDiskCache || response.fromServiceWorker ? 0 : 1));
  client.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.goto(url, { waitUntil: "load" });
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);
  const measured = { paint, requests, bytes };
  await client.detach();
  return measured;
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

/** Processor time of the server while pages analyse one game each. */
async function analysing() {
  const { context } = await visitor(browser);
  const line = "f5d6c3d3c4f4f6f3e6e7d7c6c5b6".match(/../g) ?? [];
  for (let count = 0; count < PAGES_ANALYSING; count += 1) {
    const page = await context.newPage();
    await page.goto(`${server.url}/analyse?moves=${line.slice(0, 4 + (count % 10)).join("")}`, { waitUntil: "load" });
  }
  const before = await server.processorTime();
  await new Promise((resolve) => setTimeout(resolve, ANALYSING_MS));
  const spent = (await server.processorTime()) - before;
  console.log(`server ${PAGES_ANALYSING} pages analysing: ${((100 * spent) / ANALYSING_MS).toFixed(1)} % of one core over ${ANALYSING_MS / 1000} s`);
  await context.close();
}

