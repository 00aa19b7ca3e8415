// @ts-check
/**
 * Offers games that this browser has played to the server. The server stores each once: the id of a
 * game is its key, so an offer whose reply was lost is harmless.
 *
 * @import { Kept } from "../game/kept.js"
 */
import { REFUSED, allKept, keep, kept, keyOf } from "../game/kept.js";
import { hasServer } from "../place.js";
import { ApiError, createGame } from "./api.js";

/** Refusals that another try does not change. */
const FINAL = [400, 413];

/** Is an offer on its way? */
let isOffering = false;

/** Offers the finished games that the server does not have. */
export async function offerKept() {
  if (!hasServer || isOffering || !navigator.onLine) return;
  isOffering = true;
  try {
    for (const game of allKept().filter(({ face, stored }) => face?.status === "over" && stored === null)) await offer(game);
  } catch {
    // The server is away or busy: the next page offers them again.
  } finally {
    isOffering = false;
  }
}

/**
 * Moves a game to the server, which plays on.
 *
 * @param {Kept} game
 * @returns {Promise<string>} its address
 */
export async function handOver(game) {
  return `/game/${encodeURIComponent(await offer(game))}`;
}

/**
 * A game that is not over has a key for its moves so far. If the reply is lost and the game goes on
 * here, the server takes the whole game later.
 *
 * @param {Kept} game
 */
function offerKey(game) {
  return keyOf(game) + (game.face?.status === "over" ? "" : `u${game.version}`);
}

/** @param {Kept} game @returns {Promise<string>} the id on the server */
async function offer(game) {
  const { players, you, name, listed, seed, start, variant, record, resigned, isOwnStart, stored } = game;
  if (stored?.startsWith(REFUSED)) throw new Error(stored);
  const first = start.endsWith("X") ? /** @type {const} */ ("black") : /** @type {const} */ ("white");
  const from = isOwnStart ? `${start}; ${record}` : record || null;
  const seats = { ...players, you: you.length === 2 ? /** @type {const} */ ("both") : you[0] };
  try {
    const { id } = await createGame({ ...seats, variant, first: isOwnStart ? null : first, from, name, listed, seed, played: { key: offerKey(game), resigned } });
    note(game, id);
    return id;
  } catch (error) {
    if (error instanceof ApiError && FINAL.includes(error.status)) note(game, `${REFUSED} ${error.code}`);
    throw error;
  }
}

/** @param {Kept} game @param {string} stored */
function note(game, stored) {
  keep({ ...(kept(game.id) ?? game), stored });
}

addEventListener("online", () => offerKept());
