// @ts-check
/**
 * Secrets of seats that wait for somebody. The server tells a secret once, to whoever made the game, so the browser
 * keeps it as long as the link may still have to be shown.
 */

const KEY = "outflank.invites";
/** More than anybody has open at once; the oldest are forgotten first. */
const KEPT = 50;

/**
 * @param {string} id of the game
 * @param {string} secret of the seat that is free
 */
export function rememberInvite(id, secret) {
  const entries = load().filter(([known]) => known !== id);
  try {
    localStorage.setItem(KEY, JSON.stringify([...entries, [id, secret]].slice(-KEPT)));
  } catch {
    // Without storage the link cannot be shown again; the game itself is not affected.
  }
}

/**
 * @param {string} id of the game
 * @returns {string | null}
 */
export function inviteOf(id) {
  return load().find(([known]) => known === id)?.[1] ?? null;
}

/**
 * The address that seats whoever opens it. The secret stands in the fragment, which no server ever sees in a request.
 * @param {string} id
 * @param {string} secret
 */
export function inviteUrl(id, secret) {
  return `${location.origin}/game/${encodeURIComponent(id)}#${secret}`;
}

/**
 * The same address as other machines find it, or null where they do not.
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

/** @returns {[string, string][]} */
function load() {
  try {
    const saved = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(saved) ? saved : [];
  } catch {
    return [];
  }
}
