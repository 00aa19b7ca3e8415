// @ts-check
/**
 * Where the page lies: on a server, or as files on a static site (`outflank site`), whose pages lie
 * in one folder and have `<html data-site>`.
 */

/** Does the page come from an Outflank server? It may be away at the moment. */
export const hasServer = document.documentElement.dataset.site === undefined;

/**
 * The address of a page, as in `/analyse?moves=f5`: on a static site `analyse.html?moves=f5`.
 *
 * @param {string} path
 */
export function address(path) {
  if (hasServer) return path;
  const [, name, rest] = /** @type {RegExpExecArray} */ (/^\/([^?#/]*)(.*)$/.exec(path));
  return `${name || "index"}.html${rest}`;
}

/** Does the user pay for every byte? */
export function isSparing() {
  return /** @type {{ connection?: { saveData?: boolean } }} */ (navigator).connection?.saveData === true;
}

/** Does this browser play the game by itself? @param {string} id */
export function isLocal(id) {
  return id.startsWith("local-");
}

/**
 * Where a game is played.
 *
 * @param {string} id
 */
export function gameUrl(id) {
  return isLocal(id) ? address(`/game?local=${encodeURIComponent(id)}`) : `/game/${encodeURIComponent(id)}`;
}
