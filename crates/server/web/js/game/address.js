// @ts-check
/** The move that an address names: `?ply=13`, which the server reads for link previews, or `#13`, which changes with every step. */

/** @returns {number | null} null where it leads to none */
export function addressPly() {
  const [, here] = /^#(\d+)$/.exec(location.hash) ?? [];
  return here === undefined ? queryPly() : Number(here);
}

/** The move of `?ply=` only, for pages whose fragment means something else. @returns {number | null} */
export function queryPly() {
  const text = new URLSearchParams(location.search).get("ply") ?? "";
  return /^\d+$/.test(text) ? Number(text) : null;
}

/** The query of the address without the move. */
export function searchWithoutPly() {
  const query = new URLSearchParams(location.search);
  if (!query.has("ply")) return location.search;
  query.delete("ply");
  return query.size > 0 ? `?${query}` : "";
}

/** Puts a move into the address without a new history entry. @param {number | null} ply */
export function putPly(ply) {
  const address = location.pathname + searchWithoutPly() + (ply === null ? "" : `#${ply}`);
  if (location.pathname + location.search + location.hash !== address) history.replaceState(null, "", address);
}
