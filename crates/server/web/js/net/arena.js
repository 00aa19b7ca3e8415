// @ts-check
/**
 * Requests about bots and tournaments, one function each. All throw `ApiError`.
 *
 * A bot that is connected.
 * @typedef {object} ConnectedBot
 * @property {string} name
 * @property {string} version
 * @property {string} author
 * @property {number} games that it plays now
 * @property {number} maxGames
 * @property {boolean} free can it be challenged?
 * @property {boolean} joined did it come by a code?
 * @property {boolean} course is it a player of a course?
 * @property {number} since
 *
 * A bot as its owner sees it.
 * @typedef {object} OwnBot
 * @property {string} name
 * @property {boolean} connected
 * @property {number} since
 * @property {OwnGame[]} games those that it plays, and then those that it has played lately
 * @property {string} log what it said outside of games
 *
 * @typedef {{ id: string, color: import("../wire.js").Color, playing: boolean }} OwnGame
 * @typedef {import("../tournament-types.js").Summary} Summary
 * @typedef {import("../tournament-types.js").Tournament} Tournament
 * @typedef {import("../tournament-types.js").Round} Round
 * @typedef {import("../tournament-types.js").HostCommand} HostCommand
 * @typedef {import("../tournament-types.js").NewTournament} NewTournament
 * @typedef {import("../wire.js").Thought} Thought
 */

import { ask, post } from "./api.js";

/** @returns {Promise<ConnectedBot[]>} */
export async function connectedBots() {
  return (await (await ask("/api/bots")).json()).bots;
}

/**
 * @param {string} token
 * @returns {Promise<OwnBot>}
 */
export async function ownBot(token) {
  return (await ask("/api/bots/me", proof(token))).json();
}

/**
 * The message log of a bot in a game.
 *
 * @param {string} game
 * @param {string} token
 */
export async function traffic(game, token) {
  return (await ask(`/api/games/${encodeURIComponent(game)}/traffic`, proof(token))).text();
}

/**
 * The bots' comments on their moves: your own bot's during the game, all of them after it.
 *
 * @param {string} game
 * @param {string} [token]
 * @returns {Promise<Thought[]>}
 */
export async function thoughts(game, token) {
  return (await (await ask(`/api/games/${encodeURIComponent(game)}/thoughts`, token ? proof(token) : {})).json()).thoughts;
}

/**
 * @param {number} limit
 * @returns {Promise<{ tournaments: Summary[], nextCursor: string | null }>}
 */
export async function tournaments(limit) {
  return (await ask(`/api/tournaments?limit=${limit}`)).json();
}

/**
 * The tournament that has given out a code.
 *
 * @param {string} code
 * @returns {Promise<{ id: string }>}
 */
export async function tournamentOf(code) {
  return (await ask(`/api/tournaments/code/${encodeURIComponent(code)}`)).json();
}

/**
 * @param {NewTournament} request
 * @returns {Promise<{ id: string, code: string, url: string }>}
 */
export async function createTournament(request) {
  return (await post("/api/tournaments", request)).json();
}

/**
 * @param {string} id
 * @returns {Promise<Tournament>}
 */
export async function tournament(id) {
  return (await ask(tournamentPath(id))).json();
}

/**
 * @param {string} id
 * @param {number} number from 1
 * @returns {Promise<Round>}
 */
export async function round(id, number) {
  return (await ask(`${tournamentPath(id)}/rounds/${number}`)).json();
}

/**
 * @param {string} id
 * @param {HostCommand} command
 */
export async function direct(id, command) {
  const key = hostKey();
  const headers = { "Content-Type": "application/json", ...(key && proof(key).headers) };
  await ask(`${tournamentPath(id)}/commands`, { method: "POST", headers, body: JSON.stringify(command) });
}

/** The name under which the tab keeps the key. */
const KEY = "outflank.key";

/** The key on this page: a browser may refuse to keep it. @type {string | null} */
let keyHere = null;

/**
 * The operator's key, from the link that the terminal prints (`#key=…`). The tab keeps it, and the address does not.
 *
 * @returns {string | null}
 */
export function hostKey() {
  const key = /^#key=([0-9a-f]{64})$/.exec(location.hash)?.[1];
  if (key) {
    keyHere = key;
    history.replaceState(null, "", location.pathname + location.search);
  }
  try {
    if (key) sessionStorage.setItem(KEY, key);
    keyHere ??= sessionStorage.getItem(KEY);
  } catch {
    // A browser that blocks site data throws even when it is only asked.
  }
  return keyHere;
}

/** @param {string} id */
export function tournamentPath(id) {
  return `/api/tournaments/${encodeURIComponent(id)}`;
}

/** @param {string} token */
function proof(token) {
  return { headers: { Authorization: `Bearer ${token}` } };
}
