// @ts-check
/**
 * Secrets of free seats. The server sends a secret once, to the creator of the game. The browser
 * keeps it while the link may be shown.
 */

const KEY = "outflank.invites";
/** At most this many are kept; the oldest go first. */
const KEPT = 50;

/**
 * @param {string} id of the game
 * @param {string} secret of the seat that is free
 */
export function rememberInvite(id, secret) {
  const entries = others(id);
  entries.push([id, secret]);
  save(entries.slice(-KEPT));
}

/** Call it before a new secret replaces the one that is kept. @param {string} id of the game */
export function forgetInvite(id) {
  save(others(id));
}

/**
 * @param {string} id of the game
 * @returns {string | null}
 */
export function inviteOf(id) {
  return load().find(([known]) => known === id)?.[1] ?? null;
}

/**
 * The invite link. The secret is in the fragment, which browsers never send to a server.
 * @param {string} id
 * @param {string} secret
 */
export function inviteUrl(id, secret) {
  return `${location.origin}/game/${encodeURIComponent(id)}#${secret}`;
}

/**
 * The same address as other machines can open it, or null if they cannot.
 * @param {string} url
 * @param {string | null} origin how others in the network find the server
 */
export function urlForOthers(url, origin) {
  const { hostname, pathname, hash } = new URL(url);
  if (isReachable(hostname)) return url;
  return origin && origin + pathname + hash;
}

/**
 * Does an address mean this server on other machines too?
 * @param {string} host
 */
function isReachable(host) {
  return !/^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/i.test(host);
}

/** @param {string} id */
const others = (id) => load().filter(([known]) => known !== id);

/** @param {[string, string][]} entries */
function save(entries) {
  try {
    localStorage.setItem(KEY, JSON.stringify(entries));
  } catch {
    // Without storage the link cannot be shown again; the game itself is not affected.
  }
}

/** @returns {[string, string][]} */
function load() {
  try {
    const saved = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(saved) ? saved : [];
  } catch {
    return [];
  }
}
