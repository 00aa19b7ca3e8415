// @ts-check
/** Scenes under the eyes of axe: in every theme, and as wide as the screens that people have. */

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { DESKTOP, PHONE, TABLET, keepPicture, visitor } from "./browser.js";

/** @typedef {import("playwright-core").Page} Page */

const THEMES = ["classic", "dark", "contrast"];
const SIZES = { phone: PHONE, tablet: TABLET, desktop: DESKTOP };

/**
 * A test for each scene and theme.
 *
 * @param {Record<string, (page: Page) => Promise<unknown>>} scenes what is to be seen, and how one comes there
 * @param {() => import("playwright-core").Browser} browser
 */
export function examine(scenes, browser) {
  for (const theme of THEMES) {
    for (const [scene, go] of Object.entries(scenes)) {
      test(`${scene} in the theme ${theme} has no serious finding`, async () => {
        const { page, context } = await visitor(browser(), { settings: { theme, speed: "8" } });
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
}

/** @param {Page} page */
async function findings(page) {
  await page.evaluate(await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
  const { violations } = await page.evaluate(() => /** @type {any} */ (globalThis).axe.run());
  return violations
    .filter(/** @param {any} found */ (found) => found.impact === "serious" || found.impact === "critical")
    .map(/** @param {any} found */ (found) => `${found.id}: ${found.nodes.map(/** @param {any} node */ (node) => node.html).slice(0, 3)}`);
}
