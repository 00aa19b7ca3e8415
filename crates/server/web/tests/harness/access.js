// @ts-check
/** Checks scenes with axe in the tested themes, and their width on three screens. */

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { DESKTOP, PHONE, TABLET, covered, keepPicture, laidOut, visitor } from "./browser.js";

/** @typedef {import("playwright-core").Page} Page */

const THEMES = covered(["classic", "dark", "contrast"]);
const SIZES = { phone: PHONE, tablet: TABLET, desktop: DESKTOP };

/**
 * Adds a test for each scene. The scene is set up once and checked in each theme.
 *
 * @param {Record<string, (page: Page) => Promise<unknown>>} scenes what is to be seen, and how one comes there
 * @param {() => import("playwright-core").Browser} browser
 */
export function examine(scenes, browser) {
  for (const [scene, go] of Object.entries(scenes)) {
    test(`${scene} has no serious finding in any tested theme, and fits every screen`, async () => {
      const { page, context } = await visitor(browser(), { settings: { theme: THEMES[0], speed: "8" } });
      await go(page);
      for (const theme of THEMES) {
        await dress(page, theme);
        assert.deepEqual(await findings(page), [], `in the theme ${theme}`);
        if (theme !== THEMES[0]) await keepPicture(page, `${scene}-${theme}`);
      }
      await dress(page, THEMES[0]);
      for (const [name, size] of Object.entries(SIZES)) {
        await page.setViewportSize(size);
        await laidOut(page);
        await keepPicture(page, `${scene}-${name}`);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `too wide on a ${name}`);
      }
      await context.close();
    });
  }
}

/**
 * Changes the theme as the setting does, and waits for the transitions.
 *
 * @param {Page} page
 * @param {string} theme
 */
async function dress(page, theme) {
  await page.evaluate(async (name) => {
    document.documentElement.dataset.theme = name;
    const ends = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(ends.map((animation) => animation.finished));
  }, theme);
}

/** @param {Page} page */
async function findings(page) {
  await page.evaluate(await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
  const { violations } = await page.evaluate(() => /** @type {any} */ (globalThis).axe.run());
  return violations
    .filter(/** @param {any} found */ (found) => found.impact === "serious" || found.impact === "critical")
    .map(/** @param {any} found */ (found) => `${found.id}: ${found.nodes.map(/** @param {any} node */ (node) => node.html).slice(0, 3)}`);
}
