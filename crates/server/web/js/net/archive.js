// @ts-check
/**
 * The archive: games that were played, here and elsewhere.
 *
 * @import { Past, PastPage, Exploration, ImportNews, Subject } from "../study/wire.js"
 */
import { ApiError, ask } from "./api.js";
import { subjectQuery } from "./study.js";

/** Everything that a search may say. */
export const FILTERS = /** @type {const} */ (["player", "opponent", "color", "result", "opening", "minPlies", "maxPlies", "since", "until"]);

/** @typedef {Partial<Record<typeof FILTERS[number], string>>} Filters */

/**
 * @param {Filters} filters
 * @param {Subject} subject a position that must occur; the start of the usual game asks for nothing
 * @param {{ cursor?: string | null, limit?: number }} [page]
 * @returns {Promise<PastPage>}
 */
export async function pastGames(filters, subject, { cursor = null, limit = 25 } = {}) {
  const query = searchQuery(filters, subject);
  query.set("limit", String(limit));
  if (cursor) query.set("cursor", cursor);
  return (await ask(`/api/archive?${query}`)).json();
}

/**
 * @param {string} id
 * @returns {Promise<Past>}
 */
export async function pastGame(id) {
  return (await ask(pastPath(id))).json();
}

/** @param {string} id */
export function pastPath(id) {
  return `/api/archive/${encodeURIComponent(id)}`;
}

/**
 * Which moves were played in a position, in all its symmetries, in the games that the filters leave.
 *
 * @param {Subject} subject
 * @param {Filters} filters
 * @returns {Promise<Exploration>}
 */
export async function explore(subject, filters) {
  return (await ask(`/api/archive/explore?${searchQuery(filters, subject)}`)).json();
}

/**
 * Names of players that begin so.
 *
 * @param {string} prefix
 * @returns {Promise<string[]>}
 */
export async function playersNamed(prefix) {
  const answer = await (await ask(`/api/archive/players?${new URLSearchParams({ prefix })}`)).json();
  return /** @type {{ name: string }[]} */ (answer.players).map(({ name }) => name);
}

/**
 * @param {Filters} filters
 * @param {Subject} subject
 * @param {string} format
 */
export function exportUrl(filters, subject, format) {
  const query = searchQuery(filters, subject);
  query.set("format", format);
  return `/api/archive/export?${query}`;
}

/** Host names of this machine: a page opened by one runs on the server's machine. */
const HERE = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])\.?$/i;

/** May this visitor import games? Other machines ask with an unknown format: only a visitor who may import gets an error about it. */
export async function mayImport() {
  if (HERE.test(location.hostname)) return true;
  const refusal = await ask("/api/archive/import?format=none", { method: "POST" }).catch((error) => error);
  return !(refusal instanceof ApiError && refusal.code === "local-only");
}

/**
 * Imports a file and passes on each line of the reply as it arrives.
 *
 * @param {File} file
 * @param {(news: ImportNews) => void} tell
 * @param {AbortSignal} signal
 */
export async function importFile(file, tell, signal) {
  const headers = { "Content-Type": "application/octet-stream" };
  const query = new URLSearchParams({ name: file.name });
  const response = await ask(`/api/archive/import?${query}`, { method: "POST", headers, body: file, signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new ApiError("unreadable", "", response.status);
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    const lines = (rest + (value ?? "")).split("\n");
    rest = done ? "" : (lines.pop() ?? "");
    for (const line of lines) if (line.trim()) tell(JSON.parse(line));
    if (done) return;
  }
}

/**
 * @param {Filters} filters
 * @param {Subject} subject
 */
function searchQuery(filters, subject) {
  const query = subjectQuery(subject);
  for (const name of FILTERS) if (filters[name]) query.set(name, filters[name]);
  // A color filter needs a player.
  if (!filters.player && !filters.opponent) query.delete("color");
  return query;
}
