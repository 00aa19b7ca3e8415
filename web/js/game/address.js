// @ts-check
/** The move of a game that an address leads to: `?ply=13`, of which the server makes the preview, or `#13`, which follows every step. */

/** @returns {number | null} null where it leads to none */
export function addressPly() {
  const [, here] = /^#(\d+)$/.exec(location.hash) ?? [];
  return here === undefined ? queryPly() : Number(here);
}

/** The same where what is behind `#` means something else. @returns {number | null} */
export function queryPly() {
  const text = new URLSearchParams(location.search).get("ply") ?? "";
  return /^\d+$/.test(text) ? Number(text) : null;
}

/** What the address asks for, whichever move it leads to. */
export function searchWithoutPly() {
  const query = new URLSearchParams(location.search);
  if (!query.has("ply")) return location.search;
  query.delete("ply");
  return query.size > 0 ? `?${query}` : "";
}

/** Lets the address lead to a move, without a step in the history. @param {number | null} ply */
export function putPly(ply) {
  const address = location.pathname + searchWithoutPly() + (ply === null ? "" : `#${ply}`);
  if (location.pathname + location.search + location.hash !== address) history.replaceState(null, "", address);
}
