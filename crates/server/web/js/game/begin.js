// @ts-check
/** Begins games: in this browser if it can play them alone, else on the server. */
import { ApiError, createGame } from "../net/api.js";
import { gameUrl } from "../place.js";

/** @import { NewGame } from "../net/api.js" */

/** Players that the engine of the browser plays. */
const OURS = /^(human|greedy|random|level:\d+)$/;

/**
 * Creates a game.
 *
 * @param {NewGame} request
 * @returns {Promise<{ id: string, url: string, secrets: Partial<Record<"black" | "white", string>> }>}
 */
export async function beginGame(request) {
  const isOurs = canPlayHere(request);
  const here = isOurs && (await import("../engine/choice.js").then(({ browserEngine }) => browserEngine())) ? await beginHere(request) : null;
  if (here) return here;
  try {
    return await createGame(request);
  } catch (error) {
    const isAway = error instanceof ApiError && error.code === "offline";
    const instead = isOurs && isAway ? await beginHere(request) : null;
    if (instead) return instead;
    throw error;
  }
}

/**
 * Clocks, links to friends and bots of others need the server.
 *
 * @param {NewGame} request
 */
function canPlayHere(request) {
  const { you = "black", time } = request;
  const players = playersOf(request);
  const people = Object.values(players).filter((player) => player === "human").length;
  const isAlone = you === "both" ? people > 0 : you !== "none" && people === 1 && players[you] === "human";
  return isAlone && !time && Object.values(players).every((player) => OURS.test(player));
}

/**
 * A side that is not named is played by who takes it, and else by a friendly computer, as on the
 * server.
 *
 * @param {NewGame} request
 */
export function playersOf({ black, white, you = "black" }) {
  const unnamed = (/** @type {string} */ color) => (you === "both" || you === color ? "human" : "level:3");
  return { black: black ?? unnamed("black"), white: white ?? unnamed("white") };
}

/**
 * @param {NewGame} request
 * @returns {Promise<{ id: string, url: string, secrets: {} } | null>} null where this browser cannot
 */
async function beginHere(request) {
  try {
    const { engine } = await import("../engine/engine.js");
    if (!engine.isSupported) return null;
    const { createLocal } = await import("./local.js");
    const id = await createLocal(request);
    return { id, url: gameUrl(id), secrets: {} };
  } catch (error) {
    // The same input would fail on the server, with the same message.
    if (error instanceof ApiError && error.status === 400) throw error;
    return null;
  }
}
