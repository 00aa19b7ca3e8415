// @ts-check
/** What the browser has stored for use without a server. */

import { PATIENCE } from "./browser.js";

/**
 * Waits until the page can do without a server, and says how the settings put it.
 *
 * @param {import("playwright-core").Page} page
 * @param {RegExp} said
 */
export async function settingsSay(page, said) {
  await page.getByRole("button", { name: "Settings" }).click();
  await page.waitForFunction(
    (text) => new RegExp(text).test(document.getElementById("offline")?.textContent ?? ""),
    said.source,
  );
  await page.keyboard.press("Escape");
}

/** The edition of the page's script. @param {import("playwright-core").Page} page */
export async function editionOf(page) {
  const source = await page.locator('script[type="module"]').getAttribute("src");
  return /edition\/(\w+)\//.exec(source ?? "")?.[1] ?? "";
}

/**
 * Waits in the page; unlike `waitForFunction`, for an answer that takes time.
 *
 * @template Argument
 * @param {import("playwright-core").Page} page
 * @param {(argument: Argument) => Promise<unknown>} is
 * @param {Argument} argument
 */
export async function until(page, is, argument) {
  const begun = Date.now();
  while (!(await page.evaluate(/** @type {any} */ (is), argument))) {
    if (Date.now() - begun > PATIENCE) throw new Error(`waited in vain for ${is}`);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

/** Waits until exactly these editions are stored. @param {import("playwright-core").Page} page @param {string[]} tags */
export async function stored(page, tags) {
  const names = tags.map((tag) => `outflank-${tag}`).sort().join();
  await until(page, async (wanted) => (await caches.keys()).sort().join() === wanted, names);
}
