// @ts-check
/**
 * Games that this browser plays without a server, in its storage. Each is a start and its moves,
 * and what lists show of it.
 *
 * @import { Color } from "../wire.js"
 * @import { Listed } from "../net/api.js"
 *
 * @typedef {object} Kept
 * @property {string} id
 * @property {number} version the number of events so far
 * @property {number} created ms since 1970
 * @property {string | undefined} variant
 * @property {string} start a board and who moves, as in `---…--- X`
 * @property {string[]} moves passes included
 * @property {number} given how many of them the game began with
 * @property {string} record the moves as a new game of the server takes them
 * @property {boolean} isOwnStart it begins with a position that is not the start of its variant
 * @property {Record<Color, string>} players `human`, `level:5`, `greedy`, `random`
 * @property {Color[]} you
 * @property {string | null} name
 * @property {boolean} listed
 * @property {number} seed
 * @property {Color | null} resigned
 * @property {string | null} rematch
 * @property {Listed | null} face what lists show; null before the first look
 * @property {string | null} stored the id on the server, or why it refused the game
 */

const KEY = "outflank.game.";
const PREFIX = "local-";

/** At most this many games are kept; those that the server has go first, then the oldest. */
const MOST = 60;

/** Begins `stored` if the server does not take the game. */
export const REFUSED = "refused:";

/** A new id. What follows the prefix is the key by which the server stores the game once. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return PREFIX + Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {Kept} game */
export function keyOf({ id }) {
  return id.slice(PREFIX.length);
}

/** @param {string} id @returns {Kept | null} */
export function kept(id) {
  try {
    return JSON.parse(localStorage.getItem(KEY + id) ?? "null");
  } catch {
    return null;
  }
}

/** All games, the newest first. @returns {Kept[]} */
export function allKept() {
  const games = [];
  try {
    for (const key of Object.keys(localStorage)) {
      const game = key.startsWith(KEY) ? kept(key.slice(KEY.length)) : null;
      if (game) games.push(game);
    }
  } catch {
    // Without storage there are none.
  }
  return games.sort((one, other) => changed(other) - changed(one));
}

/** Fails where the browser keeps nothing. @param {Kept} game */
export function keep(game) {
  localStorage.setItem(KEY + game.id, JSON.stringify(game));
  const others = allKept().filter(({ id }) => id !== game.id);
  const dropped = [...others.filter(({ stored }) => stored === null), ...others.filter(({ stored }) => stored !== null)];
  for (const { id } of dropped.slice(MOST - 1)) localStorage.removeItem(KEY + id);
}

/**
 * Calls `listener` when another tab changes the game.
 *
 * @param {string} id
 * @param {() => void} listener
 */
export function onChangeElsewhere(id, listener) {
  addEventListener("storage", ({ key }) => key === KEY + id && listener());
}

/** @param {Kept} game */
function changed({ face, created }) {
  return face?.updated ?? created;
}
