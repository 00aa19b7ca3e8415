// @ts-check
/**
 * The HTTP API of the server, one function per request. All throw `ApiError`.
 *
 * @typedef {import("../i18n.js").Reason} Reason
 * @typedef {import("../wire.js").State} State
 * @typedef {import("../wire.js").Seat} Seat
 * @typedef {import("../wire.js").Variant} Variant
 * @typedef {import("../wire.js").Result} Result
 * @typedef {import("../wire.js").Hint} Hint
 * @typedef {import("../wire.js").Color} Color
 *
 * A request for a new game; the server chooses what is left out.
 * @typedef {object} NewGame
 * @property {string} [black] `human`, `level:5`, `greedy`, `bot:Ann` …
 * @property {string} [white]
 * @property {Color | "both" | "none"} [you]
 * @property {string} [variant]
 * @property {Color | "random" | null} [first]
 * @property {string | null} [time]
 * @property {string | null} [name]
 * @property {string | null} [from] a transcript or a position to begin with
 * @property {boolean} [listed]
 * @property {number | null} [seed]
 * @property {{ key: string, resigned: Color | null }} [played] a game that this browser has played
 *
 * @typedef {{ id: string, url: string, secrets: Partial<Record<Color, string>>, state: State }} Created
 *
 * A game as the lists have it.
 * @typedef {object} Listed
 * @property {string} id
 * @property {State["status"]} status
 * @property {Variant} variant
 * @property {Record<Color, Seat>} seats
 * @property {string} board
 * @property {Record<Color, number>} counts
 * @property {number} ply
 * @property {Color | null} turn
 * @property {string | null} last
 * @property {boolean} waitingForStart
 * @property {string | null} tournament
 * @property {Result | null} result
 * @property {number} created
 * @property {number} updated
 * @property {Color[]} yours
 *
 * What there is to choose from.
 * @typedef {object} Options
 * @property {{ player: string, level: number, name: string, elo?: number }[]} levels
 * @property {string[]} bots built-in bots
 * @property {{ player: string, name: string }[]} players the built-in bots, then the players that the operator offers
 * @property {{ name: string, title: string, size: number, board: string, goal: Variant["goal"], group: string }[]} variants
 * @property {{ name: string, extension: string }[]} formats
 * @property {string[]} times
 * @property {string} playNow
 * @property {boolean} [isAlone] there is no server, or it is away
 * @property {{ public: boolean, origin: string | null }} reach who can open the page, and where others in the network find it
 *
 * What of a question is at fault, and what exactly is wrong there.
 * @typedef {{ received?: string, ply?: number, reason?: Reason["code"], parts?: Reason["parts"] }} Fault
 */

import { reasonOr, word, wordOr } from "../i18n.js";
import { hasServer } from "../place.js";

/** A refused or failed request: `code` is the server's, or `offline`. */
export class ApiError extends Error {
  /**
   * @param {string} code
   * @param {string} message for people
   * @param {number} status of HTTP, 0 where nothing was heard
   * @param {Fault & { retryAfter?: number }} [fault] the part of the question that is at fault, and when to ask again
   */
  constructor(code, message, status, fault) {
    super(refusalText({ code, message, ...fault }));
    this.name = "ApiError";
    this.code = code;
    this.status = status;
    this.retryAfter = fault?.retryAfter;
    this.ply = fault?.ply;
  }
}

/** A refusal of a command to a game. */
export class Refused extends Error {
  /**
   * @param {string} code
   * @param {string} [message]
   */
  constructor(code, message) {
    super(wordOr(`refusals.${code}`, message ?? word("wentWrong")));
    this.name = "Refused";
    this.code = code;
  }
}

/**
 * @param {NewGame} body
 * @returns {Promise<Created>}
 */
export async function createGame(body) {
  return (await post("/api/games", body)).json();
}

/**
 * @param {"mine" | "unfinished" | "running" | "others" | "finished"} filter
 * @param {number} [limit]
 * @param {string | null} [before] `nextCursor` of the page before
 * @returns {Promise<{ games: Listed[], nextCursor: string | null }>}
 */
