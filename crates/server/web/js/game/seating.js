// @ts-check
/**
 * Takes a seat by an invite link: its fragment is the secret of the seat.
 *
 * @import { State } from "../wire.js"
 *
 * The result: `seated`, `back` (you had this seat), `own` (the link is for your opponent), or why
 * you only watch: the seat is `taken`, the link is `unknown` or `incomplete`, or the browser is
 * `forgetful` (it keeps no cookies).
 * @typedef {"seated" | "back" | "own" | "taken" | "unknown" | "incomplete" | "forgetful"} Seating
 */
import { ApiError, game, introduce, takeSeat } from "../net/api.js";

const SECRET = /^[0-9a-f]{64}$/i;

/** The result for each error code of the server. @type {Record<string, Seating>} */
const REFUSED = {
  "own-link": "own",
  "seat-taken": "taken",
  "seat-full": "taken",
  "wrong-secret": "unknown",
  "no-proof": "forgetful",
};

/**
 * Can be called again: a player who has the seat keeps it.
 *
 * @param {State} state
 * @param {string} secret what stood in the address
 * @param {string} name
 * @returns {Promise<Seating>} rejected where the server could not say
 */
export async function sitDown({ id, you }, secret, name) {
  if (!SECRET.test(secret)) return "incomplete";
  const sitsAlready = you.length > 0;
  if (!sitsAlready) {
    // A seat that cannot be taken is not asked for: the browser would log the refusal as an error.
    const { seatRefused } = await game(id, secret);
    if (seatRefused === "taken" || seatRefused === "unknown") return seatRefused;
  }
  try {
    if (!sitsAlready) await introduce();
    await takeSeat(id, { secret, name: name || null });
  } catch (error) {
    const meaning = error instanceof ApiError ? REFUSED[error.code] : undefined;
    if (!meaning) throw error;
    return meaning;
  }
  return sitsAlready ? "back" : "seated";
}
