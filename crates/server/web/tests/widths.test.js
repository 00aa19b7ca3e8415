// @ts-check
/** The layout of the game page at widths from 320 to 1000 px, in portrait and landscape. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { turnOrEnd } from "./harness/board.js";
import { covered, keepPicture, launch, visitor } from "./harness/browser.js";
import { Server } from "./harness/server.js";

/** @typedef {import("playwright-core").Page} Page */

const HEIGHTS = [740, 360];
/** The widths of pictures, and every 20 px between them. */
const PICTURES = [320, 360, 560, 740, 840, 1000];
const WIDTHS = covered([...PICTURES, ...Array.from({ length: 35 }, (_, step) => 320 + 20 * step)], PICTURES.length);

/** Controls that stand side by side: none may cover another one. */
const CONTROLS = ".stage, .page-header :is(a, button), #far, .prompts :is(input, button), .play-actions button, .record footer button";

/** @type {Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  server = await Server.start();
  browser = await launch();
});
after(() => Promise.all([server?.stop(), browser?.close()]));

for (const locale of ["en-GB", "ja-JP"]) {
  test(`the header and the name card fit every width (${locale})`, async () => {
    const { id, secrets } = await server.create({ black: "human", white: "human", you: "black" });
    const { page } = await visitor(browser, { locale });
    await page.goto(`${server.url}/game/${id}#${secrets.white}`);
    await page.locator(".name-card").waitFor();
    assert.deepEqual(await faultsAtAllSizes(page, `name-${locale}`), []);
  });

  test(`the buttons of somebody who looks back fit every width (${locale})`, async () => {
    const { page, context } = await visitor(browser, { locale });
    const { id } = await server.createAs(context, { white: "level:1", from: "f5d6c3d3c4" });
    await page.goto(`${server.url}/game/${id}`);
    await turnOrEnd(page);
    await page.keyboard.press("ArrowLeft");
    await page.locator("#live").waitFor();
    assert.deepEqual(await faultsAtAllSizes(page, `back-${locale}`), []);
  });
}

/**
 * @param {Page} page
 * @param {string} name of its pictures
 */
async function faultsAtAllSizes(page, name) {
  /** @type {string[]} */
  const faults = [];
  for (const height of HEIGHTS) {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height });
      const found = await page.evaluate(faultsOfLayout, CONTROLS);
      faults.push(...found.map((fault) => `${width}x${height}: ${fault}`));
      if (PICTURES.includes(width)) await keepPicture(page, `${name}-${width}x${height}`);
    }
  }
  return faults;
}

/**
 * Runs in the page.
 *
 * @param {string} selector
 */
async function faultsOfLayout(selector) {
  // The first frame may still have the old size.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const { scrollWidth } = document.documentElement;
  const faults = scrollWidth > innerWidth ? [`the page is ${scrollWidth} px wide`] : [];
  const shown = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const named = shown.map((one) => ({
    name: one.getAttribute("aria-label") || one.id || one.className || one.tagName,
    box: one.getBoundingClientRect(),
  }));
  for (const { name, box } of named) {
    if (box.left < -0.5 || box.right > innerWidth + 0.5) faults.push(`${name} reaches over the edge`);
  }
  named.forEach((one, place) => {
    for (const other of named.slice(place + 1)) {
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      if (wide > 1 && high > 1) faults.push(`${one.name} and ${other.name} overlap`);
    }
  });
  for (const panel of document.querySelectorAll("#side .panel")) {
    if (panel.scrollWidth > panel.clientWidth) faults.push(`the contents of ${panel.className} are ${panel.scrollWidth} px wide`);
  }
  for (const button of document.querySelectorAll(".page-header .way, #live")) {
    const text = document.createRange();
    text.selectNodeContents(button);
    const lines = new Set([...text.getClientRects()].map(({ top }) => Math.round(top)));
    if (lines.size > 1) faults.push(`${button.textContent} takes ${lines.size} lines`);
  }
  return faults;
}
