// @ts-check
/** The import graph of the page. */

import { readFile } from "node:fs/promises";

const WEB = new URL("../../", import.meta.url);

/** @param {string} path from the root of the page, as in `/js/i18n.js` */
export function source(path) {
  return readFile(new URL(`.${path}`, WEB), "utf8");
}

/**
 * A module and all its imports, direct and indirect; `import()` does not count.
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
 * The addresses of a page's links with this `rel`.
 *
 * @param {string} html
 * @param {string} kind
 */
export function linked(html, kind) {
  return [...html.matchAll(/<link rel="([\w-]+)" href="([^"]+)"/g)].filter(([, rel]) => rel === kind).map(([, , href]) => href);
}
