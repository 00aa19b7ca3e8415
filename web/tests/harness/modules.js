// @ts-check
/** Which files of the page need which. */

import { readFile } from "node:fs/promises";

const WEB = new URL("../../", import.meta.url);

/** @param {string} path from the root of the page, as in `/js/words.js` */
export function source(path) {
  return readFile(new URL(`.${path}`, WEB), "utf8");
}

/**
 * A module and everything that it imports, directly or not; what is loaded later, by `import()`, is not among it.
 *
 * @param {string} path
 * @param {Set<string>} [found]
 * @returns {Promise<Set<string>>}
 */
export async function imports(path, found = new Set()) {
  if (found.has(path)) return found;
  found.add(path);
  for (const [, , other] of (await source(path)).matchAll(/^(import|export) (?:[^"';]* from )?"([^"]+)";/gm)) {
    await imports(new URL(other, `http://page${path}`).pathname, found);
  }
  return found;
}

/**
 * The addresses that a page names in links of a kind.
 *
 * @param {string} html
 * @param {string} kind
 */
export function linked(html, kind) {
  return [...html.matchAll(/<link rel="([\w-]+)" href="([^"]+)"/g)].filter(([, rel]) => rel === kind).map(([, , href]) => href);
}
