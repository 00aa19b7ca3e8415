// @ts-check
/** Debian's Chromium, or the one that CHROMIUM names, and visitors with a browser profile of their own each. */

import { mkdir } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

/** One folder a user: another one's cannot be written to. */
const SHOTS = process.env.OUTFLANK_SHOTS ?? join(tmpdir(), `outflank-shots-${userInfo().uid}`);

/** Whatever takes longer does not come, even on a machine with much else to do. */
const PATIENCE = 60_000;

export const PHONE = { width: 360, height: 740 };
export const TABLET = { width: 768, height: 1024 };
export const DESKTOP = { width: 1280, height: 800 };

/** A name by which browsers of the tests find the server, as other machines in its network would. */
export const ELSEWHERE = "outflank.test";

export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      `--host-resolver-rules=MAP ${ELSEWHERE} 127.0.0.1`,
    ],
  });
}

/**
 * Somebody with a fresh profile. `faults` gathers what the page complains of; a test that expects none looks there.
 *
 * @param {import("playwright-core").Browser} browser
 * @param {object} [who]
 * @param {{ width: number, height: number }} [who.size]
 * @param {string} [who.locale]
 * @param {boolean} [who.still] wants no animations
 * @param {boolean} [who.touch]
 * @param {Record<string, unknown>} [who.settings] chosen on an earlier visit
 */
export async function visitor(browser, { size = DESKTOP, locale = "en-GB", still = true, touch = false, settings } = {}) {
  const context = await browser.newContext({
    viewport: size,
    locale,
    hasTouch: touch,
    isMobile: touch,
    reducedMotion: still ? "reduce" : "no-preference",
  });
  context.setDefaultTimeout(PATIENCE);
  if (settings) {
    const saved = JSON.stringify(settings);
    await context.addInitScript((text) => localStorage.getItem("outflank.settings") ?? localStorage.setItem("outflank.settings", text), saved);
  }
  const page = await context.newPage();
  /** @type {string[]} */
  const faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  return { context, page, faults };
}

/**
 * For people to look at; nothing is compared.
 *
 * @param {import("playwright-core").Page} page
 * @param {string} name
 */
export async function keepPicture(page, name) {
  await mkdir(SHOTS, { recursive: true });
  // Two frames: the first may still be laid out for the size before.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.screenshot({ path: join(SHOTS, `${name}.png`) });
}
