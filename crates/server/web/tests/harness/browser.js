// @ts-check
/** Starts Chromium (`CHROMIUM` names another binary) and visitors, each with a fresh profile. */

import { mkdir } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

/** One folder per user, because another user's is not writable. */
const SHOTS = process.env.OUTFLANK_SHOTS ?? join(tmpdir(), `outflank-shots-${userInfo().uid}`);

/** `npm run test:all` covers every theme, size and language; `npm test` covers the first of each list. */
const ALL = process.env.OUTFLANK_ALL === "1";

/** Timeout of all waits, long enough for a busy machine. */
export const PATIENCE = Number(process.env.OUTFLANK_PATIENCE ?? 60_000);

export const PHONE = { width: 360, height: 740 };
export const TABLET = { width: 768, height: 1024 };
export const DESKTOP = { width: 1280, height: 800 };

/** A host name for the server that is not this machine's, as other machines use. */
export const ELSEWHERE = "outflank.test";

/** @param {string[]} [more] options */
export function launch(more = []) {
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
      ...more,
    ],
  });
}

/**
 * Opens a page with a fresh profile. `faults` collects errors of the page and its console.
 *
 * @param {import("playwright-core").Browser} browser
 * @param {object} [who]
 * @param {{ width: number, height: number }} [who.size]
 * @param {string} [who.locale]
 * @param {boolean} [who.still] wants no animations
 * @param {boolean} [who.touch]
 * @param {boolean} [who.stores] the page, for use without a server
 * @param {Record<string, unknown>} [who.settings] chosen on an earlier visit. Unless they say otherwise, the
 *   engine is that of the server, so that its games are tested; `{ engine: "browser" }` is the page's default
 */
export async function visitor(browser, { size = DESKTOP, locale = "en-GB", still = true, touch = false, stores = true, settings } = {}) {
  const context = await browser.newContext({
    viewport: size,
    locale,
    hasTouch: touch,
    isMobile: touch,
    serviceWorkers: stores ? "allow" : "block",
    reducedMotion: still ? "reduce" : "no-preference",
  });
  context.setDefaultTimeout(PATIENCE);
  const saved = JSON.stringify({ engine: "server", ...settings });
  await context.addInitScript((text) => localStorage.getItem("outflank.settings") ?? localStorage.setItem("outflank.settings", text), saved);
  const page = await context.newPage();
  /** @type {string[]} */
  const faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  return { context, page, faults };
}

/**
 * The cases that this run covers: all of them, or the first few.
 *
 * @template Case
 * @param {Case[]} cases the most telling first
 * @param {number} [few]
 */
export function covered(cases, few = 1) {
  return ALL ? cases : cases.slice(0, few);
}

/**
 * Keeps a picture for people to look at. Nothing is compared, so `npm test` takes pictures only if `OUTFLANK_SHOTS` names a folder.
 *
 * @param {import("playwright-core").Page} page
 * @param {string} name
 */
export async function keepPicture(page, name) {
  if (!ALL && !process.env.OUTFLANK_SHOTS) return;
  await mkdir(SHOTS, { recursive: true });
  await laidOut(page);
  await page.screenshot({ path: join(SHOTS, `${name}.png`) });
}

/**
 * Waits for the layout after a change of size: two frames, because the first may still have the old size.
 *
 * @param {import("playwright-core").Page} page
 */
export async function laidOut(page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}