export async function games(filter, limit = 20, before = null) {
  const query = new URLSearchParams({ filter, limit: String(limit) });
  if (before) query.set("before", before);
  return (await ask(`/api/games?${query}`)).json();
}

/**
 * @param {string} id
 * @param {string} [secret] of a seat: the state then says whether it can be taken
 * @returns {Promise<State>}
 */
export async function game(id, secret) {
  return (await ask(gamePath(id), secret ? { headers: { Authorization: `Bearer ${secret}` } } : undefined)).json();
}

/** Makes the server set the session cookie, which proves the browser's seats. */
export async function introduce() {
  await ask("/api/session", { method: "POST" });
}

/**
 * Takes the seat of an invite secret; the session cookie then proves it. Repeating the request is
 * harmless.
 *
 * @param {string} id
 * @param {{ secret: string, name?: string | null }} seat
 * @returns {Promise<{ color: Color }>}
 */
export async function takeSeat(id, seat) {
  return (await post(`${gamePath(id)}/seats`, seat)).json();
}

/**
 * Creates a new invite secret for the opponent's seat; the old holder loses it.
 *
 * @param {string} id
 * @returns {Promise<{ color: Color, secret: string }>}
 */
export async function newInvite(id) {
  return (await ask(`${gamePath(id)}/invite`, { method: "POST" })).json();
}

/**
 * @param {string} id
 * @returns {Promise<Hint>}
 */
export async function hint(id) {
  return (await ask(`${gamePath(id)}/hint`)).json();
}

/** @returns {Promise<Options>} */
export async function options() {
  try {
    if (hasServer) return await (await ask("/api/options")).json();
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 0)) throw error;
  }
  // It lies beside the scripts of this edition.
  return { ...(await (await ask(new URL("../../options.json", import.meta.url).href)).json()), isAlone: true };
}

/**
 * The address of a game's record.
 *
 * @param {string} id
 * @param {string} [format]
 */
export function recordUrl(id, format) {
  return `${gamePath(id)}/record${format ? `?format=${encodeURIComponent(format)}` : ""}`;
}

/**
 * A QR code, as SVG.
 *
 * @param {string} text
 * @returns {Promise<string>}
 */
export async function qr(text) {
  return (await post("/api/qr", { text })).text();
}

/** @param {string} id */
function gamePath(id) {
  return `/api/games/${encodeURIComponent(id)}`;
}

/**
 * The page's text for a refusal, by its reason or code, with the move at fault.
 *
 * @param {{ code: string, message: string } & Fault} refusal
 */
export function refusalText({ code, message, received = "", ply, reason, parts }) {
  const plain = wordOr(`refusals.${code}`, message, { received });
  const text = ply === undefined ? plain : wordOr(`refusals.${code}-at`, plain, { received, ply });
  return reason ? reasonOr({ code: reason, parts: { found: received, ...parts } }, text) : text;
}

/**
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 */
export function post(path, body, signal) {
  return ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal });
}

/**
 * @param {string} path
 * @param {RequestInit} [init]
 */
export async function ask(path, init) {
  /** @type {Response} */
  let response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new ApiError("offline", word("wentWrong"), 0);
  }
  if (!response.ok) throw await refusal(response);
  return response;
}

/** Statuses of a proxy whose server is away. */
const AWAY = [502, 503, 504];

/** @param {Response} response */
async function refusal(response) {
  try {
    const { error } = await response.json();
    const { code, message, received, ply, reason, parts, retryAfter } = error;
    return new ApiError(String(code), String(message), response.status, { received, ply, reason, parts, retryAfter });
  } catch {
    // A proxy answers for a server that is away, with a page of its own.
    if (AWAY.includes(response.status)) return new ApiError("offline", word("wentWrong"), 0);
    return new ApiError("unreadable", word("wentWrong"), response.status);
  }
}
