// @ts-check
/**
 * What the server tells of bots and tournaments, one function a question. All of them throw `ApiError`.
 *
 * A bot that is connected.
 * @typedef {object} ConnectedBot
 * @property {string} name
 * @property {string} version
 * @property {string} author
 * @property {number} games that it plays now
 * @property {number} most that it plays at most
 * @property {boolean} free can it be challenged?
 * @property {boolean} joined did it come by a code?
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
 * @typedef {import("../contest.js").Summary} Summary
 * @typedef {import("../contest.js").Contest} Contest
 * @typedef {import("../contest.js").Round} Round
 * @typedef {import("../contest.js").HostCommand} HostCommand
 * @typedef {import("../contest.js").NewTournament} NewTournament
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
 * Every line that was said to a bot and by it in a game.
 *
 * @param {string} game
 * @param {string} token
 */
export async function traffic(game, token) {
  return (await ask(`/api/games/${encodeURIComponent(game)}/traffic`, proof(token))).text();
}

/**
 * What bots have thought: to an owner his own bot's, after the game to everybody all.
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
 * @returns {Promise<{ tournaments: Summary[], next: string | null }>}
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
 * @param {NewTournament} wish
 * @returns {Promise<{ id: string, code: string, url: string }>}
 */
export async function createTournament(wish) {
  return (await post("/api/tournaments", wish)).json();
}

/**
 * @param {string} id
 * @returns {Promise<Contest>}
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
  await post(`${tournamentPath(id)}/commands`, command);
}

/** @param {string} id */
export function tournamentPath(id) {
  return `/api/tournaments/${encodeURIComponent(id)}`;
}

/** @param {string} token @returns {RequestInit} */
function proof(token) {
  return { headers: { Authorization: `Bearer ${token}` } };
}
